//! Losses that hold on some paths only.
//!
//! A repetition is lost because of where it lies on the path. So a loss that depends on repetitions
//! depends on the ancestors that were repeated. It holds on every path through all of them: its end
//! nodes are repetitions there too, and any further repetition only makes it lost earlier. On other
//! paths nothing follows. This is the "graph history interaction" that makes other searches wrong;
//! Kishimoto and Müller (2004) solve it with codes of paths, here the ancestors themselves are stored.

use crate::game::{Key, Kind};
use crate::numbers::Numbers;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A fast hash, for keys that no adversary chooses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // FxHash, as in the Rust compiler.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// The place of each position on the current path, the root at 0.
pub(crate) type PathPlaces<K> = QuickMap<K, u32>;

/// Why a lost node at this place of the path is lost: the places above it on which that depends; none if it is lost on
/// every path. Each child has its numbers and the places on which its own loss depends.
pub(crate) fn because_of_children<'a>(
    kind: Kind,
    place: u32,
    children: impl Iterator<Item = (Numbers, &'a [u32])>,
) -> Vec<u32> {
    let mut places: Vec<u32> = match kind {
        Kind::Max => children.flat_map(|(_, places)| places).copied().collect(),
        Kind::Min => {
            let lost = children.filter(|(numbers, _)| *numbers == Numbers::LOST);
            let fewest = lost.min_by_key(|(_, places)| places.len());
            fewest.map_or(Vec::new(), |(_, places)| places.to_vec())
        }
    };
    places.sort_unstable();
    places.dedup();
    places.retain(|&other| other != place);
    places
}

/// The maximum number of ancestors of a stored loss.
const MAX_ANCESTORS: usize = 12;
/// The maximum number of losses stored for one position, each with different ancestors.
const MAX_LOSSES: usize = 4;

/// The known losses, each with the ancestors it depends on.
#[derive(Clone, Debug)]
pub(crate) struct ConditionalLosses<K> {
    of: QuickMap<K, Vec<Box<[K]>>>,
    max_positions: usize,
}

impl<K: Key> ConditionalLosses<K> {
    /// A store for `max_positions` positions. When it is full, it is cleared, which costs time but not
    /// correctness.
    pub(crate) fn new(max_positions: usize) -> Self {
        ConditionalLosses {
            of: QuickMap::default(),
            max_positions,
        }
    }

    /// Returns the places on the path of the ancestors that make this position lost, if there are any.
    pub(crate) fn find(&self, key: &K, path: &PathPlaces<K>) -> Option<Vec<u32>> {
        let losses = self.of.get(key)?;
        let places = |ancestors: &[K]| -> Option<Vec<u32>> {
            let places = ancestors.iter().map(|ancestor| path.get(ancestor).copied());
            let mut places = places.collect::<Option<Vec<u32>>>()?;
            places.sort_unstable();
            Some(places)
        };
        losses.iter().find_map(|ancestors| places(ancestors))
    }

    /// Stores a loss.
    pub(crate) fn store(&mut self, key: K, ancestors: Box<[K]>) {
        if ancestors.len() > MAX_ANCESTORS {
            return;
        }
        if self.of.len() >= self.max_positions {
            self.of.clear();
        }
        let losses = self.of.entry(key).or_default();
        if losses.len() == MAX_LOSSES {
            losses.remove(0);
        }
        losses.push(ancestors);
    }

    pub(crate) fn bytes(&self) -> u64 {
        // Most lists hold one or two boxes.
        (self.of.len() * (3 * size_of::<K>() + 64)) as u64
    }
}
