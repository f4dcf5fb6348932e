//! Options of solvers: each engine has its own options type.
//!
//! An [`EngineName`] names a program; [`EngineName::options`] returns its options, each of which can then
//! be changed. [`Options::check`] refuses options that have no effect on a question, and
//! [`Options::describe`] lists those that have, so that a record never names what did not run.

mod classic;
mod crosscram;
mod known_values;
mod levels;
mod names;
mod table_size;
mod triomineering;

pub(crate) use classic::LONGEST_LINE_2002;
pub use classic::{
    ClassicOptions, Cover, CoverOptions, CoverPart, Formula, Generation, LineCount, Ordering,
    PackingOrder, Program, Replacement, RootOrder, SafeMoves,
};
pub use crosscram::CrosscramOptions;
pub use known_values::KnownValues;
pub use levels::{Levels, LevelsError, RegionLimit};
pub use names::UnknownName;
use names::named;
pub use table_size::{TableSize, TableSizeError};
pub use triomineering::TriomineeringOptions;

use crosscram_rules::{Question, Tile};

/// The engines, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineName {
    /// Breuker, Uiterwijk and van den Herik (2000): safe and real moves only.
    Domi,
    /// Bullock (2002): the board cover, as the program behind the thesis's tables really was.
    Obsequi,
    /// Bullock's later state of the same program (2014): a second upper bound, no root sort.
    Obsequi2014,
    /// Brüggemann, Gagelas, Weber and Willemse (2016): the solver of Triomineering.
    Triomineering2016,
    /// This project's own: switch bounds of strips and regions.
    Crosscram,
}
named!("engine", EngineName {
    Domi = "domi",
    Obsequi = "obsequi",
    Obsequi2014 = "obsequi-2014",
    Triomineering2016 = "triomineering-2016",
    Crosscram = "crosscram",
});

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
            Options::Classic(options) => match options.program {
                Program::Domi => EngineName::Domi,
                Program::Obsequi => EngineName::Obsequi,
                Program::Obsequi2014 => EngineName::Obsequi2014,
            },
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
    /// JSON.
    pub fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        match self {
            Options::Classic(options) => options.describe(tile.length()),
            Options::Triomineering(options) => options.describe(),
            Options::Crosscram(options) => options.describe(),
        }
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
        match &mut self {
            Options::Classic(options) => options.table = size,
            Options::Triomineering(options) if size.is_none() => {
                options.techniques.table = false;
                options.techniques.symmetry = false;
                options.techniques.replacement = None;
            }
            Options::Triomineering(options) => options.table = size,
            Options::Crosscram(options) => options.table = size,
        }
        self
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

/// An option that an engine does not have, or that has no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option}: of no use to the engine {engine} here: {why}")]
pub struct OptionError {
    option: &'static str,
    engine: &'static str,
    why: String,
}

impl OptionError {
    /// The option, by its name in [`Options::describe`].
    pub fn option(&self) -> &'static str {
        self.option
    }
}

fn no_such_part(option: &'static str, engine: &'static str, why: &str) -> OptionError {
    OptionError {
        option,
        engine,
        why: why.to_string(),
    }
}

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
}
