//! Stops: the numbers at which alternating play ends, and who is then to move.
//!
//! Two adorned numbers of a game G decide every comparison of G with a number y:
//!
//! - the Left stop, reached when Left begins: G ⧐ y (Left wins G − y moving first) exactly for
//!   the numbers y below it;
//! - the Right stop, reached when Right begins: G ≥ y (Left wins G − y moving second) exactly for
//!   the numbers y below it.
//!
//! Whether "below" includes the stop itself depends on who is to move there; that is the
//! adornment. Both sets only grow when G grows, so stops also refute most comparisons of two
//! games, and confirm those with a number between them.

use crosscram_rules::Dyadic;

/// A number x with an adornment: `x+` bounds a set of numbers that contains x, `x-` one that does
/// not. Stored as twice the units of x, less one for `x-`, so that `y` belongs to the set exactly
/// if `2y ≤` the stored word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stop(i64);

impl Stop {
    /// Below every number.
    pub(crate) const LOWEST: Stop = Stop(i64::MIN);
    /// Above every number.
    pub(crate) const HIGHEST: Stop = Stop(i64::MAX);

    /// `x+`, the Right stop of the number x.
    pub(crate) const fn including(x: Dyadic) -> Stop {
        Stop(2 * x.units())
    }

    /// `x-`, the Left stop of the number x.
    pub(crate) const fn excluding(x: Dyadic) -> Stop {
        Stop(2 * x.units() - 1)
    }

    /// Returns whether y belongs to the set.
    pub(crate) const fn admits(self, y: Dyadic) -> bool {
        2 * y.units() <= self.0
    }

    /// The number without the adornment.
    pub(crate) fn number(self) -> Dyadic {
        // Rounding up restores the 1 that was subtracted.
        let units = (self.0 >> 1) + (self.0 & 1);
        Dyadic::from_units(units).expect("a stop of a game is one of its numbers")
    }

    /// The smallest multiple of 2^-32 that is not admitted.
    pub(crate) const fn first_above(self) -> i64 {
        (self.0 >> 1).saturating_add(1)
    }

    /// The largest multiple of 2^-32 that is admitted.
    pub(crate) const fn last_admitted(self) -> i64 {
        self.0 >> 1
    }
}
