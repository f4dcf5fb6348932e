//! Connected regions of free cells.

use crate::symmetry::columns;
use crate::{Bits, Bits256, Board};

impl Board {
    /// The connected regions of free cells, each on a board just large enough.
    ///
    /// Cells are connected along edges, not corners. No tile ever lies on two regions, so the
    /// game on the board is the sum of the games on its regions. Regions come in the order of
    /// their first cell, row by row.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// let board = board! {
    ///     . . # . |
    ///     . # . . |
    /// };
    /// assert_eq!(board.regions(), [board!(. . | . #), board!(# . | . .)]);
    /// ```
    #[must_use]
    pub fn regions(&self) -> Vec<Board> {
        let regions = self.regions_in_place();
        regions.iter().map(Board::cropped).collect()
    }

    /// The connected regions of free cells, each on a board of the original size where
    /// everything else is blocked. Otherwise like [`Board::regions`].
    #[must_use]
    pub fn regions_in_place(&self) -> Vec<Board> {
        let mut regions = Vec::new();
        let mut rest = self.free_bits();
        while !rest.is_empty() {
            let region = self.region_of(rest.first_bit());
            regions.push(self.with_free(region));
            rest &= !region;
        }
        regions
    }

    /// Computes the free cells connected with `seed` by growing it in all directions until nothing
    /// is added.
    fn region_of(&self, seed: Bits256) -> Bits256 {
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        let first_column: Bits256 = columns(rows, cols, 1);
        let last_column = first_column << (cols - 1);
        let mut region = seed;
        loop {
            let left = (region & !first_column) >> 1;
            let right = (region & !last_column) << 1;
            let grown = region | left | right | region << cols | region >> cols;
            let grown = grown & self.free_bits();
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The board without the blocked rows and columns along its edges. A board without free cells
    /// becomes a single blocked cell.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// assert_eq!(board!(# # # | # . . | . # .).cropped(), board!(# . . | . # .));
    /// assert_eq!(board!(# # | # #).cropped(), board!(#));
    /// ```
    #[must_use]
    pub fn cropped(&self) -> Board {
        let rows = || self.free_cells().map(|cell| cell.row());
        let cols = || self.free_cells().map(|cell| cell.col());
        let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
        let (left, right) = (cols().min().unwrap_or(0), cols().max().unwrap_or(0));
        let (height, width) = (bottom - top + 1, right - left + 1);
        let free = self
            .free_cells()
            .map(|cell| ((cell.row() - top) * width + cell.col() - left) as u32)
            .collect();
        Board::from_free_bits(height, width, free).expect("a part of a board is a board")
    }
}
