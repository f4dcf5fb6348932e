//! Step 9, cuts: the board is worth at least the sum of its strips.

use crosscram_rules::Player;
use crosscram_tutorial::count::ordered;
use crosscram_tutorial::cuts::{Bound, Cuts};
use crosscram_tutorial::numbers::Numbers;
use crosscram_tutorial::{Board, Solved, run};
use std::collections::HashMap;
use std::process::ExitCode;

// ANCHOR: search
struct Search<B> {
    nodes: u64,
    /// Whether the player to move wins, for one of four reflections.
    table: HashMap<Board, bool>,
    cuts: Cuts<B>,
}

impl<B: Bound> Search<B> {
    /// Returns whether the player to move wins a board that is not decided.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        let other = player.opponent();
        let mut open = Vec::new();
        for after in ordered(board, player) {
            match self.known(after, other) {
                Some(winner) if winner == player => return true,
                Some(_) => {}
                None => open.push(after),
            }
        }
        let wins = open.into_iter().any(|after| {
            // An earlier move may have led to it in the meantime.
            let known = self.known(after, other);
            known.map_or_else(|| !self.wins(after, other), |winner| winner == player)
        });
        self.table.insert(board.canonical(), wins);
        wins
    }

    /// Who wins, if the cuts or the table can tell.
    fn known(&self, board: Board, player: Player) -> Option<Player> {
        let winner = |wins: &bool| if *wins { player } else { player.opponent() };
        self.cuts
            .decided(board, player)
            .or_else(|| self.table.get(&board.canonical()).map(winner))
    }
}

/// Solves a board from the start, with bounds of some kind for the strips.
pub fn solve_with<B: Bound>(board: Board, first: Player) -> Solved {
    let mut search = Search {
        nodes: 0,
        table: HashMap::new(),
        cuts: Cuts::<B>::new(board),
    };
    match search.known(board, first) {
        Some(winner) => Solved { winner, nodes: 1 },
        None => {
            let wins = search.wins(board, first);
            Solved::new(first, wins, search.nodes)
        }
    }
}
// ANCHOR_END: search

/// Solves a board from the start.
pub fn solve(board: Board, first: Player) -> Solved {
    solve_with::<Numbers>(board, first)
}

#[allow(dead_code)] // Not called by the tests, which use the rest of this file.
fn main() -> ExitCode {
    run("6x6", solve)
}
