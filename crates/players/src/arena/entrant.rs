//! A participant: a built-in player, or a program.

use std::fmt;
use std::str::FromStr;

use crate::{Contestant, Spec, SpecError};
use crosscram_support::stop::Stop;

use crate::arena::program::{Limits, Program};
use crate::arena::words::{CommandLine, WordsError};

/// A built-in player by its text, or a program after `cmd:`.
///
/// ```
/// use crosscram_players::arena::Entrant;
///
/// let bot: Entrant = "cmd:./mybot --level 3".parse()?;
/// assert_eq!(bot.to_string(), "cmd:./mybot --level 3");
/// let player: Entrant = "OrderingBot".parse()?;
/// assert_eq!(player.to_string(), "ordering");
/// # Ok::<(), crosscram_players::arena::EntrantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Entrant {
    /// A player of the crate `players`.
    BuiltIn(Spec),
    /// A program that speaks the line protocol.
    Program(CommandLine),
}

impl Entrant {
    /// Makes the player, who does not think on when `stop` is requested.
    pub fn build(&self, limits: Limits, stop: &Stop) -> Box<dyn Contestant> {
        match self {
            Entrant::BuiltIn(spec) => {
                let mut player = spec.build();
                player.heed(stop);
                player
            }
            Entrant::Program(command) => {
                Box::new(Program::new(command.clone(), limits, stop.clone()))
            }
        }
    }
}

/// The prefix that marks a program.
const PREFIX: &str = "cmd:";

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::BuiltIn(spec) => spec.fmt(f),
            Entrant::Program(command) => f.pad(&format!("{PREFIX}{command}")),
        }
    }
}

/// Why a text does not name an entrant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// Not a built-in player.
    #[error(transparent)]
    Spec(SpecError),
    /// Not a command.
    #[error("player '{text}': {error}")]
    Command {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        error: WordsError,
    },
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        let text = text.trim();
        match text.strip_prefix(PREFIX) {
            None => text
                .parse()
                .map(Entrant::BuiltIn)
                .map_err(EntrantError::Spec),
            Some(command) => match CommandLine::parse(command) {
                Ok(command) => Ok(Entrant::Program(command)),
                Err(error) => Err(EntrantError::Command {
                    text: text.to_string(),
                    error,
                }),
            },
        }
    }
}
