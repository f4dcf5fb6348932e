//! The sum of switch vectors for any machine; what the vector instructions are tested against.

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
