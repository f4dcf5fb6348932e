//! Vectors of connected regions, computed once and stored.

use crate::cache::Refused;
use crate::grid::Grid;
use crate::necks::Pieces;
use crate::packed::{Budget, Image, Inserted, PackedMap};
use crate::ring::Rings;
use crate::switches::{Options, SwitchVector};
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
    limit: u32,
    /// The same for regions within as many lines as a tile has cells.
    strip_limit: u32,
    wide: Shapes<W>,
    middle: Shapes<Bits128>,
    narrow: Shapes<Bits64>,
    full: AtomicBool,
}

/// Shapes kept as one kind of set.
struct Shapes<W> {
    grid: Grid<W>,
    /// Cells of the grid.
    cells: u32,
    rings: Option<Rings<W>>,
    vectors: PackedMap<W>,
}

/// Maximum number of tiles that a region may hold; with more, numbers might not fit into bytes.
const MOST_TILES: u32 = 14;

/// Maximum number of cells of a region of dominoes. With longer tiles it may be larger.
pub const LARGEST: u32 = largest(2);

/// Maximum number of cells of a region when tiles have `tile` cells.
pub const fn largest(tile: u32) -> u32 {
    MOST_TILES * tile
}

/// Maximum number of cells of a strip of dominoes, if other regions have at most `limit`. Two lines
/// of n cells have only some 2.4^n connected shapes, so all of them can be known where it pays: on
/// boards of up to four lines, and where lines are too long for a table of strips. Beyond fourteen
/// cells in a line there are too many.
fn strip_limit<W: Bits>(grid: &Grid<W>, limit: u32) -> u32 {
    let is_thin = grid.lines().min(grid.length()) <= 4;
    match grid.length() {
        _ if limit == 0 || grid.tile() != 2 => limit,
        12..=MOST_TILES => LARGEST,
        ..12 if is_thin => LARGEST,
        _ if is_thin => LARGEST.min(limit + 4),
        _ => limit,
    }
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

impl<W: Bits> Shapes<W> {
    fn new(grid: Grid<W>, budget: &Arc<Budget>) -> Self {
        Shapes {
            cells: grid.lines() * grid.length(),
            rings: Rings::new(&grid),
            grid,
            vectors: PackedMap::new(Arc::clone(budget)),
        }
    }

    /// A set in another width as one of these, if it lies within the lines of this grid.
    #[inline]
    fn holds<V: Bits>(&self, set: V) -> Option<W> {
        let fits = V::WORDS <= W::WORDS || (set >> self.cells).is_empty();
        fits.then(|| set.resized())
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
        source: &impl Source<W>,
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
                sum.push(cells, source)?;
            } else {
                for &piece in cut(cells)?.as_slice() {
                    match self.grid.integer(piece) {
                        Some(value) => sum.integer += value,
                        None => sum.push(piece, source)?,
                    }
                }
            }
        }
        sum.total(source)
    }

    /// The vector of a shape from its options, whose regions are in `source`.
    #[inline]
    fn vector_by_options(&self, shape: W, source: &impl Source<W>) -> Option<SwitchVector> {
        // On what a tile leaves of three cells neither player can play.
        let rings = self.rings.as_ref().filter(|_| shape.count() > 3);
        // Connected options are looked up in a second pass, when they have arrived in the cache.
        let mut connected = Connected::default();
        let mut options = Options::NONE;
        for first in self.grid.left_moves(shape).members() {
            let rest = self.alive(shape ^ self.grid.left_tile(first));
            if !rest.is_empty() && rings.is_some_and(|rings| rings.connected_across(rest, first)) {
                connected.push(source.prefetched(rest));
            } else {
                options.left(&self.sum(rest, source, |_| true, |_| None)?);
            }
        }
        let lefts = connected.count;
        for first in self.grid.right_moves(shape).members() {
            let rest = self.alive(shape ^ self.grid.right_tile(first));
            if !rest.is_empty() && rings.is_some_and(|rings| rings.connected_along(rest, first)) {
                connected.push(source.prefetched(rest));
            } else {
                options.right(&self.sum(rest, source, |_| true, |_| None)?);
            }
        }
        let (left, right) = connected.shapes[..connected.count].split_at(lefts);
        for &shape in left {
            options.left(&source.vector(shape)?);
        }
        for &shape in right {
            options.right(&source.vector(shape)?);
        }
        Some(options.vector())
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
    fn push(&mut self, region: W, source: &impl Source<W>) -> Option<()> {
        if self.count == MOST_WAITING {
            self.look_up(source)?;
        }
        self.waiting[self.count] = source.prefetched(region);
        self.count += 1;
        Some(())
    }

    #[inline]
    fn look_up(&mut self, source: &impl Source<W>) -> Option<()> {
        for &shape in &self.waiting[..self.count] {
            let vector = source.vector(shape)?;
            self.sum = Some(self.sum.map_or(vector, |sum| sum.plus(&vector)));
        }
        self.count = 0;
        Some(())
    }

    #[inline]
    fn total(mut self, source: &impl Source<W>) -> Option<SwitchVector> {
        self.look_up(source)?;
        Some(match self.sum {
            None => SwitchVector::integer(self.integer),
            Some(sum) if self.integer == 0 => sum,
            Some(sum) => sum.plus_integer(self.integer),
        })
    }
}

