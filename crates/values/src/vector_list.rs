//! All different vectors, numbered.
//!
//! A table of regions holds some fifty to a hundred shapes for every vector that occurs, so a shape
//! need only keep the number of its vector, and the vectors themselves stay in the processor's
//! cache.
//!
//! **What a number names never changes.** A vector is written before its number is given away, and
//! whoever hands the number on to another thread does so with release ordering.
//!
//! **Known vectors are found without a lock.** Nearly every vector that is asked for is known. An index
//! finds it by a hash; only a new vector is entered under a lock. Before the index is more than half full, a larger
//! one takes its place; who still reads the old one finds nothing new there, and looks again under the
//! lock.

use crate::switches::SwitchVector;
use crosscram_support::memory::ZeroedArray;
use crosscram_support::memory::atomics::{
    AtomicU64, AtomicUsize, Mutex, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};
use std::sync::OnceLock;

/// Vectors of the first block; each block is twice as large as the one before.
const FIRST_BLOCK: u32 = if cfg!(loom) { 4 } else { 1 << 9 };
const BLOCKS: usize = 22;

/// Slots of the first index, as a power of two; each index is twice as large as the one before.
const FIRST_SLOTS_LOG2: u32 = if cfg!(loom) { 3 } else { 10 };

/// The sixteen bytes of a vector as two words.
pub(crate) type Words = [u64; 2];

pub(crate) struct VectorList {
    blocks: [OnceLock<ZeroedArray<AtomicU64>>; BLOCKS],
    /// Numbers by the hash of their vectors; 0 for an empty slot.
    indices: [OnceLock<ZeroedArray<AtomicU64>>; BLOCKS],
    current: AtomicUsize,
    /// How many numbers are given.
    count: Mutex<u32>,
}

/// Where the search for a vector begins in an index of 2^log2 slots.
#[inline]
fn home(vector: Words, log2: u32) -> usize {
    let mixed = (vector[0] ^ vector[1].rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> (u64::BITS - log2)) as usize
}

impl VectorList {
    pub(crate) fn new() -> Self {
        let list = VectorList {
            blocks: [const { OnceLock::new() }; BLOCKS],
            indices: [const { OnceLock::new() }; BLOCKS],
            current: AtomicUsize::new(0),
            count: Mutex::new(0),
        };
        list.indices[0].get_or_init(|| ZeroedArray::new(1 << FIRST_SLOTS_LOG2));
        list
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

    #[inline]
    fn words(&self, number: u32) -> Words {
        let (block, place) = VectorList::place(number);
        let block = self.blocks[block].get().expect("the number was given");
        let words = &block.as_slice()[2 * place..2 * place + 2];
        [words[0].load(Relaxed), words[1].load(Relaxed)]
    }

    /// The vector with a number that [`VectorList::number`] has given.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> SwitchVector {
        SwitchVector::from_words(self.words(number))
    }

    /// All vectors; the first has number 1.
    pub(crate) fn all(&self) -> Vec<Words> {
        let count = self.count.lock();
        let count = *count.unwrap_or_else(|poisoned| poisoned.into_inner());
        (1..=count).map(|number| self.words(number)).collect()
    }

    /// Numbers these vectors from 1 on. Returns whether that could be done: there were no others, and
    /// these are different.
    pub(crate) fn fill(&self, vectors: &[Words]) -> bool {
        let count = self.count.lock();
        let is_empty = *count.unwrap_or_else(|poisoned| poisoned.into_inner()) == 0;
        is_empty
            && (1..)
                .zip(vectors)
                .all(|(number, &vector)| self.number(vector, u32::MAX) == Some(number))
    }

    /// The number of a vector in the current index, or the slot of that index where it would be.
    #[inline]
    fn find(&self, vector: Words) -> Result<u32, (usize, usize)> {
        let current = self.current.load(Acquire);
        let index = self.indices[current].get();
        let index = index.expect("a current index exists").as_slice();
        let mut slot = home(vector, FIRST_SLOTS_LOG2 + current as u32);
        loop {
            match index[slot].load(Acquire) as u32 {
                0 => return Err((current, slot)),
                number if self.words(number) == vector => return Ok(number),
                _ => slot = (slot + 1) % index.len(),
            }
        }
    }

    /// The number of a vector: less than `limit`, or `None` if there are too many already, or
    /// there is no memory for more. Zero is never given.
    pub(crate) fn number(&self, vector: Words, limit: u32) -> Option<u32> {
        let number = match self.find(vector) {
            Ok(number) => number,
            Err(_) => self.enter(vector, limit)?,
        };
        (number < limit).then_some(number)
    }

    #[cold]
    fn enter(&self, vector: Words, limit: u32) -> Option<u32> {
        let count = self.count.lock();
        let mut count = count.unwrap_or_else(|poisoned| poisoned.into_inner());
        // Another thread may have been faster, or the index have changed.
        let mut place = match self.find(vector) {
            Ok(number) => return Some(number),
            Err(place) => place,
        };
        let number = *count + 1;
        if number as usize > 1 << (FIRST_SLOTS_LOG2 - 1 + place.0 as u32) {
            self.enlarge(place.0 + 1, *count)?;
            place = self.find(vector).expect_err("only the index has changed");
        }
        let (current, slot) = place;
        let (block, place) = VectorList::place(number);
        if number >= limit || block >= BLOCKS {
            return None;
        }
        let size = FIRST_BLOCK << block.saturating_sub(1);
        if self.blocks[block].get().is_none() {
            let new = ZeroedArray::try_new(2 * size as usize).ok()?;
            // No other thread sets it: the list is locked.
            let _ = self.blocks[block].set(new);
        }
        let block = self.blocks[block].get().expect("it was set");
        block.as_slice()[2 * place].store(vector[0], Relaxed);
        block.as_slice()[2 * place + 1].store(vector[1], Relaxed);
        *count = number;
        let index = self.indices[current].get().expect("it is the current one");
        index.as_slice()[slot].store(number.into(), Release);
        Some(number)
    }

    /// Makes an index of the first `count` vectors the current one.
    fn enlarge(&self, next: usize, count: u32) -> Option<()> {
        let log2 = FIRST_SLOTS_LOG2 + next as u32;
        let larger = ZeroedArray::<AtomicU64>::try_new(1 << log2).ok()?;
        let slots = larger.as_slice();
        for number in 1..=count {
            let mut slot = home(self.words(number), log2);
            while slots[slot].load(Relaxed) != 0 {
                slot = (slot + 1) % slots.len();
            }
            slots[slot].store(number.into(), Relaxed);
        }
        let index = self.indices.get(next)?;
        // No other thread sets it: the list is locked.
        let _ = index.set(larger);
        self.current.store(next, Release);
        Some(())
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
