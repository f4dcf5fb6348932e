//! Theorems 3.5.1 and 3.6.1: from the areas of a cover to who wins.

use super::cover::Areas;
use crate::options::Formula;
use serde::Serialize;

/// Bounds on the moves that both players have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The minimum number of moves that the covering player can still make.
    pub moves: i32,
    /// The maximum number of moves that the opponent can make.
    pub opponent_moves: i32,
}

impl Bounds {
    /// The number of moves by which the covering player is ahead. The covering player wins if it is
    /// positive, or if it is zero and the opponent is to move.
    pub fn margin(self) -> i32 {
        self.moves - self.opponent_moves
    }
}

/// The inputs of the bounds besides the areas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// Free squares on the board.
    pub(crate) empty: i32,
    /// The opponent's real moves, for the second upper bound; `None` leaves that bound out.
    pub(crate) opponent_real: Option<i32>,
    /// Which reading of Theorem 3.6.1.
    pub(crate) formula: Formula,
    /// Whether an odd protective area may be turned into two vulnerable ones of type 2.
    pub(crate) vulnerable2: bool,
}

/// The kind of area in which the covering player's best move lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayedIn {
    /// A protective area: a tile and a safe area.
    Protective,
    /// A vulnerable area of type 2.
    Vulnerable2,
    /// A vulnerable area of type 1.
    Vulnerable1,
    /// A safe area together with its option.
    Option,
}

impl Areas {
    /// The bounds if the opponent is to move.
    #[inline]
    pub(crate) fn bounds(self, setting: Setting) -> Bounds {
        let mut a = self;
        if a.protective % 2 == 1 {
            a.protective -= 1;
            if setting.vulnerable2 {
                a.vulnerable2 += 2;
            }
        }
        let mut moves = a.protective + a.vulnerable2 / 3 + a.vulnerable1 / 2 + a.safe;
        let mut unplayable = a.unavailable;

        let left2 = a.vulnerable2 % 3 != 0;
        let left1 = a.vulnerable1 % 2 != 0;
        if left2 && left1 {
            // The opponent must break one kind and leaves the last of the other: one more move, which
            // may use up a protected square.
            moves += 1;
            unplayable -= match setting.formula {
                Formula::Program => 1,
                Formula::Thesis => {
                    i32::from(a.vulnerable2_protected > 0 || a.vulnerable1_protected > 0)
                }
            };
        }

        let [one, two, three] = a.options;
        if left2 == left1 {
            // Each kind of option is divided evenly; an odd one counts as the next smaller kind.
            let two = two + three % 2;
            let one = one + two % 2;
            unplayable += 3 * (three / 2) + 2 * (two / 2) + one / 2;
        } else if three % 2 == 1 {
            // The one remainder and the one odd option answer each other.
            let one = one + two % 2;
            unplayable += 3 + 3 * (three / 2) + 2 * (two / 2) + one / 2;
        } else {
            let last = if two % 2 == 1 { 2 } else { one % 2 };
            unplayable += last + 3 * (three / 2) + 2 * (two / 2) + one / 2;
        }

        let (v2, p2) = (a.vulnerable2, a.vulnerable2_protected);
        let (v1, p1) = (a.vulnerable1, a.vulnerable1_protected);
        unplayable += p2 - (v2 / 3 - (v2 - p2) / 3);
        unplayable += p1 - (v1 / 2 - (v1 - p1) / 2);
        unplayable += a.vulnerable2_dead / 3 + a.vulnerable1_dead / 2;

        let mut opponent_moves = (setting.empty - 2 * moves - unplayable) / 2;
        if let Some(real) = setting.opponent_real {
            // Each of the (even) protective areas that is played ends a run in two of the opponent's
            // lines, and costs one disjoint move in each.
            opponent_moves = opponent_moves.min(real - a.protective);
        }
        Bounds {
            moves,
            opponent_moves,
        }
    }

    /// The bounds if the covering player is to move and makes the move that helps the count most; `None`
    /// if the cover has no such move.
    #[inline]
    pub(crate) fn bounds_to_move(self, setting: Setting) -> Option<Bounds> {
        let (areas, setting, _) = self.after_best_move(setting)?;
        Some(areas.bounds(setting))
    }

    /// The cover after the covering player's move that helps the count most, and in which area it is;
    /// `None` if the cover has no such move.
    #[inline]
    pub(crate) fn after_best_move(self, setting: Setting) -> Option<(Areas, Setting, PlayedIn)> {
        let (mut a, mut setting) = (self, setting);
        let played_in = if a.protective % 2 == 1 {
            a.protective -= 1;
            a.safe += 2;
            setting.opponent_real = setting.opponent_real.map(|real| real - 2);
            PlayedIn::Protective
        } else if a.vulnerable2 % 3 != 0 {
            a.play_vulnerable2()
        } else if a.vulnerable1 % 2 != 0 {
            a.play_vulnerable1()
        } else if a.options[2] % 2 != 0 {
            a.play_option(3)
        } else if a.options[1] % 2 != 0 {
            a.play_option(2)
        } else if a.options[0] % 2 != 0 {
            a.play_option(1)
        } else if a.vulnerable2 > 0 {
            a.play_vulnerable2()
        } else if a.vulnerable1 > 0 {
            a.play_vulnerable1()
        } else if a.protective > 0 {
            a.protective -= 1;
            a.safe += 2;
            PlayedIn::Protective
        } else {
            return None;
        };
        Some((a, setting, played_in))
    }

    /// Takes an option of this kind: so many squares are lost to the opponent.
    fn play_option(&mut self, kind: i32) -> PlayedIn {
        self.options[kind as usize - 1] -= 1;
        self.unavailable += kind;
        PlayedIn::Option
    }

    /// Plays a tile in an area of type 2, if possible one without a protected square. It then counts
    /// like a safe move.
    fn play_vulnerable2(&mut self) -> PlayedIn {
        self.vulnerable2 -= 1;
        self.vulnerable2_protected = self.vulnerable2_protected.min(self.vulnerable2);
        if self.vulnerable2_dead > 0 {
            self.vulnerable2_dead -= 1;
            self.unavailable += 1;
        }
        self.safe += 1;
        PlayedIn::Vulnerable2
    }

    fn play_vulnerable1(&mut self) -> PlayedIn {
        self.vulnerable1 -= 1;
        self.vulnerable1_protected = self.vulnerable1_protected.min(self.vulnerable1);
        if self.vulnerable1_dead > 0 {
            self.vulnerable1_dead -= 1;
            self.unavailable += 1;
        }
        self.safe += 1;
        PlayedIn::Vulnerable1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures 3.3 and 3.7 of the thesis: 10 moves for Vertical, 21 squares for Horizontal.
    #[test]
    fn worked_example_of_chapter_3() {
        let areas = Areas {
            protective: 3,
            vulnerable2: 4,
            vulnerable1: 2,
            vulnerable1_protected: 1,
            safe: 5,
            options: [2, 1, 0],
            ..Areas::default()
        };
        for formula in [Formula::Program, Formula::Thesis] {
            let setting = Setting {
                // squares = 22 after Vertical's ten tiles.
                empty: 42,
                opponent_real: None,
                formula,
                vulnerable2: true,
            };
            let bounds = areas.bounds(setting);
            assert_eq!(bounds.moves, 10);
            assert_eq!(bounds.opponent_moves, 21 / 2);
            assert_eq!(bounds.margin(), 0);
        }
    }
}
