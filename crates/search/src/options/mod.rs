//! Options of solvers: each engine has its own options type.
//!
//! An [`EngineName`] names a program; [`EngineName::options`] returns its options, each of which can then
//! be changed, also by name: [`Options::set`] reads what [`Options::describe`] lists, and
//! [`EngineOption::ALL`] says which options there are. [`Options::check`] refuses options that have no effect
//! on a question, and `describe` leaves them out, so that a record never names what did not run.

mod classic;
mod crosscram;
mod known_values;
mod levels;
mod list;
mod table_size;
mod triomineering;

pub(crate) use classic::LONGEST_LINE_2002;
pub use classic::{
    ClassicOptions, Cover, CoverOptions, CoverPart, Formula, Generation, LineCount, Ordering,
    PackingOrder, Program, Replacement, RootOrder, SafeMoves,
};
pub use crosscram::CrosscramOptions;
use crosscram_support::named;
pub use crosscram_support::names::UnknownName;
pub use known_values::KnownValues;
pub use levels::{Levels, LevelsError, RegionLimit};
pub use list::{EngineOption, OptionValue};
pub use table_size::{TableSize, TableSizeError};
pub use triomineering::TriomineeringOptions;

use crosscram_rules::{Question, Tile};
use std::ops::RangeInclusive;

named! {
    /// The engines, oldest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EngineName: "engine" {
        /// Breuker, Uiterwijk and van den Herik (2000): safe and real moves only.
        Domi = "domi",
        /// Bullock (2002): the board cover, as the program behind the thesis's tables really was.
        Obsequi = "obsequi",
        /// Bullock's later state of the same program (2014): a second upper bound, no root sort.
        Obsequi2014 = "obsequi-2014",
        /// Brüggemann, Gagelas, Weber and Willemse (2016): the solver of Triomineering.
        Triomineering2016 = "triomineering-2016",
        /// This project's own: switch bounds of strips and regions.
        Crosscram = "crosscram",
    }
}

impl EngineName {
    /// One line for help texts.
    pub fn summary(self) -> &'static str {
        match self {
            EngineName::Domi => "safe and real moves only (Breuker, Uiterwijk, van den Herik 2000)",
            EngineName::Obsequi => "board cover, static tie-break, FindFirst table (Bullock 2002)",
            EngineName::Obsequi2014 => {
                "obsequi with its author's second upper bound (Bullock 2014)"
            }
            EngineName::Triomineering2016 => {
                "safe and real moves, all reflections in the table (Brüggemann et al. 2016)"
            }
            EngineName::Crosscram => "values of strips and regions, several threads (ours)",
        }
    }

    /// The options of this engine.
    pub fn options(self) -> Options {
        match self {
            EngineName::Domi => ClassicOptions::of(Program::Domi).into(),
            EngineName::Obsequi => ClassicOptions::of(Program::Obsequi).into(),
            EngineName::Obsequi2014 => ClassicOptions::of(Program::Obsequi2014).into(),
            EngineName::Triomineering2016 => TriomineeringOptions::default().into(),
            EngineName::Crosscram => CrosscramOptions::default().into(),
        }
    }
}

/// An engine with its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Options {
    /// `domi`, `obsequi`, `obsequi-2014`, and all combinations of their options.
    Classic(ClassicOptions),
    /// `triomineering-2016`.
    Triomineering(TriomineeringOptions),
    /// `crosscram`.
    Crosscram(CrosscramOptions),
}

impl Options {
    /// The engine that these are options of.
    pub fn engine(&self) -> EngineName {
        match self {
            Options::Classic(options) => options.engine(),
            Options::Triomineering(_) => EngineName::Triomineering2016,
            Options::Crosscram(_) => EngineName::Crosscram,
        }
    }

    /// Refuses options that have no effect on this question, and questions that the engine cannot
    /// answer.
    pub fn check(&self, question: &Question) -> Result<(), OptionError> {
        match self {
            Options::Classic(options) => options.check(question),
            Options::Triomineering(options) => options.check(question),
            Options::Crosscram(options) => options.check(question),
        }
    }

