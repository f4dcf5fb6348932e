//! Vectors of connected regions, found once and kept.

use crate::grid::Grid;
use crate::packed::PackedMap;
use crate::ring::Rings;
use crate::shapes::{Budget, Inserted, ShapeMap};
use crate::switches::{Options, SwitchVector};
use crosscram_rules::{Bits, Bits64};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The vectors of all connected regions met so far, of up to a limit of cells.
///
/// A region is known by its shape alone: moved into the corner of the grid. Shapes that are
/// reflections of each other have the same vector and are entered together, so that a look-up
/// need not reflect anything. Any number of threads may use one table.
///
/// On a board of more than 64 cells nearly all shapes fit into the first 64 bits when they are in
/// the corner. Those are found and kept as sets of one word, which is about twice as fast.
pub struct RegionTable<W> {
    limit: u32,
    wide: Shapes<W, ShapeMap<W>>,
    narrow: Shapes<Bits64, PackedMap>,
    /// Shapes below this cell are narrow. Zero if lines are longer than a word.
    narrow_cells: u32,
    full: AtomicBool,
}

/// Shapes kept as one kind of set.
struct Shapes<W, M> {
    grid: Grid<W>,
    rings: Option<Rings<W>>,
    vectors: M,
}

/// What keeps the vectors of shapes.
trait Vectors<W> {
    fn new(budget: Arc<Budget>) -> Self;
    fn get(&self, shape: W) -> Option<SwitchVector>;
    /// Enter some shapes that have the same vector.
    fn insert(&self, shapes: &[W], vector: &SwitchVector) -> Inserted;
    /// Hint that a shape will be looked up soon.
    fn prefetch(&self, shape: W);
}

impl Vectors<Bits64> for PackedMap {
    fn new(budget: Arc<Budget>) -> Self {
        PackedMap::new(budget)
    }

    #[inline]
    fn get(&self, shape: Bits64) -> Option<SwitchVector> {
        PackedMap::get(self, shape)
    }

    fn insert(&self, shapes: &[Bits64], vector: &SwitchVector) -> Inserted {
        PackedMap::insert(self, shapes, vector)
    }

    #[inline]
    fn prefetch(&self, shape: Bits64) {
        PackedMap::prefetch(self, shape);
    }
}

impl<W: Bits> Vectors<W> for ShapeMap<W> {
    fn new(budget: Arc<Budget>) -> Self {
        ShapeMap::new(budget)
    }

    #[inline]
    fn get(&self, shape: W) -> Option<SwitchVector> {
        ShapeMap::get(self, shape).map(SwitchVector::from_words)
    }

    fn insert(&self, shapes: &[W], vector: &SwitchVector) -> Inserted {
        ShapeMap::insert(self, shapes, vector.to_words())
    }

    #[inline]
    fn prefetch(&self, shape: W) {
        ShapeMap::prefetch(self, shape);
    }
}

/// Most tiles that a region may hold: beyond, numbers might not fit into bytes.
const MOST_TILES: u32 = 14;

/// Most cells of a region of dominoes. With longer tiles it may be larger.
pub const LARGEST: u32 = largest(2);

/// Most cells of a region when tiles have `tile` cells.
pub const fn largest(tile: u32) -> u32 {
    MOST_TILES * tile
}

/// A list of shapes: no more than there are moves in a region of dominoes.
struct Connected<W> {
    shapes: [W; 4 * MOST_TILES as usize],
    count: usize,
}

impl<W: Bits> Default for Connected<W> {
    fn default() -> Self {
        Connected {
            shapes: [W::EMPTY; 4 * MOST_TILES as usize],
            count: 0,
        }
    }
}

impl<W> Connected<W> {
    #[inline]
    fn push(&mut self, shape: W) {
        self.shapes[self.count] = shape;
        self.count += 1;
    }
}

