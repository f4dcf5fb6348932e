//! Sets of cells on a board whose lines lie along Right's tiles.

use crosscram_rules::Bits;

/// A board seen from Left: Right's tiles lie along its lines, Left's across them. Cell
/// (line, offset) is bit `line * length + offset`.
#[derive(Clone, Debug)]
pub struct Grid<W> {
    lines: u32,
    length: u32,
    /// Cells with a left neighbour in their line, and with a right one.
    not_first: W,
    not_last: W,
    /// The cells of the first line.
    line: W,
}

impl<W: Bits> Grid<W> {
    /// A grid of `lines` lines of `length` cells, which `W` must be able to hold.
    pub fn new(lines: u32, length: u32) -> Self {
        assert!(lines * length <= W::CAPACITY);
        let mut not_last = W::EMPTY;
        for line in 0..lines {
            not_last |= W::below(length - 1) << (line * length);
        }
        Grid {
            lines,
            length,
            not_first: not_last << 1,
            not_last,
            line: W::below(length),
        }
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Cells in a line.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The cells of `count` lines from `first` on.
    #[inline]
    pub fn band(&self, first: u32, count: u32) -> W {
        W::below(count * self.length) << (first * self.length)
    }

    /// First cells of Left's dominoes on `free`.
    #[inline]
    pub fn left_moves(&self, free: W) -> W {
        free & free.down(self.length)
    }

    /// First cells of Right's dominoes on `free`.
    #[inline]
    pub fn right_moves(&self, free: W) -> W {
        free & (free >> 1) & self.not_last
    }

    /// The cells connected to the first cell of `free`.
    #[inline]
    pub fn first_region(&self, free: W) -> W {
        let mut region = free.first_bit();
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

    /// Cells without a free neighbour, on which nobody can play.
    #[inline]
    pub fn dead(&self, free: W) -> W {
        let beside = ((free << 1) & self.not_first) | ((free >> 1) & self.not_last);
        free & !(beside | free.up(self.length) | free.down(self.length))
    }

    /// The set moved to the first line and first offset.
    #[inline]
    pub fn normalised(&self, set: W) -> W {
        let top = set.first() / self.length;
        let set = set >> (top * self.length);
        // Fold all lines onto the first to find the least offset.
        let (mut folded, mut rest) = (W::EMPTY, set);
        while !rest.is_empty() {
            folded |= rest;
            rest = rest.down(self.length);
        }
        set >> (folded & self.line).first()
    }

    /// The four reflections of a normalised set, normalised.
    pub fn reflections(&self, set: W) -> [W; 4] {
        let reflect = |flip_lines: bool, flip_offsets: bool| {
            let mut image = W::EMPTY;
            for cell in set.members() {
                let (line, offset) = (cell / self.length, cell % self.length);
                let line = if flip_lines {
                    self.lines - 1 - line
                } else {
                    line
                };
                let offset = if flip_offsets {
                    self.length - 1 - offset
                } else {
                    offset
                };
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
