//! Static evaluation by switch bounds.
//!
//! Forbidding a player some of his moves only hurts him. So for Vertical a board is worth at
//! least the sum of the pieces into which it falls when it is cut between rows, wherever that
//! may be, as long as no two horizontal neighbours are separated. The pieces are bounded by
//! [`SwitchVector`]s, whose sums bound the board; if the sum says that Vertical does not lose
//! moving second, or wins moving first, he does. For Horizontal it is the same on the transposed
//! board. Two bounds of the same cells combine by their entry-wise maximum, so a dynamic programme
//! over rows finds the best of all cuts it looks at.
//!
//! *Never* may a cut for Vertical separate two horizontal neighbours: that would take moves from
//! Horizontal.
//!
//! Levels, each of which can be switched off ([`Levels`]): *rows* cuts the whole board into
//! strips of two rows and single rows; *regions* treats each connected region by itself, exactly
//! if it is small enough for the table of regions, else by cutting it into bands of up to
//! [`TALLEST_BAND`] rows, each of which may fall into small regions again; *merge* joins
//! neighbouring pieces of the best such cut where their union is small enough for the table.

mod kept;
mod levels;
mod merge;

use crosscram_rules::Bits;
use crosscram_values::{Grid, RegionTable, StripTable, SwitchVector, WIDEST};
use std::sync::OnceLock;

pub use levels::{Levels, LevelsError};

/// Rows of the bands into which a large region is cut.
const TALLEST_BAND: u32 = 4;

/// The table of strips is made after one evaluation for 2^STRIP_PATIENCE of its entries.
const STRIP_PATIENCE: u32 = 18;

/// By how many quarters the strips may miss for the regions to be tried: of the player to move,
/// and of the other. On 7x9, Vertical first: 9 % fewer instructions for 0.2 % more nodes.
const MOVER_MISS: i16 = 8;
const OTHER_MISS: i16 = 6;

/// Pieces are merged only if the bound misses by at most this many quarters.
const MERGE_MISS: i16 = 4;

/// What decided a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Rows,
    Regions,
    Merge,
}

/// Evaluates positions of one board size.
pub(crate) struct SwitchBounds<W: Bits> {
    levels: Levels,
    /// One for each shape of lines: a square board needs one, others two.
    tables: Vec<Tables<W>>,
    /// Which of them bounds each player.
    table_of: [usize; 2],
}

/// Bounds for the player whose tiles lie across the lines.
struct Tables<W> {
    /// Until it is there, strips are treated like other bands.
    strips: Option<&'static StripTable>,
    /// Evaluations so far, while the table of strips is not there.
    evaluations: u64,
    regions: RegionTable<W>,
    /// Scratch: the best cut of the first lines of a region, by their number; the first entry
    /// stays zero.
    best: Vec<SwitchVector>,
    /// Scratch of `merge`.
    heights: Vec<u32>,
    pieces: Vec<merge::Piece<W>>,
}

impl<W: Bits> SwitchBounds<W> {
    /// For boards of `rows` rows and `cols` columns.
    pub(crate) fn new(rows: u32, cols: u32, levels: Levels) -> Self {
        let limit = levels.regions.unwrap_or(0);
        let tables = |lines, length| Tables {
            strips: None,
            evaluations: 0,
            regions: kept::take(lines, length, limit)
                .unwrap_or_else(|| RegionTable::new(Grid::new(lines, length), limit)),
            best: vec![SwitchVector::ZERO; lines as usize + 1],
            heights: Vec::new(),
            pieces: Vec::new(),
        };
        if rows == cols {
            SwitchBounds {
                levels,
                tables: vec![tables(rows, cols)],
                table_of: [0, 0],
            }
        } else {
            SwitchBounds {
                levels,
                tables: vec![tables(rows, cols), tables(cols, rows)],
                table_of: [0, 1],
            }
        }
    }

    /// Whether `mover` is proven to win or lose. `free` are the free cells in the layout of each
    /// player, by player index: his own lines, that is, across those of his bound.
    #[inline]
    pub(crate) fn decide(&mut self, free: [W; 2], mover: usize) -> Option<(bool, Level)> {
        let other = 1 - mover;
        // A player is bounded in the layout whose lines are the opponent's.
        let [own, others] = [self.table_of[mover], self.table_of[other]];
        for tables in &mut self.tables {
            tables.fetch_strips();
        }
        // What the strips say of each player; far from the goal, regions seldom help.
        let (mut mover_near, mut other_near) = (true, true);
        if self.levels.rows {
            let mover_bound = self.tables[own].rows(free[other]);
            if mover_bound.wins_first() {
                return Some((true, Level::Rows));
            }
            let other_bound = self.tables[others].rows(free[mover]);
            if other_bound.wins_second() {
                return Some((false, Level::Rows));
            }
            mover_near = !self.has_strips() || mover_bound.first_at_least() >= -MOVER_MISS;
            other_near = !self.has_strips() || other_bound.at_least() >= -OTHER_MISS;
        }
        self.levels.regions?;
        let hopeless = SwitchVector::integer(-MERGE_MISS);
        let mover_bound = if mover_near {
            self.tables[own].regions(free[other])
        } else {
            hopeless
        };
        if mover_bound.wins_first() {
            return Some((true, Level::Regions));
        }
        let other_bound = if other_near {
            self.tables[others].regions(free[mover])
        } else {
            hopeless
        };
        if other_bound.wins_second() {
            return Some((false, Level::Regions));
        }
        if self.levels.merge {
            if mover_bound.first_at_least() >= -MERGE_MISS
                && self.tables[own].merged(free[other], SwitchVector::first_at_least)
            {
                return Some((true, Level::Merge));
            }
            if other_bound.at_least() >= -MERGE_MISS
                && self.tables[others].merged(free[mover], SwitchVector::at_least)
            {
                return Some((false, Level::Merge));
            }
        }
        None
    }
}

