//! The board: a rectangle of cells, some of them blocked.

use std::fmt;

use crate::{Bits, Bits256, BoardError, Cell};

/// A rectangle of up to 256 cells, each free or blocked.
///
/// A tile that has been played blocks its cells; the board does not remember who played it, because
/// no rule depends on it. Boards are small values that are copied, not changed: every operation
/// returns a new one.
///
/// Boards are ordered by rows, columns and free cells; the order means nothing but is the same
/// everywhere, which is all [`Board::canonical`] needs.
///
/// ```
/// use crosscram_rules::{Board, Cell, Player, Tile, board};
///
/// let board = board! {
///     . . # |
///     . # .
/// };
/// assert_eq!(board, Board::empty(2, 3)?.blocked(Cell::new(0, 2)).blocked(Cell::new(1, 1)));
/// assert_eq!(board.moves(Player::Vertical, Tile::DOMINO).count(), 1);
/// assert_eq!(board.to_string(), "..#|.#.");
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    rows: u16,
    cols: u16,
    /// Member `row * cols + col` for each free cell; no member at or above the area.
    free: Bits256,
}

impl Board {
    /// The maximum number of squares, 256.
    pub const MAX_AREA: usize = Bits256::CAPACITY as usize;

    /// A board of `rows` x `cols` cells, all free.
    pub fn empty(rows: usize, cols: usize) -> Result<Board, BoardError> {
        if rows == 0 || cols == 0 {
            return Err(BoardError::NoCells { rows, cols });
        }
        match rows.checked_mul(cols) {
            Some(area) if area <= Board::MAX_AREA => Ok(Board {
                rows: rows as u16,
                cols: cols as u16,
                free: Bits256::below(area as u32),
            }),
            _ => Err(BoardError::TooLarge { rows, cols }),
        }
    }

    /// The board whose free cells are the members of `free`; cell (r, c) is number
    /// `r * cols + c`.
    pub fn from_free_bits(rows: usize, cols: usize, free: Bits256) -> Result<Board, BoardError> {
        let board = Board::empty(rows, cols)?;
        let outside = free & !board.free;
        if !outside.is_empty() {
            return Err(BoardError::OutsideBoard {
                index: outside.first(),
                area: board.area() as u32,
            });
        }
        Ok(board.with_free(free))
    }

    /// The same rectangle with other free cells, which the caller knows to lie inside.
    pub(crate) fn with_free(self, free: Bits256) -> Board {
        debug_assert!((free >> self.area() as u32).is_empty());
        Board { free, ..self }
    }

    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Number of squares, free or blocked.
    pub const fn area(&self) -> usize {
        self.rows() * self.cols()
    }

    /// The set of free cells; cell (r, c) is number `r * cols + c`.
    pub const fn free_bits(&self) -> Bits256 {
        self.free
    }

    /// Its shortest name: its size if it is empty, else its rows.
    ///
    /// ```
    /// use crosscram_rules::Board;
    ///
    /// assert_eq!(Board::empty(3, 4)?.name(), "3x4");
    /// # Ok::<(), crosscram_rules::BoardError>(())
    /// ```
    pub fn name(&self) -> String {
        match self.free_count() as usize == self.area() {
            true => format!("{}x{}", self.rows(), self.cols()),
            false => self.to_string(),
        }
    }

    /// Number of free cells.
    pub fn free_count(&self) -> u32 {
        self.free.count()
    }

    /// Returns whether `cell` is free. A cell outside the board is not.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| self.free.contains(i))
    }

    /// Free cells, row by row.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// let cells: Vec<String> = board!(. # | # .).free_cells().map(|c| c.to_string()).collect();
    /// assert_eq!(cells, ["1,1", "2,2"]);
    /// ```
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let board = *self;
        self.free.members().map(move |i| board.cell(i))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let cols = self.cols();
        (0..self.area()).map(move |i| Cell::new(i / cols, i % cols))
    }

    /// The board with `cell` blocked. A cell outside the board changes nothing.
    #[must_use]
    pub fn blocked(self, cell: Cell) -> Board {
        self.with_blocked([cell])
    }

    /// The board with all of `cells` blocked, as by [`Board::blocked`].
    #[must_use]
    pub fn with_blocked(self, cells: impl IntoIterator<Item = Cell>) -> Board {
        let blocked = cells
            .into_iter()
            .filter_map(|cell| self.index(cell))
            .collect::<Bits256>();
        self.with_free(self.free & !blocked)
    }

    /// Number of a cell, `None` outside the board.
    pub(crate) fn index(&self, cell: Cell) -> Option<u32> {
        let inside = cell.row() < self.rows() && cell.col() < self.cols();
        inside.then(|| (cell.row() * self.cols() + cell.col()) as u32)
    }

    /// The cell with number `index`.
    pub(crate) fn cell(&self, index: u32) -> Cell {
        let index = index as usize;
        debug_assert!(index < self.area());
        Cell::new(index / self.cols(), index % self.cols())
    }
}

// The derived form would list up to 256 numbers; the drawing says the same and can be read.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