impl<W: Bits, M: Vectors<W>> Shapes<W, M> {
    fn new(grid: Grid<W>, budget: &Arc<Budget>) -> Self {
        Shapes {
            rings: Rings::new(&grid),
            grid,
            vectors: M::new(Arc::clone(budget)),
        }
    }

    #[inline]
    fn get(&self, shape: W) -> Option<SwitchVector> {
        self.vectors.get(shape)
    }

    /// A region as a shape that will be looked up soon.
    #[inline]
    fn prefetched(&self, region: W) -> W {
        let shape = self.grid.normalised(region);
        self.vectors.prefetch(shape);
        shape
    }

    /// Enter a shape and its reflections; whether there was room.
    fn enter(&self, shape: W, vector: &SwitchVector) -> bool {
        let mut images = self.grid.reflections(shape);
        let mut different = 1;
        for i in 1..images.len() {
            if !images[..different].contains(&images[i]) {
                images[different] = images[i];
                different += 1;
            }
        }
        self.vectors.insert(&images[..different], vector) == Inserted::Yes
    }

    /// The sum of the regions of a set, each found by `region`; `None` if one is unknown.
    #[inline]
    fn sum(&self, free: W, region: impl Fn(W) -> Option<SwitchVector>) -> Option<SwitchVector> {
        let mut rest = free & !self.grid.dead(free);
        let mut sum: Option<SwitchVector> = None;
        // Moves that only one player can make, and nobody can take from him.
        let mut integer = 0;
        while !rest.is_empty() {
            let cells = self.grid.first_region(rest);
            rest ^= cells;
            if let Some(value) = self.grid.integer(cells) {
                integer += value;
            } else {
                let vector = region(cells)?;
                sum = Some(sum.map_or(vector, |sum| sum.plus(&vector)));
            }
        }
        Some(match sum {
            None => SwitchVector::integer(integer),
            Some(sum) if integer == 0 => sum,
            Some(sum) => sum.plus_integer(integer),
        })
    }

    /// The vector of a shape from its options, whose regions are found by `region`.
    #[inline]
    fn vector_by_options(
        &self,
        shape: W,
        region: impl Fn(W) -> Option<SwitchVector>,
    ) -> Option<SwitchVector> {
        // What is left of three cells nobody can play on.
        let rings = self.rings.as_ref().filter(|_| shape.count() > 3);
        // Connected options are looked up in a second pass, when they have arrived in the cache.
        let mut connected = Connected::default();
        let mut options = Options::NONE;
        for first in self.grid.left_moves(shape).members() {
            let rest = shape ^ self.grid.left_tile(first);
            if rings.is_some_and(|rings| rings.connected_across(rest, first)) {
                connected.push(self.prefetched(rest));
            } else {
                options.left(&self.sum(rest, &region)?);
            }
        }
        let lefts = connected.count;
        for first in self.grid.right_moves(shape).members() {
            let rest = shape ^ self.grid.right_tile(first);
            if rings.is_some_and(|rings| rings.connected_along(rest, first)) {
                connected.push(self.prefetched(rest));
            } else {
                options.right(&self.sum(rest, &region)?);
            }
        }
        let (left, right) = connected.shapes[..connected.count].split_at(lefts);
        for &shape in left {
            options.left(&region(shape)?);
        }
        for &shape in right {
            options.right(&region(shape)?);
        }
        Some(options.vector())
    }
}

impl<W: Bits> RegionTable<W> {
    /// An empty table for regions of up to `limit` cells (at most [`largest`]) that will not
    /// take more than about `most_bytes`.
    pub fn new(grid: Grid<W>, limit: u32, most_bytes: u64) -> Self {
        let length = grid.length();
        let lines = grid.lines().min(Bits64::CAPACITY / length);
        let narrow = if lines == 0 {
            Grid::new(1, 1, grid.tile())
        } else {
            Grid::new(lines, length, grid.tile())
        };
        let budget = Arc::new(Budget::new(most_bytes));
        RegionTable {
            limit: limit.min(largest(grid.tile())),
            narrow: Shapes::new(narrow, &budget),
            wide: Shapes::new(grid, &budget),
            narrow_cells: lines * length,
            full: AtomicBool::new(false),
        }
    }

