//! Sets of cells of one board: where tiles fit, how many at once, reflections.

use crosscram_rules::{Bits, Board, Cell, Move, Player, Tile};
use crosscram_values::tables::Grid;

/// Everything about the board that does not change. Cell (r, c) is member `r * cols + c`.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    grid: Grid<B>,
    /// The same for dominoes: neighbours make one region, whether tiles fit or not.
    neighbours: Grid<B>,
    rows: u32,
    cols: u32,
    /// Each row, and each column, as a set.
    row: Vec<B>,
    column: Vec<B>,
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(board: &Board, tile: Tile) -> Lines<B> {
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let grid = Grid::new(rows, cols, tile.length());
        Lines {
            row: (0..rows).map(|r| grid.band(r, 1)).collect(),
            column: (0..cols)
                .map(|c| (0..rows).map(|r| r * cols + c).collect())
                .collect(),
            grid,
            neighbours: Grid::new(rows, cols, 2),
            rows,
            cols,
        }
    }

    /// The free cells of the board.
    pub(super) fn cells_of(&self, board: &Board) -> B {
        board.free_bits().resized()
    }

    fn step(&self, player: Player) -> u32 {
        match player {
            Player::Vertical => self.cols,
            Player::Horizontal => 1,
        }
    }

    /// The move of a player whose tile starts in this cell.
    pub(super) fn move_at(&self, start: u32, player: Player) -> Move {
        let cell = Cell::new((start / self.cols) as usize, (start % self.cols) as usize);
        Move::new(player, cell)
    }

    /// Where tiles of the player can start, at their upper or left end.
    pub(super) fn starts(&self, free: B, player: Player) -> B {
        match player {
            Player::Vertical => self.grid.left_moves(free),
            Player::Horizontal => self.grid.right_moves(free),
        }
    }

    /// The cells of the player's tile that starts at `start`.
    pub(super) fn tile_at(&self, start: u32, player: Player) -> B {
        match player {
            Player::Vertical => self.grid.left_tile(start),
            Player::Horizontal => self.grid.right_tile(start),
        }
    }

    /// The cells that tiles starting in `starts` cover.
    fn covered(&self, starts: B, player: Player) -> B {
        let step = self.step(player);
        (1..self.grid.tile()).fold(starts, |cells, i| cells | starts.up(i * step))
    }

    /// How many tiles the player could place if the opponent never moved.
    pub(super) fn real(&self, free: B, player: Player) -> i32 {
        // From one end of all lines at once, each tile as early as possible.
        let step = self.step(player);
        let fronts = match player {
            Player::Vertical => &self.row,
            Player::Horizontal => &self.column,
        };
        let mut starts = self.starts(free, player);
        let mut count = 0;
        for &front in fronts {
            let placed = starts & front;
            count += placed.count() as i32;
            // A start within a tile placed is lost.
            starts &= !(1..self.grid.tile()).fold(B::EMPTY, |lost, i| lost | placed.up(i * step));
        }
        count
    }

    /// How many tiles the player can place whatever the opponent does: in cells that none of the
    /// opponent's tiles can cover.
    pub(super) fn safe(&self, free: B, player: Player) -> i32 {
        let other = player.opponent();
        let threatened = self.covered(self.starts(free, other), other);
        self.real(free & !threatened, player)
    }

    /// The starts in the order in which the program of 2016 lists moves: for Horizontal row by
    /// row, for Vertical column by column and in each from the bottom up.
    pub(super) fn in_order(&self, starts: B, player: Player) -> impl Iterator<Item = u32> {
        let lines = match player {
            Player::Vertical => &self.column,
            Player::Horizontal => &self.row,
        };
        let mut order: Vec<u32> = Vec::with_capacity(starts.count() as usize);
        for &line in lines {
            let from = order.len();
            order.extend((starts & line).members());
            if player == Player::Vertical {
                order[from..].reverse();
            }
        }
        order.into_iter()
    }

    /// The three reflections of a set.
    pub(super) fn reflections(&self, cells: B) -> [B; 3] {
        let flipped_rows = (0..self.rows).fold(B::EMPTY, |set, r| {
            let row = (cells & self.row[r as usize]).down(r * self.cols);
            set | row.up((self.rows - 1 - r) * self.cols)
        });
        let flip_columns = |cells: B| {
            (0..self.cols).fold(B::EMPTY, |set, c| {
                let column = (cells & self.column[c as usize]).down(c);
                set | column.up(self.cols - 1 - c)
            })
        };
        [
            flipped_rows,
            flip_columns(cells),
            flip_columns(flipped_rows),
        ]
    }

    /// The cells connected with the first of `cells`.
    pub(super) fn first_region(&self, cells: B) -> B {
        self.neighbours.first_region(cells)
    }
}
