//! Step 3, a table: a board that was reached before is not searched again.

use crosscram_rules::Player;
use crosscram_tutorial::{Board, Solved, run};
use std::collections::HashMap;
use std::process::ExitCode;

// ANCHOR: search
#[derive(Default)]
struct Search {
    nodes: u64,
    /// Whether the player to move wins. Who that is follows from the number of free
    /// cells.
    table: HashMap<Board, bool>,
}

impl Search {
    /// Returns whether the player to move wins.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        if let Some(&known) = self.table.get(&board) {
            return known;
        }
        let wins = board
            .after_moves(player)
            .any(|after| !self.wins(after, player.opponent()));
        self.table.insert(board, wins);
        wins
    }
}

/// Solves a board from the start.
pub fn solve(board: Board, first: Player) -> Solved {
    let mut search = Search::default();
    let wins = search.wins(board, first);
    Solved::new(first, wins, search.nodes)
}
// ANCHOR_END: search

#[allow(dead_code)] // Not called by the tests, which use the rest of this file.
fn main() -> ExitCode {
    run("6x6", solve)
}