    /// The grid on which regions lie.
    #[inline]
    pub fn grid(&self) -> &Grid<W> {
        &self.wide.grid
    }

    /// Most cells of a region.
    #[inline]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Number of shapes known.
    pub fn len(&self) -> usize {
        self.narrow.vectors.len() + self.wide.vectors.len()
    }

    /// Whether no shape is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All shapes known, with their vectors.
    pub fn entries(&self) -> impl Iterator<Item = (W, SwitchVector)> {
        let narrow = self.narrow.vectors.entries();
        let wide = self.wide.vectors.entries();
        narrow
            .map(|(shape, vector)| (W::from_words([shape.word(0)]), vector))
            .chain(wide.map(|(shape, words)| (shape, SwitchVector::from_words(words))))
    }

    /// The same with the bytes of the vectors.
    pub(crate) fn entry_bytes(&self) -> impl Iterator<Item = (W, [i8; 16])> {
        let bytes = |vector: SwitchVector| vector.to_bytes().expect("they fit into the table");
        self.entries()
            .map(move |(shape, vector)| (shape, bytes(vector)))
    }

    /// Enter a vector that was found earlier, for all reflections of a shape. False if there is no
    /// room.
    pub(crate) fn restore(&self, shape: W, vector: &[i8; 16]) -> bool {
        let vector = &SwitchVector::from_bytes(vector);
        // Reflections are entered together, so one stands for all.
        match self.as_narrow(shape) {
            Some(shape) => self.narrow.get(shape).is_some() || self.narrow.enter(shape, vector),
            None => self.wide.get(shape).is_some() || self.wide.enter(shape, vector),
        }
    }

    /// A set as one word, if it is narrow.
    #[inline]
    fn as_narrow(&self, set: W) -> Option<Bits64> {
        let fits = W::WORDS == 1 || (set >> self.narrow_cells).is_empty();
        fits.then(|| Bits64::from_words([set.word(0)]))
    }

    /// The vector of a connected region; `None` if it has more cells than the limit, or is
    /// unknown and the table is full.
    #[inline]
    pub fn region(&self, region: W) -> Option<SwitchVector> {
        if region.count() > self.limit {
            return None;
        }
        self.small_region(region)
    }

    /// The same for a region that is within the limit.
    #[inline]
    fn small_region(&self, region: W) -> Option<SwitchVector> {
        let grid = &self.wide.grid;
        let shape = if grid.is_normalised(region) {
            region
        } else {
            grid.normalised(region)
        };
        match self.as_narrow(shape) {
            Some(shape) => self.narrow.get(shape).or_else(|| self.find_narrow(shape)),
            None => self.wide.get(shape).or_else(|| self.find_wide(shape)),
        }
    }

    /// The same for a region that is narrow wherever it lies.
    #[inline]
    fn narrow_region(&self, region: Bits64) -> Option<SwitchVector> {
        let grid = &self.narrow.grid;
        let shape = if grid.is_normalised(region) {
            region
        } else {
            grid.normalised(region)
        };
        self.narrow.get(shape).or_else(|| self.find_narrow(shape))
    }

    #[cold]
    fn find_narrow(&self, shape: Bits64) -> Option<SwitchVector> {
        if self.full.load(Relaxed) {
            return None;
        }
        let narrow = &self.narrow;
        let vector = narrow.vector_by_options(shape, |region| self.narrow_region(region))?;
        self.note(narrow.enter(shape, &vector));
        Some(vector)
    }

    #[cold]
    fn find_wide(&self, shape: W) -> Option<SwitchVector> {
        if self.full.load(Relaxed) {
            return None;
        }
        let wide = &self.wide;
        let vector = wide.vector_by_options(shape, |region| self.small_region(region))?;
        self.note(wide.enter(shape, &vector));
        Some(vector)
    }

