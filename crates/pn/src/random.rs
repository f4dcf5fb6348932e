//! Random orders that are the same on every machine.

use crate::game::mix64;

/// A stream of numbers that a seed determines (splitmix64: Steele, Lea, Flood 2014).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// What has to be kept to go on with the stream: `Random::new(state)`.
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix64(self.0)
    }

    /// A number below `end`. The upper half of a product is uneven by less than 2^-32 for every
    /// `end` that occurs here.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// Put the items into a uniformly chosen order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_of_three_are_equally_frequent() {
        let mut counts = std::collections::HashMap::new();
        let mut random = Random::new(1);
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Ten thousand each; the standard deviation is 91.
        assert!(counts.values().all(|n| (9_600..10_400).contains(n)));
    }
}
