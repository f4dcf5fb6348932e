//! Proof and disproof numbers.

use crate::game::Kind;
use serde::{Serialize, Serializer};
use std::fmt;

/// The number of a node that cannot be won, or cannot be lost.
pub const INFINITY: u32 = u32::MAX;

/// The proof number and the disproof number of a node.
///
/// The proof number is the minimum number of leaves that must be won to win the node, the disproof
/// number the minimum number that must be lost to lose it (Schijf 1993, section 3.2). Zero means
/// done, [`INFINITY`] impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Numbers {
    /// Leaves to win; in data `null` is infinity.
    #[serde(serialize_with = "finite")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub proof: u32,
    /// Leaves to lose; in data `null` is infinity.
    #[serde(serialize_with = "finite")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub disproof: u32,
}

fn finite<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    Some(number)
        .filter(|&&number| number != INFINITY)
        .serialize(serializer)
}

impl Numbers {
    /// Proved to be won by the max player.
    pub const WON: Numbers = Numbers::new(0, INFINITY);
    /// Proved not to be won.
    pub const LOST: Numbers = Numbers::new(INFINITY, 0);
    /// A leaf of which nothing is known.
    pub const ONE: Numbers = Numbers::new(1, 1);

    /// A pair of numbers.
    pub const fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    /// Returns whether the node's value is known.
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns whether the node is won.
    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    /// Returns whether a node can have these numbers: if one is zero, the other is infinite, and the
    /// other way round.
    pub(crate) const fn is_possible(self) -> bool {
        match (self.proof, self.disproof) {
            (0, INFINITY) | (INFINITY, 0) => true,
            (0 | INFINITY, _) | (_, 0 | INFINITY) => false,
            _ => true,
        }
    }

    /// The number by which a node of this kind chooses its child: the proof number of a max node,
    /// the disproof number of a min node.
    pub const fn chosen(self, kind: Kind) -> u32 {
        match kind {
            Kind::Max => self.proof,
            Kind::Min => self.disproof,
        }
    }

    /// The number by which a node of this kind chooses, and its other one.
    pub const fn by_kind(kind: Kind, chosen: u32, other: u32) -> Numbers {
        match kind {
            Kind::Max => Numbers::new(chosen, other),
            Kind::Min => Numbers::new(other, chosen),
        }
    }

    /// Computes the numbers of an inner node from those of its children (Fig. 3.3): the minimum of
    /// one, the sum of the other.
    pub fn of_children(kind: Kind, children: impl Iterator<Item = Numbers>) -> Numbers {
        let (chosen, other) = children.fold((INFINITY, 0), |(chosen, other), child| {
            (
                chosen.min(child.chosen(kind)),
                sum(other, child.chosen(kind.other())),
            )
        });
        Numbers::by_kind(kind, chosen, other)
    }
}

/// The sum of two numbers; infinity plus anything is infinity. Finite sums stay finite, so that a
/// large number is never taken for a proof.
pub(crate) fn sum(a: u32, b: u32) -> u32 {
    if a == INFINITY || b == INFINITY {
        INFINITY
    } else {
        a.saturating_add(b).min(INFINITY - 1)
    }
}

/// `(3, 1)`, with `∞` for [`INFINITY`].
impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |number| match number {
            INFINITY => "∞".to_string(),
            _ => number.to_string(),
        };
        write!(f, "({},{})", text(self.proof), text(self.disproof))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        assert_eq!(sum(2, 3), 5);
        assert_eq!(sum(INFINITY, 0), INFINITY);
        assert_eq!(sum(INFINITY - 1, 7), INFINITY - 1);
    }

    #[test]
    fn smallest_and_sum() {
        let children = [
            Numbers::new(3, 1),
            Numbers::new(2, 1),
            Numbers::new(INFINITY, 0),
        ];
        let of = |kind| Numbers::of_children(kind, children.into_iter());
        assert_eq!(of(Kind::Max), Numbers::new(2, 2));
        assert_eq!(of(Kind::Min), Numbers::LOST);
        assert_eq!(of(Kind::Min).to_string(), "(∞,0)");
    }
}
