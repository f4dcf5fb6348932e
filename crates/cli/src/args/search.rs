//! The engine's options, and their translation into a configuration.

use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crosscram_rules::Tile;
use crosscram_search::triomineering::Techniques;
use crosscram_search::{
    ClassicOptions, Cover, CoverOptions, CoverPart, CrosscramOptions, EngineName, Formula,
    Generation, KnownValues, Levels, LineCount, Options, Ordering, PackingOrder, Replacement,
    RootOrder, SafeMoves, TableSize, TriomineeringOptions,
};
use std::cell::RefCell;
use std::fmt::Debug;
use std::path::PathBuf;
use std::str::FromStr;

/// The engine, and changes to its parts.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The solver
    #[arg(long, value_name = "NAME", default_value = "crosscram", value_parser = engines())]
    pub(crate) engine: EngineName,

    /// Size of each transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    ///
    /// The published engines have 2^23 entries. The table of crosscram grows as needed, by default up
    /// to a quarter of the free memory; its tables of regions take up to as much again.
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    /// Levels of the engine crosscram: rows, regions, across, merge
    ///
    /// The default is rows,regions,across,merge; regions:N sets their maximum number of cells. More cells mean
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

    /// Do not use the board cover
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

    /// Also bound the opponent by its real moves minus the protective areas (2014)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) second_bound: bool,

    /// Also count squares that die beside vulnerable areas (wish of the thesis, chapter 7)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) dead_squares: bool,

    /// From which corners the board cover is packed: the first, or the best of all four
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = named::<PackingOrder>(PackingOrder::ALL, PackingOrder::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) packing: Option<PackingOrder>,

    /// Leave out moves if the same tile shifted by one is as good (published engines; crosscram always does)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) shift_dominance: bool,

    /// The order in which moves are tried
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

    /// Try safe moves even while others exist (published engines)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) play_safe_moves: bool,

    /// Which entry of the table is replaced
    #[arg(
        long,
        value_name = "SCHEME",
        value_parser = named::<Replacement>(Replacement::ALL, Replacement::name),
        help_heading = "Parts of the engine"
    )]
    pub(crate) replacement: Option<Replacement>,

    /// Do not decide positions by safe and real moves (engine triomineering-2016)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) no_cutoffs: bool,

    /// Search without a transposition table: positions that are met again are searched again
    #[arg(
        long,
        conflicts_with_all = ["table", "replacement", "no_symmetry"],
        help_heading = "Parts of the engine"
    )]
    pub(crate) no_table: bool,

    /// Do not remember the reflections of positions (engine triomineering-2016)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) no_symmetry: bool,

    /// Use exact values of regions of up to this many cells (published engines)
    #[arg(
        long,
        value_name = "CELLS",
        value_parser = clap::value_parser!(u32).range(1..=40),
        help_heading = "Parts of the engine"
    )]
    pub(crate) values: Option<u32>,

    /// Begin with the values in a file made by `crosscram values build` (published engines)
    ///
    /// Without --values, regions of up to as many cells as the file has all of are used.
    #[arg(long, value_name = "FILE", help_heading = "Parts of the engine")]
    pub(crate) database: Option<PathBuf>,

    /// Visit every child instead of testing it at its parent first (engine crosscram)
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) no_child_tests: bool,

    /// UNSOUND: count moves in long lines as the program of 2002 did
    ///
    /// Gives the wrong winner on some lines of 15 cells or more. Only for comparison with the
    /// tables of 2002.
    #[arg(long, help_heading = "Parts of the engine")]
    pub(crate) historical_line_count: bool,
}

impl SearchArgs {
    /// The engine's options with the given changes. An option that the engine does not have is an
    /// error; so is one that has no effect with this tile.
    pub(crate) fn options(&self, tile: Tile) -> Result<Options, Failure> {
        self.refuse_what_is_there()?;
        let given = Given::new(self, tile);
        let options = match self.engine.fitted() {
            Options::Classic(options) => given.classic(options)?.into(),
            Options::Triomineering(options) => given.triomineering(options)?.into(),
            Options::Crosscram(options) => given.crosscram(options).into(),
        };
        given.finish()?;
        Ok(options)
    }

    /// Refuses to switch on what the engine has anyway, because that changes nothing.
    fn refuse_what_is_there(&self) -> Result<(), Failure> {
        let there = [
            ("--second-bound", self.second_bound, EngineName::Obsequi2014),
            ("--play-safe-moves", self.play_safe_moves, EngineName::Domi),
        ];
        let mut there = there.into_iter();
        match there.find(|(_, given, engine)| *given && *engine == self.engine) {
            None => Ok(()),
            Some((option, _, engine)) => Err(Failure::message(format_args!(
                "{option}: the engine {engine} does so anyway"
            ))),
        }
    }

