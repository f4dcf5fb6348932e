//! What bounds one player: the tables for the layout whose lines lie along the opponent's tiles.

use super::bands::BandCache;
use super::effort::Effort;
use super::tables::Tables;
use crate::options::Levels;
use crosscram_rules::Bits;
use crosscram_values::switches::SwitchVector;
use crosscram_values::tables::{Grid, Limits, Pieces, RegionTable, StripTable};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The table of strips is made after one evaluation for 2^STRIP_PATIENCE of its entries.
const STRIP_PATIENCE: u32 = 18;

/// A region of more than so many times the limit hardly ever falls into pieces within it when it is cut
/// across. (Measured on 9x9: 58 % of those up to three times the limit do, of larger ones 0.7 %.)
const MOST_ACROSS: u32 = 3;

/// Tables and caches for one shape of lines. A square board needs one, others two.
pub(crate) struct Geometry<W> {
    pub(super) grid: Grid<W>,
    pub(super) levels: Levels,
    /// Until it is there, strips are treated like other bands.
    strips: Option<Arc<StripTable>>,
    tables: Arc<Tables>,
    /// Evaluations so far, while the table of strips is not there.
    evaluations: u64,
    regions: Arc<RegionTable<W>>,
    /// Which of its regions are asked for.
    within: Limits,
    bands: BandCache,
    /// Whether large regions are also cut across as a whole.
    pub(super) thorough: bool,
    /// Lines of the tallest bands.
    pub(super) tallest: u32,
}

impl<W: Bits> Geometry<W> {
    /// The table of regions grows up to `most_bytes`.
    pub(crate) fn new(
        lines: u32,
        length: u32,
        tile: u32,
        levels: Levels,
        effort: Effort,
        most_bytes: u64,
        tables: &Arc<Tables>,
    ) -> Self {
        let grid = Grid::new(lines, length, tile);
        let most = levels.regions.map_or(0, |limit| limit.most(tile));
        let tallest = match levels.regions {
            // The cells of a taller band would not fit into the key of the cache of bands.
            Some(_) => (tile + effort.taller).min((u64::BITS / length).max(tile + 2)),
            None => tile,
        };
        let regions = tables.regions(&grid, most, most_bytes);
        let first = levels
            .regions
            .map_or(0, |limit| limit.cells(lines * length, tile, 0));
        Geometry {
            levels,
            strips: None,
            evaluations: 0,
            within: regions.limits(first),
            regions,
            tables: Arc::clone(tables),
            bands: BandCache::new(),
            thorough: effort.thorough,
            tallest,
            grid,
        }
    }

    /// The search has come so far: regions may be larger now.
    pub(super) fn grow(&mut self, nodes: u64) {
        let Some(limit) = self.levels.regions else {
            return;
        };
        let area = self.grid.lines() * self.grid.length();
        let within = self
            .regions
            .limits(limit.cells(area, self.grid.tile(), nodes));
        if within != self.within {
            self.within = within;
            // What was too large may be known now.
            self.bands = BandCache::new();
        }
    }

    /// Make the table of strips as soon as the search is not a trivial one. It takes no time up
    /// to twenty cells, but a second and 256 MB for twenty-four.
    #[inline]
    pub(super) fn note_evaluation(&mut self) {
        if self.strips.is_none() && self.levels.rows {
            self.evaluations += 1;
            let cells = self.grid.tile() * self.grid.length();
            if self.evaluations << STRIP_PATIENCE > 1u64.checked_shl(cells).unwrap_or(u64::MAX) {
                self.strips = self.tables.strips(self.grid.tile(), self.grid.length());
            }
        }
    }

    /// Make the table of strips now, if there can be one. Returns whether it is new.
    pub(super) fn make_strips(&mut self) -> bool {
        if self.strips.is_some() || !self.levels.rows {
            return false;
        }
        self.strips = self.tables.strips(self.grid.tile(), self.grid.length());
        self.strips.is_some()
    }

    /// The vector of a connected region, if it is small enough for the table.
    #[inline]
    pub(super) fn region(&self, cells: W) -> Option<SwitchVector> {
        self.regions.region(cells, self.within)
    }

    /// The vector of two pieces that touch, if they are small enough for the table together. Dominoes make one region of them. Longer
    /// tiles need not fit across: then they are a sum, as for the checker of certificates, and the table has no
    /// entries for what is not connected.
    #[inline]
    pub(super) fn merged(&self, union: W) -> Option<SwitchVector> {
        match self.grid.tile() {
            2 => self.regions.region(union, self.within),
            _ => self.regions.sum(union, self.within),
        }
    }

    /// Calls `each` with every region of a set and its vector, if no cut is needed to know it.
    #[inline]
    pub(super) fn for_each_region(&self, cells: W, each: impl FnMut(W, Option<SwitchVector>)) {
        self.regions.for_each_region(cells, self.within, each);
    }

