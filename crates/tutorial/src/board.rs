//! The board as bits: one number holds all free cells.

use crosscram_rules::Player;
use std::fmt;

/// A rectangle of at most eight rows and eight columns. Bit `row * cols + col` of
/// `free` is set if that cell is free.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    rows: usize,
    cols: usize,
    free: u64,
}

// ANCHOR: board
impl Board {
    /// Returns where the player's tile fits: the bit of its upper left cell.
    fn places(self, player: Player) -> u64 {
        match player {
            Player::Vertical => self.free & (self.free >> self.cols),
            Player::Horizontal => self.free & (self.free >> 1) & !self.last_column(),
        }
    }

    /// The boards after each move of the player, row by row.
    pub fn after_moves(self, player: Player) -> impl Iterator<Item = Board> {
        let tile = match player {
            Player::Vertical => 1 | 1 << self.cols,
            Player::Horizontal => 0b11,
        };
        members(self.places(player)).map(move |cell| self.with_free(self.free & !(tile << cell)))
    }

    /// Returns whether the player has a move.
    pub fn can_move(self, player: Player) -> bool {
        self.places(player) != 0
    }
}
// ANCHOR_END: board

// ANCHOR: symmetry
impl Board {
    /// The first of the board and its three reflections, in some order that is always
    /// the same.
    pub fn canonical(self) -> Board {
        let upside_down = self.reordered(|row, col| (self.rows - 1 - row, col));
        let mirrored = self.reordered(|row, col| (row, self.cols - 1 - col));
        let turned = self.reordered(|row, col| (self.rows - 1 - row, self.cols - 1 - col));
        self.min(upside_down).min(mirrored).min(turned)
    }

    /// The board with rows and columns exchanged, so that Horizontal becomes Vertical.
    pub fn transposed(self) -> Board {
        let turned = Board {
            rows: self.cols,
            cols: self.rows,
            free: 0,
        };
        let cells = members(self.free).map(|cell| (cell % self.cols, cell / self.cols));
        turned.with_cells(cells)
    }

    /// The board on which the player is Vertical.
    pub fn seen_by(self, player: Player) -> Board {
        match player {
            Player::Vertical => self,
            Player::Horizontal => self.transposed(),
        }
    }

    fn reordered(self, place: impl Fn(usize, usize) -> (usize, usize)) -> Board {
        let cells = members(self.free).map(|cell| place(cell / self.cols, cell % self.cols));
        self.with_cells(cells)
    }
}
// ANCHOR_END: symmetry

impl Board {
    /// A board of the rules.
    ///
    /// ```
    /// use crosscram_tutorial::Board;
    ///
    /// let board = Board::new(&"..#|...".parse()?)?;
    /// assert_eq!(board.to_string(), "..#|...");
    /// assert!(Board::new(&"4x9".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: &crosscram_rules::Board) -> Result<Board, String> {
        let (rows, cols) = (board.rows(), board.cols());
        if rows > 8 || cols > 8 {
            return Err(format!(
                "{rows}x{cols} is too large: the tutorial's boards have at most eight rows and eight columns"
            ));
        }
        let empty = Board {
            rows,
            cols,
            free: 0,
        };
        let cells = board.free_cells().map(|cell| (cell.row(), cell.col()));
        Ok(empty.with_cells(cells))
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Returns whether a cell is free. A cell outside the board is not.
    pub fn is_free(self, row: usize, col: usize) -> bool {
        row < self.rows && col < self.cols && self.free >> (row * self.cols + col) & 1 == 1
    }

    /// The number of free cells.
    pub fn free_cells(self) -> u32 {
        self.free.count_ones()
    }

    /// The free cells of row `row`, the first column in the lowest bit.
    pub fn row(self, row: usize) -> usize {
        (self.free >> (row * self.cols)) as usize & ((1 << self.cols) - 1)
    }

    /// The same rectangle with only those free cells that have a free neighbour in
    /// their row: what Horizontal can use.
    pub fn usable_by_horizontal(self) -> Board {
        let left = self.places(Player::Horizontal);
        self.with_free(left | left << 1)
    }

    /// The same rectangle with only those free cells that have no free neighbour in
    /// their row: what Horizontal can never use.
    pub fn out_of_reach(self) -> Board {
        self.with_free(self.free & !self.usable_by_horizontal().free)
    }

    /// The same rectangle with one free cell less.
    pub fn without(self, row: usize, col: usize) -> Board {
        self.with_free(self.free & !(1 << (row * self.cols + col)))
    }

    /// The maximum number of vertical tiles that fit side by side and one below the
    /// other.
    pub fn vertical_tiles(self) -> u32 {
        let mut rest = self;
        let mut tiles = 0;
        for row in 0..self.rows {
            // Taking the topmost place of a column first never costs a tile.
            let upper = rest.places(Player::Vertical) & self.row_mask(row);
            rest.free &= !(upper | upper << self.cols);
            tiles += upper.count_ones();
        }
        tiles
    }

    fn row_mask(self, row: usize) -> u64 {
        ((1 << self.cols) - 1) << (row * self.cols)
    }

    fn last_column(self) -> u64 {
        (0..self.rows).fold(0, |column, row| {
            column | 1 << (row * self.cols + self.cols - 1)
        })
    }

    fn with_free(self, free: u64) -> Board {
        Board { free, ..self }
    }

    fn with_cells(self, cells: impl Iterator<Item = (usize, usize)>) -> Board {
        let free = cells.fold(0, |free, (row, col)| free | 1 << (row * self.cols + col));
        self.with_free(free)
    }
}

/// The numbers of the bits that are set, lowest first.
fn members(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        member
    })
}

/// As `rules` writes positions: rows from the top, `.` for free and `#` for blocked.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("|")?;
            }
            for col in 0..self.cols {
                f.write_str(if self.is_free(row, col) { "." } else { "#" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
