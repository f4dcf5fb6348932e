//! Vectors of regions, from their options by the definition, remembered by shape.

use super::field::Field;
use crosscram_rules::{Bits, Bits256};
use crosscram_values::switches::{Options, SwitchVector};
use std::collections::HashMap;

/// Maximum number of cells of a strip, that is of a region of as many lines as a tile has cells. Strips have
/// few connected shapes: two lines of n cells have some 2.4^n.
const LARGEST_STRIP: u32 = 28;

/// The vectors of all regions met so far.
pub(super) struct Vectors {
    pub(super) field: Field,
    /// Maximum number of cells of a region that is not a strip.
    pub(super) limit: u32,
    known: HashMap<Bits256, SwitchVector>,
}

impl Vectors {
    pub(super) fn new(field: Field, limit: u32) -> Vectors {
        Vectors {
            field,
            limit,
            known: HashMap::new(),
        }
    }

    /// The vector of a connected region, if it is not too large to be worked out.
    pub(super) fn of(&mut self, region: Bits256) -> Option<SwitchVector> {
        let within = region.count() <= self.limit || {
            let (first, end) = self.field.extent(region);
            end - first <= self.field.tile && region.count() <= LARGEST_STRIP
        };
        match within {
            true => Some(self.exact(region)),
            false => self.one_sided(region),
        }
    }

    /// If one player has no move, the value is the number of moves of the other.
    fn one_sided(&self, region: Bits256) -> Option<SwitchVector> {
        let [left, right] = self.field.max_tiles(region);
        let moves = |count: u32| i16::try_from(count).expect("at most 128 tiles fit a board");
        match (left, right) {
            (left, 0) => Some(SwitchVector::integer(moves(left))),
            (0, right) => Some(SwitchVector::integer(-moves(right))),
            _ => None,
        }
    }

    /// The vector of a region from those of its options.
    pub(super) fn exact(&mut self, region: Bits256) -> SwitchVector {
        let images = self.field.images(region);
        if let Some(vector) = self.known.get(&images[0]) {
            return *vector;
        }
        let mut options = Options::NONE;
        let left: Vec<Bits256> = self.field.left_tiles(region).collect();
        for tile in left {
            options.left(&self.rest(region ^ tile));
        }
        let right: Vec<Bits256> = self.field.right_tiles(region).collect();
        for tile in right {
            options.right(&self.rest(region ^ tile));
        }
        let vector = options.vector();
        self.known.extend(images.map(|image| (image, vector)));
        vector
    }

    /// The sum of what is left of a region after a move.
    pub(super) fn rest(&mut self, free: Bits256) -> SwitchVector {
        let regions = self.field.regions(self.field.alive(free));
        let vectors = regions.into_iter().map(|region| self.exact(region));
        vectors
            .reduce(|sum, vector| sum.plus(&vector))
            .unwrap_or(SwitchVector::ZERO)
    }
}
