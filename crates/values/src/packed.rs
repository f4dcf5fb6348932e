//! A map from shapes of one word to vectors with a single word for each, without locks.
//!
//! The shape is mixed, reversibly, into a hash; its upper bits say where the entry belongs. They
//! need not be kept, which leaves room in the word for how far the entry lies from there, and for
//! the number of its vector ([`VectorList`]). In a map of 2^b slots, from the highest bit on:
//!
//! - 64 − b bits: the rest of the hash;
//! - 5 bits: the distance;
//! - b − 5 bits: the number, which is never zero.
//!
//! So a hit is never wrong: place, distance and rest give back the whole shape. And since an entry
//! is one word, it is there or not.
//!
//! The map grows by copying into a larger part; what is entered into the old part meanwhile is
//! lost and found anew when needed.

use crate::shapes::{Budget, Inserted};
use crate::switches::SwitchVector;
use crate::vector_list::VectorList;
use crosscram_memory::ZeroedArray;
use crosscram_rules::{Bits, Bits64};
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};
use std::sync::{Arc, Mutex, OnceLock};

/// Bits of the distance.
const DISTANCE: u32 = 5;

/// Slots of the first part, as a power of two; each part is twice as large as the one before.
const FIRST_SLOTS_LOG2: u32 = 14;
const MOST_PARTS: usize = 20;

pub(crate) struct PackedMap {
    parts: [OnceLock<Part>; MOST_PARTS],
    current: AtomicUsize,
    vectors: VectorList,
    growing: Mutex<()>,
    budget: Arc<Budget>,
    /// It cannot grow any more.
    is_last: AtomicBool,
}

struct Part {
    words: ZeroedArray<AtomicU64>,
    slots_log2: u32,
    used: AtomicUsize,
}

impl PackedMap {
    /// A map that grows as far as the budget allows.
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        let map = PackedMap {
            parts: [const { OnceLock::new() }; MOST_PARTS],
            current: AtomicUsize::new(0),
            vectors: VectorList::new(),
            growing: Mutex::new(()),
            budget,
            is_last: AtomicBool::new(false),
        };
        map.parts[0].get_or_init(|| Part::new(FIRST_SLOTS_LOG2));
        map
    }

    #[inline]
    fn part(&self) -> &Part {
        let current = self.current.load(Acquire);
        self.parts[current].get().expect("a current part exists")
    }

    #[inline]
    pub(crate) fn get(&self, shape: Bits64) -> Option<SwitchVector> {
        let number = self.part().get(mix(shape.word(0)))?;
        Some(self.vectors.get(number))
    }

    /// Hint that a shape will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, shape: Bits64) {
        self.part().prefetch(mix(shape.word(0)));
    }

    /// Enter some shapes that have the same vector.
    pub(crate) fn insert(&self, shapes: &[Bits64], vector: &SwitchVector) -> Inserted {
        let words = vector.to_words();
        let mut shapes = shapes.iter().map(|shape| mix(shape.word(0))).peekable();
        loop {
            let current = self.current.load(Acquire);
            let part = self.part();
            let is_last = self.is_last.load(Relaxed);
            // The last part may be filled to the brim.
            if (is_last || !part.is_crowded())
                && let Some(number) = self.vectors.number(words, part.numbers())
            {
                while shapes.next_if(|&hash| part.insert(hash, number)).is_some() {}
                if shapes.peek().is_none() {
                    return Inserted::Yes;
                }
            }
            if is_last {
                return Inserted::Full;
            }
            self.grow(current);
        }
    }

    #[cold]
    fn grow(&self, from: usize) {
        let guard = self.growing.lock();
        let _guard = guard.unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.current.load(Acquire) != from {
            return;
        }
        let old = self.parts[from].get().expect("a current part exists");
        let more = size_of::<AtomicU64>() << old.slots_log2;
        if from + 1 == MOST_PARTS || !self.budget.take(more as u64) {
            self.is_last.store(true, Relaxed);
            return;
        }
        let new = Part::new(old.slots_log2 + 1);
        for (hash, number) in old.entries() {
            new.insert(hash, number);
        }
        self.parts[from + 1].get_or_init(|| new);
        self.current.store(from + 1, Release);
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.part().used.load(Relaxed)
    }

    /// All entries.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Bits64, SwitchVector)> {
        let entries = self.part().entries();
        entries.map(|(hash, number)| {
            let shape = Bits64::from_words([unmix(hash)]);
            (shape, self.vectors.get(number))
        })
    }
}

impl Part {
    fn new(slots_log2: u32) -> Self {
        Part {
            words: ZeroedArray::new(1 << slots_log2),
            slots_log2,
            used: AtomicUsize::new(0),
        }
    }

    fn is_crowded(&self) -> bool {
        self.used.load(Relaxed) > (5 << self.slots_log2) / 8
    }

    /// Bits of a vector's number.
    #[inline]
    fn number_bits(&self) -> u32 {
        self.slots_log2 - DISTANCE
    }

    /// Numbers of vectors are less than this.
    fn numbers(&self) -> u32 {
        1u32.checked_shl(self.number_bits()).unwrap_or(u32::MAX)
    }

