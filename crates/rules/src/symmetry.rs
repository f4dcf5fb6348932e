//! Transposition and the reflections of the board.

use crate::{Bits, Board};

/// The cells of the first `width` columns of a board of `rows` x `cols`.
pub(crate) fn columns<B: Bits>(rows: u32, cols: u32, width: u32) -> B {
    let mut set = B::below(width.min(cols));
    let mut done = 1;
    // Doubles the rows filled so far.
    while done < rows {
        set |= set << (done * cols);
        done *= 2;
    }
    set & B::below(rows * cols)
}

/// The rows in reverse order.
pub(crate) fn flip_rows<B: Bits>(set: B, rows: u32, cols: u32) -> B {
    let row = B::below(cols);
    (0..rows).fold(B::EMPTY, |flipped, r| {
        flipped | (set >> (r * cols) & row) << ((rows - 1 - r) * cols)
    })
}

/// The columns in reverse order; `first_column` is what [`columns`] gives for width 1.
pub(crate) fn flip_cols<B: Bits>(set: B, cols: u32, first_column: B) -> B {
    (0..cols).fold(B::EMPTY, |flipped, c| {
        flipped | (set >> c & first_column) << (cols - 1 - c)
    })
}

impl Board {
    /// Rows and columns exchanged. The players change roles: what Vertical can do here,
    /// Horizontal can do there.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// assert_eq!(board!(. . # | . # .).transpose(), board!(. . | . # | # .));
    /// ```
    #[must_use]
    pub fn transpose(&self) -> Board {
        let (rows, cols) = (self.cols(), self.rows());
        let free = self
            .free_cells()
            .map(|cell| (cell.col() * cols + cell.row()) as u32)
            .collect();
        Board::from_free_bits(rows, cols, free).expect("the transposed board has the same area")
    }

    /// Upside down: the first row becomes the last.
    #[must_use]
    pub fn flip_rows(&self) -> Board {
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        self.with_free(flip_rows(self.free_bits(), rows, cols))
    }

    /// Left and right exchanged: the first column becomes the last.
    #[must_use]
    pub fn flip_cols(&self) -> Board {
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        self.with_free(flip_cols(self.free_bits(), cols, columns(rows, cols, 1)))
    }

    /// Turned by half a turn, which is both flips together.
    #[must_use]
    pub fn half_turn(&self) -> Board {
        self.flip_rows().flip_cols()
    }

    /// The board as it is, [`flip_rows`](Board::flip_rows), [`flip_cols`](Board::flip_cols) and
    /// [`half_turn`](Board::half_turn). All four have the same outcome, even the same game value.
    #[must_use]
    pub fn reflections(&self) -> [Board; 4] {
        let flipped = self.flip_rows();
        [*self, flipped, self.flip_cols(), flipped.flip_cols()]
    }

    /// The smallest of the four [`reflections`](Board::reflections), the same for all of them.
    ///
    /// Quarter turns are left out even on square boards: they exchange the players.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// let board = board!(. . # | . # .);
    /// assert_eq!(board.canonical(), board.half_turn().canonical());
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Board {
        let [first, others @ ..] = self.reflections();
        others.into_iter().fold(first, Board::min)
    }
}
