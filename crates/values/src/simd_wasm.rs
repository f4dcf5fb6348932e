//! The sum of switch vectors with WebAssembly's vector instructions: what `simd.rs` does with those of
//! x86-64, in registers of half the size.

use crate::switches::Numbers;
use std::arch::wasm32::{
    i16x8, i16x8_add, i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i16x8_extract_lane,
    i16x8_max, i16x8_shuffle, i64x2, v128,
};

/// The convolution of two vectors: the same numbers as `portable::plus`.
#[inline]
pub(crate) fn plus(a: &Numbers, b: &Numbers) -> Numbers {
    let (a_second, a_first) = load(a);
    let (b_second, b_first) = load(b);
    // For each x: entry x of a spread over a register, and the entries of b permuted by xor with x.
    macro_rules! with {
        ($x:literal) => {{
            let second = i16x8_shuffle::<$x, $x, $x, $x, $x, $x, $x, $x>(a_second, a_second);
            let first = i16x8_shuffle::<$x, $x, $x, $x, $x, $x, $x, $x>(a_first, a_first);
            let b_second = permuted!(b_second, $x);
            let b_first = permuted!(b_first, $x);
            (
                i16x8_add(second, b_second),
                i16x8_max(i16x8_add(first, b_second), i16x8_add(second, b_first)),
            )
        }};
    }
    macro_rules! permuted {
        ($b:expr, $x:literal) => {
            i16x8_shuffle::<
                { 0 ^ $x },
                { 1 ^ $x },
                { 2 ^ $x },
                { 3 ^ $x },
                { 4 ^ $x },
                { 5 ^ $x },
                { 6 ^ $x },
                { 7 ^ $x },
            >($b, $b)
        };
    }
    let max = |a: (v128, v128), b: (v128, v128)| (i16x8_max(a.0, b.0), i16x8_max(a.1, b.1));
    let (second, first) = max(
        max(max(with!(0), with!(1)), max(with!(2), with!(3))),
        max(max(with!(4), with!(5)), max(with!(6), with!(7))),
    );
    store(second, first)
}

/// The sixteen signed bytes of two words: the same numbers as `portable::widen`.
#[inline]
pub(crate) fn widen(words: [u64; 2]) -> Numbers {
    let bytes = i64x2(words[0] as i64, words[1] as i64);
    store(
        i16x8_extend_low_i8x16(bytes),
        i16x8_extend_high_i8x16(bytes),
    )
}

/// The compiler makes two loads of this.
#[inline]
fn load(n: &Numbers) -> (v128, v128) {
    (
        i16x8(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]),
        i16x8(n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15]),
    )
}

/// The compiler makes two stores of this.
#[inline]
fn store(low: v128, high: v128) -> Numbers {
    macro_rules! lanes {
        ($($lane:literal)*) => {
            [$(i16x8_extract_lane::<$lane>(low),)* $(i16x8_extract_lane::<$lane>(high),)*]
        };
    }
    lanes!(0 1 2 3 4 5 6 7)
}
