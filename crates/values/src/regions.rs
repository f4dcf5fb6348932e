//! Vectors of connected regions, found once and kept.

use crate::grid::Grid;
use crate::ring::Rings;
use crate::shapes::{Inserted, ShapeMap};
use crate::switches::{Options, SwitchVector};
use crosscram_rules::Bits;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The vectors of all connected regions met so far, of up to a limit of cells.
///
/// A region is known by its shape alone: moved into the corner of the grid. Shapes that are
/// reflections of each other have the same vector and are entered together, so that a look-up
/// need not reflect anything. Any number of threads may use one table.
pub struct RegionTable<W> {
    grid: Grid<W>,
    limit: u32,
    rings: Option<Rings<W>>,
    vectors: ShapeMap<W>,
    full: AtomicBool,
}

/// Most cells of a region: beyond, numbers might not fit into bytes.
pub const LARGEST: u32 = 28;

impl<W: Bits> RegionTable<W> {
    /// An empty table for regions of up to `limit` cells (at most [`LARGEST`]) that will not
    /// take more than about `most_bytes`.
    pub fn new(grid: Grid<W>, limit: u32, most_bytes: u64) -> Self {
        RegionTable {
            rings: Rings::new(&grid),
            grid,
            limit: limit.min(LARGEST),
            vectors: ShapeMap::new(most_bytes),
            full: AtomicBool::new(false),
        }
    }

    /// The grid on which regions lie.
    #[inline]
    pub fn grid(&self) -> &Grid<W> {
        &self.grid
    }

    /// Most cells of a region.
    #[inline]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Number of shapes known.
    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Whether no shape is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All shapes known, with their vectors.
    pub fn entries(&self) -> impl Iterator<Item = (W, SwitchVector)> {
        let entries = self.entry_bytes();
        entries.map(|(shape, bytes)| (shape, SwitchVector::from_bytes(&bytes)))
    }

    /// The same with the bytes of the vectors.
    pub(crate) fn entry_bytes(&self) -> impl Iterator<Item = (W, [i8; 16])> {
        self.vectors.entries()
    }

    /// Enter a vector that was found earlier, for all reflections of a shape. False if there is no
    /// room.
    pub(crate) fn restore(&self, shape: W, vector: &[i8; 16]) -> bool {
        // Reflections are entered together, so one stands for all.
        self.vectors.get(shape).is_some() || self.enter(shape, vector)
    }

    fn enter(&self, shape: W, vector: &[i8; 16]) -> bool {
        let images = self.grid.reflections(shape);
        let mut room = true;
        for (i, &image) in images.iter().enumerate() {
            if !images[..i].contains(&image) {
                room &= self.vectors.insert(image, vector) == Inserted::Yes;
            }
        }
        room
    }

    /// The vector of a connected region; `None` if it has more cells than the limit, or is
    /// unknown and the table is full.
    #[inline]
    pub fn region(&self, region: W) -> Option<SwitchVector> {
        if region.count() > self.limit {
            return None;
        }
        let shape = self.grid.normalised(region);
        if let Some(bytes) = self.vectors.get(shape) {
            return Some(SwitchVector::from_bytes(&bytes));
        }
        self.find(shape)
    }

    #[cold]
    fn find(&self, shape: W) -> Option<SwitchVector> {
        if self.full.load(Relaxed) {
            return None;
        }
        let vector = self.vector_by_options(shape)?;
        let bytes = vector
            .to_bytes()
            .expect("at most 28 cells: at most 14 moves");
        if !self.enter(shape, &bytes) {
            self.full.store(true, Relaxed);
        }
        Some(vector)
    }

    /// The vector of a set of cells as the sum of its regions; `None` if one is unknown.
    #[inline]
    pub fn sum(&self, free: W) -> Option<SwitchVector> {
        let mut rest = free & !self.grid.dead(free);
        let mut sum: Option<SwitchVector> = None;
        // Moves that only one player can make, and nobody can take from him.
        let mut integer = 0;
        while !rest.is_empty() {
            let region = self.grid.first_region(rest);
            rest ^= region;
            if let Some(value) = self.grid.integer(region) {
                integer += value;
            } else {
                let vector = self.region(region)?;
                sum = Some(sum.map_or(vector, |sum| sum.plus(&vector)));
            }
        }
        Some(match sum {
            None => SwitchVector::integer(integer),
            Some(sum) if integer == 0 => sum,
            Some(sum) => sum.plus_integer(integer),
        })
    }

    /// The vector of a region that is connected and not larger than one that is.
    #[inline]
    fn connected(&self, region: W) -> Option<SwitchVector> {
        let shape = if self.grid.is_normalised(region) {
            region
        } else {
            self.grid.normalised(region)
        };
        match self.vectors.get(shape) {
            Some(bytes) => Some(SwitchVector::from_bytes(&bytes)),
            None => self.find(shape),
        }
    }

    fn vector_by_options(&self, shape: W) -> Option<SwitchVector> {
        let mut options = Options::NONE;
        // What is left of three cells nobody can play on.
        let rings = self.rings.as_ref().filter(|_| shape.count() > 3);
        for first in self.grid.left_moves(shape).members() {
            let rest = shape ^ self.grid.left_tile(first);
            let option = if rings.is_some_and(|rings| rings.connected_across(rest, first)) {
                self.connected(rest)
            } else {
                self.sum(rest)
            };
            options.left(&option?);
        }
        for first in self.grid.right_moves(shape).members() {
            let rest = shape ^ self.grid.right_tile(first);
            let option = if rings.is_some_and(|rings| rings.connected_along(rest, first)) {
                self.connected(rest)
            } else {
                self.sum(rest)
            };
            options.right(&option?);
        }
        Some(options.vector())
    }
}
