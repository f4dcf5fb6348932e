//! A hash function for keys of one word.

use std::hash::Hasher;

/// Hashes words by multiplication: fast, and good enough for keys that no adversary chooses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word ^ word >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
