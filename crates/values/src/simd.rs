//! The sum of switch vectors with the vector instructions of x86-64-v3.
//!
//! Entry z of the sum is the largest sum of entry x of one vector and entry x xor z of the other.
//! A whole vector fits one register, `second` in its lower half and `first` in its upper. For
//! each x the entries of b are permuted by xor with x, which is one shuffle, and entry x of a is
//! spread over the register, which is another.

use crate::switches::Numbers;
use std::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi16, _mm256_cvtepi8_epi16, _mm256_loadu_si256,
    _mm256_max_epi16, _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_shuffle_epi8,
    _mm256_storeu_si256,
};

/// The convolution of two vectors: the same numbers as `portable::plus`.
#[inline]
#[allow(unsafe_code)] // The instructions are there: this module is compiled only if they are.
pub(crate) fn plus(a: &Numbers, b: &Numbers) -> Numbers {
    // SAFETY: AVX2 is a target feature of this build, see the `cfg` of the module.
    unsafe { convolution(a, b) }
}

/// The sixteen signed bytes of two words: the same numbers as `portable::widen`.
#[inline]
#[allow(unsafe_code)] // As for `plus`.
pub(crate) fn widen(words: [u64; 2]) -> Numbers {
    // SAFETY: AVX2 is a target feature of this build, see the `cfg` of the module.
    unsafe { sign_extended(words) }
}

#[inline]
#[allow(unsafe_code)] // A store through a pointer.
#[target_feature(enable = "avx2")]
fn sign_extended(words: [u64; 2]) -> Numbers {
    let bytes = _mm_set_epi64x(words[1] as i64, words[0] as i64);
    let mut numbers = [0; 16];
    // SAFETY: sixteen numbers of sixteen bits; no alignment is needed.
    unsafe { _mm256_storeu_si256((&raw mut numbers).cast(), _mm256_cvtepi8_epi16(bytes)) };
    numbers
}

/// The shuffle that brings entry `z ^ low` to place z of the lower half, and `z ^ high` to that of the upper half,
/// where of z the bits of `mask` count: with none, `low` and `high` are spread over the halves.
#[allow(unsafe_code)] // A register from its bytes.
const fn shuffle(mask: u8, low: u8, high: u8) -> __m256i {
    let (mut bytes, mut at) = ([0; 32], 0);
    while at < 32 {
        let half = if at < 16 { low } else { high };
        let place = at as u8 % 16;
        bytes[at] = 2 * (((place / 2) & mask) ^ half) + place % 2;
        at += 1;
    }
    // SAFETY: any thirty-two bytes are a register.
    unsafe { std::mem::transmute(bytes) }
}

const fn xor(low: u8, high: u8) -> __m256i {
    shuffle(7, low, high)
}

const fn spread(low: u8, high: u8) -> __m256i {
    shuffle(0, low, high)
}

#[inline]
#[allow(unsafe_code)] // Loads and stores through pointers.
#[target_feature(enable = "avx2")]
fn convolution(a: &Numbers, b: &Numbers) -> Numbers {
    // SAFETY: sixteen numbers of sixteen bits; no alignment is needed.
    let (a, b) = unsafe { (load(a), load(b)) };
    // a second with b second, and a second with b first.
    let a_second = _mm256_permute4x64_epi64::<0b01_00_01_00>(a);
    macro_rules! both {
        ($x:literal) => {
            _mm256_add_epi16(
                _mm256_shuffle_epi8(a_second, const { spread($x, $x) }),
                _mm256_shuffle_epi8(b, const { xor($x, $x) }),
            )
        };
    }
    let both = _mm256_max_epi16(
        _mm256_max_epi16(
            _mm256_max_epi16(both!(0), both!(1)),
            _mm256_max_epi16(both!(2), both!(3)),
        ),
        _mm256_max_epi16(
            _mm256_max_epi16(both!(4), both!(5)),
            _mm256_max_epi16(both!(6), both!(7)),
        ),
    );
    // a first with b second: two x at a time, one in each half.
    let a_first = _mm256_permute4x64_epi64::<0b11_10_11_10>(a);
    let b_second = _mm256_permute4x64_epi64::<0b01_00_01_00>(b);
    macro_rules! first {
        ($x:literal, $y:literal) => {
            _mm256_add_epi16(
                _mm256_shuffle_epi8(a_first, const { spread($x, $y) }),
                _mm256_shuffle_epi8(b_second, const { xor($x, $y) }),
            )
        };
    }
    let first = _mm256_max_epi16(
        _mm256_max_epi16(first!(0, 1), first!(2, 3)),
        _mm256_max_epi16(first!(4, 5), first!(6, 7)),
    );
    // The better of the two halves belongs into the upper half; the lower one is left alone.
    let swapped = _mm256_permute2x128_si256::<0x01>(first, first);
    let first = _mm256_max_epi16(first, swapped);
    let first = _mm256_permute2x128_si256::<0x30>(both, first);
    let sum = _mm256_max_epi16(both, first);
    let mut numbers = [0; 16];
    // SAFETY: as above.
    unsafe { _mm256_storeu_si256((&raw mut numbers).cast(), sum) };
    numbers
}

#[inline]
#[allow(unsafe_code)] // A load through a pointer.
#[target_feature(enable = "avx2")]
unsafe fn load(numbers: &Numbers) -> __m256i {
    // SAFETY: sixteen numbers of sixteen bits; no alignment is needed.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(numbers).cast()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::portable;
    use crosscram_support::random::Random;

    #[test]
    fn vector_instructions_give_the_portable_numbers() {
        let mut random = Random::new(7);
        let mut numbers = || -> Numbers { std::array::from_fn(|_| random.next_u64() as i16 / 16) };
        // Miri is some thousand times as slow.
        for _ in 0..if cfg!(miri) { 100 } else { 100_000 } {
            let (a, b) = (numbers(), numbers());
            assert_eq!(plus(&a, &b), portable::plus(&a, &b));
            let words = [a, b].map(|n| u64::from(n[0] as u16).wrapping_mul(0x0001_0203_0f0f_1b1b));
            assert_eq!(widen(words), portable::widen(words));
        }
    }
}