    /// Names and values of all choices that act with this tile, in a fixed order, for records and
    /// JSON. What no published program has is listed where it is used.
    pub fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        let mut list = self.acting(tile);
        list.retain(|(name, value)| !UNUSED.contains(&(*name, value.as_str())));
        list
    }

    /// Names and values of all choices that act with this tile.
    fn acting(&self, tile: Tile) -> Vec<(&'static str, String)> {
        match self {
            Options::Classic(options) => options.acting(tile.length()),
            Options::Triomineering(options) => options.acting(),
            Options::Crosscram(options) => options.acting(),
        }
    }

    /// Sets the option of this name, as [`Options::describe`] prints it; a `database` is the name of a file.
    ///
    /// ```
    /// use crosscram_rules::Tile;
    /// use crosscram_search::EngineName;
    ///
    /// let mut options = EngineName::Obsequi.options();
    /// options.set("cover", "all without safe,option3")?;
    /// let mut copy = EngineName::Obsequi.options();
    /// for (name, value) in options.describe(Tile::DOMINO) {
    ///     copy.set(name, &value)?;
    /// }
    /// assert_eq!(copy, options);
    /// assert!(copy.set("threads", "2").is_err());
    /// # Ok::<(), crosscram_search::OptionError>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let is_so = |(own, value): &(&str, String)| *own == name && value == text;
        if self.acting(Tile::DOMINO).iter().any(is_so) {
            return Ok(());
        }
        let engine = self.engine();
        let mut all = EngineOption::ALL.iter();
        let known = all.any(|option| option.name == name && option.engines.contains(&engine));
        let set = match self {
            _ if !known => Err(Refused::NoSuchPart),
            _ if name == "table" => table_size(text).map(|size| self.resize(size)),
            Options::Classic(options) => options.set(name, text),
            Options::Triomineering(options) => options.set(name, text),
            Options::Crosscram(options) => options.set(name, text),
        };
        set.map_err(|refused| match refused {
            Refused::NoSuchPart => OptionError::no_such_part(name, engine),
            Refused::Value(problem) => OptionError::new(name, problem),
        })
    }

    /// Sets what a command line gives, each with the text behind it. An option that changes nothing, or that
    /// does not act with this tile beside the others, is an error.
    pub fn give(
        &mut self,
        given: &[(&EngineOption, String)],
        tile: Tile,
    ) -> Result<(), OptionError> {
        let engine = self.engine();
        let none = |flag: &str| {
            let error = OptionError::no_such_part(&format!("--{flag}"), engine);
            match tile {
                Tile::DOMINO => error,
                tile => error.and(&format!(" with tiles of {}", tile.length())),
            }
        };
        for (option, text) in given {
            if !option.is_of(engine, tile) {
                return Err(none(option.flag));
            }
            let before = self.clone();
            let set = self.set(option.name, &option.text(text));
            set.map_err(|error| error.named(option.flag))?;
            if matches!(option.value, OptionValue::Switch(_)) && *self == before {
                let problem = format!("the engine {engine} does so anyway");
                return Err(OptionError::new(&format!("--{}", option.flag), problem));
            }
        }
        let acting = self.acting(tile);
        let idle = |option: &EngineOption| !acting.iter().any(|(name, _)| *name == option.name);
        match given.iter().find(|(option, _)| idle(option)) {
            Some((option, _)) if given.len() > 1 => {
                Err(none(option.flag).and(" beside the other options"))
            }
            Some((option, _)) => Err(none(option.flag)),
            None => Ok(()),
        }
    }

    /// The options that a command line for dominoes names, such as `--engine domi --no-table --values 12`.
    pub fn read(line: &str) -> Result<Options, OptionError> {
        let mut words = line.split_whitespace();
        let mut options = EngineName::Crosscram.options();
        let mut given = Vec::new();
        while let Some(word) = words.next() {
            let flag = word.strip_prefix("--").unwrap_or(word);
            let mut value = || words.next().unwrap_or_default().to_string();
            if flag == "engine" {
                let engine: Result<EngineName, _> = value().parse();
                let wrong = |error: UnknownName| OptionError::new(word, error.to_string());
                options = engine.map_err(wrong)?.options();
                continue;
            }
            let mut all = EngineOption::ALL.iter();
            let Some(option) = all.find(|option| option.flag == flag) else {
                return Err(OptionError::no_such_part(word, options.engine()));
            };
            given.push(match option.value {
                OptionValue::Switch(_) => (option, String::new()),
                _ => (option, value()),
            });
        }
        options.give(&given, Tile::DOMINO)?;
        Ok(options)
    }

    /// Size of the transposition table.
    pub fn table(&self) -> TableSize {
        match self {
            Options::Classic(options) => options.table,
            Options::Triomineering(options) => options.table,
            Options::Crosscram(options) => options.table,
        }
    }

    /// The same with another size of the transposition table.
    #[must_use]
    pub fn with_table(mut self, size: TableSize) -> Options {
        self.resize(size);
        self
    }

    fn resize(&mut self, size: TableSize) {
        match self {
            Options::Classic(options) => options.table = size,
            Options::Triomineering(options) if size.is_none() => {
                options.techniques.table = false;
                options.techniques.symmetry = false;
                options.techniques.replacement = None;
            }
            Options::Triomineering(options) => options.table = size,
            Options::Crosscram(options) => options.table = size,
        }
    }
}

impl From<EngineName> for Options {
    fn from(engine: EngineName) -> Options {
        engine.options()
    }
}

impl From<ClassicOptions> for Options {
    fn from(options: ClassicOptions) -> Options {
        Options::Classic(options)
    }
}

impl From<TriomineeringOptions> for Options {
    fn from(options: TriomineeringOptions) -> Options {
        Options::Triomineering(options)
    }
}

impl From<CrosscramOptions> for Options {
    fn from(options: CrosscramOptions) -> Options {
        Options::Crosscram(options)
    }
}

/// Choices that no published program has, where they are not used.
const UNUSED: [(&str, &str); 4] = [
    ("dead_squares", "false"),
    ("packing", "raster"),
    ("shift_dominance", "false"),
    ("values", "0"),
];