    /// The same for a split, which does not use options of the search itself.
    pub(crate) fn options_for_split(&self, tile: Tile) -> Result<Options, Failure> {
        let of_searches = [
            ("--table", self.table.is_some()),
            ("--replacement", self.replacement.is_some()),
            ("--root", self.root.is_some()),
            ("--no-child-tests", self.no_child_tests),
            ("--historical-line-count", self.historical_line_count),
            ("--no-table", self.no_table),
            ("--no-symmetry", self.no_symmetry),
            ("--values", self.values.is_some()),
            ("--database", self.database.is_some()),
        ];
        match of_searches.into_iter().find(|(_, given)| *given) {
            None => self.options(tile),
            Some((option, _)) => Err(Failure::message(format_args!(
                "{option}: a split only evaluates positions and has no such part"
            ))),
        }
    }
}

/// The options that were given. Each engine takes those that it has; one that is left would have no
/// effect, and is an error.
struct Given<'a> {
    args: &'a SearchArgs,
    tile: Tile,
    taken: RefCell<Vec<&'static str>>,
}

impl<'a> Given<'a> {
    fn new(args: &'a SearchArgs, tile: Tile) -> Self {
        Given {
            args,
            tile,
            taken: RefCell::default(),
        }
    }

    /// Takes an option. Returns its value if it was given, else that of the engine.
    fn take<T: Clone>(&self, name: &'static str, given: &Option<T>, own: T) -> T {
        self.taken.borrow_mut().push(name);
        given.clone().unwrap_or(own)
    }

    /// Takes an option without a value. Returns whether it was given.
    fn flag(&self, name: &'static str, given: bool) -> bool {
        self.taken.borrow_mut().push(name);
        given
    }

