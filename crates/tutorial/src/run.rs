//! What every step has in common: reading the command line and printing the answer.

use crate::Board;
use crosscram_rules::{Player, Position};
use std::process::ExitCode;
use std::time::Instant;

/// The answer of a step, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The player who wins.
    pub winner: Player,
    /// How often the search function was called.
    pub nodes: u64,
}

impl Solved {
    /// The answer to whether the player who begins wins.
    pub fn new(first: Player, wins: bool, nodes: u64) -> Solved {
        let winner = if wins { first } else { first.opponent() };
        Solved { winner, nodes }
    }
}

/// The main program of a step: solves the position that the command line names, else
/// `default`, and prints who wins and the number of nodes.
pub fn run(default: &str, solve: impl Fn(Board, Player) -> Solved) -> ExitCode {
    let mut args = std::env::args().skip(1);
    let text = args.next().unwrap_or_else(|| default.to_owned());
    let usage = format!(
        "usage: [POSITION], such as 5x6 or '..#|... H' (default: {default}, Vertical first)"
    );
    if ["-h", "--help"].contains(&text.as_str()) {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    if args.next().is_some() || text.starts_with('-') {
        eprintln!("{usage}");
        return ExitCode::from(2);
    }
    match question(&text) {
        Ok((board, first)) => {
            let started = Instant::now();
            let Solved { winner, nodes } = solve(board, first);
            let seconds = started.elapsed().as_secs_f64();
            println!("{text}, {first} first: {winner} wins, {nodes} nodes, {seconds:.2} s");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: '{text}': {error}");
            ExitCode::from(2)
        }
    }
}

fn question(text: &str) -> Result<(Board, Player), String> {
    let position: Position = text.parse().map_err(|error| format!("{error}"))?;
    let first = position.to_move.unwrap_or(Player::Vertical);
    Ok((Board::new(&position.board)?, first))
}

/// Reads an empty board or a position, without a player to move.
pub fn read_board(text: &str) -> Result<Board, String> {
    let board = text.parse().map_err(|error| format!("{error}"))?;
    Board::new(&board)
}
