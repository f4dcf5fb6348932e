//! Sets of cells on a board whose lines lie along Right's tiles.

use crosscram_rules::Bits;

/// A board seen from Left: Right's tiles lie along its lines, Left's across them. Cell
/// (line, offset) is bit `line * length + offset`, without padding, so that 8x8 fits one word: a shift by one moves along a
/// line, and must be masked where it would leave it, a shift by `length` moves to the next line.
#[derive(Clone, Debug)]
pub struct Grid<W> {
    lines: u32,
    length: u32,
    /// Cells of a tile.
    tile: u32,
    /// Cells with a left neighbour in their line, and with a right one.
    not_first: W,
    not_last: W,
    /// Cells from which a whole tile fits into the line.
    fits_along: W,
    /// The cells of the first line.
    line: W,
    /// 2^16 divided by the length, rounded up.
    reciprocal: u32,
}

impl<W: Bits> Grid<W> {
    /// A grid of `lines` lines of `length` cells, which `W` must be able to hold, with a line to
    /// spare for every cell of a tile.
    pub fn new(lines: u32, length: u32, tile: u32) -> Self {
        assert!(lines * length <= W::CAPACITY && tile >= 2);
        let (mut not_last, mut fits_along) = (W::EMPTY, W::EMPTY);
        for line in 0..lines {
            not_last |= W::below(length - 1) << (line * length);
            fits_along |= W::below((length + 1).saturating_sub(tile)) << (line * length);
        }
        Grid {
            lines,
            length,
            tile,
            not_first: not_last << 1,
            not_last,
            fits_along,
            line: W::below(length),
            reciprocal: (1u32 << 16).div_ceil(length),
        }
    }

    /// Number of lines.
    #[inline]
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Cells in a line.
    #[inline]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Cells of a tile.
    #[inline]
    pub fn tile(&self) -> u32 {
        self.tile
    }

    /// The line of a cell.
    #[inline]
    pub fn line_of(&self, cell: u32) -> u32 {
        // The quotient is too large by less than one in 2^16 for every cell, of which there are
        // at most 2^8, so rounding down gives the same.
        (cell * self.reciprocal) >> 16
    }

    /// The cells of `count` lines from `first` on.
    #[inline]
    pub fn band(&self, first: u32, count: u32) -> W {
        W::below(count * self.length) << (first * self.length)
    }

    /// First cells of Left's tiles on `free`.
    #[inline]
    pub fn left_moves(&self, free: W) -> W {
        let mut starts = free & (free >> self.length);
        for step in 2..self.tile {
            starts &= free >> (step * self.length);
        }
        starts
    }

    /// First cells of Right's tiles on `free`.
    #[inline]
    pub fn right_moves(&self, free: W) -> W {
        let mut starts = free & (free >> 1) & self.fits_along;
        for step in 2..self.tile {
            starts &= free >> step;
        }
        starts
    }

    /// The cells of Left's tile that begins at `first`.
    #[inline]
    pub fn left_tile(&self, first: u32) -> W {
        let cell = W::single(first);
        (1..self.tile).fold(cell, |tile, step| tile | cell << (step * self.length))
    }

    /// The cells of Right's tile that begins at `first`.
    #[inline]
    pub fn right_tile(&self, first: u32) -> W {
        W::below(self.tile) << first
    }

