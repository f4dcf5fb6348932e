//! Errors in the text of a value.

use super::{GameError, MAX_DEPTH};
use crosscram_rules::ParseError;

/// Why a text is not the value of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueTextError {
    /// Something else was expected.
    #[error("column {column}: {what} is expected, {}", instead(*found))]
    Expected {
        /// Column, from 1.
        column: usize,
        /// What was expected, in words.
        what: &'static str,
        /// What stands there; `None` for the end of the text.
        found: Option<char>,
    },
    /// A brace or bracket that is never closed.
    #[error("'{missing}' is missing for the one opened in column {column}")]
    Unclosed {
        /// Column of the opening one, from 1.
        column: usize,
        /// The missing character.
        missing: char,
    },
    /// Bars that do not say which belongs to the outer braces, as in `{1|2|3}`.
    #[error("the braces opened in column {column} need exactly one longest run of bars")]
    Bars {
        /// Column of the opening brace, from 1.
        column: usize,
    },
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("column {column}: nested more than {MAX_DEPTH} levels deep")]
    TooDeep {
        /// Column, from 1.
        column: usize,
    },
    /// Not a number.
    #[error(
        "column {column}: {} is not a number: an integer or a fraction with a power of two below, as in -1/4",
        quoted(text)
    )]
    Number {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
    },
    /// A multiple that is not counted by an integer, or one of a plain number.
    #[error(
        "column {column}: '{count}.' counts copies of a game, as in 3.^ or 2.3x3; a fraction is written 7/2"
    )]
    Multiple {
        /// Column, from 1.
        column: usize,
        /// What stands before the dot.
        count: String,
    },
    /// Not a board.
    #[error("column {column}, board {}: {error}", quoted(text))]
    Board {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A board where there can be none.
    #[error(
        "column {column}: {} is a board, only values are read here",
        quoted(text)
    )]
    NoBoards {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
    },
    /// Well formed, but the value of a term, or of the sum up to it, cannot be computed.
    #[error("column {column}, term {}: {error}", quoted(text))]
    Term {
        /// Column, from 1.
        column: usize,
        /// As it was written.
        text: String,
        /// Why.
        error: GameError,
    },
    /// Well formed, but the value cannot be represented.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// What stands where something else was expected.
fn instead(found: Option<char>) -> String {
    found.map_or("the text ends".to_string(), |found| {
        format!("not {found:?}")
    })
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
