//! Random games and boards, the same everywhere.

use crate::naive::Naive;
use crosscram_rules::{Board, Cell};

/// xorshift64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// A game with plays of up to `depth` moves, mostly not in canonical form.
    pub(crate) fn game(&mut self, depth: u32) -> Naive {
        if depth == 0 || self.below(8) == 0 {
            return Naive::integer(self.below(5) as i64 - 2);
        }
        let mut side = || {
            let count = [0, 1, 1, 1, 2, 2, 3][self.below(7) as usize];
            (0..count).map(|_| self.game(depth - 1)).collect()
        };
        Naive {
            left: side(),
            right: side(),
        }
    }

    /// A board of this size with some cells blocked.
    pub(crate) fn board(&mut self, rows: usize, cols: usize) -> Board {
        let share = self.below(60);
        let cells = (0..rows * cols).map(|i| Cell::new(i / cols, i % cols));
        let blocked: Vec<Cell> = cells.filter(|_| self.below(100) < share).collect();
        Board::empty(rows, cols).unwrap().with_blocked(blocked)
    }
}
