//! A map from shapes to vectors that many threads fill at once, without locks.
//!
//! **What is found is right.** A slot is claimed once, by exchanging its empty first word for a
//! mark; then the rest of the key and the vector are written; last the first word, with release
//! ordering. Who reads that word with acquire ordering therefore sees the rest, and a slot never
//! changes again. Two threads may enter the same shape twice; both entries are right.
//!
//! The map grows by copying into a larger part; what is entered into the old part meanwhile is
//! lost and found anew when needed.

use crosscram_memory::ZeroedArray;
use crosscram_rules::Bits;
use std::marker::PhantomData;
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};
use std::sync::{Arc, Mutex, OnceLock};

/// First word of a slot that is being written. No shape has 64 cells in its first word.
const CLAIMED: u64 = u64::MAX;

/// Slots looked at before a shape counts as absent, or the map as full.
const PROBES: usize = 32;

/// Slots of the first part; each part is [`GROWTH`] times as large as the one before.
const FIRST_SLOTS: usize = 1 << 13;
const GROWTH: usize = 2;
const MOST_PARTS: usize = 20;

pub(crate) struct ShapeMap<W> {
    parts: [OnceLock<Part<W>>; MOST_PARTS],
    current: AtomicUsize,
    growing: Mutex<()>,
    budget: Arc<Budget>,
    /// It cannot grow any more.
    is_last: AtomicBool,
}

/// Bytes that some maps together may take. The parts that maps have outgrown do not count.
pub(crate) struct Budget(AtomicU64);

impl Budget {
    pub(crate) fn new(bytes: u64) -> Self {
        Budget(AtomicU64::new(bytes))
    }

    /// Whether there were so many bytes left; they are no longer.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let less = |left: u64| left.checked_sub(bytes);
        self.0.fetch_update(Relaxed, Relaxed, less).is_ok()
    }
}

struct Part<W> {
    words: ZeroedArray<AtomicU64>,
    slots: usize,
    used: AtomicUsize,
    shapes: PhantomData<W>,
}

/// What [`ShapeMap::insert`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    Yes,
    /// There is no room, and there will never be.
    Full,
}

impl<W: Bits> ShapeMap<W> {
    /// A map that grows as far as the budget allows.
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        let map = ShapeMap {
            parts: [const { OnceLock::new() }; MOST_PARTS],
            current: AtomicUsize::new(0),
            growing: Mutex::new(()),
            budget,
            is_last: AtomicBool::new(false),
        };
        map.parts[0].get_or_init(|| Part::new(FIRST_SLOTS));
        map
    }

    #[inline]
    fn part(&self) -> &Part<W> {
        let current = self.current.load(Acquire);
        self.parts[current].get().expect("a current part exists")
    }

    #[inline]
    pub(crate) fn get(&self, shape: W) -> Option<[u64; 2]> {
        self.part().get(shape)
    }

    /// Hint that a shape will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, shape: W) {
        let part = self.part();
        let first = part.first_slot(shape) & (part.slots - 1);
        part.words.prefetch(first * Part::<W>::SLOT);
    }

    /// Enter some shapes that have the same vector.
    pub(crate) fn insert(&self, shapes: &[W], vector: [u64; 2]) -> Inserted {
        let mut shapes = shapes.iter().peekable();
        loop {
            let current = self.current.load(Acquire);
            let part = self.part();
            let is_last = self.is_last.load(Relaxed);
            // The last part may be filled to the brim.
            if is_last || !part.is_crowded() {
                while shapes
                    .next_if(|&&shape| part.insert(shape, vector))
                    .is_some()
                {}
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
        let _guard = self
            .growing
            .lock()
            .unwrap_or_else(|guard| guard.into_inner());
        if self.current.load(Acquire) != from {
            return;
        }
        let old = self.parts[from].get().expect("a current part exists");
        let more = ((GROWTH - 1) * old.slots * Part::<W>::SLOT * 8) as u64;
        if from + 1 == MOST_PARTS || !self.budget.take(more) {
            self.is_last.store(true, Relaxed);
            return;
        }
        let new = Part::new(old.slots * GROWTH);
        for (shape, vector) in old.entries() {
            new.insert(shape, vector);
        }
        self.parts[from + 1].get_or_init(|| new);
        self.current.store(from + 1, Release);
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.part().used.load(Relaxed)
    }

    /// All entries that are completely there.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (W, [u64; 2])> {
        self.part().entries()
    }
}

impl<W: Bits> Part<W> {
    /// Words of a slot: the shape and two words of numbers.
    const SLOT: usize = W::WORDS + 2;

