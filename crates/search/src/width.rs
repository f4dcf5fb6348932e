//! The smallest type of sets that holds a board.

/// Evaluates an expression with the smallest type of sets of so many bits.
macro_rules! by_width {
    ($bits:expr, $set:ident => $value:expr) => {
        match $bits {
            0..=64 => {
                type $set = crosscram_rules::Bits64;
                $value
            }
            65..=128 => {
                type $set = crosscram_rules::Bits128;
                $value
            }
            _ => {
                type $set = crosscram_rules::Bits256;
                $value
            }
        }
    };
}

pub(crate) use by_width;
