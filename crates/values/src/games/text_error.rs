//! Errors in the text of a value.

use std::error::Error;
use std::fmt;

use super::{GameError, MAX_DEPTH};
use crosscram_rules::ParseError;

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
    /// Not a number.
    Number {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
    },
    /// A multiple that is not counted by an integer, or one of a plain number.
    Multiple {
        /// Column, from 1.
        column: usize,
        /// What stands before the dot.
        count: String,
    },
    /// Not a board.
    Board {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A board where there can be none.
    NoBoards {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
    },
    /// Well formed, but the value of a term, or of the sum up to it, cannot be computed.
    Term {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
        /// Why.
        error: GameError,
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
            ValueTextError::Number { column, text } => write!(
                f,
                "column {column}: {} is not a number: an integer or a fraction with a power of two below, \
                 as in -1/4",
                quoted(text)
            ),
            ValueTextError::Multiple { column, count } => write!(
                f,
                "column {column}: '{count}.' counts copies of a game, as in 3.^ or 2.3x3; a fraction is \
                 written 7/2"
            ),
            ValueTextError::Board {
                column,
                text,
                error,
            } => write!(f, "column {column}, board {}: {error}", quoted(text)),
            ValueTextError::NoBoards { column, text } => write!(
                f,
                "column {column}: {} is a board, only values are read here",
                quoted(text)
            ),
            ValueTextError::Term {
                column,
                text,
                error,
            } => write!(f, "column {column}, term {}: {error}", quoted(text)),
            ValueTextError::Game(error) => error.fmt(f),
        }
    }
}

/// A term in quotes, cut off where it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.chars().count() {
        ..=LONGEST => format!("'{text}'"),
        _ => format!("'{}…'", text.chars().take(LONGEST).collect::<String>()),
    }
}

impl ValueTextError {
    /// The error in the computation, if it is one.
    pub fn game_error(&self) -> Option<GameError> {
        match self {
            ValueTextError::Term { error, .. } | ValueTextError::Game(error) => Some(*error),
            _ => None,
        }
    }
}

impl Error for ValueTextError {}

impl From<GameError> for ValueTextError {
    fn from(error: GameError) -> ValueTextError {
        ValueTextError::Game(error)
    }
}
