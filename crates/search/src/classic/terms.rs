//! Theorems 3.5.1 and 3.6.1 term by term, as the thesis prints them.
//!
//! This is the plain counterpart of [`Areas::bounds`]: every summand has a field of its own, for
//! whoever wants to see why a cover proves a win. A test compares the sums with the fast version.

use super::bounds::{Bounds, Setting};
use super::cover::Areas;
use crate::options::Formula;
use serde::Serialize;

/// The summands of both theorems for a cover, the opponent being to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// The areas after the conversions that the theorems begin with: the number of protective areas is
    /// even, and of each kind of option the number is even but for at most one.
    pub areas: Areas,
    /// Whether a protective area was converted into two vulnerable ones of type 2.
    pub converted: bool,
    /// The player's moves.
    pub lower: LowerTerms,
    /// The squares that the opponent cannot use.
    pub upper: UpperTerms,
    /// Free squares.
    pub empty: i32,
    /// The opponent's real moves minus the protective areas, if the second upper bound (2014) is used.
    pub second: Option<i32>,
    /// squares(β): what is free after the player's moves.
    pub squares: i32,
    /// avail(β): what of it the opponent can use.
    pub available: i32,
    /// The bounds that follow.
    #[serde(flatten)]
    pub bounds: Bounds,
}

/// The summands of Theorem 3.5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LowerTerms {
    /// Twice half of the protective areas.
    pub protective: i32,
    /// A third of the vulnerable areas of type 2.
    pub vulnerable2: i32,
    /// Half of the vulnerable areas of type 1.
    pub vulnerable1: i32,
    /// All safe areas.
    pub safe: i32,
    /// One more if both divisions of vulnerable areas leave a remainder: f of the theorem.
    pub remainders: i32,
}

/// The summands of Theorem 3.6.1, with the squares outside the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpperTerms {
    /// Squares outside the cover that the opponent cannot use.
    pub unavailable: i32,
    /// Protected squares of vulnerable areas of type 2 in which the player places nothing.
    pub protected2: i32,
    /// The same with type 1.
    pub protected1: i32,
    /// What the options take: three, two, one square each.
    pub options: [i32; 3],
    /// A square that is given back if both divisions leave a remainder: f of the theorem.
    pub remainders: i32,
    /// What the odd option takes if just one division leaves a remainder: g of the theorem.
    pub odd_option: i32,
    /// Squares beside vulnerable areas that die with the player's tile; 0 unless dead squares are counted.
    pub dead: i32,
}

impl LowerTerms {
    /// moves(α) of the theorem.
    pub fn moves(&self) -> i32 {
        self.protective + self.vulnerable2 + self.vulnerable1 + self.safe + self.remainders
    }
}

impl UpperTerms {
    /// unplayable(β) of the theorem: all but the unavailable squares.
    pub fn unplayable(&self) -> i32 {
        let options: i32 = self.options.iter().sum();
        self.protected2 + self.protected1 + options + self.remainders + self.odd_option + self.dead
    }
}

impl Areas {
    /// The theorems term by term, if the opponent is to move.
    pub(crate) fn terms(self, setting: Setting) -> Terms {
        let mut areas = self;
        let converted = areas.protective % 2 == 1;
        if converted {
            areas.protective -= 1;
            if setting.vulnerable2 {
                areas.vulnerable2 += 2;
            }
        }
        let left2 = areas.vulnerable2 % 3 != 0;
        let left1 = areas.vulnerable1 % 2 != 0;
        let mut odd_option = 0;
        let [one, two, three] = &mut areas.options;
        if left2 == left1 {
            // All kinds become even: an odd option counts as the next smaller kind, or not at all.
            (*three, *two) = (*three - *three % 2, *two + *three % 2);
            (*two, *one) = (*two - *two % 2, *one + *two % 2);
            *one -= *one % 2;
        } else if *three % 2 == 1 {
            odd_option = 3;
            (*two, *one) = (*two - *two % 2, *one + *two % 2);
        } else if *two % 2 == 1 {
            odd_option = 2;
        } else if *one % 2 == 1 {
            odd_option = 1;
        }
        let given_back = match setting.formula {
            Formula::Program => true,
            Formula::Thesis => areas.vulnerable2_protected > 0 || areas.vulnerable1_protected > 0,
        };
        let (v2, p2) = (areas.vulnerable2, areas.vulnerable2_protected);
        let (v1, p1) = (areas.vulnerable1, areas.vulnerable1_protected);
        let [one, two, three] = areas.options;
        let lower = LowerTerms {
            protective: 2 * (areas.protective / 2),
            vulnerable2: v2 / 3,
            vulnerable1: v1 / 2,
            safe: areas.safe,
            remainders: i32::from(left2 && left1),
        };
        let upper = UpperTerms {
            unavailable: areas.unavailable,
            protected2: p2 - (v2 / 3 - (v2 - p2) / 3),
            protected1: p1 - (v1 / 2 - (v1 - p1) / 2),
            options: [3 * (three / 2), 2 * (two / 2), one / 2],
            remainders: -i32::from(left2 && left1 && given_back),
            odd_option,
            dead: areas.vulnerable2_dead / 3 + areas.vulnerable1_dead / 2,
        };
        let second = setting.opponent_real.map(|real| real - areas.protective);
        let squares = setting.empty - 2 * lower.moves();
        let available = squares - upper.unavailable - upper.unplayable();
        let by_squares = available / 2;
        Terms {
            areas,
            converted,
            lower,
            upper,
            empty: setting.empty,
            second,
            squares,
            available,
            bounds: Bounds {
                moves: lower.moves(),
                opponent_moves: second.map_or(by_squares, |second| second.min(by_squares)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// The summands add up to the bounds of the search, on very many covers.
    #[test]
    fn terms_add_up_to_the_bounds() {
        let mut random = Random::new(17);
        for _ in 0..200_000 {
            let mut below = |n: u64| random.below(n) as i32;
            let (vulnerable2, vulnerable1) = (below(9), below(7));
            let (p2, p1) = (below(vulnerable2 as u64 + 1), below(vulnerable1 as u64 + 1));
            let areas = Areas {
                protective: below(6),
                vulnerable2,
                vulnerable2_protected: p2,
                vulnerable2_dead: below((vulnerable2 - p2) as u64 + 1),
                vulnerable1,
                vulnerable1_protected: p1,
                vulnerable1_dead: below((vulnerable1 - p1) as u64 + 1),
                safe: below(5),
                unavailable: below(4),
                options: [below(5), below(5), below(5)],
            };
            let setting = Setting {
                empty: 60 + below(40),
                opponent_real: (below(2) == 0).then(|| below(20)),
                formula: Formula::ALL[below(2) as usize],
                vulnerable2: below(4) > 0,
            };
            let terms = areas.terms(setting);
            assert_eq!(terms.bounds, areas.bounds(setting), "{areas:?} {setting:?}");
        }
    }
}
