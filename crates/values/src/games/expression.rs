//! Sums, differences and comparisons of games and boards, as they were written.

use crosscram_rules::{Board, Dyadic};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A sum: all terms played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub(crate) terms: Vec<Term>,
}

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The number of copies; if negative, of the negative.
    pub(crate) times: i64,
    pub(crate) atom: Atom,
    /// Where it begins, from 1.
    pub(crate) column: usize,
    /// As it was written, without the sign before it.
    pub(crate) text: String,
}

/// What a term is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Atom {
    /// The game on a board.
    Board(Board),
    /// x + n·↑ + ∗m.
    UpStar {
        /// x.
        number: Dyadic,
        /// n.
        ups: i64,
        /// m.
        nimber: u32,
    },
    /// A game by its options.
    Braces {
        /// Left's options.
        left: Vec<Expression>,
        /// Right's options.
        right: Vec<Expression>,
    },
    /// Left can move to each of them, Right to their negatives.
    PlusMinus(Vec<Expression>),
    /// {0||0|−G}.
    Tiny(Expression),
    /// {G|0||0}.
    Miny(Expression),
    /// A sum in brackets.
    Sum(Expression),
}

impl Expression {
    /// The terms, at least one.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The boards among the terms and in brackets, those with a minus sign turned. Copies are not repeated,
    /// and boards within braces are not terms, but options.
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = Vec::new();
        for term in &self.terms {
            let own = match &term.atom {
                Atom::Board(board) => vec![*board],
                Atom::Sum(inner) => inner.boards(),
                _ => Vec::new(),
            };
            let turned = |board: &Board| match term.times < 0 {
                true => board.transpose(),
                false => *board,
            };
            boards.extend(own.iter().map(turned));
        }
        boards
    }
}

impl Term {
    /// The number of copies; if negative, of the negative.
    pub fn times(&self) -> i64 {
        self.times
    }

    /// What it is made of.
    pub fn atom(&self) -> &Atom {
        &self.atom
    }

    /// The text as it was written, without the sign before it.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Boards as their rows, everything else as it was written.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            let sign = match (i, term.times < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            f.write_str(sign)?;
            match &term.atom {
                // A multiple is shown as it was written: the dot before rows of dots could not be told from them.
                Atom::Board(board) if term.times.unsigned_abs() == 1 => write!(f, "{board}")?,
                _ => f.write_str(&term.text)?,
            }
        }
        Ok(())
    }
}

/// How two games may compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `||`, confused: whoever moves first wins the difference.
    Confused,
    /// `<|`, less or confused.
    LessOrConfused,
    /// `|>`, greater or confused.
    GreaterOrConfused,
    /// `!=`
    Different,
}

impl Relation {
    /// All spellings that are read, each before those it begins with.
    pub(crate) const SPELLINGS: [(&'static str, Relation); 18] = [
        ("<=", Relation::AtMost),
        ("≤", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("≥", Relation::AtLeast),
        ("<>", Relation::Confused),
        ("||", Relation::Confused),
        ("∥", Relation::Confused),
        ("‖", Relation::Confused),
        ("<|", Relation::LessOrConfused),
        ("⧏", Relation::LessOrConfused),
        ("|>", Relation::GreaterOrConfused),
        ("⧐", Relation::GreaterOrConfused),
        ("!=", Relation::Different),
        ("≠", Relation::Different),
        ("==", Relation::Equal),
        ("=", Relation::Equal),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];

    /// The sign, in ASCII.
    pub const fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::Confused => "||",
            Relation::LessOrConfused => "<|",
            Relation::GreaterOrConfused => "|>",
            Relation::Different => "!=",
        }
    }

    /// Returns whether games that compare like this are in the relation; `None` is confused.
    pub fn holds(self, comparison: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Relation::Less => comparison == Some(Less),
            Relation::AtMost => matches!(comparison, Some(Less | Equal)),
            Relation::Equal => comparison == Some(Equal),
            Relation::AtLeast => matches!(comparison, Some(Greater | Equal)),
            Relation::Greater => comparison == Some(Greater),
            Relation::Confused => comparison.is_none(),
            Relation::LessOrConfused => matches!(comparison, Some(Less) | None),
            Relation::GreaterOrConfused => matches!(comparison, Some(Greater) | None),
            Relation::Different => comparison != Some(Equal),
        }
    }

    /// The strictest relation of games that compare like this.
    pub fn of(comparison: Option<Ordering>) -> Relation {
        match comparison {
            Some(Ordering::Less) => Relation::Less,
            Some(Ordering::Equal) => Relation::Equal,
            Some(Ordering::Greater) => Relation::Greater,
            None => Relation::Confused,
        }
    }
}

impl Serialize for Relation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sign())
    }
}

/// A sum, or two of them to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The sum on the left, or the only one.
    pub left: Expression,
    /// The relation that is claimed, and the sum on the right.
    pub claim: Option<(Relation, Expression)>,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.claim {
            None => self.left.fmt(f),
            Some((relation, right)) => write!(f, "{} {relation} {right}", self.left),
        }
    }
}
