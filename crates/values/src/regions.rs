//! Vectors of connected regions, computed once and stored.

use crate::cache::Refused;
use crate::grid::Grid;
use crate::necks::Pieces;
use crate::packed::{Budget, Image, Inserted, PackedMap};
use crate::ring::Rings;
use crate::switches::SwitchVector;
use crosscram_rules::{Bits, Bits64, Bits128};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The vectors of all connected regions met so far, of up to a limit of cells.
///
/// A region is identified by its shape: the region moved into the corner of the grid. Reflections have
/// the same vector, so only the least of them is kept: finding it takes some fifty instructions, and a table a
/// fourth as large saves more than that in waiting for memory. Any number of threads may use one table.
///
/// On a board of more than 64 cells most shapes fit into the first 64 bits when they are in the corner.
/// Those are computed and stored as sets of one word, which is about twice as fast; those that fit into
/// 128 bits as sets of two.
pub struct RegionTable<W> {
    wide: Shapes<W, Middle>,
}

/// Shapes kept as one kind of set, except those that fit into a narrower kind.
struct Shapes<W, N> {
    narrower: N,
    grid: Grid<W>,
    /// Cells of the grid.
    cells: u32,
    /// Of regions that may be asked for.
    limits: Limits,
    rings: Option<Rings<W>>,
    vectors: PackedMap<W>,
    /// One of the kinds of sets has no room left.
    full: Arc<AtomicBool>,
}

/// Shapes that fit into one word.
type Narrow = Shapes<Bits64, ()>;
/// Shapes that fit into two words.
type Middle = Shapes<Bits128, Narrow>;

/// Maximum number of tiles that a region may hold; with more, numbers might not fit into bytes.
const MOST_TILES: u32 = 16;

/// Maximum number of cells of a region of dominoes. With longer tiles it may be larger.
pub const LARGEST: u32 = largest(2);

/// Maximum number of cells of a region when tiles have `tile` cells.
pub const fn largest(tile: u32) -> u32 {
    MOST_TILES * tile
}

/// Maximum number of cells of a strip of dominoes of which all are known.
const MOST_IN_STRIP: u32 = 28;

/// Maximum numbers of cells of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of any region.
    pub cells: u32,
    /// Of regions within as many lines as a tile has cells.
    strip: u32,
}

impl Limits {
    /// Regions of up to so many cells on the lines of a grid.
    fn new<W: Bits>(grid: &Grid<W>, cells: u32) -> Limits {
        Limits {
            cells,
            strip: strip_limit(grid, cells),
        }
    }

    /// The larger of the two.
    pub fn largest(&self) -> u32 {
        self.cells.max(self.strip)
    }

    /// Returns whether a region of a grid has no more cells than the limit for its lines.
    #[inline]
    fn hold<W: Bits>(&self, region: W, grid: &Grid<W>) -> bool {
        let count = region.count();
        count <= self.cells || count <= self.strip && grid.is_strip(region)
    }
}

/// Maximum number of cells of a strip of dominoes, if other regions have at most `limit`. Two lines
/// of n cells have only some 2.4^n connected shapes, so all of them can be known where it pays: on
/// boards of up to four lines, and where lines are too long for a table of strips. Beyond fourteen
/// cells in a line there are too many.
fn strip_limit<W: Bits>(grid: &Grid<W>, limit: u32) -> u32 {
    let is_thin = grid.lines().min(grid.length()) <= 4;
    match grid.length() {
        _ if limit == 0 || grid.tile() != 2 => limit,
        12..=14 => limit.max(MOST_IN_STRIP),
        ..12 if is_thin => limit.max(MOST_IN_STRIP),
        _ if is_thin => limit.max(MOST_IN_STRIP.min(limit + 4)),
        _ => limit,
    }
}

