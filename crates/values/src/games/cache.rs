//! Bounded caches of results: evicted results are computed again.

use super::Game;

/// Entries of a new cache.
const FIRST: usize = 1 << 10;

/// Results for pairs of games. Each pair has one place; a newer pair takes it from an older one.
/// The cache doubles while pairs are lost, up to a limit. Whole keys are compared, so an answer
/// is never that of another pair.
#[derive(Clone, Debug)]
pub(crate) struct PairCache<V> {
    places: Vec<Option<(Game, Game, V)>>,
    lost: usize,
    limit: usize,
}

impl<V: Copy> PairCache<V> {
    /// An empty cache that grows to at most `limit` entries, a power of two.
    pub(crate) fn new(limit: usize) -> PairCache<V> {
        debug_assert!(limit.is_power_of_two() && limit >= FIRST);
        PairCache {
            places: vec![None; FIRST],
            lost: 0,
            limit,
        }
    }

    fn place(&self, first: Game, second: Game) -> usize {
        let key = u64::from(first.index()) << 32 | u64::from(second.index());
        // Fibonacci hashing: the high bits of the product depend on all of the key.
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 20) as usize & (self.places.len() - 1)
    }

    /// The cached result of the pair.
    pub(crate) fn get(&self, first: Game, second: Game) -> Option<V> {
        match self.places[self.place(first, second)] {
            Some((a, b, value)) if a == first && b == second => Some(value),
            _ => None,
        }
    }

    /// Stores the result of the pair.
    pub(crate) fn insert(&mut self, first: Game, second: Game, value: V) {
        let place = self.place(first, second);
        if self.places[place].is_some() {
            self.lost += 1;
            if self.lost > self.places.len() / 2 && self.places.len() < self.limit {
                self.grow();
                return self.insert(first, second, value);
            }
        }
        self.places[place] = Some((first, second, value));
    }

    fn grow(&mut self) {
        let double = vec![None; self.places.len() * 2];
        let old = std::mem::replace(&mut self.places, double);
        self.lost = 0;
        for entry in old.into_iter().flatten() {
            let place = self.place(entry.0, entry.1);
            self.places[place] = Some(entry);
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * size_of::<Option<(Game, Game, V)>>()
    }
}
