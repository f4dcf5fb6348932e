//! A map from shapes to vectors that many threads fill at once, without locks.
//!
//! The first word of a shape is mixed, reversibly, with the others into a hash, whose upper bits give
//! the home slot of the entry. They need not be stored, which leaves room in the word for the distance
//! of the entry from its home, and for the number of its vector ([`VectorList`]). In a map of 2^b slots,
//! from the highest bit on:
//!
//! - 64 − b bits: the rest of the hash;
//! - 5 bits: the distance;
//! - b − 5 bits: the number, which is neither zero nor all ones.
//!
//! The other words of the shape, if it has any, follow as they are. So a shape of one word takes
//! eight bytes, and a hit is never wrong: place, distance, rest and the other words give back the
//! whole shape.
//!
//! **Entries are read completely or not at all.** A slot is claimed once, by exchanging its empty first
//! word for a mark; then the other words are written; last the first one, with release ordering. A reader
//! that loads it with acquire ordering therefore sees the rest, and a slot never changes again. Two
//! threads may enter the same shape twice; both entries are right.
//!
//! The map grows by copying into a larger segment; entries added to the old segment meanwhile are lost
//! and computed again when needed.

use crate::switches::SwitchVector;
use crate::vector_list::{VectorList, Words};
use crosscram_rules::Bits;
use crosscram_support::memory::ZeroedArray;
use crosscram_support::memory::atomics::{
    AtomicBool, AtomicU64, AtomicUsize, Mutex, Ordering::Acquire, Ordering::Relaxed,
    Ordering::Release,
};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// Bits of the distance.
const DISTANCE: u32 = 5;

/// First word of a slot that is being written: its number is all ones.
const CLAIMED: u64 = u64::MAX;

/// Slots of the first segment, as a power of two; each segment is twice as large as the one before.
const FIRST_SLOTS_LOG2: u32 = if cfg!(loom) { 7 } else { 14 };
/// Slots of the smallest image in a file.
const SMALLEST_SLOTS_LOG2: u32 = 6;
const MAX_SEGMENTS: usize = 20;

pub(crate) struct PackedMap<W> {
    segments: [OnceLock<Segment<W>>; MAX_SEGMENTS],
    current: AtomicUsize,
    vectors: VectorList,
    growing: Mutex<()>,
    budget: Arc<Budget>,
    /// It cannot grow any more.
    is_last: AtomicBool,
}

/// The number of bytes that several maps together may take. Outgrown segments do not count.
pub(crate) struct Budget(AtomicU64);

impl Budget {
    pub(crate) fn new(bytes: u64) -> Self {
        Budget(AtomicU64::new(bytes))
    }

    /// Takes bytes from the budget, if that many are left. Returns whether they were.
    fn take(&self, bytes: u64) -> bool {
        let less = |left: u64| left.checked_sub(bytes);
        self.0.fetch_update(Relaxed, Relaxed, less).is_ok()
    }
}

struct Segment<W> {
    words: ZeroedArray<AtomicU64>,
    slots_log2: u32,
    used: AtomicUsize,
    shapes: PhantomData<W>,
}

/// The result of [`PackedMap::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    Yes,
    /// The map is full and cannot grow.
    Full,
}

impl<W: Bits> PackedMap<W> {
    /// A map that grows as far as the budget allows.
    pub(crate) fn new(budget: Arc<Budget>) -> Self {
        let map = PackedMap {
            segments: [const { OnceLock::new() }; MAX_SEGMENTS],
            current: AtomicUsize::new(0),
            vectors: VectorList::new(),
            growing: Mutex::new(()),
            budget,
            is_last: AtomicBool::new(false),
        };
        let words = ZeroedArray::new(W::WORDS << FIRST_SLOTS_LOG2);
        map.segments[0].get_or_init(|| Segment::new(words, FIRST_SLOTS_LOG2));
        map
    }

    #[inline]
    fn segment(&self) -> &Segment<W> {
        let current = self.current.load(Acquire);
        self.segments[current]
            .get()
            .expect("a current segment exists")
    }

    #[inline]
    pub(crate) fn get(&self, shape: W) -> Option<SwitchVector> {
        let number = self.segment().get(shape)?;
        Some(self.vectors.get(number))
    }