    /// Where an entry belongs.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.slots_log2)) as usize
    }

    /// An entry at no distance, without its number.
    #[inline]
    fn mark(&self, hash: u64) -> u64 {
        hash << self.slots_log2 >> self.number_bits()
    }

    /// The slots at which an entry may be, nearest first.
    #[inline]
    fn slots_from(&self, home: usize) -> impl Iterator<Item = &AtomicU64> {
        let last = (1 << self.slots_log2) - 1;
        let words = self.words.as_slice();
        (home..home + (1 << DISTANCE)).map(move |slot| &words[slot & last])
    }

    #[inline]
    fn prefetch(&self, hash: u64) {
        self.words.prefetch(self.home(hash));
    }

    #[inline]
    fn get(&self, hash: u64) -> Option<u32> {
        let number_bits = self.number_bits();
        let marks = self.mark(hash)..;
        for (mark, slot) in marks.zip(self.slots_from(self.home(hash))) {
            let word = slot.load(Acquire);
            // Before comparing: a mark may be zero.
            if word == 0 {
                return None;
            }
            if word >> number_bits == mark {
                return Some((word & ((1 << number_bits) - 1)) as u32);
            }
        }
        None
    }

    /// Whether there was room.
    fn insert(&self, hash: u64, number: u32) -> bool {
        let marks = self.mark(hash)..;
        for (mark, slot) in marks.zip(self.slots_from(self.home(hash))) {
            let word = mark << self.number_bits() | u64::from(number);
            if slot.load(Relaxed) == 0 && slot.compare_exchange(0, word, Release, Relaxed).is_ok() {
                self.used.fetch_add(1, Relaxed);
                return true;
            }
        }
        false
    }

    /// All entries: hash and number.
    fn entries(&self) -> impl Iterator<Item = (u64, u32)> {
        let words = self.words.as_slice().iter().enumerate();
        words.filter_map(|(slot, word)| {
            let word = word.load(Acquire);
            let distance = (word >> self.number_bits()) as usize & ((1 << DISTANCE) - 1);
            let home = slot.wrapping_sub(distance) & ((1 << self.slots_log2) - 1);
            let upper = (home as u64) << (u64::BITS - self.slots_log2);
            let number = word & ((1 << self.number_bits()) - 1);
            (word != 0).then_some((upper | word >> self.slots_log2, number as u32))
        })
    }
}

/// An odd number, and its inverse modulo 2^64.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

/// Spreads shapes over the upper bits; no two have the same hash.
#[inline]
fn mix(shape: u64) -> u64 {
    (shape ^ shape >> 32).wrapping_mul(FACTOR)
}

/// The shape of a hash.
fn unmix(hash: u64) -> u64 {
    let folded = hash.wrapping_mul(INVERSE);
    folded ^ folded >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(n: u64) -> SwitchVector {
        SwitchVector::from_words([n % 4001 * 0x0101, n % 17])
    }

    fn shape(n: u64) -> Bits64 {
        // Dense and sparse words, with bits at both ends.
        Bits64::from_words([(n << 40 | n >> 3 | n << 17) ^ n])
    }

    #[test]
    fn hashes_give_back_their_shapes() {
        assert_eq!(FACTOR.wrapping_mul(INVERSE), 1);
        for n in 0..100_000u64 {
            let word = n.wrapping_mul(0x5851_f42d_4c95_7f2d);
            assert_eq!(unmix(mix(word)), word);
        }
    }

    #[test]
    fn threads_find_what_any_of_them_entered() {
        let map = PackedMap::new(Arc::new(Budget::new(1 << 30)));
        std::thread::scope(|scope| {
            for start in 0..4 {
                let map = &map;
                scope.spawn(move || {
                    for n in 0..60_000u64 {
                        let n = 1 + (n + start * 15_000) % 60_000;
                        match map.get(shape(n)) {
                            Some(found) => assert_eq!(found, vector(n)),
                            None => assert_eq!(map.insert(&[shape(n)], &vector(n)), Inserted::Yes),
                        }
                    }
                });
            }
        });
        assert!(map.len() >= 50_000, "{}", map.len());
        let known: std::collections::HashMap<_, _> =
            (1..=60_000).map(|n| (shape(n), vector(n))).collect();
        assert_eq!(known.len(), 60_000);
        for (shape, found) in map.entries() {
            assert_eq!(known[&shape], found);
        }
    }

    #[test]
    fn a_full_map_says_so_and_keeps_what_it_has() {
        let map = PackedMap::new(Arc::new(Budget::new(0)));
        let few = |n: u64| SwitchVector::from_words([n % 5, 0]);
        let entered = (1..100_000u64)
            .take_while(|&n| map.insert(&[shape(n)], &few(n)) == Inserted::Yes)
            .count() as u64;
        assert!((8_000..=16_384).contains(&entered), "{entered}");
        for n in 1..=entered {
            assert_eq!(map.get(shape(n)), Some(few(n)));
        }
    }

    #[test]
    fn a_map_grows_for_its_vectors_too() {
        let map = PackedMap::new(Arc::new(Budget::new(1 << 30)));
        let different = |n: u64| SwitchVector::from_words([n, n]);
        for n in 1..5_000u64 {
            let n = n & 0x7f | (n & 0x3f80) << 1;
            assert_eq!(map.insert(&[shape(n)], &different(n)), Inserted::Yes);
            assert_eq!(map.get(shape(n)), Some(different(n)));
        }
    }
}
