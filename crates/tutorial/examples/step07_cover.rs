//! Step 7, the board cover: count contested areas, too.

use crosscram_rules::Player;
use crosscram_tutorial::count::ordered;
use crosscram_tutorial::cover::Cover;
use crosscram_tutorial::{Board, Solved, count, run};
use std::collections::HashMap;
use std::process::ExitCode;

// ANCHOR: search
#[derive(Default)]
struct Search {
    nodes: u64,
    /// Whether the player to move wins, for one of four reflections.
    table: HashMap<Board, bool>,
    cover: Cover,
}

impl Search {
    /// Returns whether the player to move wins.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        if let Some(winner) = self.decided(board, player) {
            return winner == player;
        }
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

    /// Who wins, if counting or the cover can tell.
    fn decided(&self, board: Board, player: Player) -> Option<Player> {
        count::decided(board, player).or_else(|| self.cover.decided(board, player))
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
