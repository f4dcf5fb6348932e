//! Operations on switch vectors for any machine; what the vector instructions are tested against.

use crate::switches::{LOWEST, Numbers, SETS};

/// The convolution of two vectors.
pub(crate) fn plus(a: &Numbers, b: &Numbers) -> Numbers {
    let mut sum = [LOWEST; 2 * SETS];
    for x in 0..SETS {
        for z in 0..SETS {
            let y = x ^ z;
            sum[z] = sum[z].max(a[x] + b[y]);
            sum[SETS + z] = sum[SETS + z]
                .max(a[SETS + x] + b[y])
                .max(a[x] + b[SETS + y]);
        }
    }
    sum
}

/// The sixteen signed bytes of two words, the first lowest.
pub(crate) fn widen(words: [u64; 2]) -> Numbers {
    std::array::from_fn(|i| i16::from((words[i / 8] >> (8 * (i % 8))) as i8))
}
