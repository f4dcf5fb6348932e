//! The positions that a proof has gone through.

use crate::proof_walk::Part;
use crosscram_rules::Bits;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// Hashes keys, which are not chosen to make trouble.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    #[inline]
    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// Bits of the filter at first, and at least so many for each key.
const FILTER: usize = 1 << 16;
const BITS_PER_KEY: usize = 8;

/// Keys of positions, by the number of their free cells: those that are asked for one after another have as
/// many, and a small set stays in the processor's caches. Most keys that are asked for are not there, which a
/// filter of some bits for each key says without a look into the set.
///
/// Each comes with the number of the part that goes through it: a part relies on those before it and on itself.
pub(super) struct Walked<W> {
    by_count: Vec<HashMap<W, Place, BuildHasherDefault<KeyHasher>>>,
    /// A bit for each value of the hash that some key has; a power of two of them.
    filter: Vec<u64>,
    keys: usize,
    /// The part that is being written.
    pub(super) now: Place,
    pub(super) part: Option<Part>,
    /// Attempts to write parts, with what was relied on.
    attempts: Vec<(u64, bool)>,
    numbers: HashMap<u64, u32>,
    /// Attempts that have come to nothing.
    pub(super) lost: BTreeSet<u64>,
}

/// Where a position is gone through.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) part: u32,
    /// The number of the attempt.
    pub(super) attempt: u32,
}

impl<W> Default for Walked<W> {
    fn default() -> Self {
        Walked {
            by_count: Vec::new(),
            filter: vec![0; FILTER / 64],
            keys: 0,
            now: Place::default(),
            part: None,
            attempts: Vec::new(),
            numbers: HashMap::new(),
            lost: BTreeSet::new(),
        }
    }
}

impl<W: Bits> Walked<W> {
    /// Returns whether no position with so many free cells is there.
    pub(super) fn is_empty(&self, free: u32) -> bool {
        let keys = self.by_count.get(free as usize);
        keys.is_none_or(HashMap::is_empty)
    }

    /// Returns whether a position with so many free cells is there.
    #[inline]
    pub(super) fn contains(&self, free: u32, key: W) -> bool {
        self.place(free, key).is_some()
    }

    /// Where it is gone through, if that is before what is being written.
    #[inline]
    fn place(&self, free: u32, key: W) -> Option<Place> {
        let (word, bit) = bit_of(key, self.filter.len());
        if self.filter[word] & bit == 0 {
            return None;
        }
        let place = self.by_count.get(free as usize)?.get(&key)?;
        (place.part <= self.now.part).then_some(*place)
    }

    /// The same, and notes that the proof relies on it.
    #[inline]
    pub(super) fn rely_on(&mut self, free: u32, key: W) -> bool {
        let place = self.place(free, key);
        if let Some(place) = place
            && place.attempt != self.now.attempt
        {
            self.attempts[place.attempt as usize].1 = true;
        }
        place.is_some()
    }

    pub(super) fn insert(&mut self, free: u32, key: W, place: Place) {
        let count = free as usize;
        if self.by_count.len() <= count {
            self.by_count.resize_with(count + 1, HashMap::default);
        }
        match self.by_count[count].entry(key) {
            Entry::Occupied(mut kept) if place.part < kept.get().part => {
                kept.insert(place);
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(place);
                self.let_through(key);
            }
        }
    }

    /// Lets a new key through the filter, which grows if it has too many.
    fn let_through(&mut self, key: W) {
        self.keys += 1;
        if self.keys * BITS_PER_KEY > self.filter.len() * 64 {
            self.filter = vec![0; 2 * self.filter.len()];
            let keys = self.by_count.iter().flat_map(HashMap::keys);
            keys.for_each(|&key| set_bit(&mut self.filter, key));
        } else {
            set_bit(&mut self.filter, key);
        }
    }

    /// The number of an attempt.
    pub(super) fn number_of(&mut self, attempt: u64) -> u32 {
        let attempts = &mut self.attempts;
        *self.numbers.entry(attempt).or_insert_with(|| {
            attempts.push((attempt, false));
            attempts.len() as u32 - 1
        })
    }

    /// A proof begins: a part, or a whole one, which is the only attempt.
    pub(super) fn begin(&mut self, part: Option<Part>, lost: BTreeSet<u64>) {
        if lost != self.lost {
            let attempts = &self.attempts;
            let stays = |place: &Place| !lost.contains(&attempts[place.attempt as usize].0);
            for keys in &mut self.by_count {
                keys.retain(|_, place| stays(place));
            }
            self.lost = lost;
        }
        self.part = part;
        self.now = Place {
            part: part.map_or(0, |part| part.number),
            attempt: self.number_of(part.map_or(0, |part| part.attempt)),
        };
    }

    /// The attempts that were relied on since the last call.
    pub(super) fn rested(&mut self) -> Vec<u64> {
        let relied = self.attempts.iter_mut();
        let relied =
            relied.filter_map(|(attempt, relied)| std::mem::take(relied).then_some(*attempt));
        relied.collect()
    }
}

/// Where a filter of so many words has the bit of a key.
#[inline]
fn bit_of<W: Bits>(key: W, words: usize) -> (usize, u64) {
    let hash = key.mix();
    ((hash >> 6) as usize & (words - 1), 1 << (hash & 63))
}

/// Sets the bit of a key.
fn set_bit<W: Bits>(filter: &mut [u64], key: W) {
    let (word, bit) = bit_of(key, filter.len());
    filter[word] |= bit;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::Bits64;
    use crosscram_support::random::Random;
    use std::collections::HashSet;

    /// What was inserted is there, and nothing else, also after the filter has grown.
    #[test]
    fn walked_positions_are_those_that_were_inserted() {
        let mut random = Random::new(5);
        let mut walked = Walked::default();
        walked.begin(None, BTreeSet::new());
        let mut plain = HashSet::new();
        for _ in 0..4 * FILTER / BITS_PER_KEY {
            let key = Bits64::from_field(random.below(1 << 17) as u32, 0);
            let free = random.below(3) as u32;
            assert_eq!(walked.contains(free, key), plain.contains(&(free, key)));
            walked.insert(free, key, Place::default());
            plain.insert((free, key));
        }
        assert!(walked.filter.len() > FILTER / 64, "it has not grown");
        for free in 0..4 {
            for field in 0..1 << 17 {
                let key = Bits64::from_field(field, 0);
                assert_eq!(walked.contains(free, key), plain.contains(&(free, key)));
            }
        }
    }
}
