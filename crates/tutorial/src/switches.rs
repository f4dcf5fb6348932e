//! Switch vectors: the two numbers of a strip, also for the strip played together with
//! some switches.

use crate::cuts::Bound;
use crate::numbers::{HIGHEST, LOWEST, MOVE, Numbers};

// ANCHOR: vector
/// The three switches {t|-t}, by their temperature t in quarters of a move: star,
/// {½|-½} and {1|-1}.
const TEMPERATURES: [i16; 3] = [0, MOVE / 2, MOVE];
/// The sets of switches: set number s holds switch i if bit i of s is set.
const SETS: usize = 1 << TEMPERATURES.len();

/// Bounds of a game plus each set of switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchVector([Numbers; SETS]);

impl SwitchVector {
    /// Works out all sets, small ones first. `low` and `high` are what the options of
    /// the game itself give with a set; the other options are moves in a switch, which
    /// turn it into plus or minus its temperature.
    fn new(low: impl Fn(usize) -> i16, high: impl Fn(usize) -> i16) -> SwitchVector {
        let mut sets = [Numbers {
            second: 0,
            first: 0,
        }; SETS];
        for set in 0..SETS {
            let (mut low, mut high) = (low(set), high(set));
            for (i, temperature) in TEMPERATURES.iter().enumerate() {
                if set >> i & 1 == 1 {
                    let without = sets[set ^ 1 << i];
                    low = low.max(without.second + temperature);
                    high = high.min(without.first - temperature);
                }
            }
            sets[set] = Numbers::between(low, high);
        }
        SwitchVector(sets)
    }
}
// ANCHOR_END: vector

// ANCHOR: bound
impl Bound for SwitchVector {
    fn only_horizontal(moves: u32) -> SwitchVector {
        let mut vector = SwitchVector::new(|_| LOWEST, |_| HIGHEST);
        for numbers in &mut vector.0 {
            numbers.second -= MOVE * moves as i16;
            numbers.first -= MOVE * moves as i16;
        }
        vector
    }

    fn from_options(vertical: &[SwitchVector], horizontal: &[SwitchVector]) -> SwitchVector {
        let low = |set: usize| vertical.iter().map(|option| option.0[set].second).max();
        let high = |set: usize| horizontal.iter().map(|option| option.0[set].first).min();
        SwitchVector::new(
            |set| low(set).unwrap_or(LOWEST),
            |set| high(set).unwrap_or(HIGHEST),
        )
    }

    fn plus(self, other: SwitchVector) -> SwitchVector {
        // Two equal switches cancel, so the sum of two sets is what is in one of them
        // only. The best bound of a set is the best over all pairs of sets whose sum it
        // is.
        SwitchVector(std::array::from_fn(|sum| {
            let pairs = (0..SETS).map(|set| self.0[set].plus(other.0[set ^ sum]));
            pairs.reduce(Numbers::or).expect("there are eight sets")
        }))
    }

    fn or(self, other: SwitchVector) -> SwitchVector {
        SwitchVector(std::array::from_fn(|set| self.0[set].or(other.0[set])))
    }

    fn wins(self, vertical_moves: bool) -> bool {
        self.0[0].wins(vertical_moves)
    }
}
// ANCHOR_END: bound
