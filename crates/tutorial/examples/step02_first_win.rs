//! Step 2, alpha-beta for two results: the first winning move is enough.
//!
//! 6x6 takes minutes. `--count POSITION` works out how many nodes it would visit,
//! without visiting them.

use crosscram_rules::Player;
use crosscram_tutorial::{Board, Solved, read_board, run};
use std::collections::HashMap;
use std::process::ExitCode;

// ANCHOR: search
#[derive(Default)]
struct Search {
    nodes: u64,
}

impl Search {
    /// Returns whether the player to move wins.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        board
            .after_moves(player)
            .any(|after| !self.wins(after, player.opponent()))
    }
}

/// Solves a board from the start.
pub fn solve(board: Board, first: Player) -> Solved {
    let mut search = Search::default();
    let wins = search.wins(board, first);
    Solved::new(first, wins, search.nodes)
}
// ANCHOR_END: search

// ANCHOR: count
/// Counts the nodes that [`solve`] visits without visiting all of them: a board below
/// which they were counted before has as many again. Returns whether the player to move
/// wins, and the nodes.
pub fn count(
    board: Board,
    player: Player,
    counted: &mut HashMap<Board, (bool, u64)>,
) -> (bool, u64) {
    if let Some(&known) = counted.get(&board) {
        return known;
    }
    let (mut wins, mut nodes) = (false, 1);
    for after in board.after_moves(player) {
        let (opponent_wins, below) = count(after, player.opponent(), counted);
        nodes += below;
        if !opponent_wins {
            wins = true;
            break;
        }
    }
    counted.insert(board, (wins, nodes));
    (wins, nodes)
}
// ANCHOR_END: count

#[allow(dead_code)] // Not called by the tests, which use the rest of this file.
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() != Some("--count") {
        return run("5x5", solve);
    }
    let text = args.next().unwrap_or_else(|| "6x6".to_owned());
    match read_board(&text) {
        Ok(board) => {
            let (_, nodes) = count(board, Player::Vertical, &mut HashMap::new());
            println!("{text}, Vertical first: {nodes} nodes");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: '{text}': {error}");
            ExitCode::from(2)
        }
    }
}