/// Where the vectors of regions of one width are, all within the limit of cells.
trait Source<V: Copy> {
    /// The least reflection of a region, under which its vector is kept.
    fn shape(&self, region: V) -> V;

    /// Hints that a shape will be looked up soon.
    fn prefetch(&self, shape: V);

    /// The vector of such a shape; `None` if it is unknown and the table is full.
    fn vector(&self, shape: V) -> Option<SwitchVector>;

    /// The shape of a region that will be looked up soon.
    #[inline]
    fn prefetched(&self, region: V) -> V {
        let shape = self.shape(region);
        self.prefetch(shape);
        shape
    }

    /// The vector of a region.
    #[inline]
    fn region(&self, region: V) -> Option<SwitchVector> {
        self.vector(self.shape(region))
    }
}

/// Regions that fit into one word wherever they lie.
struct Narrow<'a, W>(&'a RegionTable<W>);

impl<W: Bits> Source<Bits64> for Narrow<'_, W> {
    #[inline]
    fn shape(&self, region: Bits64) -> Bits64 {
        let shapes = &self.0.narrow;
        shapes.grid.canonical(shapes.in_corner(region))
    }

    #[inline]
    fn prefetch(&self, shape: Bits64) {
        self.0.narrow.vectors.prefetch(shape);
    }

    #[inline]
    fn vector(&self, shape: Bits64) -> Option<SwitchVector> {
        let shapes = &self.0.narrow;
        let known = shapes.vectors.get(shape);
        known.or_else(|| self.0.find(shapes, shape, self))
    }
}

/// Regions that fit into two words wherever they lie, and often into one when they are in the corner.
struct Middle<'a, W>(&'a RegionTable<W>);

impl<W: Bits> Source<Bits128> for Middle<'_, W> {
    #[inline]
    fn shape(&self, region: Bits128) -> Bits128 {
        let shape = self.0.middle.in_corner(region);
        match self.0.narrow.holds(shape) {
            Some(shape) => self.0.narrow.grid.canonical(shape).resized(),
            None => self.0.middle.grid.canonical(shape),
        }
    }

    #[inline]
    fn prefetch(&self, shape: Bits128) {
        match self.0.narrow.holds(shape) {
            Some(shape) => self.0.narrow.vectors.prefetch(shape),
            None => self.0.middle.vectors.prefetch(shape),
        }
    }

    #[inline]
    fn vector(&self, shape: Bits128) -> Option<SwitchVector> {
        if let Some(shape) = self.0.narrow.holds(shape) {
            return Narrow(self.0).vector(shape);
        }
        let shapes = &self.0.middle;
        let known = shapes.vectors.get(shape);
        known.or_else(|| self.0.find(shapes, shape, self))
    }
}

/// All regions.
struct Wide<'a, W>(&'a RegionTable<W>);

impl<W: Bits> Source<W> for Wide<'_, W> {
    #[inline]
    fn shape(&self, region: W) -> W {
        let shape = self.0.wide.in_corner(region);
        if let Some(shape) = self.0.narrow.holds(shape) {
            self.0.narrow.grid.canonical(shape).resized()
        } else if let Some(shape) = self.0.middle.holds(shape) {
            self.0.middle.grid.canonical(shape).resized()
        } else {
            self.0.wide.grid.canonical(shape)
        }
    }

    #[inline]
    fn prefetch(&self, shape: W) {
        if let Some(shape) = self.0.narrow.holds(shape) {
            self.0.narrow.vectors.prefetch(shape);
        } else if let Some(shape) = self.0.middle.holds(shape) {
            self.0.middle.vectors.prefetch(shape);
        } else {
            self.0.wide.vectors.prefetch(shape);
        }
    }

    #[inline]
    fn vector(&self, shape: W) -> Option<SwitchVector> {
        if let Some(shape) = self.0.middle.holds(shape) {
            return Middle(self.0).vector(shape);
        }
        let shapes = &self.0.wide;
        let known = shapes.vectors.get(shape);
        known.or_else(|| self.0.find(shapes, shape, self))
    }
}

