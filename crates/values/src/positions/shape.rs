//! Regions of up to 58 cells in one word, and the form that symmetric regions share.

use crosscram_rules::{Bits, Bits256, Board, Tile};

/// Cells of the largest rectangle that fits: the rest of the word holds the number of columns.
pub(crate) const MAX_AREA: u32 = 58;
const CELLS: u64 = (1 << MAX_AREA) - 1;

/// Free cells in a rectangle of at most [`MAX_AREA`] cells: cell (r, c) is bit `r * cols + c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cells {
    pub(crate) bits: u64,
    pub(crate) cols: u32,
}

/// A region in its smallest form: cropped, and the least of its reflections and transposed
/// reflections. One word: columns above, cells below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct RegionKey(u64);

/// Where a tile of each player can start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    pub(crate) vertical: u64,
    pub(crate) horizontal: u64,
}

/// Cells linked with the one below and with the one to the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links {
    down: u64,
    right: u64,
    cols: u32,
}

impl Links {
    /// Removes and returns the cells that are linked, directly or through others, with the first linked
    /// cell; 0 if none is left.
    pub(crate) fn take_part(&mut self) -> u64 {
        let any = self.down | self.right;
        let mut part = any & any.wrapping_neg();
        loop {
            let grown = part
                | (part & self.right) << 1
                | (part >> 1) & self.right
                | (part & self.down) << self.cols
                | (part >> self.cols) & self.down;
            if grown == part {
                self.down &= !part;
                self.right &= !part;
                return part;
            }
            part = grown;
        }
    }
}

impl Cells {
    /// The free cells of a board, if it is small enough.
    pub(crate) fn of_board(board: &Board) -> Option<Cells> {
        if board.area() > MAX_AREA as usize {
            return None;
        }
        let free = board.free_bits();
        let bits = u64::from(free.field(0, 32)) | u64::from(free.field(32, 32)) << 32;
        let cols = board.cols() as u32;
        Some(Cells { bits, cols })
    }

    /// Rows and columns, if the cells are cropped.
    pub(crate) fn size(self) -> (usize, usize) {
        let rows = (64 - self.bits.leading_zeros()).div_ceil(self.cols);
        (rows as usize, self.cols as usize)
    }

    /// The board with these cells free; they must be cropped.
    pub(crate) fn board(self) -> Board {
        let (rows, cols) = self.size();
        let (low, high) = (self.bits as u32, (self.bits >> 32) as u32);
        let free = Bits256::from_field(low, 0) | Bits256::from_field(high, 32);
        Board::from_free_bits(rows, cols, free).expect("a rectangle of at most 58 cells")
    }

    /// The cells that a tile starting at `start` covers.
    pub(crate) fn tile(self, start: u32, step: u32, tile: Tile) -> u64 {
        (0..tile.length()).fold(0, |cells, i| cells | 1 << (start + i * step))
    }

    /// Where tiles fit.
    pub(crate) fn starts(self, tile: Tile) -> Starts {
        let Cells { bits, cols } = self;
        let length = tile.length();
        let mut vertical = bits;
        for i in 1..length {
            vertical &= bits.checked_shr(i * cols).unwrap_or(0);
        }
        // A lying tile may not reach into the next row.
        let mut horizontal = if length <= cols {
            bits & columns(cols, cols + 1 - length)
        } else {
            0
        };
        for i in 1..length {
            horizontal &= bits >> i;
        }
        Starts {
            vertical,
            horizontal,
        }
    }

    /// Which neighbours a tile can cover together.
    pub(crate) fn links(self, tile: Tile) -> Links {
        let starts = self.starts(tile);
        let spread = |starts: u64, step: u32| match starts {
            // Without a start no shift is needed, and a tile may be longer than the word.
            0 => 0,
            _ => (0..tile.length() - 1).fold(0, |links, i| links | starts << (i * step)),
        };
        Links {
            down: spread(starts.vertical, self.cols),
            right: spread(starts.horizontal, 1),
            cols: self.cols,
        }
    }

