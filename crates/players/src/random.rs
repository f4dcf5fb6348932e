//! Random numbers that are the same on every machine.

/// A stream of numbers that a seed determines (splitmix64: Steele, Lea, Flood 2014).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `end`. The upper half of a product is uneven by less than 2^-32 for every
    /// `end` that occurs here.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(end)) >> 64) as u64
    }
}

/// One seed out of several numbers, so that neighbouring games have unrelated streams.
///
/// ```
/// use crosscram_players::seed_of;
///
/// assert_eq!(seed_of([7, 1]), seed_of([7, 1]));
/// assert_ne!(seed_of([7, 1]), seed_of([1, 7]));
/// ```
pub fn seed_of(parts: impl IntoIterator<Item = u64>) -> u64 {
    let start = 0x243f_6a88_85a3_08d3; // The fraction of pi: any odd-looking constant will do.
    parts.into_iter().fold(start, |seed, part| {
        mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ mix(part.wrapping_add(1)))
    })
}

/// Finaliser of splitmix64: every input bit changes about half of the output bits.
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_an_end_are_equally_frequent() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // Ten thousand each; the standard deviation is 91.
        assert!(
            counts.iter().all(|n| (9_600..10_400).contains(n)),
            "{counts:?}"
        );
    }
}
