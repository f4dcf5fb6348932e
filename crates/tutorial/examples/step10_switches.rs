//! Step 10, switch bounds: what is hot in one strip may cancel what is hot in another.

use crosscram_rules::Player;
use crosscram_tutorial::switches::SwitchVector;
use crosscram_tutorial::{Board, Solved, run};
use std::process::ExitCode;

/// The search does not change at all.
#[path = "step09_cuts.rs"]
#[allow(dead_code, unreachable_pub)] // It is a program with bounds of its own.
mod step09_cuts;

/// Solves a board from the start.
pub fn solve(board: Board, first: Player) -> Solved {
    step09_cuts::solve_with::<SwitchVector>(board, first)
}

#[allow(dead_code)] // Not called by the tests, which use the rest of this file.
fn main() -> ExitCode {
    run("6x6", solve)
}
