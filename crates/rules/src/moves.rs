//! Generating and playing moves.

use std::fmt;

use crate::symmetry::columns;
use crate::{Bits, Bits256, Board, Cell, IllegalMove, Player, Tile};

/// One tile placed by one player, named by its upper (Vertical) or left (Horizontal) cell.
///
/// ```
/// use crosscram_rules::{Cell, Move, Player, Tile};
///
/// let mov = Move::new(Player::Vertical, Cell::new(1, 2));
/// assert_eq!(mov.to_string(), "V2,3");
/// assert_eq!("v2,3".parse(), Ok(mov));
/// let covered: Vec<Cell> = mov.cells(Tile::DOMINO).collect();
/// assert_eq!(covered, [Cell::new(1, 2), Cell::new(2, 2)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    player: Player,
    cell: Cell,
}

impl Move {
    /// The move of `player` whose upper or left cell is `cell`.
    pub const fn new(player: Player, cell: Cell) -> Move {
        Move { player, cell }
    }

    /// Who moves.
    pub const fn player(self) -> Player {
        self.player
    }

    /// The upper or left cell of the tile.
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// The cells the tile covers, from the upper or left one on.
    ///
    /// # Panics
    ///
    /// If the tile would reach beyond row or column 256, which no board has.
    pub fn cells(self, tile: Tile) -> impl Iterator<Item = Cell> {
        self.coordinates(tile).map(|(row, col)| Cell::new(row, col))
    }

    fn coordinates(self, tile: Tile) -> impl Iterator<Item = (usize, usize)> {
        let (down, right) = match self.player {
            Player::Vertical => (1, 0),
            Player::Horizontal => (0, 1),
        };
        (0..tile.length() as usize)
            .map(move |i| (self.cell.row() + i * down, self.cell.col() + i * right))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.player.letter(), self.cell)
    }
}

/// Computes the upper or left cells of all moves at once: the free cells whose next `length - 1` cells
/// in the direction of the tile are free too.
pub(crate) fn move_bits<B: Bits>(free: B, rows: u32, cols: u32, player: Player, tile: Tile) -> B {
    let (step, starts) = match player {
        // Cells below the last row are not free, so no tile leaves the board downward.
        Player::Vertical => (cols, free),
        // To the right of the last column lies the next row, which must be kept out.
        Player::Horizontal => {
            let width = (cols + 1).saturating_sub(tile.length());
            (1, free & columns(rows, cols, width))
        }
    };
    (1..tile.length()).fold(starts, |starts, i| starts & free >> (i * step))
}

impl Board {
    /// The upper or left cells of all moves of `player`, as a set numbered like
    /// [`Board::free_bits`].
    pub fn move_bits(&self, player: Player, tile: Tile) -> Bits256 {
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        move_bits(self.free_bits(), rows, cols, player, tile)
    }

    /// The moves of `player`, row by row.
    ///
    /// ```
    /// use crosscram_rules::{Player, Tile, board};
    ///
    /// let board = board! {
    ///     . . . |
    ///     . # .
    /// };
    /// let moves: Vec<String> = Player::ALL
    ///     .into_iter()
    ///     .flat_map(|player| board.moves(player, Tile::DOMINO))
    ///     .map(|mov| mov.to_string())
    ///     .collect();
    /// assert_eq!(moves, ["V1,1", "V1,3", "H1,1", "H1,2"]);
    /// ```
    pub fn moves(&self, player: Player, tile: Tile) -> impl ExactSizeIterator<Item = Move> + use<> {
        let board = *self;
        self.move_bits(player, tile)
            .members()
            .map(move |i| Move::new(player, board.cell(i)))
    }

    /// Returns whether `player` has a move.
    pub fn can_move(&self, player: Player, tile: Tile) -> bool {
        !self.move_bits(player, tile).is_empty()
    }

    /// Returns whether all cells the move needs are on the board and free.
    pub fn is_legal(&self, mov: Move, tile: Tile) -> bool {
        self.play(mov, tile).is_ok()
    }

    /// The board after the move.
    ///
    /// ```
    /// use crosscram_rules::{Board, Move, Tile};
    ///
    /// let board: Board = "...|...|...".parse()?;
    /// let board = board.play("V1,2".parse()?, Tile::DOMINO)?;
    /// assert_eq!(board.to_string(), ".#.|.#.|...");
    /// assert_eq!(
    ///     board.play("H2,1".parse()?, Tile::DOMINO).unwrap_err().to_string(),
    ///     "H2,1 is illegal: row 2, column 2 is not free",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mov: Move, tile: Tile) -> Result<Board, IllegalMove> {
        let mut free = self.free_bits();
        for (row, col) in mov.coordinates(tile) {
            let found = Cell::try_new(row, col).and_then(|cell| Some((cell, self.index(cell)?)));
            let Some((cell, index)) = found else {
                return Err(IllegalMove::OutsideBoard {
                    mov,
                    row,
                    col,
                    rows: self.rows(),
                    cols: self.cols(),
                });
            };
            if !free.contains(index) {
                return Err(IllegalMove::NotFree { mov, cell });
            }
            free ^= Bits256::single(index);
        }
        Ok(self.with_free(free))
    }
}
