//! Statements about a rectangle.

use std::fmt;

use crosscram_rules::{Dyadic, Player};
use serde::{Serialize, Serializer};

use crate::Size;

/// Who wins a rectangle if a certain player moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The empty board.
    #[serde(flatten)]
    pub size: Size,
    /// Who moves first.
    pub first: Player,
    /// Who wins then.
    pub winner: Player,
}

impl Claim {
    /// That `winner` wins if `first` moves first.
    pub const fn new(size: Size, first: Player, winner: Player) -> Claim {
        Claim {
            size,
            first,
            winner,
        }
    }

    /// The opposite claim.
    #[must_use]
    pub fn negated(self) -> Claim {
        Claim {
            winner: self.winner.opponent(),
            ..self
        }
    }

    /// The same claim about the transposed board, where the players have changed roles.
    #[must_use]
    pub fn transposed(self) -> Claim {
        Claim::new(
            self.size.transposed(),
            self.first.opponent(),
            self.winner.opponent(),
        )
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.winner == self.first {
            true => "first",
            false => "second",
        };
        let text = format!("{} wins {} moving {order}", self.winner.letter(), self.size);
        f.pad(&text)
    }
}

/// An upper bound of a game: a number, or a number plus an infinitesimal.
///
/// The order is that of strength: the smaller bound says more, and at the same number an exact
/// bound says more than one with an infinitesimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bound {
    /// The number.
    pub number: Dyadic,
    /// Whether the game may exceed it, but by less than every positive number.
    pub infinitesimal: bool,
}

impl Bound {
    /// The number itself.
    pub fn exact(number: Dyadic) -> Bound {
        Bound {
            number,
            infinitesimal: false,
        }
    }

    /// The number and something smaller than every positive number.
    pub fn nearly(number: Dyadic) -> Bound {
        Bound {
            number,
            infinitesimal: true,
        }
    }

    /// The bound of a sum; `None` if the number overflows.
    pub(crate) fn plus(self, other: Bound) -> Option<Bound> {
        Some(Bound {
            number: self.number.plus(other.number).ok()?,
            infinitesimal: self.infinitesimal || other.infinitesimal,
        })
    }

    /// Returns whether the bound is at most 0, exactly.
    pub(crate) fn is_not_above_zero(self) -> bool {
        self <= Bound::exact(Dyadic::ZERO)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.infinitesimal {
            false => write!(f, "{}", self.number),
            true => write!(f, "{} + infinitesimal", self.number),
        }
    }
}

/// A claim about who wins, or a bound on what the board is worth. Vertical is the positive player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Who wins.
    Wins(Claim),
    /// The value of the board is at most the bound: Vertical loses moving first on board - bound.
    AtMost(Size, Bound),
    /// Horizontal wins moving first on board - bound; with an infinitesimal, for every number
    /// above the bound.
    Beats(Size, Bound),
    /// The end of a refuted case of a case split.
    Contradiction,
}

/// As its text.
impl Serialize for Statement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Wins(claim) => claim.fmt(f),
            Statement::AtMost(size, bound) => write!(f, "{size} is at most {bound}"),
            Statement::Beats(size, bound) => {
                write!(f, "H moving first wins {size} less ({bound})")
            }
            Statement::Contradiction => f.pad("a contradiction"),
        }
    }
}