    fn new(slots: usize) -> Self {
        Part {
            words: ZeroedArray::new(slots * Self::SLOT),
            slots,
            used: AtomicUsize::new(0),
            shapes: PhantomData,
        }
    }

    fn is_crowded(&self) -> bool {
        self.used.load(Relaxed) > self.slots / 8 * 5
    }

    #[inline]
    fn first_slot(&self, shape: W) -> usize {
        ((u128::from(shape.mix()) * self.slots as u128) >> 64) as usize
    }

    /// The slots in which a shape may be.
    #[inline]
    fn slots_of(&self, shape: W) -> impl Iterator<Item = &[AtomicU64]> {
        let first = self.first_slot(shape);
        (first..first + PROBES).map(|slot| {
            let at = (slot & (self.slots - 1)) * Self::SLOT;
            &self.words.as_slice()[at..at + Self::SLOT]
        })
    }

    #[inline]
    fn get(&self, shape: W) -> Option<[u64; 2]> {
        for slot in self.slots_of(shape) {
            let word = slot[0].load(Acquire);
            if word == shape.word(0)
                && (1..W::WORDS).all(|i| slot[i].load(Relaxed) == shape.word(i))
            {
                return Some(vector_in(slot));
            }
            if word == 0 {
                return None;
            }
        }
        None
    }

    /// Whether there was room.
    fn insert(&self, shape: W, vector: [u64; 2]) -> bool {
        debug_assert!(shape.word(0) != 0 && shape.word(0) != CLAIMED);
        for slot in self.slots_of(shape) {
            if slot[0].load(Relaxed) != 0
                || slot[0]
                    .compare_exchange(0, CLAIMED, Relaxed, Relaxed)
                    .is_err()
            {
                continue;
            }
            for (i, word) in slot[..W::WORDS].iter().enumerate().skip(1) {
                word.store(shape.word(i), Relaxed);
            }
            slot[W::WORDS].store(vector[0], Relaxed);
            slot[W::WORDS + 1].store(vector[1], Relaxed);
            slot[0].store(shape.word(0), Release);
            self.used.fetch_add(1, Relaxed);
            return true;
        }
        false
    }

    fn entries(&self) -> impl Iterator<Item = (W, [u64; 2])> {
        let slots = self.words.as_slice().chunks_exact(Self::SLOT);
        slots.filter_map(|slot| {
            let first = slot[0].load(Acquire);
            if first == 0 || first == CLAIMED {
                return None;
            }
            let rest = slot[1..W::WORDS].iter().map(|word| word.load(Relaxed));
            Some((
                W::from_words(std::iter::once(first).chain(rest)),
                vector_in(slot),
            ))
        })
    }
}

/// The numbers at the end of a slot.
#[inline]
fn vector_in(slot: &[AtomicU64]) -> [u64; 2] {
    let numbers = &slot[slot.len() - 2..];
    [numbers[0].load(Relaxed), numbers[1].load(Relaxed)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits64, Bits128};

    fn vector(n: u64) -> [u64; 2] {
        [n.wrapping_mul(0x0303_0101), n ^ 0x55]
    }

    #[test]
    fn threads_find_what_any_of_them_entered() {
        let map = ShapeMap::<Bits128>::new(Arc::new(Budget::new(1 << 30)));
        let shape = |n: u64| Bits128::from_words([n | 1, n >> 3]);
        std::thread::scope(|scope| {
            for start in 0..4 {
                let map = &map;
                scope.spawn(move || {
                    for n in 0..60_000u64 {
                        let n = 2 * ((n + start * 15_000) % 60_000);
                        match map.get(shape(n)) {
                            Some(found) => assert_eq!(found, vector(n)),
                            None => assert_eq!(map.insert(&[shape(n)], vector(n)), Inserted::Yes),
                        }
                    }
                });
            }
        });
        assert!(map.len() >= 50_000, "{}", map.len());
        for (shape, found) in map.entries() {
            assert_eq!(found, vector(shape.word(0) & !1));
        }
    }

    #[test]
    fn a_full_map_says_so_and_keeps_what_it_has() {
        let map = ShapeMap::<Bits64>::new(Arc::new(Budget::new(0)));
        let entered = (1..100_000u64)
            .take_while(|&n| map.insert(&[Bits64::from_words([n])], vector(n)) == Inserted::Yes)
            .count() as u64;
        assert!((3_000..10_000).contains(&entered), "{entered}");
        for n in 1..=entered {
            assert_eq!(map.get(Bits64::from_words([n])), Some(vector(n)));
        }
    }
}