    /// The key of the region that consists of `part` of these cells, and whether rows and columns
    /// were exchanged for it.
    pub(crate) fn key_of(self, part: u64) -> (RegionKey, bool) {
        let cropped = Cropped::of(part, self.cols);
        if cropped.rows < cropped.cols {
            return (cropped.lying().smallest(), false);
        }
        if cropped.rows > cropped.cols {
            return (cropped.transposed().smallest(), true);
        }
        let straight = cropped.lying().smallest();
        let turned = cropped.transposed().smallest();
        match straight <= turned {
            true => (straight, false),
            false => (turned, true),
        }
    }
}

/// The cells of the first `width` columns in all rows that fit into a word.
fn columns(cols: u32, width: u32) -> u64 {
    let row = (1_u64 << width) - 1;
    let mut set = row;
    let mut done = cols;
    while done < 64 {
        set |= set << done;
        done *= 2;
    }
    set
}

impl RegionKey {
    /// The cells, cropped.
    pub(crate) fn cells(self) -> Cells {
        Cells {
            bits: self.0 & CELLS,
            cols: (self.0 >> MAX_AREA) as u32,
        }
    }

    /// The word, for files.
    pub(crate) fn to_word(self) -> u64 {
        self.0
    }

    /// The key with this word, if it is one that [`Cells::key_of`] gives.
    pub(crate) fn from_word(word: u64) -> Option<RegionKey> {
        let cells = RegionKey(word).cells();
        // A rectangle with a last row that is cut off would have more cells than fit.
        let area = MAX_AREA.checked_div(cells.cols)? * cells.cols;
        let fits = cells.bits != 0 && cells.bits >> area == 0;
        (fits && cells.key_of(cells.bits) == (RegionKey(word), false)).then_some(RegionKey(word))
    }
}

/// A region in its rectangle, still at its place in the larger one.
struct Cropped {
    /// From the first row with a cell on.
    part: u64,
    /// Bits from one row to the next.
    stride: u32,
    left: u32,
    rows: u32,
    cols: u32,
}

impl Cropped {
    fn of(part: u64, stride: u32) -> Cropped {
        debug_assert!(part != 0);
        let part = part >> (part.trailing_zeros() / stride * stride);
        let rows = (63 - part.leading_zeros()) / stride + 1;
        let mask = u64::MAX >> (64 - stride);
        let union = (0..rows).fold(0, |union, r| union | part >> (r * stride)) & mask;
        let left = union.trailing_zeros();
        let cols = 64 - (union >> left).leading_zeros();
        Cropped {
            part,
            stride,
            left,
            rows,
            cols,
        }
    }

    fn row(&self, r: u32) -> u64 {
        self.part >> (r * self.stride + self.left) & (u64::MAX >> (64 - self.cols))
    }

    /// The region as it is; it must not be taller than wide.
    fn lying(&self) -> Rows {
        let mut row = [0; MAX_ROWS];
        for r in 0..self.rows {
            row[r as usize] = self.row(r);
        }
        Rows {
            row,
            rows: self.rows,
            cols: self.cols,
        }
    }

    /// The region with rows and columns exchanged; it must not be wider than tall.
    fn transposed(&self) -> Rows {
        let mut row = [0; MAX_ROWS];
        for r in 0..self.rows {
            let mut cells = self.row(r);
            while cells != 0 {
                row[cells.trailing_zeros() as usize] |= 1 << r;
                cells &= cells - 1;
            }
        }
        Rows {
            row,
            rows: self.cols,
            cols: self.rows,
        }
    }
}

/// Rows of a region that is not taller than wide: 7 · 8 is the largest such area below 59.
const MAX_ROWS: usize = 7;

/// A cropped region row by row, not taller than wide.
struct Rows {
    row: [u64; MAX_ROWS],
    rows: u32,
    cols: u32,
}

impl Rows {
    /// The least of the four reflections.
    fn smallest(&self) -> RegionKey {
        let (mut straight, mut upside_down) = (0, 0);
        let (mut mirrored, mut turned) = (0, 0);
        for r in 0..self.rows {
            let cells = self.row[r as usize];
            let reversed = cells.reverse_bits() >> (64 - self.cols);
            let (down, up) = (r * self.cols, (self.rows - 1 - r) * self.cols);
            straight |= cells << down;
            upside_down |= cells << up;
            mirrored |= reversed << down;
            turned |= reversed << up;
        }
        let least: u64 = straight.min(upside_down).min(mirrored).min(turned);
        RegionKey(least | u64::from(self.cols) << MAX_AREA)
    }
}
