//! Vectors of connected regions, found once and kept.

use crate::grid::Grid;
use crate::switches::{Options, SwitchVector};
use crosscram_rules::Bits;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The vectors of all connected regions met so far, of up to a limit of cells.
///
/// A region is known by its shape alone: moved into the corner of the grid. Shapes that are
/// reflections of each other have the same vector and are entered together, so that a look-up
/// need not reflect anything.
pub struct RegionTable<W> {
    grid: Grid<W>,
    limit: u32,
    vectors: HashMap<W, [i8; 16], BuildHasherDefault<MixHasher>>,
}

/// Most cells of a region: beyond, numbers might not fit into bytes.
pub const LARGEST: u32 = 28;

impl<W: Bits> RegionTable<W> {
    /// An empty table for regions of up to `limit` cells (at most [`LARGEST`]).
    pub fn new(grid: Grid<W>, limit: u32) -> Self {
        RegionTable {
            grid,
            limit: limit.min(LARGEST),
            vectors: HashMap::default(),
        }
    }

    /// The grid on which regions lie.
    pub fn grid(&self) -> &Grid<W> {
        &self.grid
    }

    /// Most cells of a region.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Number of shapes known.
    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Whether no shape is known.
    pub fn is_empty(&self) -> bool {
        self.vectors.is_empty()
    }

    /// The vector of a connected region of at most [`RegionTable::limit`] cells.
    pub fn region(&mut self, region: W) -> SwitchVector {
        debug_assert!(region.count() <= self.limit);
        let shape = self.grid.normalised(region);
        if let Some(bytes) = self.vectors.get(&shape) {
            return SwitchVector::from_bytes(bytes);
        }
        let vector = self.vector_by_options(shape);
        let bytes = vector
            .to_bytes()
            .expect("at most 28 cells: at most 14 moves");
        for image in self.grid.reflections(shape) {
            self.vectors.insert(image, bytes);
        }
        vector
    }

    /// The vector of a set of cells as the sum of its regions; `None` if one is too large.
    #[inline]
    pub fn sum(&mut self, free: W) -> Option<SwitchVector> {
        let mut rest = free & !self.grid.dead(free);
        let mut sum: Option<SwitchVector> = None;
        while !rest.is_empty() {
            let region = self.grid.first_region(rest);
            if region.count() > self.limit {
                return None;
            }
            rest ^= region;
            let vector = self.region(region);
            sum = Some(sum.map_or(vector, |sum| sum.plus(&vector)));
        }
        Some(sum.unwrap_or(SwitchVector::ZERO))
    }

    fn vector_by_options(&mut self, shape: W) -> SwitchVector {
        let mut options = Options::NONE;
        let length = self.grid.length();
        for cell in self.grid.left_moves(shape).members() {
            let first = W::single(cell);
            let rest = shape ^ first ^ first.up(length);
            let option = self.sum(rest).expect("smaller than the region itself");
            options.left(&option);
        }
        for cell in self.grid.right_moves(shape).members() {
            let first = W::single(cell);
            let rest = shape ^ first ^ (first << 1);
            let option = self.sum(rest).expect("smaller than the region itself");
            options.right(&option);
        }
        options.vector()
    }
}

/// Passes on what the set's words give, mixed.
#[derive(Default)]
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