    /// The cells connected to the first cell of `free`: through neighbours for dominoes, through tiles
    /// that fit for longer tiles. No later tile connects different regions.
    #[inline]
    pub fn first_region(&self, free: W) -> W {
        let mut region = free.first_bit();
        if self.tile > 2 {
            return self.first_region_by_tiles(free, region);
        }
        loop {
            let along = ((region << 1) & self.not_first) | ((region >> 1) & self.not_last);
            let across = region.up(self.length) | region.down(self.length);
            let grown = (region | along | across) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    fn first_region_by_tiles(&self, free: W, mut region: W) -> W {
        let (left, right) = (self.left_moves(free), self.right_moves(free));
        loop {
            let (mut across, mut along) = (W::EMPTY, W::EMPTY);
            for step in 0..self.tile {
                across |= left & (region >> (step * self.length));
                along |= right & (region >> step);
            }
            let mut grown = region;
            for step in 0..self.tile {
                grown |= across << (step * self.length);
                grown |= along << step;
            }
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Free cells on which Left can place nothing.
    #[inline]
    pub fn protected(&self, free: W) -> W {
        let moves = self.left_moves(free);
        let used = (1..self.tile).fold(moves, |used, step| used | moves << (step * self.length));
        free & !used
    }

    /// The cells whose next one in the line is in the set.
    #[inline]
    pub fn before(&self, set: W) -> W {
        (set >> 1) & self.not_last
    }

    /// The cells whose previous one in the line is in the set.
    #[inline]
    pub fn behind(&self, set: W) -> W {
        (set << 1) & self.not_first
    }

    /// Cells on which neither player can play.
    #[inline]
    pub fn dead(&self, free: W) -> W {
        if self.tile > 2 {
            let (left, right) = (self.left_moves(free), self.right_moves(free));
            let used = (0..self.tile).fold(W::EMPTY, |used, step| {
                used | left << (step * self.length) | right << step
            });
            return free & !used;
        }
        let beside = ((free << 1) & self.not_first) | ((free >> 1) & self.not_last);
        free & !(beside | free.up(self.length) | free.down(self.length))
    }

    /// The value of a connected region in which only one player can move: that region is a single
    /// run of cells. `None` for other regions.
    #[inline]
    pub fn integer(&self, region: W) -> Option<i16> {
        if self.left_moves(region).is_empty() {
            Some(-((region.count() / self.tile) as i16))
        } else if self.right_moves(region).is_empty() {
            Some((region.count() / self.tile) as i16)
        } else {
            None
        }
    }

    /// The maximum number of tiles of Right that fit at once into the lines of a set.
    #[inline]
    pub fn most_right_tiles(&self, set: W) -> i16 {
        let (mut starts, mut count) = (self.right_moves(set), 0);
        while !starts.is_empty() {
            // No tile starts in the last cells of a line, so runs of starts never touch across
            // lines and the first of every run can be taken at once.
            let mut taken = starts & !(starts << 1);
            count += taken.count() as i16;
            for _ in 0..self.tile {
                starts &= !taken;
                taken = taken << 1;
            }
        }
        count
    }

    /// Returns whether a set lies within as many lines as a tile has cells.
    #[inline]
    pub(crate) fn is_strip(&self, set: W) -> bool {
        let end = (self.line_of(set.first()) + self.tile) * self.length;
        end >= W::CAPACITY || (set >> end).is_empty()
    }

    /// Returns whether a set has cells in the first line and at the first offset.
    #[inline]
    pub(crate) fn is_normalised(&self, set: W) -> bool {
        !(set & self.line).is_empty() && !(set & !self.not_first).is_empty()
    }

    /// The set moved to the first line and first offset.
    #[inline]
    pub fn normalised(&self, set: W) -> W {
        let set = set.down(self.line_of(set.first()) * self.length);
        // Fold all lines onto the first to find the least offset.
        let (mut folded, mut by) = (set, self.length);
        while by < self.lines * self.length {
            folded |= folded.down(by);
            by *= 2;
        }
        set.down((folded & self.line).first())
    }

    /// The least of the four reflections of a normalised set, each normalised: a name that is the same
    /// for all of them.
    #[inline]
    pub fn canonical(&self, set: W) -> W {
        let height = self.line_of(set.last()) + 1;
        // The lines in reverse order, and all of them on top of each other.
        let mut flipped = set & self.line;
        let (mut folded, mut rest) = (flipped, set);
        for _ in 1..height {
            rest = rest.down(self.length);
            let line = rest & self.line;
            folded |= line;
            flipped = flipped.up(self.length) | line;
        }
        // The set begins in the first line and at the first offset, so a turn that brings the opposite
        // corner of its frame there leaves it normalised.
        let corner = (height - 1) * self.length + folded.last();
        let turned = |set: W| set.reversed().down(W::CAPACITY - 1 - corner);
        set.min(flipped).min(turned(set)).min(turned(flipped))
    }

    /// The four reflections of a normalised set, normalised, cell by cell: what defines the canonical one.
    #[cfg(test)]
    pub(crate) fn reflections(&self, set: W) -> [W; 4] {
        let reflect = |flip_lines: bool, flip_offsets: bool| {
            let mut image = W::EMPTY;
            for cell in set.members() {
                let (line, offset) = (cell / self.length, cell % self.length);
                let turned = |flip: bool, at: u32, end: u32| if flip { end - 1 - at } else { at };
                let line = turned(flip_lines, line, self.lines);
                let offset = turned(flip_offsets, offset, self.length);
                image |= W::single(line * self.length + offset);
            }
            self.normalised(image)
        };
        [
            set,
            reflect(true, false),
            reflect(false, true),
            reflect(true, true),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits64, Bits128, Bits256};
    use crosscram_support::random::Random;

    fn compare<W: Bits>(lines: u32, length: u32) {
        let grid = Grid::<W>::new(lines, length, 2);
        let cells = lines * length;
        let mut random = Random::new(u64::from(cells));
        for _ in 0..2000 {
            let mut set = W::EMPTY;
            for at in (0..cells).step_by(32) {
                // Of every density, and with empty lines.
                let (number, kept) = (random.next_u64(), [u32::MAX, 0x421][random.index(2)]);
                let sparse = (number >> 32) as u32 & number as u32;
                set |= W::from_field(sparse & kept, at);
            }
            set &= W::below(cells);
            if !set.is_empty() {
                let set = grid.normalised(set);
                let images = grid.reflections(set);
                let least = images.into_iter().min().expect("four");
                for image in images {
                    assert_eq!(grid.canonical(image), least, "{set:?}");
                }
            }
        }
    }

    #[test]
    fn lines_of_cells() {
        for length in 1..=256 {
            let lines = 256 / length;
            let grid = Grid::<Bits256>::new(lines, length, 2);
            for cell in 0..256 {
                assert_eq!(grid.line_of(cell), cell / length);
            }
        }
    }

    #[test]
    fn the_canonical_set_is_the_least_reflection() {
        for (lines, length) in [(1, 1), (1, 9), (9, 1), (2, 32), (8, 8), (7, 9), (3, 5)] {
            compare::<Bits64>(lines, length);
        }
        for (lines, length) in [(6, 11), (4, 31), (4, 32), (32, 4), (3, 40)] {
            compare::<Bits128>(lines, length);
        }
        for (lines, length) in [(16, 16), (8, 32), (7, 33), (1, 256), (256, 1)] {
            compare::<Bits256>(lines, length);
        }
    }
}
