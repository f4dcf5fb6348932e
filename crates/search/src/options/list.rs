//! The list of all options of engines, which command line, Python and experiments read.

use super::{EngineName, Formula, Generation, Ordering, PackingOrder, Replacement, RootOrder};
use crosscram_rules::Tile;

/// A way to change an option of some engines, with its text for people.
///
/// Some options have several: `--without safe` and `--no-cover` both set the option `cover`.
#[derive(Debug)]
pub struct EngineOption {
    /// The name of the option for [`Options::set`](super::Options::set) and in
    /// [`Options::describe`](super::Options::describe).
    pub name: &'static str,
    /// The name on the command line, without dashes.
    pub flag: &'static str,
    /// What follows the name on the command line.
    pub value: OptionValue,
    /// The engines that have it.
    pub engines: &'static [EngineName],
    /// Whether it acts with dominoes only.
    pub dominoes: bool,
    /// What it does, in a line.
    pub help: &'static str,
    /// What else is worth knowing.
    pub more: &'static str,
}

/// What follows an option on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Nothing: the option is set to this.
    Switch(&'static str),
    /// One of these names; first, what they name.
    Named(&'static str, &'static [&'static str]),
    /// A text of this kind.
    Text(&'static str),
    /// Names of this kind, joined by commas; what comes before them in the option's text.
    Several(&'static str, &'static str),
}

use EngineName::{Crosscram, Domi, Obsequi, Obsequi2014, Triomineering2016};
use OptionValue::{Named, Several, Switch, Text};

const EVERY: &[EngineName] = EngineName::ALL;
const PUBLISHED: &[EngineName] = &[Domi, Obsequi, Obsequi2014, Triomineering2016];
const CLASSIC: &[EngineName] = &[Domi, Obsequi, Obsequi2014];
const WITH_COVER: &[EngineName] = &[Obsequi, Obsequi2014];
const OURS: &[EngineName] = &[Crosscram];
const OF_2016: &[EngineName] = &[Triomineering2016];

const fn option(
    name: &'static str,
    value: OptionValue,
    engines: &'static [EngineName],
    help: &'static str,
) -> EngineOption {
    EngineOption {
        name,
        flag: name,
        value,
        engines,
        dominoes: false,
        help,
        more: "",
    }
}

impl EngineOption {
    const fn flag(self, flag: &'static str) -> EngineOption {
        EngineOption { flag, ..self }
    }

    const fn dominoes(self) -> EngineOption {
        EngineOption {
            dominoes: true,
            ..self
        }
    }

    const fn more(self, more: &'static str) -> EngineOption {
        EngineOption { more, ..self }
    }

    /// All options, in the order in which help lists them.
    pub const ALL: &'static [EngineOption] = &[
        option(
            "table",
            Text("SIZE"),
            EVERY,
            "Size of each transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)",
        )
        .more(
            "The published engines have 2^23 entries. The table of crosscram grows as needed, by default up \
             to a quarter of the free memory; its tables of regions take up to as much again.",
        ),
        option(
            "table",
            Switch("none"),
            EVERY,
            "Search without a transposition table: positions that are met again are searched again",
        )
        .flag("no-table"),
        option("threads", Text("N"), OURS, "Threads that work on one search"),
        option(
            "bounds",
            Text("LEVELS"),
            OURS,
            "Levels of the bounds: rows, regions, across, merge",
        )
        .more(
            "The default is rows,regions,across,merge; regions:N sets their maximum number of cells. More cells \
             mean fewer nodes and more memory.",
        ),
        option(
            "test_children",
            Switch("false"),
            OURS,
            "Visit every child instead of testing it at its parent first",
        )
        .flag("no-child-tests"),
        option(
            "cover",
            Several("PART", "all without "),
            WITH_COVER,
            "Leave parts out of the board cover: protective, vulnerable2, vulnerable1, safe, unavailable, \
             protected, option1, option2, option3; or all of a kind: vulnerable, option",
        )
        .flag("without")
        .dominoes(),
        option(
            "cover",
            Switch("none"),
            WITH_COVER,
            "Do not use the board cover",
        )
        .flag("no-cover")
        .dominoes(),
        option(
            "formula",
            Named("FORMULA", Formula::NAMES),
            WITH_COVER,
            "Which reading of Theorem 3.6.1 is used",
        )
        .dominoes(),
        option(
            "second_upper_bound",
            Switch("true"),
            WITH_COVER,
            "Also bound the opponent by its real moves minus the protective areas (2014)",
        )
        .flag("second-bound")
        .dominoes(),
        option(
            "dead_squares",
            Switch("true"),
            WITH_COVER,
            "Also count squares that die beside vulnerable areas (wish of the thesis, chapter 7)",
        )
        .flag("dead-squares")
        .dominoes(),
        option(
            "packing",
            Named("ORDER", PackingOrder::NAMES),
            WITH_COVER,
            "From which corners the board cover is packed: the first, or the best of all four",
        )
        .dominoes(),
        option(
            "shift_dominance",
            Switch("true"),
            CLASSIC,
            "Leave out moves if the same tile shifted by one is as good (crosscram always does)",
        )
        .flag("shift-dominance")
        .dominoes(),
        option(
            "ordering",
            Named("ORDER", Ordering::NAMES),
            EVERY,
            "The order in which moves are tried",
        ),
        option(
            "generation",
            Named("STAGES", Generation::NAMES),
            CLASSIC,
            "Whether moves with a protected cell wait until all others have failed",
        ),
        option(
            "root",
            Named("ORDER", RootOrder::NAMES),
            CLASSIC,
            "How the first moves are ordered: by static margin (dropping lost ones), or like all others",
        ),
        option(
            "safe_moves",
            Switch("played"),
            CLASSIC,
            "Try safe moves even while others exist",
        )
        .flag("play-safe-moves"),
        option(
            "replacement",
            Named("SCHEME", Replacement::NAMES),
            PUBLISHED,
            "Which entry of the table is replaced",
        ),
        option(
            "cutoffs",
            Switch("off"),
            OF_2016,
            "Do not decide positions by safe and real moves",
        )
        .flag("no-cutoffs"),
        option(
            "symmetry",
            Switch("off"),
            OF_2016,
            "Do not remember the reflections of positions",
        )
        .flag("no-symmetry"),
        option(
            "values",
            Text("CELLS"),
            PUBLISHED,
            "Use exact values of regions of up to this many cells, from 1 to 40",
        ),
        option(
            "database",
            Text("FILE"),
            PUBLISHED,
            "Begin with the values in a file made by `crosscram values build`",
        )
        .more("Without --values, regions of up to as many cells as the file has all of are used."),
        option(
            "line_count",
            Switch("unsound-2002"),
            CLASSIC,
            "UNSOUND: count moves in long lines as the program of 2002 did",
        )
        .flag("historical-line-count")
        .dominoes()
        .more(
            "Gives the wrong winner on some lines of 15 cells or more. Only for comparison with the tables of 2002.",
        ),
    ];

    /// Returns whether an engine has the option with this tile.
    pub fn is_of(&self, engine: EngineName, tile: Tile) -> bool {
        self.engines.contains(&engine) && (tile == Tile::DOMINO || !self.dominoes)
    }

    /// The engines by their names, `obsequi, obsequi-2014`, if not all have the option.
    pub fn only(&self) -> Option<String> {
        let names: Vec<_> = self.engines.iter().map(|engine| engine.name()).collect();
        (self.engines != EVERY).then(|| names.join(", "))
    }

    /// The values that this way of changing it gives the option: `none`, `program, thesis`, `SIZE`.
    pub fn values(&self) -> String {
        match self.value {
            Switch(text) | Text(text) => text.to_string(),
            Named(_, names) => names.join(", "),
            Several(what, before) => format!("{before}{what},..."),
        }
    }

    /// The text that [`Options::set`](super::Options::set) takes for what was given on the command line.
    pub fn text(&self, given: &str) -> String {
        match self.value {
            Switch(text) => text.to_string(),
            Several(_, before) => format!("{before}{given}"),
            Named(..) | Text(_) => given.to_string(),
        }
    }
}
