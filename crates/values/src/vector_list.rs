//! All different vectors, numbered.
//!
//! A table of regions holds some fifty to a hundred shapes for every vector that occurs, so a shape
//! stores only the number of its vector, and the vectors themselves stay in the processor's cache.
//!
//! **The vector of a number never changes.** A vector is written before its number is returned, and a
//! thread that passes the number to another does so with release ordering.

use crate::hash::WordHasher;
use crate::switches::SwitchVector;
use crosscram_memory::ZeroedArray;
use crosscram_memory::atomics::{AtomicU64, Mutex, Ordering::Relaxed};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

/// Vectors of the first block; each block is twice as large as the one before.
const FIRST_BLOCK: u32 = if cfg!(loom) { 4 } else { 1 << 9 };
const BLOCKS: usize = 22;

/// The sixteen bytes of a vector as two words.
pub(crate) type Words = [u64; 2];

pub(crate) struct VectorList {
    blocks: [OnceLock<ZeroedArray<AtomicU64>>; BLOCKS],
    numbers: Mutex<HashMap<(u64, u64), u32, BuildHasherDefault<WordHasher>>>,
}

impl VectorList {
    pub(crate) fn new() -> Self {
        VectorList {
            blocks: [const { OnceLock::new() }; BLOCKS],
            numbers: Mutex::new(HashMap::default()),
        }
    }

    /// The block and the place in it of a number.
    #[inline]
    fn place(number: u32) -> (usize, usize) {
        let block = (number / FIRST_BLOCK)
            .checked_ilog2()
            .map_or(0, |log| log + 1);
        let first = (FIRST_BLOCK << block >> 1) & !(FIRST_BLOCK - 1);
        (block as usize, (number - first) as usize)
    }

    /// The vector with a number that [`VectorList::number`] has given.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> SwitchVector {
        let (block, place) = VectorList::place(number);
        let block = self.blocks[block].get().expect("the number was given");
        let words = &block.as_slice()[2 * place..2 * place + 2];
        SwitchVector::from_words([words[0].load(Relaxed), words[1].load(Relaxed)])
    }

    /// The number of a vector: less than `limit`, or `None` if there are too many already, or
    /// there is no memory for more. Zero is never given.
    pub(crate) fn number(&self, vector: Words, limit: u32) -> Option<u32> {
        let numbers = self.numbers.lock();
        let mut numbers = numbers.unwrap_or_else(|poisoned| poisoned.into_inner());
        let key = (vector[0], vector[1]);
        if let Some(&number) = numbers.get(&key) {
            return (number < limit).then_some(number);
        }
        let number = numbers.len() as u32 + 1;
        let (block, place) = VectorList::place(number);
        if number >= limit || block >= BLOCKS {
            return None;
        }
        let size = FIRST_BLOCK << block.saturating_sub(1);
        if self.blocks[block].get().is_none() {
            let new = ZeroedArray::try_new(2 * size as usize).ok()?;
            // Cannot fail: the lock keeps other threads out.
            let _ = self.blocks[block].set(new);
        }
        let block = self.blocks[block].get().expect("it was set");
        block.as_slice()[2 * place].store(vector[0], Relaxed);
        block.as_slice()[2 * place + 1].store(vector[1], Relaxed);
        numbers.insert(key, number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Miri is some thousand times as slow.
    const LAST: u64 = if cfg!(miri) { 600 } else { 5000 };

    #[test]
    fn numbers_name_their_vectors() {
        let list = VectorList::new();
        let vector = |i: u64| [i.wrapping_mul(0x0101_0101), i << 8];
        for i in 1..=LAST {
            assert_eq!(list.number(vector(i), u32::MAX), Some(i as u32));
        }
        for i in 1..=LAST {
            assert_eq!(list.number(vector(i), u32::MAX), Some(i as u32));
            assert_eq!(list.get(i as u32), SwitchVector::from_words(vector(i)));
        }
    }

    #[test]
    fn limits_are_kept() {
        let list = VectorList::new();
        assert_eq!(list.number([7, 7], 2), Some(1));
        assert_eq!(list.number([8, 8], 2), None);
        assert_eq!(list.number([8, 8], 3), Some(2));
        assert_eq!(list.number([8, 8], 2), None);
        assert_eq!(list.number([7, 7], 2), Some(1));
    }
}