    fn note(&self, had_room: bool) {
        if !had_room {
            self.full.store(true, Relaxed);
        }
    }

    /// The vector of a set of cells as the sum of its regions; `None` if one is unknown.
    #[inline]
    pub fn sum(&self, free: W) -> Option<SwitchVector> {
        let top = self.wide.grid.line_of(free.first()) * self.wide.grid.length();
        match self.as_narrow(free >> top) {
            Some(free) => self.narrow.sum(free, |region| {
                if region.count() > self.limit {
                    return None;
                }
                self.narrow_region(region)
            }),
            None => self.wide.sum(free, |region| self.region(region)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits128, Bits256};
    use std::collections::HashMap;

    /// The same without shapes, words, rings and runs.
    fn plain<W: Bits>(
        grid: &Grid<W>,
        free: W,
        known: &mut HashMap<W, SwitchVector>,
    ) -> SwitchVector {
        if free.is_empty() {
            return SwitchVector::ZERO;
        }
        let region = grid.first_region(free);
        if region != free {
            let rest = plain(grid, free ^ region, known);
            return plain(grid, region, known).plus(&rest);
        }
        if let Some(vector) = known.get(&region) {
            return *vector;
        }
        let mut options = Options::NONE;
        for first in grid.left_moves(region).members() {
            options.left(&plain(grid, region ^ grid.left_tile(first), known));
        }
        for first in grid.right_moves(region).members() {
            options.right(&plain(grid, region ^ grid.right_tile(first), known));
        }
        let vector = options.vector();
        known.insert(region, vector);
        vector
    }

    /// Regions that grow from random cells, so that they lie at all edges and across words.
    fn compare<W: Bits>(lines: u32, length: u32, tile: u32) {
        let grid = Grid::<W>::new(lines, length, tile);
        let table = RegionTable::new(grid.clone(), 14, 1 << 26);
        let mut state = u64::from(lines * 256 + length);
        let mut random = |below: u32| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        let area = lines * length;
        for _ in 0..60 {
            let mut set = W::single(random(area));
            for _ in 0..600 {
                let cell = random(area);
                let beside = (cell % length > 0 && set.contains(cell - 1))
                    || (cell % length < length - 1 && set.contains(cell + 1))
                    || (cell >= length && set.contains(cell - length))
                    || (cell + length < area && set.contains(cell + length));
                if beside && set.count() < 14 {
                    set |= W::single(cell);
                }
            }
            let mut known = HashMap::new();
            assert_eq!(
                table.sum(set),
                Some(plain(&grid, set, &mut known)),
                "{set:?}"
            );
            let region = grid.first_region(set);
            if !grid.dead(region).is_empty() {
                continue;
            }
            let vector = plain(&grid, region, &mut known);
            assert_eq!(table.region(region), Some(vector), "{region:?}");
        }
    }

    #[test]
    fn regions_are_what_their_options_give() {
        compare::<Bits64>(7, 9, 2);
        compare::<Bits64>(8, 8, 3);
        compare::<Bits128>(8, 10, 2);
        compare::<Bits128>(4, 31, 2);
        compare::<Bits128>(30, 4, 2);
        compare::<Bits128>(9, 10, 3);
        compare::<Bits256>(3, 70, 2);
        compare::<Bits256>(12, 12, 3);
    }

    #[test]
    fn wide_regions_are_found_from_narrow_ones() {
        // A column of eight cells with a foot reaches beyond the first 64 cells.
        let grid = Grid::<Bits128>::new(8, 10, 2);
        let table = RegionTable::new(grid.clone(), 14, 1 << 26);
        let column = (0..8).fold(Bits128::EMPTY, |set, line| set | Bits128::single(10 * line));
        let set = column | Bits128::single(71);
        let mut known = HashMap::new();
        assert_eq!(table.region(set), Some(plain(&grid, set, &mut known)));
        assert!(table.wide.vectors.len() > 0 && table.narrow.vectors.len() > 0);
    }
}
