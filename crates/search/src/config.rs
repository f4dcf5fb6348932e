//! What a solver is made of: every part as a value that can be switched.
//!
//! An [`Engine`] names a published program; [`Engine::config`] gives its parts, and each part can
//! then be changed on its own, which is how the ablation tables are made.

use crate::levels::Levels;
use std::fmt;
use std::str::FromStr;

/// A published program, as a complete set of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Breuker, Uiterwijk and van den Herik (2000): safe and real moves only.
    Domi,
    /// Bullock (2002): the board cover, as the program behind the thesis's tables really was.
    Obsequi,
    /// Bullock's later state of the same program (2014): a second upper bound, no root sort.
    Obsequi2014,
    /// Brüggemann, Gagelas, Weber and Willemse (2016): the solver of Triomineering.
    Triomineering2016,
    /// This project's own: switch bounds on top of the board cover.
    Crosscram,
}

impl Engine {
    /// All engines, oldest first.
    pub const ALL: [Engine; 5] = [
        Engine::Domi,
        Engine::Obsequi,
        Engine::Obsequi2014,
        Engine::Triomineering2016,
        Engine::Crosscram,
    ];

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Domi => "domi",
            Engine::Obsequi => "obsequi",
            Engine::Obsequi2014 => "obsequi-2014",
            Engine::Triomineering2016 => "triomineering-2016",
            Engine::Crosscram => "crosscram",
        }
    }

    /// One line for help texts.
    pub fn summary(self) -> &'static str {
        match self {
            Engine::Domi => "safe and real moves only (Breuker, Uiterwijk, van den Herik 2000)",
            Engine::Obsequi => "board cover, static tie-break, FindFirst table (Bullock 2002)",
            Engine::Obsequi2014 => "obsequi with its author's second upper bound (Bullock 2014)",
            Engine::Triomineering2016 => {
                "safe and real moves, all reflections in the table (Brüggemann et al. 2016)"
            }
            Engine::Crosscram => "values of strips and regions, several threads (ours)",
        }
    }

    /// The choices that make up this engine.
    pub fn config(self) -> Config {
        let obsequi = Config {
            engine: self,
            cover: Some(Cover::ALL),
            switches: None,
            formula: Formula::Program,
            second_upper_bound: false,
            ordering: Ordering::Positional,
            generation: Generation::Staged,
            root: RootOrder::Margin,
            safe_moves: SafeMoves::Ignored,
            replacement: Replacement::FindFirst,
            table: TableSize::DEFAULT,
            line_count: LineCount::Exact,
            shift_dominance: false,
            test_children: false,
            threads: 1,
        };
        match self {
            Engine::Obsequi => obsequi,
            Engine::Obsequi2014 => Config {
                second_upper_bound: true,
                root: RootOrder::Score,
                ..obsequi
            },
            Engine::Crosscram => Config {
                cover: None,
                switches: Some(Levels::DEFAULT),
                root: RootOrder::Score,
                replacement: Replacement::FindWorst,
                table: TableSize::Bytes(1 << 30),
                shift_dominance: true,
                test_children: true,
                ..obsequi
            },
            Engine::Domi | Engine::Triomineering2016 => Config {
                cover: None,
                ordering: Ordering::Primary,
                generation: Generation::OneStage,
                root: RootOrder::Score,
                safe_moves: SafeMoves::Played,
                replacement: Replacement::TwoBig,
                ..obsequi
            },
        }
    }
}

/// Every choice of a search. What an engine does not have is ignored: the engine crosscram has no
/// cover, the published ones no switch bounds and no threads, and of triomineering-2016 only the
/// size of the table can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The engine this configuration started from.
    pub engine: Engine,
    /// The parts of the static board cover; `None` for DOMI's safe and real moves alone.
    pub cover: Option<Cover>,
    /// The levels of the switch bounds; `None` for the published programs.
    pub switches: Option<Levels>,
    /// Which reading of Theorem 3.6.1 is used.
    pub formula: Formula,
    /// Also bound the opponent by his real moves less the protective areas (2014).
    pub second_upper_bound: bool,
    /// In which order moves are tried.
    pub ordering: Ordering,
    /// Whether moves with a protected cell are generated and tried after all others.
    pub generation: Generation,
    /// How the moves of the root are ordered and filtered.
    pub root: RootOrder,
    /// Whether safe moves are tried.
    pub safe_moves: SafeMoves,
    /// What the transposition table keeps when it is full.
    pub replacement: Replacement,
    /// Size of the transposition table.
    pub table: TableSize,
    /// Whether disjoint moves in a line are counted rightly.
    pub line_count: LineCount,
    /// Leave out moves that are no better than the same tile shifted by one (crosscram).
    pub shift_dominance: bool,
    /// Test all children by the bounds of their parent before visiting any (crosscram).
    pub test_children: bool,
    /// Threads that work on one search (crosscram).
    pub threads: usize,
}

