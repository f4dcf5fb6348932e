//! Step 5, move order: promising moves first.

use crosscram_rules::Player;
use crosscram_tutorial::count::ordered;
use crosscram_tutorial::{Board, Solved, run};
use std::collections::HashMap;
use std::process::ExitCode;

// ANCHOR: search
#[derive(Default)]
struct Search {
    nodes: u64,
    /// Whether the player to move wins, for one of four reflections.
    table: HashMap<Board, bool>,
}

impl Search {
    /// Returns whether the player to move wins.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        let key = board.canonical();
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        let wins = ordered(board, player)
            .into_iter()
            .any(|after| !self.wins(after, player.opponent()));
        self.table.insert(key, wins);
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
