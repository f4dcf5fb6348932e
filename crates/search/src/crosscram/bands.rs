//! A cache of the vectors of bands.
//!
//! A band of three or four lines falls into several regions, each of which would have to be found
//! and looked up; but neighbouring positions share most of their bands. An entry holds the whole
//! band, so a hit is never wrong.
//!
//! The cache begins small, because most searches are short, and grows with the misses. A large one has
//! half the misses of a small one (9x9, 11x11), but does not fit into a processor's second-level cache; so
//! whoever will need several bands prefetches all of them first.

use crosscram_support::memory::ZeroedArray;
use crosscram_support::memory::atomics::{AtomicU64, Ordering::Relaxed};
use crosscram_values::switches::SwitchVector;

/// Slots at first, as a power of two.
const FIRST_SLOTS_LOG2: u32 = 12;
/// Slots at last: eight megabytes, which the third-level cache holds.
const LAST_SLOTS_LOG2: u32 = 18;
/// A cache grows after so many misses for each slot.
const PATIENCE: u64 = 8;

/// Words of a slot: the free cells from the first line of the band on, zero in an unused slot; the sixteen
/// numbers of the vector; whether the vector is known.
const WORDS: usize = 4;

pub(super) struct BandCache {
    /// Only this thread reads and writes them; relaxed loads and stores are as cheap as plain ones.
    words: ZeroedArray<AtomicU64>,
    slots_log2: u32,
    misses: u64,
}

impl BandCache {
    pub(super) fn new() -> Self {
        BandCache {
            words: ZeroedArray::new(WORDS << FIRST_SLOTS_LOG2),
            slots_log2: FIRST_SLOTS_LOG2,
            misses: 0,
        }
    }

    /// Where the slot of a band begins.
    #[inline]
    fn place(&self, band: u64) -> usize {
        let hash = band.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (u64::BITS - self.slots_log2)) as usize * WORDS
    }

    /// Hints that a band will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, band: u64) {
        self.words.prefetch(self.place(band));
    }

    /// The vector of a band, which `find` finds if it is not here.
    #[inline]
    pub(super) fn get(
        &mut self,
        band: u64,
        find: impl FnOnce() -> Option<SwitchVector>,
    ) -> Option<SwitchVector> {
        let place = self.place(band);
        let slot = &self.words.as_slice()[place..place + WORDS];
        if slot[0].load(Relaxed) == band {
            let numbers = [slot[1].load(Relaxed), slot[2].load(Relaxed)];
            return (slot[3].load(Relaxed) != 0).then(|| SwitchVector::from_words(numbers));
        }
        let found = find();
        self.enter(band, &found);
        found
    }

    fn enter(&mut self, band: u64, found: &Option<SwitchVector>) {
        self.misses += 1;
        if self.misses >= PATIENCE << self.slots_log2 && self.slots_log2 < LAST_SLOTS_LOG2 {
            self.grow();
        }
        let numbers = match found {
            None => [0; 2],
            // The sum of many regions may be too large for bytes; then it is not kept.
            Some(vector) => match vector.to_words() {
                Some(words) => words,
                None => return,
            },
        };
        let place = self.place(band);
        let slot = &self.words.as_slice()[place..place + WORDS];
        let words = [band, numbers[0], numbers[1], u64::from(found.is_some())];
        for (word, value) in slot.iter().zip(words) {
            word.store(value, Relaxed);
        }
    }

    /// Doubles the slots twice, if there is memory. What is known is found again soon.
    #[cold]
    fn grow(&mut self) {
        self.misses = 0;
        let slots_log2 = (self.slots_log2 + 2).min(LAST_SLOTS_LOG2);
        if let Ok(words) = ZeroedArray::try_new(WORDS << slots_log2) {
            self.words = words;
            self.slots_log2 = slots_log2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_what_was_entered_while_the_cache_grows() {
        let vector = |band: u64| match band % 5 {
            0 => None,
            n => Some(SwitchVector::integer(n as i16 - 3)),
        };
        let mut cache = BandCache::new();
        let (mut asked, mut found) = (0, 0);
        for round in 0..3 {
            for n in 1..50_000u64 {
                let band = n << (n % 30) | n;
                cache.prefetch(band);
                asked += 1;
                let value = cache.get(band, || {
                    found += 1;
                    vector(band)
                });
                assert_eq!(value, vector(band), "{band} in round {round}");
            }
        }
        assert!(cache.slots_log2 > FIRST_SLOTS_LOG2);
        assert!(found < asked, "some are still there: {found} of {asked}");
    }

    #[test]
    fn sums_too_large_for_bytes_are_found_each_time() {
        let mut cache = BandCache::new();
        for _ in 0..2 {
            let large = Some(SwitchVector::integer(40));
            assert_eq!(cache.get(7, || large), large);
        }
    }
}
