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

// Whatever this machine adds vectors with.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)))]
use crate::portable as machine;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use crate::simd as machine;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd_wasm as machine;
use std::fmt;

/// Numbers are stored in quarters.
pub const UNITS: i16 = 4;

/// The number of sets of switches. Set number s holds ∗ if bit 0 of s is set, {½|−½} if bit 1 is, {1|−1}
/// if bit 2 is.
pub const SETS: usize = 8;

/// Temperatures of the three switches, in quarters.
const TEMPERATURES: [i16; 3] = [0, UNITS / 2, UNITS];

/// Below every number that occurs; still far from overflow when a few are added.
pub(crate) const LOWEST: i16 = -8192;
/// Above every number that occurs.
const HIGHEST: i16 = 8192;

/// Whether Left moves first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Left moves second: the question is whether the game is at least zero.
    Second,
    /// Left moves first: the question is whether the game is greater than or confused with zero.
    First,
}

/// Lower bounds of a game plus any sum of switches; see the module's documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct SwitchVector(
    /// `second` for all sets, then `first`.
    Numbers,
);

/// Sixteen numbers: the `second` of all sets, then the `first`.
pub(crate) type Numbers = [i16; 2 * SETS];

impl SwitchVector {
    /// The game in which neither player can move.
    pub const ZERO: SwitchVector = Options::NONE.vector();

    /// The number `value`, an integer.
    pub const fn integer(value: i16) -> SwitchVector {
        let mut vector = SwitchVector::ZERO;
        let mut set = 0;
        while set < SETS {
            vector.0[set] += value * UNITS;
            vector.0[SETS + set] += value * UNITS;
            set += 1;
        }
        vector
    }

    /// In quarters, a number that the game is at least.
    #[inline]
    pub fn at_least(&self) -> i16 {
        self.0[0]
    }

    /// In quarters, a number that the game is greater than or confused with.
    #[inline]
    pub fn first_at_least(&self) -> i16 {
        self.0[SETS]
    }

    /// In quarters, a number that the game plus the switches of set number `set` is at least.
    pub fn second(&self, set: usize) -> i16 {
        self.0[set]
    }

    /// In quarters, a number that the game plus the switches of set number `set` is greater than
    /// or confused with.
    pub fn first(&self, set: usize) -> i16 {
        self.0[SETS + set]
    }

    /// Returns whether Left is known to win moving second.
    #[inline]
    pub fn wins_second(&self) -> bool {
        self.0[0] >= 0
    }

    /// Returns whether Left is known to win moving first.
    #[inline]
    pub fn wins_first(&self) -> bool {
        self.0[SETS] >= 0
    }

    /// Bounds of the sum of two games.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &SwitchVector) -> SwitchVector {
        SwitchVector(machine::plus(&self.0, &other.0))
    }

    /// In quarters, a number that the sum of two games is at least: [`SwitchVector::at_least`]
    /// of [`SwitchVector::plus`], without the rest of it.
    #[inline]
    pub fn sum_at_least(&self, other: &SwitchVector) -> i16 {
        let mut best = i16::MIN;
        for x in 0..SETS {
            best = best.max(self.0[x] + other.0[x]);
        }
        best
    }

    /// [`SwitchVector::first_at_least`] of [`SwitchVector::plus`].
    #[inline]
    pub fn sum_first_at_least(&self, other: &SwitchVector) -> i16 {
        let mut best = i16::MIN;
        for x in 0..SETS {
            best = best
                .max(self.0[x] + other.0[SETS + x])
                .max(self.0[SETS + x] + other.0[x]);
        }
        best
    }

    /// Bounds of the sum with a number of quarters.
    #[inline]
    #[must_use]
    pub fn plus_quarters(&self, quarters: i16) -> SwitchVector {
        SwitchVector(self.0.map(|number| number + quarters))
    }

    /// [`SwitchVector::at_least`] or [`SwitchVector::first_at_least`], as Left moves second or
    /// first.
    #[inline]
    pub fn at_least_as(&self, role: Role) -> i16 {
        self.0[SwitchVector::entry_of(role)]
    }

    /// [`SwitchVector::at_least_as`] of [`SwitchVector::plus`].
    #[inline]
    pub fn sum_at_least_as(&self, other: &SwitchVector, role: Role) -> i16 {
        match role {
            Role::Second => self.sum_at_least(other),
            Role::First => self.sum_first_at_least(other),
        }
    }

    /// Returns whether some entry is larger than that of `other`.
    #[inline]
    pub fn exceeds(&self, other: &SwitchVector) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(false, |exceeds, (own, other)| exceeds | (own > other))
    }

    /// The entry that says whether Left wins without any switch added.
    pub const fn entry_of(role: Role) -> usize {
        match role {
            Role::Second => 0,
            Role::First => SETS,
        }
    }

    /// One of the sixteen numbers, in quarters: `second` for all sets of switches, then `first`.
    #[inline]
    pub fn number(&self, entry: usize) -> i16 {
        self.0[entry]
    }

    /// Which entry of this vector and which of `other` add up to `entry` of their sum.
    #[inline]
    pub fn parts_of_sum(&self, other: &SwitchVector, entry: usize) -> (usize, usize) {
        let set = entry % SETS;
        let (mut best, mut found) = (i16::MIN, (0, 0));
        let mut offer = |own: usize, others: usize| {
            let sum = self.0[own] + other.0[others];
            if sum > best {
                (best, found) = (sum, (own, others));
            }
        };
        for x in 0..SETS {
            let y = x ^ set;
            if entry < SETS {
                offer(x, y);
            } else {
                offer(SETS + x, y);
                offer(x, SETS + y);
            }
        }
        found
    }

    /// Bounds of the sum with an integer.
    #[inline]
    #[must_use]
    pub fn plus_integer(&self, value: i16) -> SwitchVector {
        self.plus_quarters(value * UNITS)
    }

    /// The better of two bounds of one game, entry by entry.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &SwitchVector) -> SwitchVector {
        SwitchVector(std::array::from_fn(|i| self.0[i].max(other.0[i])))
    }

    /// The sixteen numbers as bytes of two words, the first lowest, for large tables; `None` if one does not
    /// fit.
    #[inline]
    pub fn to_words(&self) -> Option<[u64; 2]> {
        let mut words = [0; 2];
        let mut fits = true;
        for (i, &number) in self.0.iter().enumerate() {
            let byte = number as i8;
            fits &= i16::from(byte) == number;
            words[i / 8] |= u64::from(byte as u8) << (8 * (i % 8));
        }
        fits.then_some(words)
    }

    /// The vector of [`SwitchVector::to_words`].
    #[inline]
    pub fn from_words(words: [u64; 2]) -> SwitchVector {
        SwitchVector(machine::widen(words))
    }
}