    /// Hints that a shape will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, shape: W) {
        self.segment().prefetch(shape);
    }

    /// Enters a shape with its vector.
    pub(crate) fn insert(&self, shape: W, vector: &SwitchVector) -> Inserted {
        let words = vector.to_words().expect("at most fourteen tiles fit");
        loop {
            let current = self.current.load(Acquire);
            let segment = self.segment();
            let is_last = self.is_last.load(Relaxed);
            // The last segment may be filled to the brim.
            if (is_last || !segment.is_crowded())
                && let Some(number) = self.vectors.number(words, segment.numbers())
                && segment.insert(shape, number)
            {
                return Inserted::Yes;
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
        let old = self.segments[from].get().expect("a current segment exists");
        let more = (size_of::<AtomicU64>() * W::WORDS) << old.slots_log2;
        let slots_log2 = old.slots_log2 + 1;
        let may_grow = from + 1 < MAX_SEGMENTS && self.budget.take(more as u64);
        let words = may_grow.then(|| ZeroedArray::try_new(W::WORDS << slots_log2));
        // Without memory for more the map stays as it is, as with an exhausted budget.
        let Some(Ok(words)) = words else {
            self.is_last.store(true, Relaxed);
            return;
        };
        let new = Segment::new(words, slots_log2);
        for (shape, number) in old.entries_of_every(1) {
            new.insert(shape, number);
        }
        self.segments[from + 1].get_or_init(|| new);
        self.current.store(from + 1, Release);
    }

    /// Bytes of all segments, outgrown ones included.
    pub(crate) fn bytes(&self) -> u64 {
        let segments = self.segments.iter().filter_map(OnceLock::get);
        segments
            .map(|segment| size_of_val(segment.words.as_slice()) as u64)
            .sum()
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.segment().used.load(Relaxed)
    }

    /// All entries that are completely there.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (W, SwitchVector)> {
        self.entries_of_every(1)
    }

    /// Entries from all over the map: at most about `count`.
    pub(crate) fn sample(&self, count: usize) -> impl Iterator<Item = (W, SwitchVector)> {
        self.entries_of_every((self.len() / count).max(1))
    }

    /// The entries in every `step`th slot.
    fn entries_of_every(&self, step: usize) -> impl Iterator<Item = (W, SwitchVector)> {
        let entries = self.segment().entries_of_every(step);
        entries.map(|(shape, number)| (shape, self.vectors.get(number)))
    }

    /// The map as it is now, as words that [`Image::read`] takes back.
    pub(crate) fn image(&self) -> Image<W> {
        let segment = self.segment();
        let segment = segment.compact().unwrap_or_else(|| segment.copy());
        Image {
            // A vector has its number before an entry has it, so these are all.
            vectors: self.vectors.all(),
            segment,
        }
    }

    /// The same without a copy.
    pub(crate) fn into_image(mut self) -> Image<W> {
        let current = self.current.load(Acquire);
        let segment = self.segments[current].take();
        Image {
            vectors: self.vectors.all(),
            segment: segment.expect("a current segment exists"),
        }
    }

    /// Takes over the entries of another map: at once if there are none here yet, else one by one.
    /// Returns whether there was room for all.
    pub(crate) fn adopt(&self, image: Image<W>) -> bool {
        let Image { segment, vectors } = image;
        let guard = self.growing.lock();
        let guard = guard.unwrap_or_else(|poisoned| poisoned.into_inner());
        let index = segment.slots_log2.wrapping_sub(FIRST_SLOTS_LOG2) as usize;
        let more = size_of_val(segment.words.as_slice()) as u64;
        let is_free = self.segments.get(index).is_some_and(|s| s.get().is_none());
        if is_free
            && self.segment().is_empty()
            && self.budget.take(more)
            && self.vectors.fill(&vectors)
        {
            self.segments[index].get_or_init(|| segment);
            self.current.store(index, Release);
            return true;
        }
        drop(guard);
        let mut room = true;
        for (shape, number) in segment.entries_of_every(1) {
            let vector = SwitchVector::from_words(vectors[number as usize - 1]);
            let known = self.get(shape).is_some();
            room &= known || self.insert(shape, &vector) == Inserted::Yes;
        }
        room
    }
}

