//! A square of the board.

use std::fmt;

/// A square, by row and column counted from 0 at the upper left.
///
/// A cell does not know its board; [`Board::is_free`](crate::Board::is_free) checks that it lies on
/// one. In print, as in the papers, rows and columns count from 1.
///
/// ```
/// use crosscram_rules::Cell;
///
/// assert_eq!(Cell::new(1, 2).to_string(), "2,3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    // 256x1 and 1x256 are the longest boards, so a byte holds every coordinate.
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell at `row` and `col`, both counted from 0.
    ///
    /// # Panics
    ///
    /// If either is above 255: no board has such a cell.
    #[track_caller]
    pub const fn new(row: usize, col: usize) -> Cell {
        match Cell::try_new(row, col) {
            Some(cell) => cell,
            None => panic!("rows and columns of a cell are at most 255"),
        }
    }

    /// The cell at `row` and `col`, or `None` if either is above 255.
    pub const fn try_new(row: usize, col: usize) -> Option<Cell> {
        if row > u8::MAX as usize || col > u8::MAX as usize {
            return None;
        }
        Some(Cell {
            row: row as u8,
            col: col as u8,
        })
    }

    /// The row, from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, from 0.
    pub const fn col(self) -> usize {
        self.col as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row() + 1, self.col() + 1)
    }
}
