//! Two numbers for every strip: how much it is worth at least, for either player moving
//! first.

use crate::cuts::Bound;

/// Numbers are counted in quarters of a move.
pub const MOVE: i16 = 4;
/// Below every number that occurs.
pub const LOWEST: i16 = -8192;
/// Above every number that occurs.
pub const HIGHEST: i16 = 8192;

// ANCHOR: numbers
/// Lower bounds of a game G, in quarters of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// G is at least this: Vertical, moving second, wins G minus this number.
    pub second: i16,
    /// G is more than or confused with this: Vertical, moving first, wins G minus this
    /// number.
    pub first: i16,
}

impl Numbers {
    /// The bounds of a game: `low` is the best number that Vertical's options are known
    /// to be at least, `high` the worst that Horizontal's options are known to be more
    /// than or confused with.
    pub fn between(low: i16, high: i16) -> Numbers {
        if low < high {
            let second = simplest(low, high);
            let first = second - 1;
            Numbers { second, first }
        } else {
            Numbers {
                second: high,
                first: low,
            }
        }
    }
}

/// The simplest number that is more than `low` and at most `high`: the whole number
/// nearest to zero if there is one, else a half, else a quarter.
fn simplest(low: i16, high: i16) -> i16 {
    if low < 0 && high >= 0 {
        return 0;
    }
    for step in [MOVE, MOVE / 2, MOVE / 4] {
        // The least multiple above `low` and the greatest up to `high`.
        let (least, greatest) = (
            (low.div_euclid(step) + 1) * step,
            high.div_euclid(step) * step,
        );
        if least <= greatest {
            return if low >= 0 { least } else { greatest };
        }
    }
    unreachable!("{high} itself is a number of quarters")
}
// ANCHOR_END: numbers

// ANCHOR: bound
impl Bound for Numbers {
    fn only_horizontal(moves: u32) -> Numbers {
        let second = -MOVE * moves as i16;
        let first = second - 1;
        Numbers { second, first }
    }

    fn from_options(vertical: &[Numbers], horizontal: &[Numbers]) -> Numbers {
        let low = vertical.iter().map(|option| option.second).max();
        let high = horizontal.iter().map(|option| option.first).min();
        Numbers::between(low.unwrap_or(LOWEST), high.unwrap_or(HIGHEST))
    }

    fn plus(self, other: Numbers) -> Numbers {
        Numbers {
            second: self.second + other.second,
            first: (self.first + other.second).max(self.second + other.first),
        }
    }

    fn or(self, other: Numbers) -> Numbers {
        Numbers {
            second: self.second.max(other.second),
            first: self.first.max(other.first),
        }
    }

    fn wins(self, vertical_moves: bool) -> bool {
        if vertical_moves {
            self.first >= 0
        } else {
            self.second >= 0
        }
    }
}
// ANCHOR_END: bound