/// A map apart from its place in memory, as it is kept in a file: the vectors, of which the first has
/// number 1, and the slots.
pub(crate) struct Image<W> {
    vectors: Vec<Words>,
    segment: Segment<W>,
}

/// How large an [`Image`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageSize {
    pub(crate) slots_log2: u32,
    pub(crate) vectors: u32,
}

impl ImageSize {
    /// Returns whether an image can have this size.
    pub(crate) fn is_possible(self) -> bool {
        let most = FIRST_SLOTS_LOG2 + MAX_SEGMENTS as u32;
        (SMALLEST_SLOTS_LOG2..most).contains(&self.slots_log2)
            && self.vectors < (1 << (self.slots_log2 - DISTANCE)) - 1
    }

    /// Words of an image of this size.
    pub(crate) fn words<W: Bits>(self) -> u64 {
        2 * u64::from(self.vectors) + ((W::WORDS as u64) << self.slots_log2)
    }
}

impl<W: Bits> Image<W> {
    pub(crate) fn size(&self) -> ImageSize {
        ImageSize {
            slots_log2: self.segment.slots_log2,
            vectors: self.vectors.len() as u32,
        }
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.segment.used.load(Relaxed)
    }

    /// All words: those of the vectors, then those of the slots. A slot that was being written is empty.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        let slots = self.segment.words.as_slice().chunks_exact(W::WORDS);
        let slots = slots.flat_map(|slot| {
            let whole = self.is_entry(slot[0].load(Relaxed));
            slot.iter()
                .map(move |word| if whole { word.load(Relaxed) } else { 0 })
        });
        self.vectors.iter().flatten().copied().chain(slots)
    }

    /// Returns whether the first word of a slot has the number of a vector.
    fn is_entry(&self, word: u64) -> bool {
        let number = word & ((1 << self.segment.number_bits()) - 1);
        (1..=self.vectors.len() as u64).contains(&number)
    }

    /// The image of this size whose words `fill` gives, some at a time. The error of a slot that is
    /// neither empty nor has a vector is `Ok(None)`, and so is that of too little memory.
    pub(crate) fn read<E>(
        size: ImageSize,
        mut fill: impl FnMut(&mut [AtomicU64]) -> Result<(), E>,
    ) -> Result<Option<Image<W>>, E> {
        let mut vectors = Vec::new();
        for _ in 0..size.vectors {
            let mut vector = [AtomicU64::new(0), AtomicU64::new(0)];
            fill(&mut vector)?;
            vectors.push(vector.map(|word| word.load(Relaxed)));
        }
        let Ok(mut words) = ZeroedArray::try_new(W::WORDS << size.slots_log2) else {
            return Ok(None);
        };
        fill(words.as_mut_slice())?;
        let image = Image {
            vectors,
            segment: Segment::new(words, size.slots_log2),
        };
        let mut used = 0;
        for slot in image.segment.words.as_slice().chunks_exact(W::WORDS) {
            let word = slot[0].load(Relaxed);
            if word != 0 && !image.is_entry(word) {
                return Ok(None);
            }
            used += usize::from(word != 0);
        }
        image.segment.used.store(used, Relaxed);
        Ok(Some(image))
    }
}

impl<W: Bits> Segment<W> {
    fn new(words: ZeroedArray<AtomicU64>, slots_log2: u32) -> Self {
        Segment {
            words,
            slots_log2,
            used: AtomicUsize::new(0),
            shapes: PhantomData,
        }
    }

    /// The same entries in the same slots.
    fn copy(&self) -> Self {
        let words = ZeroedArray::<AtomicU64>::new(self.words.as_slice().len());
        for (to, from) in words.as_slice().iter().zip(self.words.as_slice()) {
            to.store(from.load(Acquire), Relaxed);
        }
        let copy = Segment::new(words, self.slots_log2);
        copy.used.store(self.used.load(Relaxed), Relaxed);
        copy
    }

    fn is_empty(&self) -> bool {
        self.used.load(Relaxed) == 0
    }

