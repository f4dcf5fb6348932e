//! XXH64, a 64-bit checksum that runs at the speed of memory.
//!
//! Written from the specification of Yann Collet (xxHash fast digest algorithm, version 0.1.1).
//! It is no defence against forgers; it finds what disks, copies and other programs do to a file.

const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const PRIME_3: u64 = 0x1656_67b1_9e37_79f9;
const PRIME_4: u64 = 0x85eb_ca77_c2b2_ae63;
const PRIME_5: u64 = 0x27d4_eb2f_1656_67c5;

/// The checksum of some bytes. A seed makes it depend on what came before them.
pub(super) fn xxh64(bytes: &[u8], seed: u64) -> u64 {
    let mut stripes = bytes.chunks_exact(32);
    let mut hash = if bytes.len() < 32 {
        seed.wrapping_add(PRIME_5)
    } else {
        let mut lanes = [
            seed.wrapping_add(PRIME_1).wrapping_add(PRIME_2),
            seed.wrapping_add(PRIME_2),
            seed,
            seed.wrapping_sub(PRIME_1),
        ];
        for stripe in &mut stripes {
            for (lane, word) in lanes.iter_mut().zip(stripe.chunks_exact(8)) {
                *lane = round(*lane, little_endian(word));
            }
        }
        let [a, b, c, d] = lanes;
        let sum = a
            .rotate_left(1)
            .wrapping_add(b.rotate_left(7))
            .wrapping_add(c.rotate_left(12))
            .wrapping_add(d.rotate_left(18));
        lanes.into_iter().fold(sum, |hash, lane| {
            (hash ^ round(0, lane))
                .wrapping_mul(PRIME_1)
                .wrapping_add(PRIME_4)
        })
    };
    hash = hash.wrapping_add(bytes.len() as u64);

    let mut words = stripes.remainder().chunks_exact(8);
    for word in &mut words {
        hash = (hash ^ round(0, little_endian(word)))
            .rotate_left(27)
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }
    let mut rest = words.remainder();
    if let Some((half, last)) = rest.split_at_checked(4) {
        hash = (hash ^ little_endian(half).wrapping_mul(PRIME_1))
            .rotate_left(23)
            .wrapping_mul(PRIME_2)
            .wrapping_add(PRIME_3);
        rest = last;
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte).wrapping_mul(PRIME_5))
            .rotate_left(11)
            .wrapping_mul(PRIME_1);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME_2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME_3);
    hash ^ (hash >> 32)
}

#[inline]
fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIME_2))
        .rotate_left(31)
        .wrapping_mul(PRIME_1)
}

/// Up to eight bytes as a number.
#[inline]
fn little_endian(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the reference implementation's own sanity test: its pseudo-random bytes, of
    /// lengths that use each part of the algorithm.
    #[test]
    fn known_values() {
        const PRIME32: u64 = 2_654_435_761;
        const PRIME64: u64 = 11_400_714_785_074_694_797;
        let mut state = PRIME32;
        let bytes: Vec<u8> = (0..222)
            .map(|_| {
                let byte = (state >> 56) as u8;
                state = state.wrapping_mul(PRIME64);
                byte
            })
            .collect();
        for (length, seed, expected) in [
            (0, 0, 0xef46_db37_51d8_e999),
            (0, PRIME32, 0xac75_fda2_929b_17ef),
            (1, 0, 0xe934_a84a_db05_2768),
            (1, PRIME32, 0x5014_6076_43a9_b4c3),
            (4, 0, 0x9136_a0dc_a574_57ee),
            (14, 0, 0x8282_dcc4_994e_35c8),
            (14, PRIME32, 0xc3bd_6bf6_3deb_6df0),
            (222, 0, 0xb641_ae8c_b691_c174),
            (222, PRIME32, 0x20cb_8ab7_ae10_c14a),
        ] {
            assert_eq!(xxh64(&bytes[..length], seed), expected, "{length} {seed}");
        }
        assert_eq!(xxh64(b"abc", 0), 0x44bc_2cf5_ad77_0999);
    }
}
