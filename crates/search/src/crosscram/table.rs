//! The transposition table of the engine crosscram: exact, and shared by all threads without
//! locks.
//!
//! **A hit is never wrong.** An entry holds the whole set of free cells (with the marks of
//! [`super::bounds`] for sums with numbers), so a position is only ever taken for itself or one of
//! its reflections; who is to move follows from the number of free cells or from those marks.
//! Entries of several words could be read while another thread writes them, so each group of
//! entries, one cache line, carries a version: odd while it is being written, and larger
//! afterwards. Who reads compares the version before and after, and takes nothing if they differ.
//! Who wants to write where another thread is writing gives up: no thread ever waits.
//!
//! The table starts small and grows up to its full size, because fresh memory costs more than
//! most small boards. What other threads store into the old segment while it is copied is lost.

use crate::options::TableSize;
use crate::report::Stored;
use crosscram_rules::Bits;
use crosscram_support::memory::ZeroedArray;
use crosscram_support::memory::atomics::{
    AtomicU64, AtomicUsize, Mutex, Ordering::Acquire, Ordering::Relaxed, Ordering::Release, fence,
};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Words of a group: one cache line. First the version, then a byte for each entry, then keys.
const GROUP: usize = 8;
const VERSION: usize = 0;
const MARKS: usize = 1;
const KEYS: usize = 2;

/// Bit of an entry's byte that says that the mover wins; the rest is the class of the number of
/// nodes below, never zero.
const WINS: u64 = 0x80;

/// Groups of the first segment; each segment is [`GROWTH`] times as large as the one before, the same on
/// every machine until the table has its full size, so that nodes are the same too. Outgrown segments
/// stay: they take a third as much as the last one, at most two thirds.
const FIRST_GROUPS: usize = if cfg!(loom) { 1 } else { 1 << 12 };
const GROWTH: usize = 4;
const MAX_SEGMENTS: usize = 20;
/// The table grows when one entry in this many is in use. Four instead of two saves 0.1 % of the nodes of
/// 9x9 and 0.4 % of those of 10x10, but fresh memory costs a tenth of the time then.
const SPARSE: u64 = 2;

pub(super) struct Table<W> {
    segments: [OnceLock<Segment>; MAX_SEGMENTS],
    current: AtomicUsize,
    growing: Mutex<()>,
    /// Groups of the full table. Less than was wanted if there is no memory for more.
    full_groups: AtomicUsize,
    /// Nothing is stored, so that nothing is ever found.
    none: bool,
    keys: PhantomData<W>,
}

struct Segment {
    words: ZeroedArray<AtomicU64>,
    groups: usize,
    used: AtomicU64,
}

/// Classes grow by half powers of two, so that a byte is enough for every number of nodes.
fn class(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let log2 = u64::from(nodes.ilog2());
    let half = if log2 == 0 {
        0
    } else {
        nodes >> (log2 - 1) & 1
    };
    (2 * log2 + half + 1).min(WINS - 1)
}

impl<W: Bits> Table<W> {
    /// Entries of a group.
    const ENTRIES: usize = (GROUP - KEYS) / W::WORDS;

    /// A table that grows up to about the wanted size.
    pub(super) fn new(size: TableSize) -> Self {
        let table = Table {
            segments: [const { OnceLock::new() }; MAX_SEGMENTS],
            current: AtomicUsize::new(0),
            growing: Mutex::new(()),
            full_groups: AtomicUsize::new(Self::groups(size)),
            none: size.is_none(),
            keys: PhantomData,
        };
        let first = table.full_groups().min(FIRST_GROUPS);
        let words = ZeroedArray::new(first * GROUP);
        table.segments[0].get_or_init(|| Segment::new(words, first));
        table
    }

    fn groups(size: TableSize) -> usize {
        let groups = match size {
            TableSize::Entries(entries) => entries / Self::ENTRIES as u64,
            TableSize::Bytes(bytes) => bytes / (8 * GROUP as u64),
        };
        (groups as usize).max(1)
    }

    /// Bytes of the full table.
    pub(super) fn bytes_for(size: TableSize) -> u64 {
        match size {
            TableSize::NONE => 0,
            size => (Self::groups(size) * GROUP * 8) as u64,
        }
    }

