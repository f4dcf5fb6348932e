//! Checksums of file formats. They detect damage, not deliberate change.
//!
//! New formats should use [`xxh64`], which runs at the speed of memory.

use twox_hash::XxHash64;

/// Returns the XXH64 checksum of some bytes (Collet: *xxHash fast digest algorithm*). A seed makes
/// it depend on what came before them.
///
/// ```
/// use crosscram_support::checksum::xxh64;
///
/// assert_eq!(xxh64(b"abc", 0), 0x44bc_2cf5_ad77_0999);
/// ```
pub fn xxh64(bytes: &[u8], seed: u64) -> u64 {
    XxHash64::oneshot(seed, bytes)
}

/// The 64-bit FNV-1a checksum (Fowler, Noll, Vo), computed piece by piece.
///
/// ```
/// use crosscram_support::checksum::Fnv1a;
///
/// let mut sum = Fnv1a::default();
/// sum.add(b"foo");
/// sum.add(b"bar");
/// assert_eq!(sum.value(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    /// Returns the checksum of one piece of bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut sum = Fnv1a::default();
        sum.add(bytes);
        sum.value()
    }

    /// Appends bytes to the checksummed data.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    }

    /// Returns the checksum of all bytes added so far.
    pub const fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_the_specification() {
        // The test vectors of xxHash: bytes from a generator, and their XXH64 with two seeds.
        let mut generator = 2_654_435_761_u64;
        let bytes: Vec<u8> = (0..222)
            .map(|_| {
                let byte = (generator >> 56) as u8;
                generator = generator.wrapping_mul(11_400_714_785_074_694_797);
                byte
            })
            .collect();
        let prime = 2_654_435_761;
        for (length, seed, expected) in [
            (0, 0, 0xef46_db37_51d8_e999),
            (0, prime, 0xac75_fda2_929b_17ef),
            (1, 0, 0xe934_a84a_db05_2768),
            (1, prime, 0x5014_6076_43a9_b4c3),
            (4, 0, 0x9136_a0dc_a574_57ee),
            (14, 0, 0x8282_dcc4_994e_35c8),
            (14, prime, 0xc3bd_6bf6_3deb_6df0),
            (222, 0, 0xb641_ae8c_b691_c174),
            (222, prime, 0x20cb_8ab7_ae10_c14a),
        ] {
            assert_eq!(xxh64(&bytes[..length], seed), expected, "{length} {seed}");
        }
    }

    #[test]
    fn fnv_of_nothing_and_of_a_letter() {
        assert_eq!(Fnv1a::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::of(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