impl<W: Bits, N: Source> Shapes<W, N>
where
    Self: Find<W>,
{
    /// No shapes on as many lines of a grid as fit into these sets.
    fn new<V: Bits>(
        grid: &Grid<V>,
        narrower: N,
        limits: Limits,
        budget: &Arc<Budget>,
        full: &Arc<AtomicBool>,
    ) -> Self {
        let grid = first_lines(grid);
        Shapes {
            narrower,
            cells: grid.lines() * grid.length(),
            limits,
            rings: Rings::new(&grid),
            grid,
            vectors: PackedMap::new(Arc::clone(budget)),
            full: Arc::clone(full),
        }
    }

    /// The shape of a region, under which its vector is kept: its least reflection.
    #[inline]
    fn shape(&self, region: W) -> W {
        self.canonical(self.in_corner(region))
    }

    /// The shape of a region that will be looked up soon.
    #[inline]
    fn prefetched(&self, region: W) -> W {
        let shape = self.shape(region);
        self.prefetch(shape);
        shape
    }

    /// A region moved into the corner.
    #[inline]
    fn in_corner(&self, region: W) -> W {
        if self.grid.is_normalised(region) {
            region
        } else {
            self.grid.normalised(region)
        }
    }

    /// The cells of a set on which a player can play.
    #[inline]
    fn alive(&self, free: W) -> W {
        free & !self.grid.dead(free)
    }

    /// The sum of the regions of a set; `None` if one is unknown. No cell of the set is dead. Regions that
    /// are not small are cut by `cut`; `None` if they cannot be.
    ///
    /// All shapes are on their way to the processor's cache before the first is looked up, and none is if a
    /// region cannot be known.
    #[inline]
    fn sum(
        &self,
        mut rest: W,
        is_small: impl Fn(W) -> bool,
        cut: impl Fn(W) -> Option<Pieces<W>>,
    ) -> Option<SwitchVector> {
        let mut sum = Sum::default();
        while !rest.is_empty() {
            let cells = self.grid.first_region(rest);
            rest ^= cells;
            // Moves that only one player can make and the opponent cannot prevent.
            if let Some(value) = self.grid.integer(cells) {
                sum.integer += value;
            } else if is_small(cells) {
                sum.push(cells, self)?;
            } else {
                for &piece in cut(cells)?.as_slice() {
                    match self.grid.integer(piece) {
                        Some(value) => sum.integer += value,
                        None => sum.push(piece, self)?,
                    }
                }
            }
        }
        sum.total(self)
    }

    /// The sum of the regions of a set, regions above the limit cut across if wanted where that makes them small.
    #[inline]
    fn sum_of_small(&self, free: W, within: Limits, across: bool) -> Option<SwitchVector> {
        let cut = |cells| match across {
            true => self.grid.cut_across(cells, within.cells),
            false => None,
        };
        self.sum(
            self.alive(free),
            |cells| within.hold(cells, &self.grid),
            cut,
        )
    }

    /// Calls `each` with every region of a set, and with its vector if no cut is needed to know it.
    #[inline]
    fn for_each_region(
        &self,
        free: W,
        within: Limits,
        mut each: impl FnMut(W, Option<SwitchVector>),
    ) {
        let mut rest = self.alive(free);
        while !rest.is_empty() {
            // As many as can wait are on their way before the first is looked up.
            let mut waiting = [(W::EMPTY, W::EMPTY); MOST_WAITING];
            let mut count = 0;
            while !rest.is_empty() && count < MOST_WAITING {
                let cells = self.grid.first_region(rest);
                rest ^= cells;
                let in_table = self.grid.integer(cells).is_none() && within.hold(cells, &self.grid);
                let shape = match in_table {
                    true => self.prefetched(cells),
                    false => W::EMPTY,
                };
                waiting[count] = (cells, shape);
                count += 1;
            }
            for &(cells, shape) in &waiting[..count] {
                let vector = match shape.is_empty() {
                    true => self.grid.integer(cells).map(SwitchVector::integer),
                    false => self.vector(shape),
                };
                each(cells, vector);
            }
        }
    }

    /// Computes the vector of a shape from its options, and stores it.
    fn compute(&self, shape: W) -> Option<SwitchVector> {
        if self.full.load(Relaxed) {
            return None;
        }
        let vector = self.vector_by_options(shape)?;
        if self.vectors.insert(shape, &vector) == Inserted::Full {
            self.full.store(true, Relaxed);
        }
        Some(vector)
    }

    /// Works out a sample of the entries again, each from its options.
    fn check_sample(&self) -> Result<(), Refused> {
        let outside = !W::below(self.cells);
        for (shape, vector) in self.vectors.sample(SAMPLE) {
            let possible = (shape & outside).is_empty()
                && !shape.is_empty()
                && self.limits.hold(shape, &self.grid)
                && self.grid.is_normalised(shape)
                && self.grid.canonical(shape) == shape
                && self.grid.first_region(shape) == shape;
            if !possible {
                return Err(Refused::Entry);
            }
            if self.vector_by_options(shape) != Some(vector) {
                return Err(Refused::Vector);
            }
        }
        Ok(())
    }
}