    /// The sum of the regions of a set, large ones cut across, if all are small enough then.
    #[inline]
    pub(super) fn regions(&self, cells: W) -> Option<SwitchVector> {
        sum(&self.regions, cells, self.within, self.levels.across)
    }

    /// The bound of a region above the limit that is cut across as a whole.
    #[inline]
    pub(super) fn whole(&self, region: W) -> Option<SwitchVector> {
        let wanted =
            self.thorough && self.levels.across && region.count() <= MOST_ACROSS * self.limit();
        wanted
            .then(|| self.regions.sum_across(region, self.within))
            .flatten()
    }

    /// The pieces of a connected region above the limit that is cut across.
    pub(super) fn cut_across(&self, region: W) -> Option<Pieces<W>> {
        let across = self.levels.across.then_some(self.limit())?;
        self.grid.cut_across(region, across)
    }

    /// The table of regions itself.
    pub(super) fn region_table(&self) -> Arc<RegionTable<W>> {
        Arc::clone(&self.regions)
    }

    /// Maximum number of cells of a region in the table.
    #[inline]
    pub(super) fn limit(&self) -> u32 {
        self.within.cells
    }

    /// Maximum number of cells of a piece: of a region in the table, or of a strip.
    pub(super) fn largest_piece(&self) -> u32 {
        let strip = match self.levels.rows {
            true => Tables::largest_strip(self.grid.tile(), self.grid.length()),
            false => 0,
        };
        strip.max(self.within.largest())
    }

    /// What the opponent's tiles in one line are worth: a number that is not positive.
    #[inline]
    pub(super) fn single(&self, cells: W, line: u32) -> i16 {
        let length = self.grid.length();
        if length <= 32 && self.grid.tile() == 2 {
            -pairs(cells.field(line * length, length))
        } else {
            -self.grid.most_right_tiles(cells & self.grid.band(line, 1))
        }
    }

    /// The same from the table of strips, if it has it.
    #[inline]
    pub(super) fn strip(&self, cells: W, first: u32, height: u32) -> Option<SwitchVector> {
        let strips = self.strips.as_ref()?;
        if height != self.grid.tile() {
            return None;
        }
        let length = self.grid.length();
        Some(strips.get(cells.field(first * length, height * length)))
    }

    /// Hints that some bands will be asked for soon: those of each of the `heights` whose first
    /// line is one of `first(height)`. Strips are in a table of their own.
    #[inline]
    pub(super) fn prefetch_bands(
        &self,
        cells: W,
        heights: RangeInclusive<u32>,
        first: impl Fn(u32) -> RangeInclusive<u32>,
    ) {
        let length = self.grid.length();
        for height in heights {
            if height == self.grid.tile() && self.strips.is_some() {
                continue;
            }
            if height * length > 64 {
                break;
            }
            for line in first(height) {
                let lines = (cells >> (line * length)) & W::below(height * length);
                self.bands.prefetch(lines.word(0));
            }
        }
    }

    /// The vector of some cells in `height` lines from `first` on; `None` if it is not known.
    /// `height` is at least the length of a tile.
    #[inline]
    pub(super) fn band(&mut self, cells: W, first: u32, height: u32) -> Option<SwitchVector> {
        let length = self.grid.length();
        if let Some(strip) = self.strip(cells, first, height) {
            return Some(strip);
        }
        self.levels.regions?;
        if height * length > 64 {
            return self.regions(cells & self.grid.band(first, height));
        }
        let lines = (cells >> (first * length)) & W::below(height * length);
        if lines.is_empty() {
            return Some(SwitchVector::ZERO);
        }
        let (regions, within, across) = (&self.regions, self.within, self.levels.across);
        self.bands
            .get(lines.word(0), || sum(regions, lines, within, across))
    }
}

/// The sum of the regions of a set, large ones cut across if wanted.
#[inline]
fn sum<W: Bits>(
    table: &RegionTable<W>,
    cells: W,
    within: Limits,
    across: bool,
) -> Option<SwitchVector> {
    if across {
        table.sum_across(cells, within)
    } else {
        table.sum(cells, within)
    }
}

/// Disjoint pairs of neighbours in a line.
#[inline]
fn pairs(line: u32) -> i16 {
    let (mut pairs, mut count) = (line & line >> 1, 0);
    while pairs != 0 {
        let starts = pairs & !(pairs << 1);
        count += starts.count_ones() as i16;
        pairs &= !(starts | starts << 1);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_in_lines() {
        for (line, expected) in [
            (0, 0),
            (1, 0),
            (0b11, 1),
            (0b111, 1),
            (0b1111, 2),
            (0b1101_1011, 3),
        ] {
            assert_eq!(pairs(line), expected);
        }
    }
}
