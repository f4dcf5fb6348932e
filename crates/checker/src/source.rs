//! The reader: the primitives of section 3 in their binary form.

use crate::{Checked, items::UNIT, unreadable};
use std::io::BufRead;

/// Reads primitives: the file, bytes read so far, vectors allowed, share. Sizes are not believed.
pub(crate) struct Source<'a>(pub &'a mut dyn BufRead, pub usize, pub usize, pub (usize, usize));
impl Source<'_> {
    /// A word or a cell.
    pub(crate) fn byte(&mut self) -> Checked<u8> {
        let mut byte = [0];
        self.1 += 1;
        match self.0.read_exact(&mut byte) {
            Ok(()) => Ok(byte[0]),
            Err(_) => unreadable("the file ends too early or cannot be read"),
        }
    }
    /// A number from `least` to `most`.
    pub(crate) fn number(&mut self, least: u64, most: u64) -> Checked<u64> {
        let (mut number, mut shift, mut byte) = (0, 0, 128);
        while byte >= 128 && shift < 63 {
            byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            shift += 7;
        }
        let fits = byte < 128 && least <= number && number <= most;
        if fits { Ok(number) } else { unreadable("a number is beyond its limits") }
    }
    /// A dyadic number, in units.
    pub(crate) fn dyadic(&mut self) -> Checked<i64> {
        let code = self.number(0, u64::MAX)? as i64;
        let step = UNIT.checked_shr(self.byte()?.into()).unwrap_or(0);
        match ((code >> 1) ^ -(code & 1)).checked_mul(step) {
            Some(units) if step > 0 && units.abs() <= UNIT << 20 => Ok(units),
            _ => unreadable("the number beside the board is too large or too fine"),
        }
    }
    /// Digits of one or two bits each.
    pub(crate) fn digits(&mut self, count: u32, bits: u32) -> Checked<Vec<u8>> {
        let mut digits = Vec::new();
        for _ in 0..(count * bits).div_ceil(8) {
            let byte = self.byte()?;
            digits.extend((0..8 / bits).map(|i| byte >> (i * bits) & ((1 << bits) - 1)));
        }
        let spare = digits.split_off(count as usize);
        if spare.iter().all(|&bit| bit == 0) { Ok(digits) } else { unreadable("spare bits") }
    }
}
