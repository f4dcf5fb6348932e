//! Random games and boards, the same everywhere.

use crate::naive::Naive;
use crosscram_rules::Board;
use crosscram_support::random::Random;

/// A game with plays of up to `depth` moves, mostly not in canonical form.
pub(crate) fn game(random: &mut Random, depth: u32) -> Naive {
    if depth == 0 || random.below(8) == 0 {
        return Naive::integer(random.below(5) as i64 - 2);
    }
    let mut side = || {
        let count = [0, 1, 1, 1, 2, 2, 3][random.index(7)];
        (0..count).map(|_| game(random, depth - 1)).collect()
    };
    Naive {
        left: side(),
        right: side(),
    }
}

/// A board of this size with some cells blocked.
pub(crate) fn board(random: &mut Random, rows: usize, cols: usize) -> Board {
    let share = random.below(60);
    let board = Board::empty(rows, cols).unwrap();
    board.with_blocked(board.free_cells().filter(|_| random.below(100) < share))
}
