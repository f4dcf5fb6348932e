//! Sums of boards and numbers.

use std::fmt;
use std::str::FromStr;

use super::TIMES;
use crate::{Board, Dyadic, ParseError};

/// A summand: a board or a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// The game on a board.
    Board(Board),
    /// A number: Vertical has that many free moves.
    Number(Dyadic),
}

/// Boards and numbers that are played together: each turn is a move in one of them.
///
/// ```
/// use crosscram_rules::{Sum, Term, board};
///
/// let sum: Sum = "2x3 + .#-.. + -1/4".parse()?;
/// assert_eq!(sum.terms()[1], Term::Board(board!(. # | . .)));
/// assert_eq!(sum.to_string(), "...|... + .#|.. + -1/4");
/// # Ok::<(), crosscram_rules::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    /// Never empty, so that every sum has a text form.
    terms: Vec<Term>,
}

impl Sum {
    /// The sum of `terms`; of nothing, the number 0.
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Sum {
        let mut terms: Vec<Term> = terms.into_iter().collect();
        if terms.is_empty() {
            terms.push(Term::Number(Dyadic::ZERO));
        }
        Sum { terms }
    }

    /// The summands, at least one.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

impl From<Board> for Sum {
    fn from(board: Board) -> Sum {
        Sum::new([Term::Board(board)])
    }
}

impl FromIterator<Term> for Sum {
    fn from_iter<T: IntoIterator<Item = Term>>(terms: T) -> Sum {
        Sum::new(terms)
    }
}

/// Reads a number, or a board as in [`notation`](crate::notation).
impl FromStr for Term {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Term, ParseError> {
        let text = text.trim();
        // Only sizes and numbers have digits, and only sizes a letter among them.
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let digit_first = unsigned.starts_with(|c: char| c.is_ascii_digit());
        if digit_first && !unsigned.contains(TIMES) {
            return Ok(Term::Number(text.parse()?));
        }
        Ok(Term::Board(text.parse()?))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Board(board) => board.fmt(f),
            Term::Number(number) => number.fmt(f),
        }
    }
}

/// Reads terms joined by `+`.
impl FromStr for Sum {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sum, ParseError> {
        text.split('+').map(str::parse).collect()
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(Term::to_string).collect();
        f.pad(&terms.join(" + "))
    }
}
