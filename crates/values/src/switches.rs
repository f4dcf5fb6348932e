//! Switch vectors: lower bounds of a game that can be added.
//!
//! Left is Vertical. Fix the switches ∗ = {0|0}, {½|−½} and {1|−1}, of temperature 0, ½ and 1.
//! Each is its own negative, so a sum of some of them is named by a set X of switches, and
//! X + Y = X xor Y. A [`SwitchVector`] of a game S holds two numbers for each of the eight X, in
//! quarters:
//!
//! - `second[X]`: a number n with S + X ≥ n: Left, moving second, does not lose S + X − n.
//! - `first[X]`: a number n with S + X ⧐ n: Left, moving first, wins S + X − n.
//!
//! So Vertical wins S moving second if `second[∅]` ≥ 0, and moving first if `first[∅]` ≥ 0.
//!
//! # Why the operations are sound
//!
//! **Sums.** S ≥ n − X and S′ ≥ m − Y give S + S′ ≥ n + m − (X + Y), and X + Y = X xor Y; with ⧐
//! in place of one ≥ the sum is ⧐. So entry Z of the sum may be any sum of entries X and
//! X xor Z, and the largest of them: a convolution.
//!
//! **Options.** Let K = S + X. Its options are those of S with the same X, and, for each switch x
//! in X, S + (X without x) ± x. Let `lo` be the largest known n with Kᴸ ≥ n over Left's options,
//! and `hi` the smallest over Right's options Kᴿ of a known n with Kᴿ ⧐ n.
//!
//! - If some number lies in (lo, hi], let y be the simplest. Then K ≥ y: Right's moves in K lead
//!   to Kᴿ ⧐ hi ≥ y; Right's moves in −y lead to −yᴸ, where yᴸ is simpler than y and less, hence
//!   not in (lo, hi], hence yᴸ ≤ lo, and Left answers with the option that attains lo. From
//!   K ≥ y follows K ⧐ n for every n < y; the next lower quarter is kept.
//! - Otherwise hi ≤ lo. K ⧐ lo, since Left can move to an option ≥ lo. And K ≥ hi: Right's moves
//!   in K lead to Kᴿ ⧐ hi, and a move of Right in −hi makes it larger, −hiᴸ > −hi, which Left
//!   answers with the option ≥ lo ≥ hi > hiᴸ.
//!
//! Nowhere are the numbers required to be best possible, so lower bounds of options give lower
//! bounds of the game.

use std::fmt;

/// Numbers are kept in quarters.
pub const UNITS: i16 = 4;

/// How many sets of switches there are.
const SETS: usize = 8;

/// Temperatures of the three switches, in quarters.
const TEMPERATURES: [i16; 3] = [0, UNITS / 2, UNITS];

/// Below every number that occurs; still far from overflow when a few are added.
const LOWEST: i16 = -8192;
/// Above every number that occurs.
const HIGHEST: i16 = 8192;

/// Lower bounds of a game plus any sum of switches; see the module's documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct SwitchVector {
    second: [i16; SETS],
    first: [i16; SETS],
}

impl SwitchVector {
    /// The game in which nobody can move.
    pub const ZERO: SwitchVector = Options::NONE.vector();

    /// The number `value`, an integer.
    pub const fn integer(value: i16) -> SwitchVector {
        let mut vector = SwitchVector::ZERO;
        let mut set = 0;
        while set < SETS {
            vector.second[set] += value * UNITS;
            vector.first[set] += value * UNITS;
            set += 1;
        }
        vector
    }

    /// In quarters, a number that the game is at least.
    #[inline]
    pub fn at_least(&self) -> i16 {
        self.second[0]
    }

    /// In quarters, a number that the game is greater than or confused with.
    #[inline]
    pub fn first_at_least(&self) -> i16 {
        self.first[0]
    }

    /// Whether Left is known to win moving second.
    #[inline]
    pub fn wins_second(&self) -> bool {
        self.second[0] >= 0
    }

    /// Whether Left is known to win moving first.
    #[inline]
    pub fn wins_first(&self) -> bool {
        self.first[0] >= 0
    }

    /// Bounds of the sum of two games.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &SwitchVector) -> SwitchVector {
        let mut sum = SwitchVector {
            second: [LOWEST; SETS],
            first: [LOWEST; SETS],
        };
        // Unrolled so that every permutation is known at compile time: the compiler then makes
        // shuffles, additions and maxima of whole vectors, with whatever width the machine has.
        sum.add_shifted::<0>(self, other);
        sum.add_shifted::<1>(self, other);
        sum.add_shifted::<2>(self, other);
        sum.add_shifted::<3>(self, other);
        sum.add_shifted::<4>(self, other);
        sum.add_shifted::<5>(self, other);
        sum.add_shifted::<6>(self, other);
        sum.add_shifted::<7>(self, other);
        sum
    }

    /// One term of the convolution: entry X of `a` with entry X xor Z of `b`, for all Z.
    #[inline(always)]
    fn add_shifted<const X: usize>(&mut self, a: &SwitchVector, b: &SwitchVector) {
        let second: [i16; SETS] = std::array::from_fn(|z| b.second[z ^ X]);
        let first: [i16; SETS] = std::array::from_fn(|z| b.first[z ^ X]);
        for z in 0..SETS {
            self.second[z] = self.second[z].max(a.second[X] + second[z]);
            self.first[z] = self.first[z]
                .max(a.first[X] + second[z])
                .max(a.second[X] + first[z]);
        }
    }

    /// Bounds of the sum with an integer.
    #[inline]
    #[must_use]
    pub fn plus_integer(&self, value: i16) -> SwitchVector {
        let mut sum = *self;
        for x in 0..SETS {
            sum.second[x] += value * UNITS;
            sum.first[x] += value * UNITS;
        }
        sum
    }

    /// The better of two bounds of one game, entry by entry.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &SwitchVector) -> SwitchVector {
        let mut best = *self;
        for x in 0..SETS {
            best.second[x] = best.second[x].max(other.second[x]);
            best.first[x] = best.first[x].max(other.first[x]);
        }
        best
    }

    /// The sixteen numbers as bytes, for large tables; `None` if one does not fit.
    pub fn to_bytes(&self) -> Option<[i8; 2 * SETS]> {
        let mut bytes = [0; 2 * SETS];
        for (byte, &number) in bytes.iter_mut().zip(self.second.iter().chain(&self.first)) {
            *byte = i8::try_from(number).ok()?;
        }
        Some(bytes)
    }

    /// The vector of [`SwitchVector::to_bytes`].
    #[inline]
    pub fn from_bytes(bytes: &[i8; 2 * SETS]) -> SwitchVector {
        let mut vector = SwitchVector::ZERO;
        for x in 0..SETS {
            vector.second[x] = i16::from(bytes[x]);
            vector.first[x] = i16::from(bytes[SETS + x]);
        }
        vector
    }
}

