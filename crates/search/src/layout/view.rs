//! A board in each player's layout, and what a move changes there.
//!
//! Both players are treated alike: each has a layout, a [`Grid`], in which the player's tiles lie along
//! *lines*: rows for Horizontal, columns for Vertical.

use crosscram_rules::{Bits, Board, Cell, Move, Player, Tile};
use crosscram_values::tables::Grid;

/// The free cells in both layouts and in the three reflections of Horizontal's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<W> {
    /// By [`Player::index`].
    pub(crate) free: [W; 2],
    mirrors: [W; 3],
}

impl<W: Bits> State<W> {
    pub(crate) fn new(board: &Board) -> Self {
        let set = |board: &Board, player: Player| {
            let length = line_length(board, player);
            let cells = board.free_cells();
            cells.map(|cell| index_of(cell, player, length)).collect()
        };
        let [_, a, b, c] = board.reflections();
        State {
            free: [set(board, Player::Vertical), set(board, Player::Horizontal)],
            mirrors: [a, b, c].map(|mirror| set(&mirror, Player::Horizontal)),
        }
    }

    /// Both players' layouts without the reflections: enough to evaluate, not to use a table.
    #[cfg(test)]
    pub(crate) fn from_layouts(free: [W; 2]) -> Self {
        State {
            free,
            mirrors: [W::EMPTY; 3],
        }
    }

    /// The same set for a position and its three reflections; rotations by a right angle would
    /// exchange the players.
    #[inline]
    pub(crate) fn canonical(&self) -> W {
        let [a, b, c] = self.mirrors;
        self.free[1].min(a).min(b).min(c)
    }

    /// The position and its three reflections, row by row.
    pub(crate) fn reflections(&self) -> [W; 4] {
        let [a, b, c] = self.mirrors;
        [self.free[1], a, b, c]
    }

    /// The position after a move.
    #[inline]
    pub(crate) fn after(&self, masks: &MoveMasks<W>) -> Self {
        State {
            free: [self.free[0] ^ masks.free[0], self.free[1] ^ masks.free[1]],
            mirrors: [
                self.mirrors[0] ^ masks.mirrors[0],
                self.mirrors[1] ^ masks.mirrors[1],
                self.mirrors[2] ^ masks.mirrors[2],
            ],
        }
    }
}

/// The cells of one tile, in all five layouts of a [`State`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveMasks<W> {
    pub(crate) free: [W; 2],
    mirrors: [W; 3],
}

/// The masks of every tile, indexed by player and first cell in the player's layout.
pub(crate) fn all_move_masks<W: Bits>(board: &Board, tile: Tile) -> [Vec<MoveMasks<W>>; 2] {
    let (rows, cols) = (board.rows(), board.cols());
    let full = Board::empty(rows, cols).expect("a board of this size exists already");
    Player::ALL.map(|player| {
        let none = MoveMasks {
            free: [W::EMPTY; 2],
            mirrors: [W::EMPTY; 3],
        };
        let mut masks = vec![none; rows * cols];
        for mv in full.moves(player, tile) {
            let index = index_of(mv.cell(), player, line_length(board, player));
            masks[index as usize] = move_masks(rows, cols, mv, tile);
        }
        masks
    })
}

/// Cells in a line of `player`.
fn line_length(board: &Board, player: Player) -> u32 {
    match player {
        Player::Horizontal => board.cols() as u32,
        Player::Vertical => board.rows() as u32,
    }
}

fn move_masks<W: Bits>(rows: usize, cols: usize, mv: Move, tile: Tile) -> MoveMasks<W> {
    let mut masks = MoveMasks {
        free: [W::EMPTY; 2],
        mirrors: [W::EMPTY; 3],
    };
    for cell in mv.cells(tile) {
        let (row, col) = (cell.row(), cell.col());
        let (row_back, col_back) = (rows - 1 - row, cols - 1 - col);
        let at = |row: usize, col: usize| W::single((row * cols + col) as u32);
        masks.free[0] |= W::single((col * rows + row) as u32);
        masks.free[1] |= at(row, col);
        // In the order of `Board::reflections`.
        masks.mirrors[0] |= at(row_back, col);
        masks.mirrors[1] |= at(row, col_back);
        masks.mirrors[2] |= at(row_back, col_back);
    }
    masks
}

/// Index of a cell in a player's layout with lines of `length` cells.
pub(crate) fn index_of(cell: Cell, player: Player, length: u32) -> u32 {
    match player {
        Player::Horizontal => cell.row() as u32 * length + cell.col() as u32,
        Player::Vertical => cell.col() as u32 * length + cell.row() as u32,
    }
}

/// The move of `player` whose first cell has index `start` in the player's layout.
pub(crate) fn move_at(board: &Board, player: Player, start: u16) -> Move {
    move_in_lines(line_length(board, player), player, start)
}

/// The same with lines of `length` cells.
pub(crate) fn move_in_lines(length: u32, player: Player, start: u16) -> Move {
    let length = length as usize;
    let (line, offset) = (usize::from(start) / length, usize::from(start) % length);
    let cell = match player {
        Player::Horizontal => Cell::new(line, offset),
        Player::Vertical => Cell::new(offset, line),
    };
    Move::new(player, cell)
}

/// Both players' layouts, by [`Player::index`].
pub(crate) fn views<W: Bits>(board: &Board, tile: Tile) -> [Grid<W>; 2] {
    let (rows, cols) = (board.rows() as u32, board.cols() as u32);
    [(cols, rows), (rows, cols)].map(|(lines, length)| Grid::new(lines, length, tile.length()))
}