/// Entries of each map that are worked out again when it is read from a file.
const SAMPLE: usize = 512;

impl<V: Bits> Shapes<V> {
    /// Works out a sample of the entries of these shapes of `table` again.
    fn check_sample<W: Bits>(
        &self,
        table: &RegionTable<W>,
        source: &impl Source<V>,
    ) -> Result<(), Refused> {
        let outside = !V::below(self.cells);
        for (shape, vector) in self.vectors.sample(SAMPLE) {
            let possible = (shape & outside).is_empty()
                && !shape.is_empty()
                && table.is_small(shape, &self.grid)
                && self.grid.is_normalised(shape)
                && self.grid.canonical(shape) == shape
                && self.grid.first_region(shape) == shape;
            if !possible {
                return Err(Refused::Entry);
            }
            if self.vector_by_options(shape, source) != Some(vector) {
                return Err(Refused::Vector);
            }
        }
        Ok(())
    }
}

/// The three maps of a table apart from their places in memory.
pub(crate) type Images<W> = (Image<Bits64>, Image<Bits128>, Image<W>);

impl<W: Bits> RegionTable<W> {
    /// An empty table for regions of up to `limit` cells (at most [`largest`]) that will not
    /// take more than about `most_bytes`.
    pub fn new(grid: Grid<W>, limit: u32, most_bytes: u64) -> Self {
        let budget = Arc::new(Budget::new(most_bytes));
        let limit = limit.min(largest(grid.tile()));
        RegionTable {
            limit,
            strip_limit: strip_limit(&grid, limit),
            narrow: Shapes::new(first_lines(&grid), &budget),
            middle: Shapes::new(first_lines(&grid), &budget),
            wide: Shapes::new(grid, &budget),
            full: AtomicBool::new(false),
        }
    }

    /// The grid on which regions lie.
    #[inline]
    pub fn grid(&self) -> &Grid<W> {
        &self.wide.grid
    }

    /// Maximum number of cells of any region, strips included.
    pub fn largest_region(&self) -> u32 {
        self.limit.max(self.strip_limit)
    }

    /// Maximum number of cells of a region that is not a strip.
    #[inline]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Number of shapes known, up to reflection.
    pub fn len(&self) -> usize {
        self.narrow.vectors.len() + self.middle.vectors.len() + self.wide.vectors.len()
    }

    /// Bytes that the table holds now.
    pub fn bytes(&self) -> u64 {
        self.narrow.vectors.bytes() + self.middle.vectors.bytes() + self.wide.vectors.bytes()
    }

    /// Returns whether no shape is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All shapes known, the least of each four reflections, with their vectors.
    pub fn entries(&self) -> impl Iterator<Item = (W, SwitchVector)> {
        let narrow = self.narrow.vectors.entries();
        let middle = self.middle.vectors.entries();
        narrow
            .map(|(shape, vector)| (shape.resized(), vector))
            .chain(middle.map(|(shape, vector)| (shape.resized(), vector)))
            .chain(self.wide.vectors.entries())
    }

    /// The three maps as they are kept in a file, narrow sets first.
    pub(crate) fn images(&self) -> Images<W> {
        (
            self.narrow.vectors.image(),
            self.middle.vectors.image(),
            self.wide.vectors.image(),
        )
    }

    /// The same without a copy.
    pub(crate) fn into_images(self) -> Images<W> {
        (
            self.narrow.vectors.into_image(),
            self.middle.vectors.into_image(),
            self.wide.vectors.into_image(),
        )
    }

    /// Takes over the entries of another table, as far as there is room.
    pub(crate) fn adopt(&self, (narrow, middle, wide): Images<W>) {
        let adopted = self.narrow.vectors.adopt(narrow)
            && self.middle.vectors.adopt(middle)
            && self.wide.vectors.adopt(wide);
        if !adopted {
            self.full.store(true, Relaxed);
        }
    }

    /// Works out a sample of the entries again, each from its options.
    pub(crate) fn check_sample(&self) -> Result<(), Refused> {
        self.narrow.check_sample(self, &Narrow(self))?;
        self.middle.check_sample(self, &Middle(self))?;
        self.wide.check_sample(self, &Wide(self))
    }

    /// Returns whether a region has no more cells than the limit for its lines.
    #[inline]
    pub(crate) fn is_small<V: Bits>(&self, region: V, grid: &Grid<V>) -> bool {
        let count = region.count();
        count <= self.limit || count <= self.strip_limit && grid.is_strip(region)
    }