/// Maximum number of shapes of a sum that wait to be looked up. A band seldom has more.
const MOST_WAITING: usize = 8;

/// A sum of regions whose shapes are collected first.
struct Sum<W> {
    waiting: [W; MOST_WAITING],
    count: usize,
    sum: Option<SwitchVector>,
    integer: i16,
}

impl<W: Bits> Default for Sum<W> {
    #[inline]
    fn default() -> Self {
        Sum {
            waiting: [W::EMPTY; MOST_WAITING],
            count: 0,
            sum: None,
            integer: 0,
        }
    }
}

impl<W: Bits> Sum<W> {
    /// Adds a region. `None` if there were too many to wait, and one of them is unknown.
    #[inline]
    fn push<N: Source>(&mut self, region: W, shapes: &Shapes<W, N>) -> Option<()>
    where
        Shapes<W, N>: Find<W>,
    {
        if self.count == MOST_WAITING {
            self.look_up(shapes)?;
        }
        self.waiting[self.count] = shapes.prefetched(region);
        self.count += 1;
        Some(())
    }

    #[inline]
    fn look_up(&mut self, shapes: &impl Source) -> Option<()> {
        for &shape in &self.waiting[..self.count] {
            let vector = shapes.vector(shape)?;
            self.sum = Some(self.sum.map_or(vector, |sum| sum.plus(&vector)));
        }
        self.count = 0;
        Some(())
    }

    #[inline]
    fn total(mut self, shapes: &impl Source) -> Option<SwitchVector> {
        self.look_up(shapes)?;
        Some(match self.sum {
            None => SwitchVector::integer(self.integer),
            Some(sum) if self.integer == 0 => sum,
            Some(sum) => sum.plus_integer(self.integer),
        })
    }
}

/// Entries of each map that are worked out again when it is read from a file.
const SAMPLE: usize = 512;

/// Where the vectors of shapes are, whatever kind of set they come as.
trait Source {
    /// Returns whether a set lies within the lines of this grid.
    fn holds<V: Bits>(&self, set: V) -> bool;

    /// The least reflection of a shape in the corner.
    fn canonical<V: Bits>(&self, shape: V) -> V;

    /// Hints that a shape will be looked up soon.
    fn prefetch<V: Bits>(&self, shape: V);

    /// The vector of such a shape, within the limit of cells, if it is known.
    fn known<V: Bits>(&self, shape: V) -> Option<SwitchVector>;

    /// The vector of such a shape, within the limit of cells; `None` if it is unknown and the table is full.
    fn vector<V: Bits>(&self, shape: V) -> Option<SwitchVector>;
}

/// Nothing is narrower than one word.
impl Source for () {
    #[inline]
    fn holds<V: Bits>(&self, _: V) -> bool {
        false
    }

    #[inline]
    fn canonical<V: Bits>(&self, shape: V) -> V {
        shape
    }

    #[inline]
    fn prefetch<V: Bits>(&self, _: V) {}

    #[inline]
    fn known<V: Bits>(&self, _: V) -> Option<SwitchVector> {
        None
    }

    #[inline]
    fn vector<V: Bits>(&self, _: V) -> Option<SwitchVector> {
        None
    }
}