/// An option that an engine does not have, that has no effect, or that has no such value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option}: {problem}")]
pub struct OptionError {
    option: String,
    problem: String,
}

impl OptionError {
    fn new(option: &str, problem: String) -> OptionError {
        OptionError {
            option: option.to_string(),
            problem,
        }
    }

    fn no_such_part(option: &str, engine: EngineName) -> OptionError {
        OptionError::new(option, format!("the engine {engine} has no such part"))
    }

    fn of_no_use(option: &str, engine: EngineName, why: &str) -> OptionError {
        let problem = format!("of no use to the engine {engine} here: {why}");
        OptionError::new(option, problem)
    }

    /// The same about an option of the command line.
    fn named(mut self, flag: &str) -> OptionError {
        self.option = format!("--{flag}");
        self
    }

    fn and(mut self, more: &str) -> OptionError {
        self.problem += more;
        self
    }

    /// The option, by its name in [`Options::describe`] or on the command line.
    pub fn option(&self) -> &str {
        &self.option
    }
}

/// Why an engine does not take a value of an option.
enum Refused {
    /// It has nothing like it.
    NoSuchPart,
    /// The text is wrong.
    Value(String),
}

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused::Value(error.to_string())
    }
}

/// The size of a table, or `none`.
fn table_size(text: &str) -> Result<TableSize, Refused> {
    match text {
        "none" => Ok(TableSize::NONE),
        _ => Ok(text.parse()?),
    }
}

/// Something that is on or off.
fn switch(text: &str) -> Result<bool, Refused> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Refused::Value(format!("'{text}' is neither on nor off"))),
    }
}

/// A number within some range.
fn number(text: &str, range: RangeInclusive<u32>) -> Result<u32, Refused> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (first, last) = (range.start(), range.end());
    number.ok_or_else(|| Refused::Value(format!("'{text}' is not a number from {first} to {last}")))
}

/// The most cells of a region whose exact value a published engine uses.
const MOST_CELLS: u32 = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_their_names_and_options() {
        for &engine in EngineName::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
            assert_eq!(engine.options().engine(), engine);
        }
    }

    /// Every option of every engine is set by its text, is then listed as it was set, and acts or is refused.
    #[test]
    fn options_are_set_by_name() {
        let example = |option: &EngineOption| match (option.value, option.name) {
            (OptionValue::Named(_, names), _) => names[0],
            (OptionValue::Several(..), _) => "safe",
            (_, "bounds") => "rows",
            (_, "table") => "2^10",
            _ => "2",
        };
        let mut refused = Vec::new();
        for &engine in EngineName::ALL {
            for option in EngineOption::ALL
                .iter()
                .filter(|option| option.name != "database")
            {
                let mut options = engine.options();
                let given = [(option, example(option).to_string())];
                let done = options.give(&given, Tile::DOMINO);
                let text = option.text(example(option));
                let is_listed = options.acting(Tile::DOMINO).contains(&(option.name, text));
                match done {
                    Ok(()) => assert!(option.engines.contains(&engine) && is_listed),
                    Err(error) if option.engines.contains(&engine) => {
                        refused.push(error.to_string())
                    }
                    Err(error) => {
                        let expected = format!("the engine {engine} has no such part");
                        assert_eq!(error.to_string(), format!("--{}: {expected}", option.flag));
                    }
                }
            }
            let mut copy = engine.options();
            for (name, value) in engine.options().describe(Tile::DOMINO) {
                copy.set(name, &value).unwrap();
            }
            assert_eq!(copy, engine.options());
        }
        let expected = [
            "--root: the engine domi has no such part",
            "--play-safe-moves: the engine domi does so anyway",
            "--second-bound: the engine obsequi-2014 does so anyway",
        ];
        assert_eq!(refused, expected);
        let mut parts = EngineOption::ALL
            .iter()
            .filter(|option| option.flag == "without");
        let help = parts.next().unwrap().help;
        assert!(CoverPart::NAMES.iter().all(|name| help.contains(name)));
    }

    #[test]
    fn options_are_read_from_a_line() {
        let options =
            Options::read("--engine obsequi --no-table --without option --values 12").unwrap();
        let described = options.describe(Tile::DOMINO);
        let has = |name, value: &str| described.contains(&(name, value.to_string()));
        assert!(has("cover", "all without option1,option2,option3") && has("table", "none"));
        assert!(has("values", "12"));
        for (line, error) in [
            ("--engine nobody", "unknown engine 'nobody'"),
            ("--hash 5", "--hash: the engine crosscram has no such part"),
            (
                "--engine domi --values 41",
                "'41' is not a number from 1 to 40",
            ),
            ("--threads 0", "'0' is not a number from 1"),
            (
                "--engine triomineering-2016 --no-table --no-symmetry",
                "--no-symmetry: ",
            ),
            (
                "--engine obsequi --no-table --replacement new",
                "--replacement: the engine obsequi",
            ),
        ] {
            let refused = Options::read(line).unwrap_err().to_string();
            assert!(refused.contains(error), "{line}: {refused}");
        }
    }
}
