//! What to expect of a bound before it is found.
//!
//! Between what the two players are known to get lies what the cuts lose, and that changes little
//! from one position to the next. So one player's bound tells what the other's will be, and if
//! that is far from a win, it is not worth finding. A bound that was not found proves nothing, so
//! this can only make the search longer, never wrong.

/// A bound is not found if it is expected to miss by more than this many quarters, and to be worse
/// than the other player's by more than so many.
const HOPELESS_MISS: i16 = 8;
const HOPELESS_LAG: i16 = 24;

/// The bounds of the last position of which both were found.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// Who had the better one.
    leader: usize,
    /// How many quarters lay between the two.
    gap: i16,
    /// Plies since then.
    age: u32,
}

impl Outlook {
    /// From the numbers of quarters that the players are known to get.
    pub(super) fn of(bounds: [i16; 2]) -> Self {
        Outlook {
            leader: usize::from(bounds[1] > bounds[0]),
            gap: -(bounds[0] + bounds[1]),
            age: 0,
        }
    }

    /// The same a ply later.
    pub(super) fn next(self) -> Self {
        Outlook {
            age: self.age + 1,
            ..self
        }
    }

    /// Player index of who had the better bound.
    pub(super) fn leader(&self) -> usize {
        self.leader
    }

    /// Returns whether both bounds should be found again. Longer tiles change less with every ply.
    /// (Measured: two plies for dominoes; with three 4x13 takes 1.2 times the nodes.)
    pub(super) fn is_old(&self, tile: u32) -> bool {
        self.age >= tile
    }

    /// Returns whether the other player's bound is not worth finding when the leader's is `lead`.
    pub(super) fn is_hopeless(&self, lead: i16) -> bool {
        let expected = -self.gap - lead;
        expected < -HOPELESS_MISS && lead - expected > HOPELESS_LAG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_behind_is_hopeless() {
        // Horizontal leads by ten moves; eight lie between the two.
        let outlook = Outlook::of([-36, 4]);
        assert_eq!(outlook.leader(), 1);
        assert!(outlook.is_hopeless(4) && outlook.is_hopeless(0));
        // Close to each other, or close to a win: worth finding.
        assert!(!outlook.is_hopeless(-12));
        assert!(!Outlook::of([-8, -7]).is_hopeless(-7));
        assert!(!outlook.next().is_old(2) && outlook.next().next().is_old(2));
    }
}