impl<W: Bits, N: Source> Source for Shapes<W, N>
where
    Self: Find<W>,
{
    #[inline]
    fn holds<V: Bits>(&self, set: V) -> bool {
        V::WORDS <= W::WORDS || (set >> self.cells).is_empty()
    }

    #[inline]
    fn canonical<V: Bits>(&self, shape: V) -> V {
        match self.narrower.holds(shape) {
            true => self.narrower.canonical(shape),
            false => self.grid.canonical(shape.resized()).resized(),
        }
    }

    #[inline]
    fn prefetch<V: Bits>(&self, shape: V) {
        match self.narrower.holds(shape) {
            true => self.narrower.prefetch(shape),
            false => self.vectors.prefetch(shape.resized()),
        }
    }

    #[inline]
    fn known<V: Bits>(&self, shape: V) -> Option<SwitchVector> {
        match self.narrower.holds(shape) {
            true => self.narrower.known(shape),
            false => self.vectors.get(shape.resized()),
        }
    }

    #[inline]
    fn vector<V: Bits>(&self, shape: V) -> Option<SwitchVector> {
        if self.narrower.holds(shape) {
            return self.narrower.vector(shape);
        }
        let shape = shape.resized();
        let known = self.vectors.get(shape);
        known.or_else(|| self.find(shape))
    }
}

/// Finding what no map has. Not generic where that is possible: these are the largest functions of a search, and users of
/// this crate need not compile them again.
trait Find<W> {
    /// The vector of a shape, which is then stored.
    fn find(&self, shape: W) -> Option<SwitchVector>;
}

impl Find<Bits64> for Narrow {
    #[cold]
    fn find(&self, shape: Bits64) -> Option<SwitchVector> {
        self.compute(shape)
    }
}

impl Find<Bits128> for Middle {
    #[cold]
    fn find(&self, shape: Bits128) -> Option<SwitchVector> {
        self.compute(shape)
    }
}

impl<W: Bits> Find<W> for Shapes<W, Middle> {
    #[cold]
    fn find(&self, shape: W) -> Option<SwitchVector> {
        self.compute(shape)
    }
}

/// The three maps of a table apart from their places in memory.
pub(crate) type Images<W> = (Image<Bits64>, Image<Bits128>, Image<W>);

impl<W: Bits> RegionTable<W> {
    /// An empty table for regions of up to `limit` cells (at most [`largest`]) that will not
    /// take more than about `most_bytes`.
    pub fn new(grid: Grid<W>, limit: u32, most_bytes: u64) -> Self {
        let budget = Arc::new(Budget::new(most_bytes));
        let full = Arc::default();
        let limit = limit.min(largest(grid.tile()));
        let limits = Limits::new(&grid, limit);
        let narrow = Narrow::new(&grid, (), limits, &budget, &full);
        let middle = Middle::new(&grid, narrow, limits, &budget, &full);
        RegionTable {
            wide: Shapes::new(&grid, middle, limits, &budget, &full),
        }
    }

    fn narrow(&self) -> &Narrow {
        &self.wide.narrower.narrower
    }

    fn middle(&self) -> &Middle {
        &self.wide.narrower
    }

    /// The grid on which regions lie.
    #[inline]
    pub fn grid(&self) -> &Grid<W> {
        &self.wide.grid
    }

    /// Maximum number of cells of a region that is not a strip.
    pub fn limit(&self) -> u32 {
        self.wide.limits.cells
    }

    /// Regions of up to so many cells, but no more than the table may hold.
    pub fn limits(&self, cells: u32) -> Limits {
        Limits::new(self.grid(), cells.min(self.limit()))
    }

    /// Number of shapes known, up to reflection.
    pub fn len(&self) -> usize {
        self.narrow().vectors.len() + self.middle().vectors.len() + self.wide.vectors.len()
    }

    /// Bytes that the table holds now.
    pub fn bytes(&self) -> u64 {
        self.narrow().vectors.bytes() + self.middle().vectors.bytes() + self.wide.vectors.bytes()
    }

    /// Returns whether no shape is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All shapes known, the least of each four reflections, with their vectors.
    pub fn entries(&self) -> impl Iterator<Item = (W, SwitchVector)> {
        let narrow = self.narrow().vectors.entries();
        let middle = self.middle().vectors.entries();
        narrow
            .map(|(shape, vector)| (shape.resized(), vector))
            .chain(middle.map(|(shape, vector)| (shape.resized(), vector)))
            .chain(self.wide.vectors.entries())
    }

