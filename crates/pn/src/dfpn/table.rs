//! A table of bounded size that stores the numbers of positions.
//!
//! A hit is never wrong: an entry holds the whole key. The table grows up to its limit, so that small
//! searches take little memory; when it is full, the entry that took the least work is replaced.

use crate::game::Key;
use crate::numbers::Numbers;

/// The number of entries in which a position may be stored.
const BUCKET: usize = 4;
/// Buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 10;

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<K> {
    pub(crate) key: K,
    pub(crate) numbers: Numbers,
    /// Expansions spent on it; 0 marks a free entry.
    pub(crate) work: u32,
    /// Tag of the position from which it was first searched; once it is solved, when that was.
    pub(crate) parent: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct NumberTable<K> {
    entries: Vec<Entry<K>>,
    max_buckets: usize,
    used: u64,
    /// Number of replaced entries.
    replaced: u64,
}

impl<K: Key> NumberTable<K> {
    /// A table of at most `bytes` bytes, but not less than one bucket.
    pub(crate) fn new(bytes: u64) -> Self {
        let bucket = (BUCKET * size_of::<Entry<K>>()) as u64;
        let max_buckets = usize::try_from(bytes / bucket).unwrap_or(usize::MAX).max(1);
        NumberTable {
            entries: vec![Self::free(); BUCKET * FIRST_BUCKETS.min(max_buckets)],
            max_buckets,
            used: 0,
            replaced: 0,
        }
    }

    fn free() -> Entry<K> {
        Entry {
            key: K::default(),
            numbers: Numbers::ONE,
            work: 0,
            parent: 0,
        }
    }

    fn bucket_of(&self, key: &K) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        // The upper half of the product spreads hashes evenly over any number of buckets.
        (((u128::from(key.mix()) * buckets) >> 64) as usize) * BUCKET
    }

    /// Looks up a position.
    pub(crate) fn find(&self, key: &K) -> Option<&Entry<K>> {
        let at = self.bucket_of(key);
        let mut bucket = self.entries[at..at + BUCKET].iter();
        bucket.find(|entry| entry.work > 0 && entry.key == *key)
    }

    /// Stores the numbers of a position, which took `work` expansions below `parent`.
    pub(crate) fn store(&mut self, key: K, numbers: Numbers, work: u64, parent: u32) {
        let work = u32::try_from(work.max(1)).unwrap_or(u32::MAX);
        self.store_entry(Entry {
            key,
            numbers,
            work,
            parent,
        });
    }

    /// Stores an entry, for example from a file.
    pub(crate) fn store_entry(&mut self, new: Entry<K>) {
        let mut at = self.bucket_of(&new.key);
        let full = |bucket: &[Entry<K>]| {
            let other = |entry: &Entry<K>| entry.work > 0 && entry.key != new.key;
            bucket.iter().all(other)
        };
        // Grows if a bucket is full and more than half of the table is used.
        if full(&self.entries[at..at + BUCKET]) && self.used * 2 > self.entries.len() as u64 {
            self.grow();
            at = self.bucket_of(&new.key);
        }
        let bucket = &mut self.entries[at..at + BUCKET];
        if let Some(old) = bucket
            .iter_mut()
            .find(|old| old.work > 0 && old.key == new.key)
        {
            let work = old.work.saturating_add(new.work);
            // Another thread may have solved it in the meantime.
            if old.numbers.is_solved() && !new.numbers.is_solved() {
                old.work = work;
                return;
            }
            let parent = match new.numbers.is_solved() && !old.numbers.is_solved() {
                true => new.parent,
                false => old.parent,
            };
            *old = Entry {
                work,
                parent,
                ..new
            };
            return;
        }
        let cheapest = bucket.iter_mut().min_by_key(|entry| entry.work);
        let cheapest = cheapest.expect("a bucket has entries");
        match cheapest.work {
            0 => self.used += 1,
            _ => self.replaced += 1,
        }
        *cheapest = new;
    }

    fn grow(&mut self) {
        let buckets = self.entries.len() / BUCKET;
        if buckets >= self.max_buckets {
            return;
        }
        let buckets = (2 * buckets).min(self.max_buckets);
        let old = std::mem::replace(&mut self.entries, vec![Self::free(); BUCKET * buckets]);
        self.used = 0;
        // Not through `store_entry`, which might grow the table.
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            let at = self.bucket_of(&entry.key);
            let bucket = &mut self.entries[at..at + BUCKET];
            let cheapest = bucket.iter_mut().min_by_key(|entry| entry.work);
            let cheapest = cheapest.expect("a bucket has entries");
            if cheapest.work == 0 {
                self.used += 1;
            }
            if cheapest.work < entry.work {
                *cheapest = entry;
            }
        }
    }

    /// Entries in use.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// Number of replaced entries.
    pub(crate) fn replaced(&self) -> u64 {
        self.replaced
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<K>>()) as u64
    }

    /// All entries in use.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry<K>> {
        self.entries.iter().filter(|entry| entry.work > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_to_its_limit_and_then_forgets_the_cheap() {
        let bytes = 64 * 1024 * size_of::<Entry<[u64; 1]>>() as u64;
        let mut table = NumberTable::new(bytes);
        for n in 0..200_000u64 {
            table.store([n], Numbers::new(n as u32 + 1, 2), 1 + n % 7, 0);
            let found = table.find(&[n]).unwrap();
            assert_eq!(found.numbers, Numbers::new(n as u32 + 1, 2));
        }
        assert!(table.bytes() <= bytes);
        assert!(table.used() > 60_000 && table.replaced() > 100_000);
        let (mut found, mut costly) = (0, 0);
        for n in 0..200_000u64 {
            if let Some(entry) = table.find(&[n]) {
                assert_eq!(entry.numbers.proof, n as u32 + 1);
                found += 1;
                costly += u64::from(n % 7 == 6);
            }
        }
        assert_eq!(found, table.used());
        // A seventh of all, but most of what was kept.
        assert!(costly * 3 > found, "{costly} of {found}");
    }
}
