//! The transposition table: exact, with the published replacement schemes.
//!
//! **A hit is never wrong.** An entry holds the whole set of free cells, so a position matches only
//! itself or one of its reflections. The player to move need not be stored: within one search it
//! follows from the number of free cells.
//!
//! All four reflections of a position share one key, the smallest of them, and so one group of
//! entries, which lies together in memory. Obsequi instead spreads the four possible entries of a
//! position over the table, one at the hash of each reflection; the number of places and the rule
//! that chooses among them are the same. [`Replacement::FindFirstScattered`] is that table.

use crate::options::{Replacement, TableSize};
use crate::report::Stored;
use crosscram_rules::Bits;
use crosscram_support::memory::{OutOfMemory, Zeroable, ZeroedArray};

/// One position with its proven result. All zero means empty.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct StoredPosition<W> {
    key: W,
    /// Number of nodes below, in units of 32, at most `u32::MAX`.
    size: u32,
    /// Free cells: the remaining depth of the search.
    depth: u16,
    /// Zero for an empty entry, else [`MOVER_WINS`] or [`MOVER_LOSES`].
    result: u16,
}

// SAFETY: integers and a set of cells; zero bytes are the empty entry.
#[allow(unsafe_code)] // The promise of the trait.
unsafe impl<W: Bits> Zeroable for StoredPosition<W> {}

impl<W> StoredPosition<W> {
    /// A position below which `nodes` were searched, with `depth` free cells.
    fn new(key: W, mover_wins: bool, nodes: u64, depth: i32) -> StoredPosition<W> {
        StoredPosition {
            key,
            size: u32::try_from(nodes / 32).unwrap_or(u32::MAX),
            depth: depth as u16,
            result: if mover_wins { MOVER_WINS } else { MOVER_LOSES },
        }
    }
}

/// The smallest of a position's reflections, which names them all.
fn canonical<W: Bits>([a, b, c, d]: [W; 4]) -> W {
    a.min(b).min(c).min(d)
}

const MOVER_WINS: u16 = 1;
const MOVER_LOSES: u16 = 2;

/// The number of neighbouring entries in which a position may be stored.
fn entries_per_position(scheme: Replacement) -> u64 {
    match scheme {
        Replacement::New
        | Replacement::Deep
        | Replacement::Big
        | Replacement::FindFirstScattered => 1,
        Replacement::TwoDeep | Replacement::TwoBig => 2,
        Replacement::FindFirst | Replacement::FindWorst | Replacement::FindFirstNew => 4,
    }
}

pub(crate) struct Table<W> {
    entries: ZeroedArray<StoredPosition<W>>,
    scheme: Replacement,
    /// The number of entries in which a position may be stored.
    group: usize,
    groups: u64,
    /// Groups of the full table; the table grows up to this.
    full_groups: u64,
    /// Entries in use.
    used: u64,
    /// Nothing is stored, so that nothing is ever found.
    none: bool,
}

/// A table of groups of four starts with this many and grows by [`GROWTH`]. Most positions of a
/// batch need a few thousand entries, and fresh memory costs more than solving them.
const FIRST_GROUPS: u64 = 1 << 12;
const GROWTH: u64 = 8;
/// The table grows when one entry in this many is in use. Then a group hardly ever overflows, so
/// nothing is lost that the full table would have kept.
const SPARSE: u64 = 32;

impl<W: Bits> Table<W> {
    /// A table of about the wanted size; never larger than the `cells` free cells of a board can
    /// need, and always at least one group.
    pub(crate) fn new(
        size: TableSize,
        scheme: Replacement,
        cells: u32,
    ) -> Result<Self, OutOfMemory> {
        let group = entries_per_position(scheme);
        let full_groups = Self::groups(size, scheme, cells);
        let groups = if group == 4 {
            full_groups.min(FIRST_GROUPS)
        } else {
            full_groups
        };
        Ok(Table {
            entries: ZeroedArray::try_new((groups * group) as usize)?,
            scheme,
            group: group as usize,
            groups,
            full_groups,
            used: 0,
            none: size.is_none(),
        })
    }

    /// A table for a search that is never run.
    pub(crate) fn smallest() -> Self {
        Table {
            entries: ZeroedArray::new(1),
            scheme: Replacement::New,
            group: 1,
            groups: 1,
            full_groups: 1,
            used: 0,
            none: false,
        }
    }

    /// Moves to a larger table, up to the full size.
    #[cold]
    fn grow(&mut self) {
        let groups = (self.groups * GROWTH).min(self.full_groups);
        let Ok(larger) = ZeroedArray::try_new(groups as usize * self.group) else {
            // Without memory for more, the table stays as it is.
            self.full_groups = self.groups;
            return;
        };
        let smaller = std::mem::replace(&mut self.entries, larger);
        self.groups = groups;
        self.used = 0;
        for entry in smaller.as_slice().iter().filter(|entry| entry.result != 0) {
            self.place(*entry);
        }
    }

    /// Bytes that [`Table::new`] would allocate.
    pub(crate) fn bytes_for(size: TableSize, scheme: Replacement, cells: u32) -> u64 {
        if size.is_none() {
            return 0;
        }
        let entries = Self::groups(size, scheme, cells) * entries_per_position(scheme);
        entries.saturating_mul(size_of::<StoredPosition<W>>() as u64)
    }