impl fmt::Debug for SwitchVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "second {:?} first {:?}", self.second, self.first)
    }
}

/// What is known of the options of a game, from which its own vector follows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Largest `second` of Left's options.
    left: [i16; SETS],
    /// Smallest `first` of Right's options.
    right: [i16; SETS],
}

impl Options {
    /// Neither player has an option.
    pub const NONE: Options = Options {
        left: [LOWEST; SETS],
        right: [HIGHEST; SETS],
    };

    /// Left can move to `option`.
    #[inline]
    pub fn left(&mut self, option: &SwitchVector) {
        for x in 0..SETS {
            self.left[x] = self.left[x].max(option.second[x]);
        }
    }

    /// Right can move to `option`.
    #[inline]
    pub fn right(&mut self, option: &SwitchVector) {
        for x in 0..SETS {
            self.right[x] = self.right[x].min(option.first[x]);
        }
    }

    /// The game with these options.
    #[inline]
    pub const fn vector(&self) -> SwitchVector {
        let mut vector = SwitchVector {
            second: [0; SETS],
            first: [0; SETS],
        };
        // Subsets come before their supersets.
        let mut set = 0;
        while set < SETS {
            let (mut lo, mut hi) = (self.left[set], self.right[set]);
            let mut switch = 0;
            while switch < TEMPERATURES.len() {
                if set >> switch & 1 == 1 {
                    let rest = set ^ 1 << switch;
                    let left = vector.second[rest] + TEMPERATURES[switch];
                    let right = vector.first[rest] - TEMPERATURES[switch];
                    lo = if left > lo { left } else { lo };
                    hi = if right < hi { right } else { hi };
                }
                switch += 1;
            }
            if lo < hi {
                let number = simplest(lo, hi);
                vector.second[set] = number;
                vector.first[set] = number - 1;
            } else {
                vector.second[set] = hi;
                vector.first[set] = lo;
            }
            set += 1;
        }
        vector
    }
}

/// The simplest number in (lo, hi], all in quarters; `lo` is less than `hi`.
const fn simplest(lo: i16, hi: i16) -> i16 {
    if lo < 0 && hi >= 0 {
        return 0;
    }
    // Integers first (the one nearest to zero), then halves, then quarters.
    let mut step = UNITS;
    loop {
        let nearest_to_zero = if lo >= 0 {
            (lo.div_euclid(step) + 1) * step
        } else {
            hi.div_euclid(step) * step
        };
        if nearest_to_zero > lo && nearest_to_zero <= hi {
            return nearest_to_zero;
        }
        step /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switch(temperature: i16) -> SwitchVector {
        let mut options = Options::NONE;
        options.left(&SwitchVector::integer(temperature));
        options.right(&SwitchVector::integer(-temperature));
        options.vector()
    }

    #[test]
    fn simplest_numbers() {
        for (lo, hi, expected) in [
            (-1, 0, 0),
            (0, 1, 1),
            (0, 4, 4),
            (0, 3, 2),
            (1, 2, 2),
            (2, 3, 3),
            (5, 100, 8),
            (LOWEST, -1, -4),
            (LOWEST, -4, -4),
            (-8, -5, -6),
            (-4, -3, -3),
            (-3, -1, -2),
            (LOWEST, HIGHEST, 0),
            (4, HIGHEST, 8),
        ] {
            assert_eq!(simplest(lo, hi), expected, "({lo}, {hi}]");
        }
    }

    #[test]
    fn known_games() {
        let zero = SwitchVector::ZERO;
        assert!(zero.wins_second() && !zero.wins_first());
        let hot = switch(1);
        assert!(!hot.wins_second() && hot.wins_first());
        assert_eq!(hot.at_least(), -UNITS - 1);
        // A switch is its own negative, and the vector knows it.
        assert_eq!(hot.plus(&hot).at_least(), 0);
        assert_eq!(switch(0).plus(&switch(0)).at_least(), 0);
        assert_eq!(hot.plus(&SwitchVector::integer(2)).at_least(), UNITS - 1);
        assert_eq!(
            SwitchVector::integer(3).plus(&SwitchVector::integer(-3)),
            zero
        );
        let bytes = hot.to_bytes().expect("small numbers");
        assert_eq!(SwitchVector::from_bytes(&bytes), hot);
    }
}