impl Config {
    /// Names and values of all choices, in a fixed order, for records and JSON.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let cover = match self.cover {
            None => "none".to_string(),
            Some(cover) => cover.to_string(),
        };
        let switches = match self.switches {
            None => "none".to_string(),
            Some(levels) => levels.to_string(),
        };
        if self.engine == Engine::Crosscram {
            return vec![
                ("bounds", switches),
                ("ordering", self.ordering.name().to_string()),
                ("safe_moves", self.safe_moves.name().to_string()),
                ("shift_dominance", self.shift_dominance.to_string()),
                ("test_children", self.test_children.to_string()),
                ("table", self.table.to_string()),
                ("threads", self.threads.to_string()),
            ];
        }
        vec![
            ("cover", cover),
            ("formula", self.formula.name().to_string()),
            ("second_upper_bound", self.second_upper_bound.to_string()),
            ("ordering", self.ordering.name().to_string()),
            ("generation", self.generation.name().to_string()),
            ("root", self.root.name().to_string()),
            ("safe_moves", self.safe_moves.name().to_string()),
            ("replacement", self.replacement.name().to_string()),
            ("table", self.table.to_string()),
            ("line_count", self.line_count.name().to_string()),
        ]
    }
}

/// A text that names no known choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    text: String,
    known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, text) = (self.kind, &self.text);
        write!(
            f,
            "unknown {kind} '{text}' (known: {})",
            self.known.join(", ")
        )
    }
}

impl std::error::Error for UnknownName {}

/// A choice whose values have names: gives it `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($kind:literal, $type:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)+ }) => {
        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// The name used on the command line and in records.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }
        }
        named!(@text $kind, $type);
    };
    (@text $kind:literal, $type:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let found = Self::ALL.iter().find(|value| value.name().eq_ignore_ascii_case(text));
                found.copied().ok_or_else(|| UnknownName {
                    kind: $kind,
                    text: text.to_string(),
                    known: Self::ALL.iter().map(|value| value.name()).collect(),
                })
            }
        }
    };
}

named!(@text "engine", Engine);

/// How many squares Theorem 3.6.1 grants when both remainders are non-zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// As the program: one square is always given back.
    Program,
    /// As printed: one square is given back only if a vulnerable area has a protected square.
    Thesis,
}
named!("formula", Formula { Program = "program", Thesis = "thesis", });

/// In which order the moves of a node are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// Raster order.
    None,
    /// By the change of real and safe moves.
    Primary,
    /// Primary, ties by a fixed value of the square: what the program did.
    Positional,
    /// Primary, ties by how early a reflection of the move was played: what the thesis says.
    Dynamic,
}
named!("ordering", Ordering {
    None = "none",
    Primary = "primary",
    Positional = "positional",
    Dynamic = "dynamic",
});

/// Whether moves with one protected cell wait until all others have failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generation {
    /// Moves without protected cells first, sorted; then the others, unsorted.
    Staged,
    /// All moves together, sorted.
    OneStage,
}
named!("generation", Generation { Staged = "staged", OneStage = "one-stage", });

/// What is done with the root's moves before the search proper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootOrder {
    /// Drop moves that lose statically, sort the rest by the difference of the static margins.
    Margin,
    /// Leave them as the move ordering has them.
    Score,
}
named!("root order", RootOrder { Margin = "margin", Score = "score", });

/// Whether moves that the opponent cannot disturb are tried while others exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SafeMoves {
    /// Theorem 4.3.1: not while another move exists.
    Ignored,
    /// Like every other move.
    Played,
}
named!("choice for safe moves", SafeMoves { Ignored = "ignored", Played = "played", });

/// Which entry of the transposition table gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replacement {
    /// The new position always.
    New,
    /// The position nearer to the end of the game.
    Deep,
    /// The position with the smaller subtree.
    Big,
    /// Two entries: the deeper one, and the newest of the others.
    TwoDeep,
    /// Two entries: the bigger one, and the newest of the others.
    TwoBig,
    /// Four entries: the first whose subtree is not larger.
    FindFirst,
    /// Four entries: the one with the smallest subtree, if not larger.
    FindWorst,
}
named!("replacement scheme", Replacement {
    New = "new",
    Deep = "deep",
    Big = "big",
    TwoDeep = "two-deep",
    TwoBig = "two-big",
    FindFirst = "find-first",
    FindWorst = "find-worst",
});

/// Whether the number of disjoint moves in a line is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineCount {
    /// Right for every length.
    Exact,
    /// As the thesis's program counted: wrong by one for some lines of 15 and more cells, and
    /// therefore able to name the wrong winner. Only for comparison with the thesis's tables.
    Unsound2002,
}
named!("line count", LineCount { Exact = "exact", Unsound2002 = "unsound-2002", });

/// The parts of the board cover of chapter 3, each on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cover {
    parts: u16,
}

/// One part of the board cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// 2x2 areas in which one tile makes a safe area.
    Protective,
    /// Vulnerable areas that may share an opposing tile with another area.
    Vulnerable2,
    /// Vulnerable areas that share no opposing tile; without this part they count as type 2.
    Vulnerable1,
    /// Areas that the opponent cannot touch.
    Safe,
    /// Squares outside the cover that the opponent cannot use.
    Unavailable,
    /// Protected squares of vulnerable areas in which no tile is placed.
    Protected,
    /// Options that take one square from the opponent.
    Option1,
    /// Options that take two; without this part they count as options of one.
    Option2,
    /// Options that take three; without this part they count as options of two.
    Option3,
}
named!("part of the cover", Part {
    Protective = "protective",
    Vulnerable2 = "vulnerable2",
    Vulnerable1 = "vulnerable1",
    Safe = "safe",
    Unavailable = "unavailable",
    Protected = "protected",
    Option1 = "option1",
    Option2 = "option2",
    Option3 = "option3",
});

