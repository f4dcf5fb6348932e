//! Comparison of games.

use std::cmp::Ordering;

use super::{Game, Games, Relation};
use serde::Serialize;

/// A claim about two games, examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Whether the claim holds.
    pub holds: bool,
    /// The strictest relation that holds: `<`, `=`, `>` or `||`.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", regex(pattern = r"^([<=>]|\|\|)$"))
    )]
    pub relation: Relation,
    /// The canonical form on the left; `null` if longer than asked for, as the next.
    pub left: Option<String>,
    /// That on the right.
    pub right: Option<String>,
}

impl Games {
    /// Compares two games, of which `claimed` is said; texts may have `longest` characters.
    pub fn examine(&mut self, g: Game, claimed: Relation, h: Game, longest: u64) -> Comparison {
        let found = self.compare(g, h);
        Comparison {
            holds: claimed.holds(found),
            relation: Relation::of(found),
            left: self.text_within(g, longest),
            right: self.text_within(h, longest),
        }
    }

    /// Returns whether `g` ≤ `h`: Right, moving second, wins `g` − `h`.
    ///
    /// g ≤ h unless some Left option of g is ≥ h or some Right option of h is ≤ g. Stops decide
    /// most cases at once, see `stop.rs`; the others are remembered.
    pub fn le(&mut self, g: Game, h: Game) -> bool {
        if let Some(known) = self.le_by_stops(g, h) {
            return known;
        }
        if let Some(known) = self.comparisons.get(g, h) {
            return known;
        }
        // Neither is a number here: the stops decide those.
        let lefts = self.stored_left(g).len();
        let rights = self.stored_right(h).len();
        let refuted = (0..lefts).any(|i| {
            let option = self.stored_left(g)[i];
            self.le(h, option)
        }) || (0..rights).any(|i| {
            let option = self.stored_right(h)[i];
            self.le(option, g)
        });
        self.comparisons.insert(g, h, !refuted);
        !refuted
    }

    /// Decides `g` ≤ `h` by the stops, if they decide it; always, if one of the games is a number.
    fn le_by_stops(&self, g: Game, h: Game) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (first, second) = (self.node(g), self.node(h));
        if first.left_stop < second.right_stop {
            // Some number y has g ≤ y ≤ h.
            return Some(true);
        }
        if first.depth == 0 || second.depth == 0 {
            // With a number on one side that was the only way.
            return Some(false);
        }
        // Some number is below g and not below h, in one of the two senses of stops.
        let refuted = first.left_stop > second.left_stop || first.right_stop > second.right_stop;
        refuted.then_some(false)
    }

    /// How `g` compares with `h`; `None` if they are confused.
    pub fn compare(&mut self, g: Game, h: Game) -> Option<Ordering> {
        match (self.le(g, h), self.le(h, g)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}
