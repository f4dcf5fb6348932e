//! A board cover: areas in which a player is sure of moves although the opponent can
//! get there, too. After chapter 3 of Bullock's thesis (2002), in a form that needs one
//! small table instead of formulas.

use crate::Board;
use crosscram_rules::Player;

// ANCHOR: areas
/// Disjoint areas of Vertical.
#[derive(Clone, Copy, Default)]
struct Areas {
    /// 2x2 areas with nothing free beside one of their columns: a tile in the other
    /// column makes that one safe.
    blocks: usize,
    /// Two cells, one above the other, that Horizontal can still touch.
    contested: usize,
    /// Two cells, one above the other, that Horizontal can never use.
    safe: usize,
}

/// Packs areas greedily, row by row: blocks first, then what is left.
fn areas(board: Board) -> Areas {
    let mut areas = Areas::default();
    let mut left = board;
    let cells =
        || (1..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row - 1, col)));
    let beside = |row, col: usize| board.is_free(row, col) || board.is_free(row + 1, col);
    for (row, col) in cells() {
        let block = [
            (row, col),
            (row, col + 1),
            (row + 1, col),
            (row + 1, col + 1),
        ];
        let closed = col == 0 || !beside(row, col - 1) || !beside(row, col + 2);
        if closed && block.iter().all(|&(row, col)| left.is_free(row, col)) {
            areas.blocks += 1;
            left = block
                .iter()
                .fold(left, |left, &(row, col)| left.without(row, col));
        }
    }
    for (row, col) in cells() {
        if left.is_free(row, col) && left.is_free(row + 1, col) {
            left = left.without(row, col).without(row + 1, col);
            let touched = beside(row, col + 1) || (col > 0 && beside(row, col - 1));
            areas.contested += touched as usize;
            areas.safe += !touched as usize;
        }
    }
    areas
}
// ANCHOR_END: areas

// ANCHOR: worth
/// What a move of Vertical is worth: two for the move, and one for each cell that
/// Horizontal loses by it.
const BLOCK: i32 = 2 * 2 + 4;
const CONTESTED: i32 = 2 + 1;
const SAFE: i32 = 2;

/// What areas are worth to Vertical when both fight for them, by how many there are of
/// each kind.
struct Worth {
    vertical_to_move: Vec<Vec<i32>>,
    horizontal_to_move: Vec<Vec<i32>>,
}

impl Worth {
    /// The table for up to 16 blocks and 64 contested areas, from small to large.
    fn new() -> Worth {
        let empty = vec![vec![0; 65]; 17];
        let mut worth = Worth {
            vertical_to_move: empty.clone(),
            horizontal_to_move: empty,
        };
        for blocks in 0..17 {
            for contested in 0..65 {
                worth.fill(blocks, contested);
            }
        }
        worth
    }

    fn fill(&mut self, blocks: usize, contested: usize) {
        let mut best = 0;
        if blocks > 0 {
            best = BLOCK + self.horizontal_to_move[blocks - 1][contested];
        }
        if contested > 0 {
            best = best.max(CONTESTED + self.horizontal_to_move[blocks][contested - 1]);
        }
        // A tile has two cells, so it touches two areas at most. Beside nothing at all,
        // the worst it can do is: spoil a block; one column each of two blocks; one of
        // a block and a contested area (no worse than the first); two contested areas.
        let mut worst = best;
        if blocks > 0 {
            worst = worst.min(self.vertical_to_move[blocks - 1][contested]);
        }
        if blocks > 1 && contested + 2 < 65 {
            worst = worst.min(self.vertical_to_move[blocks - 2][contested + 2]);
        }
        if contested > 0 {
            worst = worst.min(self.vertical_to_move[blocks][contested.saturating_sub(2)]);
        }
        self.vertical_to_move[blocks][contested] = best;
        self.horizontal_to_move[blocks][contested] = worst;
    }
}
// ANCHOR_END: worth

// ANCHOR: cover
/// The evaluation by covers.
pub struct Cover(Worth);

impl Default for Cover {
    fn default() -> Cover {
        Cover(Worth::new())
    }
}

impl Cover {
    /// Who wins if `mover` is to move, if the covers can tell.
    pub fn decided(&self, board: Board, mover: Player) -> Option<Player> {
        let other = mover.opponent();
        if self.proves(board.seen_by(mover), true) {
            Some(mover)
        } else if self.proves(board.seen_by(other), false) {
            Some(other)
        } else {
            None
        }
    }

    /// Returns whether Vertical's cover proves that Vertical wins.
    fn proves(&self, board: Board, vertical_moves: bool) -> bool {
        let Areas {
            blocks,
            contested,
            safe,
        } = areas(board);
        let cells = board.usable_by_horizontal().free_cells() as i32;
        if vertical_moves {
            let worth = self.0.vertical_to_move[blocks][contested] + SAFE * safe as i32;
            worth > cells
        } else {
            let worth = self.0.horizontal_to_move[blocks][contested] + SAFE * safe as i32;
            worth >= cells - 1
        }
    }
}
// ANCHOR_END: cover