/// The game in which neither player can move.
impl Default for SwitchVector {
    fn default() -> Self {
        SwitchVector::ZERO
    }
}

impl fmt::Debug for SwitchVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (second, first) = self.0.split_at(SETS);
        write!(f, "second {second:?} first {first:?}")
    }
}

/// Bounds of the options of a game, from which its own vector follows.
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

    /// Adds a Left option.
    #[inline]
    pub fn left(&mut self, option: &SwitchVector) {
        for x in 0..SETS {
            self.left[x] = self.left[x].max(option.0[x]);
        }
    }

    /// Adds a Right option.
    #[inline]
    pub fn right(&mut self, option: &SwitchVector) {
        for x in 0..SETS {
            self.right[x] = self.right[x].min(option.0[SETS + x]);
        }
    }

    /// Returns whether these options of Right hold an option of Left's that they answer to no more than Left's options of
    /// another game.
    #[inline]
    pub(crate) fn right_holds_left_to(&self, game: &Options) -> bool {
        (0..SETS).all(|x| self.right[x] <= game.left[x])
    }

    /// For each set, what a further option of Right would have to be less than to change the vector, if all
    /// options of Left are known.
    #[inline]
    pub(crate) fn right_limits(&self) -> [i16; SETS] {
        let vector = self.vector();
        std::array::from_fn(|set| {
            (0..TEMPERATURES.len())
                .filter(|switch| set >> switch & 1 == 1)
                .map(|switch| vector.first(set ^ 1 << switch) - TEMPERATURES[switch])
                .fold(self.right[set], i16::min)
        })
    }

    /// Returns whether these options of Left reach such limits of an option of Right's that they answer.
    #[inline]
    pub(crate) fn left_reaches(&self, limits: &[i16; SETS]) -> bool {
        (0..SETS).all(|x| self.left[x] >= limits[x])
    }

    /// The vector of the game with these options.
    #[inline]
    pub const fn vector(&self) -> SwitchVector {
        let mut vector = SwitchVector([0; 2 * SETS]);
        // Subsets come before their supersets.
        let mut set = 0;
        while set < SETS {
            let (mut lo, mut hi) = (self.left[set], self.right[set]);
            let mut switch = 0;
            while switch < TEMPERATURES.len() {
                if set >> switch & 1 == 1 {
                    let rest = set ^ 1 << switch;
                    let left = vector.0[rest] + TEMPERATURES[switch];
                    let right = vector.0[SETS + rest] - TEMPERATURES[switch];
                    lo = if left > lo { left } else { lo };
                    hi = if right < hi { right } else { hi };
                }
                switch += 1;
            }
            if lo < hi {
                let number = simplest(lo, hi);
                vector.0[set] = number;
                vector.0[SETS + set] = number - 1;
            } else {
                vector.0[set] = hi;
                vector.0[SETS + set] = lo;
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
        let words = hot.to_words().expect("small numbers");
        assert_eq!(SwitchVector::from_words(words), hot);
    }
}