    /// The vector of a connected region; `None` if it has more cells than the limit, or is
    /// unknown and the table is full.
    #[inline]
    pub fn region(&self, region: W) -> Option<SwitchVector> {
        if !self.is_small(region, &self.wide.grid) {
            return None;
        }
        Wide(self).region(region)
    }

    /// Computes a vector from the options, whose regions are in `source`, and stores it.
    #[cold]
    fn find<V: Bits>(
        &self,
        shapes: &Shapes<V>,
        shape: V,
        source: &impl Source<V>,
    ) -> Option<SwitchVector> {
        if self.full.load(Relaxed) {
            return None;
        }
        let vector = shapes.vector_by_options(shape, source)?;
        if shapes.vectors.insert(shape, &vector) == Inserted::Full {
            self.full.store(true, Relaxed);
        }
        Some(vector)
    }

    /// The vector of a set of cells as the sum of its regions; `None` if one is unknown.
    #[inline]
    pub fn sum(&self, free: W) -> Option<SwitchVector> {
        self.sum_with(free, false)
    }

    /// The same, with regions above the limit cut across where that makes them small.
    #[inline]
    pub fn sum_across(&self, free: W) -> Option<SwitchVector> {
        self.sum_with(free, true)
    }

    #[inline]
    fn sum_with(&self, free: W, across: bool) -> Option<SwitchVector> {
        let top = self.wide.grid.line_of(free.first()) * self.wide.grid.length();
        let from_top = free >> top;
        if let Some(free) = self.narrow.holds(from_top) {
            self.sum_of(&self.narrow, free, across, &Narrow(self))
        } else if let Some(free) = self.middle.holds(from_top) {
            self.sum_of(&self.middle, free, across, &Middle(self))
        } else {
            self.sum_of(&self.wide, free, across, &Wide(self))
        }
    }

    /// Calls `each` with every region of a set, cells on which nobody can play left out, and with its vector if no
    /// cut is needed to know it.
    #[inline]
    pub fn for_each_region(&self, free: W, each: impl FnMut(W, Option<SwitchVector>)) {
        let top = self.wide.grid.line_of(free.first()) * self.wide.grid.length();
        let from_top = free >> top;
        if let Some(free) = self.narrow.holds(from_top) {
            self.for_each_region_of(&self.narrow, free, top, &Narrow(self), each);
        } else if let Some(free) = self.middle.holds(from_top) {
            self.for_each_region_of(&self.middle, free, top, &Middle(self), each);
        } else {
            self.for_each_region_of(&self.wide, from_top, top, &Wide(self), each);
        }
    }

    /// The same with sets of one width, which were moved down by `top` cells.
    #[inline]
    fn for_each_region_of<V: Bits>(
        &self,
        shapes: &Shapes<V>,
        free: V,
        top: u32,
        source: &impl Source<V>,
        mut each: impl FnMut(W, Option<SwitchVector>),
    ) {
        let mut rest = shapes.alive(free);
        while !rest.is_empty() {
            // As many as can wait are on their way before the first is looked up.
            let mut waiting = [(V::EMPTY, V::EMPTY); MOST_WAITING];
            let mut count = 0;
            while !rest.is_empty() && count < MOST_WAITING {
                let cells = shapes.grid.first_region(rest);
                rest ^= cells;
                let in_table =
                    shapes.grid.integer(cells).is_none() && self.is_small(cells, &shapes.grid);
                let shape = match in_table {
                    true => source.prefetched(cells),
                    false => V::EMPTY,
                };
                waiting[count] = (cells, shape);
                count += 1;
            }
            for &(cells, shape) in &waiting[..count] {
                let vector = match shape.is_empty() {
                    true => shapes.grid.integer(cells).map(SwitchVector::integer),
                    false => source.vector(shape),
                };
                each(cells.resized::<W>() << top, vector);
            }
        }
    }

    /// The same as a sum, with sets of one width, whose regions within the limit are in `source`.
    #[inline]
    fn sum_of<V: Bits>(
        &self,
        shapes: &Shapes<V>,
        free: V,
        across: bool,
        source: &impl Source<V>,
    ) -> Option<SwitchVector> {
        let is_small = |cells| self.is_small(cells, &shapes.grid);
        let cut = |cells| match across {
            true => shapes.grid.cut_across(cells, self.limit),
            false => None,
        };
        shapes.sum(shapes.alive(free), source, is_small, cut)
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

#[cfg(test)]
mod tests;
