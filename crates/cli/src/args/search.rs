//! The engine's options, and their translation into a configuration.

use crate::failure::Failure;
use crate::memory;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscram_search::{
    Config, Cover, Engine, Formula, Generation, Levels, LineCount, Ordering, Part, Replacement,
    RootOrder, SafeMoves, TableSize,
};
use std::fmt::Debug;
use std::str::FromStr;

/// The engine, and changes to its parts.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The solver
    #[arg(long, value_name = "NAME", default_value = "crosscram", value_parser = engines())]
    pub(crate) engine: Engine,

    /// Size of each transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    ///
    /// The published engines have 2^23 entries. That of crosscram grows as needed, by default up
    /// to a quarter of the memory that is free; its tables of regions take up to as much again.
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    /// Levels of the engine crosscram: rows, runs, regions, merge, values
    ///
    /// The default is rows,regions:16,merge, with more cells for large boards. More cells mean
    /// fewer nodes and more memory. values, or values:N, adds the canonical forms of regions of up
    /// to 8, or N, cells.
    #[arg(long, value_name = "LEVELS", help_heading = "Parts of the engine")]
    pub(crate) bounds: Option<Levels>,

    #[arg(
        long,
        help = without_help(),
        value_name = "PART",
        value_delimiter = ',',
        value_parser = part,
        help_heading = "Parts of the engine"
    )]
    pub(crate) without: Vec<Parts>,

    /// No board cover at all
    #[arg(long, conflicts_with = "without", help_heading = "Parts of the engine")]
    pub(crate) no_cover: bool,

    /// Which reading of Theorem 3.6.1 is used
    #[arg(
        long,
        value_name = "FORMULA",
        value_parser = named::<Formula>(Formula::ALL, Formula::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) formula: Option<Formula>,

    /// Also bound the opponent by his real moves less the protective areas (2014)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) second_bound: bool,

    /// In which order moves are tried
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = named::<Ordering>(Ordering::ALL, Ordering::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) ordering: Option<Ordering>,

    /// Whether moves with a protected cell wait until all others have failed
    #[arg(
        long,
        value_name = "STAGES",
        value_parser = named::<Generation>(Generation::ALL, Generation::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) generation: Option<Generation>,

    /// How the first moves are ordered: by static margin (dropping lost ones), or like all others
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = named::<RootOrder>(RootOrder::ALL, RootOrder::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) root: Option<RootOrder>,

    /// Try safe moves even while others exist
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) play_safe_moves: bool,

    /// Which entry of the table gives way
    #[arg(
        long,
        value_name = "SCHEME",
        value_parser = named::<Replacement>(Replacement::ALL, Replacement::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) replacement: Option<Replacement>,

    /// Try moves even if the same tile shifted by one is as good (engine crosscram)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) no_shift_dominance: bool,

    /// Visit every child instead of testing it at its parent first (engine crosscram)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) no_child_tests: bool,

    /// UNSOUND: count moves in long lines as the program of 2002 did
    ///
    /// Names the wrong winner on some lines of 15 cells or more. Only for comparison with the
    /// tables of 2002.
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) historical_line_count: bool,
}

impl SearchArgs {
    /// The engine's configuration with the wanted changes.
    pub(crate) fn config(&self) -> Result<Config, Failure> {
        let mut config = self.engine.config();
        self.check_parts()?;
        if self.engine == Engine::Crosscram
            && let Some(free) = memory::available()
        {
            config.table = TableSize::Bytes((free / TABLE_SHARE).max(SMALLEST_TABLE));
        }
        config.shift_dominance &= !self.no_shift_dominance;
        config.test_children &= !self.no_child_tests;
        config.table = self.table.unwrap_or(config.table);
        for Parts(parts) in &self.without {
            let Some(cover) = config.cover else {
                return Err(Failure::message(format_args!(
                    "--without: the engine {} has no board cover to leave parts out of",
                    self.engine
                )));
            };
            config.cover = Some(parts.iter().fold(cover, |cover, &part| cover.without(part)));
        }
        if self.no_cover {
            config.cover = None;
        }
        config.switches = self.bounds.or(config.switches);
        config.formula = self.formula.unwrap_or(config.formula);
        config.ordering = self.ordering.unwrap_or(config.ordering);
        config.generation = self.generation.unwrap_or(config.generation);
        config.root = self.root.unwrap_or(config.root);
        config.replacement = self.replacement.unwrap_or(config.replacement);
        config.second_upper_bound |= self.second_bound;
        if self.play_safe_moves {
            config.safe_moves = SafeMoves::Played;
        }
        if self.historical_line_count {
            config.line_count = LineCount::Unsound2002;
        }
        Ok(config)
    }
}

/// The default table of the engine crosscram may take this share of the free memory.
const TABLE_SHARE: u64 = 4;
/// However little is free.
const SMALLEST_TABLE: u64 = 64 << 20;

impl SearchArgs {
    /// An error for a part that the engine does not have, which would otherwise do nothing.
    fn check_parts(&self) -> Result<(), Failure> {
        let flagship = self.engine == Engine::Crosscram;
        let foreign = if flagship {
            [
                ("--no-cover", self.no_cover),
                ("--formula", self.formula.is_some()),
                ("--second-bound", self.second_bound),
                ("--generation", self.generation.is_some()),
                ("--root", self.root.is_some()),
                ("--replacement", self.replacement.is_some()),
                (
                    "--ordering dynamic",
                    self.ordering == Some(Ordering::Dynamic),
                ),
                ("--historical-line-count", self.historical_line_count),
            ]
            .to_vec()
        } else {
            vec![
                ("--bounds", self.bounds.is_some()),
                ("--no-shift-dominance", self.no_shift_dominance),
                ("--no-child-tests", self.no_child_tests),
            ]
        };
        match foreign.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::message(format_args!(
                "{option}: the engine {} has no such part",
                self.engine
            ))),
        }
    }
}

/// The parts of the cover behind one name.
#[derive(Clone, Debug)]
pub(crate) struct Parts(Vec<Part>);

fn part(name: &str) -> Result<Parts, String> {
    Cover::parts_named(name)
        .map(Parts)
        .map_err(|error| error.to_string())
}

fn without_help() -> String {
    let parts: Vec<_> = Part::ALL.iter().map(|part| part.name()).collect();
    let parts = parts.join(", ");
    format!("Leave parts out of the board cover: {parts}; or all of a kind: vulnerable, option")
}

/// The names of all engines.
pub(super) fn engines() -> impl TypedValueParser<Value = Engine> {
    let describe = |engine: Engine| PossibleValue::new(engine.name()).help(engine.summary());
    parsed(PossibleValuesParser::new(Engine::ALL.map(describe)))
}

fn named<T>(all: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Copy + Send + Sync + 'static,
{
    parsed(PossibleValuesParser::new(
        all.iter().map(|&value| name(value)),
    ))
}

/// Listed names, so that help and completions know them, parsed by the library.
fn parsed<T>(names: PossibleValuesParser) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    names.map(|name| name.parse().expect("a listed name is a name"))
}