    /// Returns whether nothing is ever stored.
    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.none
    }

    /// Bytes of the segments that exist.
    pub(super) fn bytes_in_use(&self) -> u64 {
        let segments = self.segments.iter().filter_map(OnceLock::get);
        segments
            .map(|segment| (segment.groups * GROUP * 8) as u64)
            .sum()
    }

    #[inline]
    fn full_groups(&self) -> usize {
        self.full_groups.load(Relaxed)
    }

    /// Entries of the full table.
    pub(super) fn entries(&self) -> u64 {
        match self.none {
            true => 0,
            false => (self.full_groups() * Self::ENTRIES) as u64,
        }
    }

    /// Bytes of the full table.
    pub(super) fn bytes(&self) -> u64 {
        match self.none {
            true => 0,
            false => (self.full_groups() * GROUP * 8) as u64,
        }
    }

    #[inline]
    fn segment(&self) -> &Segment {
        let current = self.current.load(Acquire);
        self.segments[current]
            .get()
            .expect("a current segment exists")
    }

    /// Hint that a position will be looked up soon.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let segment = self.segment();
        segment.words.prefetch(segment.group_at(hash));
    }

    /// Returns whether the mover wins, if the position is known. `hash` is the key's [`Bits::mix`].
    #[inline]
    pub(super) fn probe(&self, key: W, hash: u64) -> Option<bool> {
        let group = self.segment().group(hash);
        let version = group[VERSION].load(Acquire);
        let place = Self::find(group, key)?;
        let mark = mark(group[MARKS].load(Relaxed), place);
        fence(Acquire);
        let same = group[VERSION].load(Relaxed) == version && version.is_multiple_of(2);
        (same && mark != 0).then_some(mark & WINS != 0)
    }

    #[inline]
    fn find(group: &[AtomicU64], key: W) -> Option<usize> {
        (0..Self::ENTRIES).find(|&place| {
            let at = KEYS + place * W::WORDS;
            (0..W::WORDS).all(|i| group[at + i].load(Relaxed) == key.word(i))
        })
    }

    /// Offer a position below which `nodes` were searched.
    pub(super) fn store(&self, key: W, hash: u64, mover_wins: bool, nodes: u64) -> Stored {
        if self.none {
            return Stored::Refused;
        }
        let segment = self.segment();
        if segment.groups < self.full_groups()
            && segment.used.load(Relaxed) * SPARSE > (segment.groups * Self::ENTRIES) as u64
        {
            self.grow();
        }
        let mark = class(nodes) | if mover_wins { WINS } else { 0 };
        self.segment().store::<W>(key, hash, mark, Self::ENTRIES)
    }

    #[cold]
    fn grow(&self) {
        let _guard = self
            .growing
            .lock()
            .unwrap_or_else(|guard| guard.into_inner());
        let current = self.current.load(Acquire);
        let old = self.segments[current]
            .get()
            .expect("a current segment exists");
        if old.used.load(Relaxed) * SPARSE <= (old.groups * Self::ENTRIES) as u64
            || current + 1 == MAX_SEGMENTS
        {
            return;
        }
        let next = old.groups * GROWTH;
        let is_last = next * 2 > self.full_groups();
        let groups = if is_last { self.full_groups() } else { next };
        let Ok(words) = ZeroedArray::try_new(groups * GROUP) else {
            // Without memory for more it goes on with what it has.
            self.full_groups.store(old.groups, Relaxed);
            return;
        };
        let new = Segment::new(words, groups);
        for group in old.words.as_slice().chunks_exact(GROUP) {
            let marks = group[MARKS].load(Relaxed);
            for place in 0..Self::ENTRIES {
                let at = KEYS + place * W::WORDS;
                let key = W::from_words((0..W::WORDS).map(|i| group[at + i].load(Relaxed)));
                // Another thread may be writing this group: then take nothing from it.
                let known = mark(marks, place) != 0
                    && self.probe(key, key.mix()) == Some(mark(marks, place) & WINS != 0);
                if known {
                    new.store::<W>(key, key.mix(), mark(marks, place), Self::ENTRIES);
                }
            }
        }
        self.segments[current + 1].get_or_init(|| new);
        self.current.store(current + 1, Release);
    }
}

/// The byte of an entry.
#[inline]
fn mark(marks: u64, place: usize) -> u64 {
    marks >> (8 * place) & 0xff
}

impl Segment {
    fn new(words: ZeroedArray<AtomicU64>, groups: usize) -> Self {
        Segment {
            words,
            groups,
            used: AtomicU64::new(0),
        }
    }

    /// Where the group of a position begins.
    #[inline]
    fn group_at(&self, hash: u64) -> usize {
        // The high half of a 64x64 product spreads the hash evenly over any number of groups.
        ((u128::from(hash) * self.groups as u128) >> 64) as usize * GROUP
    }

    #[inline]
    fn group(&self, hash: u64) -> &[AtomicU64] {
        let at = self.group_at(hash);
        &self.words.as_slice()[at..at + GROUP]
    }

    fn store<W: Bits>(&self, key: W, hash: u64, new: u64, entries: usize) -> Stored {
        let group = self.group(hash);
        let version = group[VERSION].load(Relaxed);
        if version % 2 == 1
            || group[VERSION]
                .compare_exchange(version, version + 1, Acquire, Relaxed)
                .is_err()
        {
            return Stored::Refused;
        }
        // No thread sees the new words without the odd version.
        fence(Release);
        let marks = group[MARKS].load(Relaxed);
        let class = |place: usize| mark(marks, place) & (WINS - 1);
        let same = Table::<W>::find(group, key).filter(|&place| class(place) != 0);
        let place = same
            .or_else(|| (0..entries).find(|&place| class(place) == 0))
            .or_else(|| {
                let smallest = (0..entries).min_by_key(|&place| class(place));
                smallest.filter(|&place| class(place) <= new & (WINS - 1))
            });
        let stored = match place {
            None => Stored::Refused,
            Some(place) => {
                let stored = if class(place) == 0 {
                    self.used.fetch_add(1, Relaxed);
                    Stored::Free
                } else if same.is_some() {
                    Stored::Free
                } else {
                    Stored::Replaced
                };
                for i in 0..W::WORDS {
                    group[KEYS + place * W::WORDS + i].store(key.word(i), Relaxed);
                }
                let others = marks & !(0xff << (8 * place));
                group[MARKS].store(others | new << (8 * place), Relaxed);
                stored
            }
        };
        group[VERSION].store(version + 2, Release);
        stored
    }
}