    /// The three maps as they are kept in a file, narrow sets first.
    pub(crate) fn images(&self) -> Images<W> {
        (
            self.narrow().vectors.image(),
            self.middle().vectors.image(),
            self.wide.vectors.image(),
        )
    }

    /// The same without a copy.
    pub(crate) fn into_images(self) -> Images<W> {
        let (wide, middle) = (self.wide.vectors, self.wide.narrower);
        (
            middle.narrower.vectors.into_image(),
            middle.vectors.into_image(),
            wide.into_image(),
        )
    }

    /// Takes over the entries of another table, as far as there is room.
    pub(crate) fn adopt(&self, (narrow, middle, wide): Images<W>) {
        let adopted = self.narrow().vectors.adopt(narrow)
            && self.middle().vectors.adopt(middle)
            && self.wide.vectors.adopt(wide);
        if !adopted {
            self.wide.full.store(true, Relaxed);
        }
    }

    /// Works out a sample of the entries again, each from its options.
    pub(crate) fn check_sample(&self) -> Result<(), Refused> {
        self.narrow().check_sample()?;
        self.middle().check_sample()?;
        self.wide.check_sample()
    }

    /// The vector of a connected region; `None` if it has more cells than the limit, or is
    /// unknown and the table is full.
    #[inline]
    pub fn region(&self, region: W, within: Limits) -> Option<SwitchVector> {
        let is_small = within.hold(region, self.grid());
        is_small.then(|| self.wide.vector(self.wide.shape(region)))?
    }

    /// The vector of a set of cells as the sum of its regions; `None` if one is unknown.
    #[inline]
    pub fn sum(&self, free: W, within: Limits) -> Option<SwitchVector> {
        self.sum_with(free, within, false)
    }

    /// The same, with regions above the limit cut across where that makes them small.
    #[inline]
    pub fn sum_across(&self, free: W, within: Limits) -> Option<SwitchVector> {
        self.sum_with(free, within, true)
    }

    /// Cells before the first line of a set.
    #[inline]
    fn top(&self, free: W) -> u32 {
        self.wide.grid.line_of(free.first()) * self.wide.grid.length()
    }

    #[inline]
    fn sum_with(&self, free: W, within: Limits, across: bool) -> Option<SwitchVector> {
        let from_top = free >> self.top(free);
        if self.narrow().holds(from_top) {
            self.narrow()
                .sum_of_small(from_top.resized(), within, across)
        } else if self.middle().holds(from_top) {
            self.middle()
                .sum_of_small(from_top.resized(), within, across)
        } else {
            self.wide.sum_of_small(free, within, across)
        }
    }

    /// Calls `each` with every region of a set, cells on which neither player can play left out, and with its vector if no
    /// cut is needed to know it.
    #[inline]
    pub fn for_each_region(
        &self,
        free: W,
        within: Limits,
        mut each: impl FnMut(W, Option<SwitchVector>),
    ) {
        let top = self.top(free);
        let from_top = free >> top;
        if self.narrow().holds(from_top) {
            let each = |cells: Bits64, vector| each(cells.resized::<W>() << top, vector);
            self.narrow()
                .for_each_region(from_top.resized(), within, each);
        } else if self.middle().holds(from_top) {
            let each = |cells: Bits128, vector| each(cells.resized::<W>() << top, vector);
            self.middle()
                .for_each_region(from_top.resized(), within, each);
        } else {
            self.wide.for_each_region(free, within, each);
        }
    }
}

/// As many lines of a grid as fit into sets of another width.
fn first_lines<V: Bits, W: Bits>(grid: &Grid<W>) -> Grid<V> {
    let lines = grid.lines().min(V::CAPACITY / grid.length());
    if lines == 0 {
        // It holds only the empty set.
        return Grid::new(1, 1, grid.tile());
    }
    Grid::new(lines, grid.length(), grid.tile())
}

mod options;
pub use options::EXACT;
#[cfg(test)]
mod tests;