    /// The same entries in fewer slots, if they are few.
    fn compact(&self) -> Option<Self> {
        if self.slots_log2 > FIRST_SLOTS_LOG2 {
            return None;
        }
        (SMALLEST_SLOTS_LOG2..self.slots_log2).find_map(|slots_log2| {
            let copy = Segment::new(ZeroedArray::new(W::WORDS << slots_log2), slots_log2);
            let fits = |(shape, number)| number < copy.numbers() && copy.insert(shape, number);
            self.entries_of_every(1).all(fits).then_some(copy)
        })
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
    #[inline]
    fn numbers(&self) -> u32 {
        (1 << self.number_bits()) - 1
    }

    /// Where an entry belongs.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> (u64::BITS - self.slots_log2)) as usize
    }

    /// The first word of an entry at no distance, without its number.
    #[inline]
    fn mark(&self, hash: u64) -> u64 {
        hash << self.slots_log2 >> self.number_bits()
    }

    /// Where an entry may begin, nearest first, and the mark it would have there.
    #[inline]
    fn places(&self, hash: u64) -> impl Iterator<Item = (usize, u64)> {
        let last = (1 << self.slots_log2) - 1;
        let (home, mark) = (self.home(hash), self.mark(hash));
        (0..1 << DISTANCE).map(move |distance| {
            let slot = (home + distance) & last;
            (slot * W::WORDS, mark + distance as u64)
        })
    }

    #[inline]
    fn prefetch(&self, shape: W) {
        self.words.prefetch(self.home(hash(shape)) * W::WORDS);
    }

    #[inline]
    fn get(&self, shape: W) -> Option<u32> {
        let words = self.words.as_slice();
        let number_bits = self.number_bits();
        for (at, mark) in self.places(hash(shape)) {
            let word = words[at].load(Acquire);
            // Before comparing: a mark may be zero.
            if word == 0 {
                return None;
            }
            if word >> number_bits == mark
                && word != CLAIMED
                && (1..W::WORDS).all(|i| words[at + i].load(Relaxed) == shape.word(i))
            {
                return Some(word as u32 & ((1 << number_bits) - 1));
            }
        }
        None
    }

    /// Returns whether there was room.
    fn insert(&self, shape: W, number: u32) -> bool {
        for (at, mark) in self.places(hash(shape)) {
            let slot = &self.words.as_slice()[at..at + W::WORDS];
            // A look first is cheaper. Loom would take it for the thread's last word on this slot
            // and miss orders in which another thread reads before the exchange.
            if !cfg!(loom) && slot[0].load(Relaxed) != 0
                || slot[0]
                    .compare_exchange(0, CLAIMED, Relaxed, Relaxed)
                    .is_err()
            {
                continue;
            }
            for (i, word) in slot.iter().enumerate().skip(1) {
                word.store(shape.word(i), Relaxed);
            }
            let word = mark << self.number_bits() | u64::from(number);
            slot[0].store(word, Release);
            self.used.fetch_add(1, Relaxed);
            return true;
        }
        false
    }

    /// The entries in every `step`th slot that are completely there.
    fn entries_of_every(&self, step: usize) -> impl Iterator<Item = (W, u32)> {
        let slots = self.words.as_slice().chunks_exact(W::WORDS);
        slots.enumerate().step_by(step).filter_map(|(place, slot)| {
            let word = slot[0].load(Acquire);
            let number = word as u32 & ((1 << self.number_bits()) - 1);
            if word == 0 || word == CLAIMED {
                return None;
            }
            let distance = (word >> self.number_bits()) as usize & ((1 << DISTANCE) - 1);
            let home = place.wrapping_sub(distance) & ((1 << self.slots_log2) - 1);
            let upper = (home as u64) << (u64::BITS - self.slots_log2);
            let hash = upper | word >> self.slots_log2;
            let others = || slot[1..].iter().map(|word| word.load(Relaxed));
            let first = unmix(hash ^ mixed(others()));
            Some((
                W::from_words(std::iter::once(first).chain(others())),
                number,
            ))
        })
    }
}

/// Spreads shapes over the upper bits. No two with the same other words have the same hash.
#[inline]
fn hash<W: Bits>(shape: W) -> u64 {
    mix(shape.word(0)) ^ mixed((1..W::WORDS).map(|i| shape.word(i)))
}

