//! Step 1, minimax: look at every game to its end.
//!
//! 6x6 has far too many games for that. The default is 4x4; `--estimate POSITION` says
//! how many nodes a larger board would take.

use crosscram_rules::Player;
use crosscram_tutorial::{Board, Solved, read_board, run};
use std::process::ExitCode;

// ANCHOR: search
#[derive(Default)]
struct Search {
    nodes: u64,
}

impl Search {
    /// Returns whether the player to move wins: whether some move leads to a board on
    /// which the opponent loses.
    fn wins(&mut self, board: Board, player: Player) -> bool {
        self.nodes += 1;
        let mut wins = false;
        for after in board.after_moves(player) {
            if !self.wins(after, player.opponent()) {
                wins = true;
            }
        }
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

// ANCHOR: estimate
/// Knuth's estimate of the number of nodes (1975): play random games; if the boards on
/// the way had a, b, c, … moves, the tree has about 1 + a + ab + abc + … nodes. That is
/// right on average, however wrong it is in a single game. Returns the mean of many
/// games and its standard error.
pub fn estimate(board: Board, first: Player, games: u32) -> (f64, f64) {
    let mut random = 2002_u64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..games {
        let (mut board, mut player) = (board, first);
        let (mut nodes, mut width) = (1.0, 1.0);
        loop {
            let after: Vec<Board> = board.after_moves(player).collect();
            if after.is_empty() {
                break;
            }
            width *= after.len() as f64;
            nodes += width;
            // Marsaglia's xorshift.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            board = after[(random >> 32) as usize % after.len()];
            player = player.opponent();
        }
        sum += nodes;
        squares += nodes * nodes;
    }
    let games = f64::from(games);
    let mean = sum / games;
    (mean, ((squares / games - mean * mean) / games).sqrt())
}
// ANCHOR_END: estimate

#[allow(dead_code)] // Not called by the tests, which use the rest of this file.
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() != Some("--estimate") {
        return run("4x4", solve);
    }
    let text = args.next().unwrap_or_else(|| "6x6".to_owned());
    match read_board(&text) {
        Ok(board) => {
            let (nodes, error) = estimate(board, Player::Vertical, 1_000_000);
            println!(
                "{text}: about {nodes:.2e} nodes, standard error {error:.0e}, from a million random games"
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: '{text}': {error}");
            ExitCode::from(2)
        }
    }
}