    /// Returns an error that names the first option that was given and not taken.
    fn finish(self) -> Result<(), Failure> {
        let args = self.args;
        let all = [
            ("--table", args.table.is_some()),
            ("--bounds", args.bounds.is_some()),
            ("--without", !args.without.is_empty()),
            ("--no-cover", args.no_cover),
            ("--formula", args.formula.is_some()),
            ("--second-bound", args.second_bound),
            ("--dead-squares", args.dead_squares),
            ("--packing", args.packing.is_some()),
            ("--shift-dominance", args.shift_dominance),
            ("--ordering", args.ordering.is_some()),
            ("--generation", args.generation.is_some()),
            ("--root", args.root.is_some()),
            ("--play-safe-moves", args.play_safe_moves),
            ("--replacement", args.replacement.is_some()),
            ("--no-child-tests", args.no_child_tests),
            ("--historical-line-count", args.historical_line_count),
            ("--no-cutoffs", args.no_cutoffs),
            ("--no-table", args.no_table),
            ("--no-symmetry", args.no_symmetry),
            ("--values", args.values.is_some()),
            ("--database", args.database.is_some()),
        ];
        let taken = self.taken.into_inner();
        let mut left = all.into_iter().filter(|(name, _)| !taken.contains(name));
        match left.find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => {
                let with = match self.tile {
                    Tile::DOMINO => String::new(),
                    tile => format!(" with tiles of {}", tile.length()),
                };
                Err(Failure::message(format_args!(
                    "{option}: the engine {} has no such part{with}",
                    args.engine
                )))
            }
        }
    }

    fn classic(&self, own: ClassicOptions) -> Result<ClassicOptions, Failure> {
        let args = self.args;
        let dominoes = self.tile == Tile::DOMINO;
        let cover = match own.cover {
            Some(cover) if dominoes => {
                let no_cover = self.flag("--no-cover", args.no_cover);
                (!no_cover).then(|| self.cover(cover))
            }
            cover => cover,
        };
        let ordering = self.take("--ordering", &args.ordering, own.ordering);
        // Without a cover there are no margins to order the first moves by, but the original program
        // then still leaves their ties in raster order.
        let has_cover = cover.is_some() && dominoes;
        let root = match has_cover || ordering == Ordering::Positional {
            true => self.take("--root", &args.root, own.root),
            false => own.root,
        };
        let played = self.flag("--play-safe-moves", args.play_safe_moves);
        let shifts = dominoes && self.flag("--shift-dominance", args.shift_dominance);
        let table = match self.flag("--no-table", args.no_table) {
            true => TableSize::NONE,
            false => self.take("--table", &args.table, own.table),
        };
        let unsound = dominoes && self.flag("--historical-line-count", args.historical_line_count);
        let (database, complete) = self.database()?;
        Ok(ClassicOptions {
            cover,
            ordering,
            root,
            generation: self.take("--generation", &args.generation, own.generation),
            safe_moves: if played {
                SafeMoves::Played
            } else {
                own.safe_moves
            },
            replacement: self.take("--replacement", &args.replacement, own.replacement),
            table,
            line_count: if unsound {
                LineCount::Unsound2002
            } else {
                own.line_count
            },
            shift_dominance: own.shift_dominance | shifts,
            values: self.take("--values", &args.values, complete),
            database,
            ..own
        })
    }

    /// The values of `--database`, and up to how many cells it has all regions.
    fn database(&self) -> Result<(Option<KnownValues>, u32), Failure> {
        let file = self.args.database.as_deref();
        self.flag("--database", file.is_some());
        let known = file.map(crate::value::load).transpose()?;
        let known = known.map(KnownValues::from);
        let complete = known.as_ref().map_or(0, KnownValues::complete);
        Ok((known, complete))
    }

    fn cover(&self, own: CoverOptions) -> CoverOptions {
        let args = self.args;
        let parts = args.without.iter().flat_map(|Parts(parts)| parts);
        self.flag("--without", !args.without.is_empty());
        CoverOptions {
            parts: parts.fold(own.parts, |cover, &part| cover.without(part)),
            formula: self.take("--formula", &args.formula, own.formula),
            second_upper_bound: own.second_upper_bound
                | self.flag("--second-bound", args.second_bound),
            dead_squares: own.dead_squares | self.flag("--dead-squares", args.dead_squares),
            packing: self.take("--packing", &args.packing, own.packing),
        }
    }

    fn triomineering(&self, own: TriomineeringOptions) -> Result<TriomineeringOptions, Failure> {
        let args = self.args;
        // It orders moves by real and safe moves, or not at all.
        let ordering = match args.ordering {
            None | Some(Ordering::None | Ordering::Primary) => {
                let ordering = self.take("--ordering", &args.ordering, Ordering::Primary);
                ordering == Ordering::Primary
            }
            Some(_) => own.techniques.ordering,
        };
        let (database, complete) = self.database()?;
        let table = !self.flag("--no-table", args.no_table);
        let replacement = args.replacement.map(Some);
        Ok(TriomineeringOptions {
            techniques: Techniques {
                ordering,
                table,
                symmetry: table && !self.flag("--no-symmetry", args.no_symmetry),
                values: self.take("--values", &args.values, complete),
                cutoffs: !self.flag("--no-cutoffs", args.no_cutoffs),
                replacement: self.take("--replacement", &replacement, None),
            },
            table: self.take("--table", &args.table, own.table),
            database,
        })
    }

    fn crosscram(&self, own: CrosscramOptions) -> CrosscramOptions {
        let args = self.args;
        CrosscramOptions {
            bounds: self.take("--bounds", &args.bounds, own.bounds),
            ordering: match args.ordering {
                Some(Ordering::Dynamic) => own.ordering,
                _ => self.take("--ordering", &args.ordering, own.ordering),
            },
            test_children: !self.flag("--no-child-tests", args.no_child_tests),
            table: match self.flag("--no-table", args.no_table) {
                true => TableSize::NONE,
                false => self.take("--table", &args.table, own.table),
            },
            threads: own.threads,
        }
    }
}

/// The parts of the cover behind one name.
#[derive(Clone, Debug)]
pub(crate) struct Parts(Vec<CoverPart>);

fn part(name: &str) -> Result<Parts, String> {
    Cover::parts_named(name)
        .map(Parts)
        .map_err(|error| error.to_string())
}

fn without_help() -> String {
    let parts: Vec<_> = CoverPart::ALL.iter().map(|part| part.name()).collect();
    let parts = parts.join(", ");
    format!("Leave parts out of the board cover: {parts}; or all of a kind: vulnerable, option")
}

/// The names of all engines.
pub(super) fn engines() -> impl TypedValueParser<Value = EngineName> {
    let describe = |&engine: &EngineName| PossibleValue::new(engine.name()).help(engine.summary());
    parsed(PossibleValuesParser::new(
        EngineName::ALL.iter().map(describe),
    ))
}

pub(super) fn named<T>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Copy + Send + Sync + 'static,
{
    parsed(PossibleValuesParser::new(
        all.iter().map(|&value| name(value)),
    ))
}

/// A parser whose names are listed for help and completions, and which the library parses.
fn parsed<T>(names: PossibleValuesParser) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    names.map(|name| name.parse().expect("a listed name is a name"))
}