/// The contribution of the other words to the hash.
#[inline]
fn mixed(others: impl Iterator<Item = u64>) -> u64 {
    others.fold(0, |hash, word| mix(hash ^ word))
}

/// An odd number, and its inverse modulo 2^64.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

/// No two words have the same mix.
#[inline]
fn mix(word: u64) -> u64 {
    (word ^ word >> 32).wrapping_mul(FACTOR)
}

/// The word of a mix.
fn unmix(mixed: u64) -> u64 {
    let folded = mixed.wrapping_mul(INVERSE);
    folded ^ folded >> 32
}

#[cfg(all(test, loom))]
mod models;

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits64, Bits128, Bits256};
    use crosscram_support::threads;
    use std::collections::HashMap;

    /// Shapes of a test. Miri is some thousand times as slow.
    const SHAPES: u64 = if cfg!(miri) { 400 } else { 60_000 };

    fn vector(n: u64) -> SwitchVector {
        SwitchVector::from_words([n % 4001 * 0x0101, n % 17])
    }

    /// Dense and sparse words, with bits at both ends; many with the same first word.
    fn shape<W: Bits>(n: u64) -> W {
        let first = (n << 40 | n >> 3 | n << 17) ^ n;
        let words = [first, n % 5, n << 60, n % 3];
        let words = if W::WORDS == 1 {
            words
        } else {
            [n % 1000 + 1, first, words[2], words[3]]
        };
        W::from_words(words.into_iter().take(W::WORDS))
    }

    #[test]
    fn hashes_give_back_their_shapes() {
        assert_eq!(FACTOR.wrapping_mul(INVERSE), 1);
        for n in 0..SHAPES {
            let word = n.wrapping_mul(0x5851_f42d_4c95_7f2d);
            assert_eq!(unmix(mix(word)), word);
        }
    }

    fn fill_by_threads<W: Bits>() {
        let map = PackedMap::<W>::new(Arc::new(Budget::new(1 << 30)));
        let fill = |thread| {
            for n in 0..SHAPES {
                let n = 1 + (n + thread as u64 * SHAPES / 4) % SHAPES;
                match map.get(shape(n)) {
                    Some(found) => assert_eq!(found, vector(n)),
                    None => assert_eq!(map.insert(shape(n), &vector(n)), Inserted::Yes),
                }
            }
        };
        threads::run(4, fill).unwrap();
        assert!(map.len() as u64 >= SHAPES / 6 * 5, "{}", map.len());
        let known: HashMap<W, _> = (1..=SHAPES).map(|n| (shape(n), vector(n))).collect();
        assert_eq!(known.len() as u64, SHAPES);
        for (shape, found) in map.entries() {
            assert_eq!(known[&shape], found);
        }
    }

    #[test]
    fn threads_find_what_any_of_them_entered() {
        fill_by_threads::<Bits64>();
        fill_by_threads::<Bits128>();
        fill_by_threads::<Bits256>();
    }

    #[test]
    #[cfg_attr(miri, ignore = "too long")]
    fn a_full_map_says_so_and_keeps_what_it_has() {
        let map = PackedMap::<Bits64>::new(Arc::new(Budget::new(0)));
        let few = |n: u64| SwitchVector::from_words([n % 5, 0]);
        let entered = (1..100_000u64)
            .take_while(|&n| map.insert(shape(n), &few(n)) == Inserted::Yes)
            .count() as u64;
        assert!((8_000..=16_384).contains(&entered), "{entered}");
        for n in 1..=entered {
            assert_eq!(map.get(shape(n)), Some(few(n)));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too long")]
    fn a_map_grows_for_its_vectors_too() {
        let map = PackedMap::<Bits128>::new(Arc::new(Budget::new(1 << 30)));
        let different = |n: u64| SwitchVector::from_words([n & 0x7f | (n & 0x3f80) << 1, 1]);
        for n in 1..5_000u64 {
            assert_eq!(map.insert(shape(n), &different(n)), Inserted::Yes);
            assert_eq!(map.get(shape(n)), Some(different(n)));
        }
    }
}
