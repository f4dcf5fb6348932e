//! Errors in the text of a value.

use std::error::Error;
use std::fmt;

use super::{GameError, MAX_DEPTH};

/// Why a text is not the value of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueTextError {
    /// Something else was expected.
    Expected {
        /// Column, from 1.
        column: usize,
        /// What was expected, in words.
        what: &'static str,
        /// What stands there; `None` for the end of the text.
        found: Option<char>,
    },
    /// A brace or bracket that is never closed.
    Unclosed {
        /// Column of the opening one, from 1.
        column: usize,
        /// The missing character.
        missing: char,
    },
    /// Bars that do not say which belongs to the outer braces, as in `{1|2|3}`.
    Bars {
        /// Column of the opening brace, from 1.
        column: usize,
    },
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep {
        /// Column, from 1.
        column: usize,
    },
    /// Well formed, but the value cannot be represented.
    Game(GameError),
}

impl fmt::Display for ValueTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueTextError::Expected {
                column,
                what,
                found: Some(found),
            } => write!(f, "column {column}: {what} is expected, not {found:?}"),
            ValueTextError::Expected { column, what, .. } => {
                write!(f, "column {column}: {what} is expected, the text ends")
            }
            ValueTextError::Unclosed { column, missing } => {
                write!(
                    f,
                    "'{missing}' is missing for the one opened in column {column}"
                )
            }
            ValueTextError::Bars { column } => write!(
                f,
                "the braces opened in column {column} need exactly one longest run of bars"
            ),
            ValueTextError::TooDeep { column } => write!(
                f,
                "column {column}: nested more than {MAX_DEPTH} levels deep"
            ),
            ValueTextError::Game(error) => error.fmt(f),
        }
    }
}

impl Error for ValueTextError {}

impl From<GameError> for ValueTextError {
    fn from(error: GameError) -> ValueTextError {
        ValueTextError::Game(error)
    }
}