impl Cover {
    /// Every part.
    pub const ALL: Cover = Cover { parts: 0x1ff };

    /// Whether `part` is used.
    pub fn has(self, part: Part) -> bool {
        self.parts >> part as u16 & 1 == 1
    }

    /// The same cover without `part`.
    #[must_use]
    pub fn without(self, part: Part) -> Cover {
        Cover {
            parts: self.parts & !(1 << part as u16),
        }
    }

    /// The parts that a name on the command line stands for: a part, or a group of parts.
    pub fn parts_named(name: &str) -> Result<Vec<Part>, UnknownName> {
        use Part::{Option1, Option2, Option3, Vulnerable1, Vulnerable2};
        match name.to_ascii_lowercase().as_str() {
            "option" | "options" => Ok(vec![Option1, Option2, Option3]),
            "vulnerable" => Ok(vec![Vulnerable1, Vulnerable2]),
            _ => name.parse().map(|part| vec![part]),
        }
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing: Vec<_> = Part::ALL.iter().filter(|&&part| !self.has(part)).collect();
        if missing.is_empty() {
            return f.write_str("all");
        }
        let names: Vec<_> = missing.iter().map(|part| part.name()).collect();
        write!(f, "all without {}", names.join(","))
    }
}

/// Size of a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// Number of entries.
    Entries(u64),
    /// Number of bytes; how many entries that is depends on the size of the board.
    Bytes(u64),
}

impl TableSize {
    /// The thesis's tables: 2^23 entries.
    pub const DEFAULT: TableSize = TableSize::Entries(1 << 23);
}

/// Why a text is not a table size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSizeError(String);

impl fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not a table size: use a number of entries (8388608, 2^23, 8M) \
             or of bytes (512MiB, 2GB)",
            self.0
        )
    }
}

impl std::error::Error for TableSizeError {}

impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TableSize::Entries(n) if n.is_power_of_two() => write!(f, "2^{}", n.trailing_zeros()),
            TableSize::Entries(n) => write!(f, "{n}"),
            TableSize::Bytes(n) => write!(f, "{n}B"),
        }
    }
}

impl FromStr for TableSize {
    type Err = TableSizeError;

    fn from_str(text: &str) -> Result<Self, TableSizeError> {
        let error = || TableSizeError(text.to_string());
        if let Some(exponent) = text.strip_prefix("2^") {
            let exponent: u32 = exponent.parse().map_err(|_| error())?;
            let entries = 1u64.checked_shl(exponent).filter(|_| exponent < 48);
            return entries.map(TableSize::Entries).ok_or_else(error);
        }
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| error())?;
        let (factor, bytes) = match unit.to_ascii_lowercase().as_str() {
            "" => (1, false),
            "k" => (1_000, false),
            "m" => (1_000_000, false),
            "g" => (1_000_000_000, false),
            "b" => (1, true),
            "kb" => (1_000, true),
            "mb" => (1_000_000, true),
            "gb" => (1_000_000_000, true),
            "kib" => (1 << 10, true),
            "mib" => (1 << 20, true),
            "gib" => (1 << 30, true),
            _ => return Err(error()),
        };
        let size = number.checked_mul(factor).ok_or_else(error)?;
        match size {
            0 => Err(error()),
            _ if size >> 48 != 0 => Err(error()),
            _ if bytes => Ok(TableSize::Bytes(size)),
            _ => Ok(TableSize::Entries(size)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_size(text: &str, expected: Option<TableSize>) {
        assert_eq!(text.parse().ok(), expected, "{text}");
    }

    #[test]
    fn table_sizes() {
        check_size("8388608", Some(TableSize::Entries(8_388_608)));
        check_size("2^23", Some(TableSize::DEFAULT));
        check_size("8M", Some(TableSize::Entries(8_000_000)));
        check_size("512MiB", Some(TableSize::Bytes(512 << 20)));
        check_size("2GB", Some(TableSize::Bytes(2_000_000_000)));
        for text in [
            "",
            "0",
            "2^",
            "2^64",
            "-1",
            "8 M",
            "lots",
            "99999999999999999999",
        ] {
            check_size(text, None);
        }
    }

    #[test]
    fn names_round_trip() {
        for engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
        for &scheme in Replacement::ALL {
            assert_eq!(scheme.name().parse(), Ok(scheme));
        }
        for &part in Part::ALL {
            assert_eq!(Cover::parts_named(part.name()), Ok(vec![part]));
            assert!(Cover::ALL.has(part) && !Cover::ALL.without(part).has(part));
        }
        let error = "best".parse::<Replacement>().unwrap_err();
        assert!(error.to_string().contains("find-first"), "{error}");
    }
}