    fn groups(size: TableSize, scheme: Replacement, cells: u32) -> u64 {
        let entries = match size {
            TableSize::Entries(entries) => entries,
            TableSize::Bytes(bytes) => bytes / size_of::<StoredPosition<W>>() as u64,
        };
        // 2^cells subsets of the free cells exist; twice that leaves room for collisions.
        let useful = 1u64 << (cells + 1).min(60);
        (entries.min(useful) / entries_per_position(scheme)).max(1)
    }

    /// Returns whether nothing is ever stored.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.none
    }

    /// Entries of the full table.
    pub(crate) fn entries(&self) -> u64 {
        match self.none {
            true => 0,
            false => self.full_groups * self.group as u64,
        }
    }

    /// Bytes of the full table.
    pub(crate) fn bytes(&self) -> u64 {
        self.entries() * size_of::<StoredPosition<W>>() as u64
    }

    /// Index of the first entry of the key's group.
    #[inline]
    pub(crate) fn locate(&self, key: W) -> usize {
        // The high half of a 64x64 product spreads the hash evenly over any number of groups.
        let group = (u128::from(key.mix()) * u128::from(self.groups)) >> 64;
        group as usize * self.group
    }

    /// Prefetches a group that is probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, at: usize) {
        self.entries.prefetch(at);
        if size_of::<StoredPosition<W>>() * self.group > 64 {
            self.entries.prefetch(at + self.group / 2);
        }
    }

    /// Returns whether the mover wins, if the position is known.
    #[inline]
    pub(crate) fn probe(&self, at: usize, key: W) -> Option<bool> {
        let group = &self.entries.as_slice()[at..at + self.group];
        let entry = group
            .iter()
            .find(|entry| entry.key == key && entry.result != 0)?;
        Some(entry.result == MOVER_WINS)
    }

    /// Returns whether positions have a place for each reflection, instead of one group.
    #[inline]
    pub(crate) fn is_scattered(&self) -> bool {
        self.scheme == Replacement::FindFirstScattered
    }

    /// Returns whether the mover wins, if the position with these reflections is in one of its scattered
    /// places.
    pub(crate) fn probe_scattered(&self, reflections: [W; 4]) -> Option<bool> {
        let key = canonical(reflections);
        let mut places = reflections.into_iter().map(|mirror| self.locate(mirror));
        places.find_map(|at| self.probe(at, key))
    }

    /// Offers a position to its scattered places: the first takes it whose subtree is not larger.
    pub(crate) fn store_scattered(
        &mut self,
        reflections: [W; 4],
        mover_wins: bool,
        nodes: u64,
        depth: i32,
    ) -> Stored {
        let new = StoredPosition::new(canonical(reflections), mover_wins, nodes, depth);
        let places = reflections.map(|mirror| self.locate(mirror));
        let entries = self.entries.as_mut_slice();
        let same = |at: &&usize| entries[**at].result != 0 && entries[**at].key == new.key;
        let yields = |at: &&usize| entries[**at].size <= new.size;
        let place = places
            .iter()
            .find(same)
            .or_else(|| places.iter().find(yields));
        let Some(&place) = place else {
            return Stored::Refused;
        };
        let old = std::mem::replace(&mut entries[place], new);
        if old.result != 0 && old.key != new.key {
            return Stored::Replaced;
        }
        self.used += u64::from(old.result == 0);
        Stored::Free
    }

    /// Offers a position: `nodes` were searched below it, and `depth` cells are free.
    pub(crate) fn store(&mut self, key: W, mover_wins: bool, nodes: u64, depth: i32) -> Stored {
        if self.groups < self.full_groups && self.used * SPARSE > self.groups * self.group as u64 {
            self.grow();
        }
        self.place(StoredPosition::new(key, mover_wins, nodes, depth))
    }

    fn place(&mut self, new: StoredPosition<W>) -> Stored {
        let key = new.key;
        let at = self.locate(key);
        let group = &mut self.entries.as_mut_slice()[at..at + self.group];
        let yields = |old: &StoredPosition<W>| match self.scheme {
            Replacement::New => true,
            Replacement::Deep | Replacement::TwoDeep => old.depth <= new.depth,
            _ => old.size <= new.size,
        };
        let same_or_empty = |old: &StoredPosition<W>| old.result == 0 || old.key == key;
        let place = group
            .iter()
            .position(same_or_empty)
            .or_else(|| match self.scheme {
                Replacement::TwoDeep | Replacement::TwoBig => Some(usize::from(!yields(&group[0]))),
                Replacement::FindWorst => {
                    let worst = (0..group.len()).min_by_key(|&i| group[i].size);
                    worst.filter(|&i| yields(&group[i]))
                }
                Replacement::FindFirstNew => {
                    let last = group.len() - 1;
                    Some(group[..last].iter().position(yields).unwrap_or(last))
                }
                _ => group.iter().position(yields),
            });
        let Some(place) = place else {
            return Stored::Refused;
        };
        let old = std::mem::replace(&mut group[place], new);
        if old.result == 0 {
            self.used += 1;
            Stored::Free
        } else if old.key == key {
            Stored::Free
        } else {
            Stored::Replaced
        }
    }
}