impl<W: Bits> SwitchBounds<W> {
    /// Whether both tables of strips are there, so that the bound of rows says something.
    fn has_strips(&self) -> bool {
        self.tables.iter().all(|tables| tables.strips.is_some())
    }
}

/// The regions found in one search serve the next one on the same thread.
impl<W: Bits> Drop for SwitchBounds<W> {
    fn drop(&mut self) {
        for tables in self.tables.drain(..) {
            kept::keep(tables.regions);
        }
    }
}

impl<W: Bits> Tables<W> {
    /// Make the table of strips as soon as the search is not a trivial one. Its 4^length entries
    /// take no time up to ten cells, but a second and 256 MB for twelve.
    #[inline]
    fn fetch_strips(&mut self) {
        let length = self.regions.grid().length();
        if self.strips.is_none() && length <= WIDEST {
            self.evaluations += 1;
            if self.evaluations << STRIP_PATIENCE > 1 << (2 * length) {
                self.strips = strip_table(length);
            }
        }
    }

    /// The best cut of the whole board into strips and single lines.
    #[inline]
    fn rows(&self, free: W) -> SwitchVector {
        let grid = self.regions.grid();
        let (lines, length) = (grid.lines(), grid.length());
        let Some(strips) = self.strips else {
            return SwitchVector::integer(-(lines as i16 * length as i16));
        };
        // The best up to the line before, and up to the line before that.
        let mut best = SwitchVector::integer(-pairs(free.field(0, length)));
        let mut before = SwitchVector::ZERO;
        for line in 1..lines {
            let single = -pairs(free.field(line * length, length));
            let strip = strips.get(free.field((line - 1) * length, 2 * length));
            let next = best.plus_integer(single).or(&before.plus(&strip));
            before = best;
            best = next;
        }
        best
    }

    /// The sum of the bounds of the connected regions.
    fn regions(&mut self, free: W) -> SwitchVector {
        let mut rest = free & !self.regions.grid().dead(free);
        let mut sum = SwitchVector::ZERO;
        while !rest.is_empty() {
            let region = self.regions.grid().first_region(rest);
            rest ^= region;
            let vector = if region.count() <= self.regions.limit() {
                self.regions.region(region)
            } else {
                self.best_cut(region)
            };
            sum = sum.plus(&vector);
        }
        sum
    }

    /// The best cut of a large region into bands of a few lines.
    fn best_cut(&mut self, region: W) -> SwitchVector {
        let grid = self.regions.grid();
        let length = grid.length();
        let top = region.first() / length;
        // best[i]: the first i lines of the region; best[0] stays zero.
        let best = &mut self.best;
        let mut lines = 0;
        while (top + lines) < self.regions.grid().lines() {
            let at = (top + lines) * length;
            if (region >> at).is_empty() {
                break;
            }
            lines += 1;
            let i = lines as usize;
            let single = -pairs_of(region, at, length);
            best[i] = best[i - 1].plus_integer(single);
            for height in 2..=TALLEST_BAND.min(lines) {
                let first = top + lines - height;
                let band = match self.strips {
                    Some(strips) if height == 2 => {
                        Some(strips.get(region.field(first * length, 2 * length)))
                    }
                    _ => {
                        let cells = region & self.regions.grid().band(first, height);
                        self.regions.sum(cells)
                    }
                };
                // A taller band has larger regions still.
                let Some(band) = band else {
                    break;
                };
                let cut = best[i - height as usize].plus(&band);
                best[i] = best[i].or(&cut);
            }
        }
        best[lines as usize]
    }
}

/// The table of strips for lines of `length` cells, shared by all searches.
fn strip_table(length: u32) -> Option<&'static StripTable> {
    static TABLES: [OnceLock<Option<StripTable>>; WIDEST as usize + 1] =
        [const { OnceLock::new() }; WIDEST as usize + 1];
    let table = TABLES.get(length as usize)?;
    table.get_or_init(|| StripTable::new(length)).as_ref()
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

/// The same for a line of any length within a set.
fn pairs_of<W: Bits>(set: W, at: u32, length: u32) -> i16 {
    if length <= 32 {
        return pairs(set.field(at, length));
    }
    let mut count = 0;
    let mut run = 0;
    for offset in 0..length {
        run = if set.contains(at + offset) {
            run + 1
        } else {
            0
        };
        if run == 2 {
            count += 1;
            run = 0;
        }
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
            let set = crosscram_rules::Bits256::from_field(line, 40);
            assert_eq!(pairs_of(set, 40, 33), expected);
            assert_eq!(pairs_of(set, 40, 10), expected);
        }
    }
}
