//! Seeded random numbers that are the same on every machine.

/// The odd integer nearest to 2^64 divided by the golden ratio: the step of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of numbers determined by its seed: SplitMix64 (Steele, Lea, Flood: *Fast Splittable
/// Pseudorandom Number Generators*, 2014).
///
/// Published results and recorded seeds depend on these sequences; they must never change.
///
/// ```
/// use crosscram_support::random::Random;
///
/// let (mut one, mut same) = (Random::new(1), Random::new(1));
/// assert_eq!(one.next_u64(), same.next_u64());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The state, with which `Random::new` continues the stream.
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// Returns the next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix64(self.0)
    }

    /// Returns a number below `end`, or 0 if `end` is 0. It is the upper half of a product: the
    /// probabilities differ by less than `end / 2^64`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// Returns an index into a slice of this length; the same numbers as [`Random::below`].
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Puts the items into a uniformly chosen order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Returns `wanted` different numbers below `of`, or all of them, in random order.
    pub fn choose(&mut self, wanted: usize, of: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..of).collect();
        let wanted = wanted.min(of);
        for place in 0..wanted {
            let other = place + self.index(of - place);
            numbers.swap(place, other);
        }
        numbers.truncate(wanted);
        numbers
    }
}

/// The finaliser of SplitMix64, a bijection: every input bit changes about half of the output bits.
#[inline]
pub const fn mix64(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Returns one seed for several numbers, so that neighbouring tasks have unrelated streams.
///
/// ```
/// use crosscram_support::random::seed_of;
///
/// assert_eq!(seed_of([7, 1]), seed_of([7, 1]));
/// assert_ne!(seed_of([7, 1]), seed_of([1, 7]));
/// ```
pub fn seed_of(parts: impl IntoIterator<Item = u64>) -> u64 {
    let start = 0x243f_6a88_85a3_08d3; // The first bits of the fraction of pi.
    parts.into_iter().fold(start, |seed, part| {
        mix64(seed.wrapping_add(GOLDEN) ^ mix64(part.wrapping_add(1)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn sequences_never_change() {
        // The first numbers of seed 1234567, as in the reference implementation by S. Vigna.
        let mut random = Random::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
        assert_eq!(Random::new(random.state()).next_u64(), random.next_u64());
    }

    #[test]
    fn numbers_below_an_end_are_equally_frequent() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[random.index(6)] += 1);
        // Ten thousand each; the standard deviation is 91.
        let close = |n: &i32| (9_600..10_400).contains(n);
        assert!(counts.iter().all(close), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn all_orders_of_three_are_equally_frequent() {
        let mut random = Random::new(1);
        let mut counts = HashMap::new();
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        let close = |n: &i32| (9_600..10_400).contains(n);
        assert!(counts.values().all(close), "{counts:?}");
    }

    #[test]
    fn chosen_numbers_are_different() {
        let mut random = Random::new(3);
        for of in 0..20 {
            let mut numbers = random.choose(7, of);
            assert_eq!(numbers.len(), of.min(7));
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), of.min(7));
            assert!(numbers.iter().all(|number| *number < of));
        }
    }
}
