//! The solver as a WebAssembly module without any imports: `./test` runs it under Node.
//!
//! The dependencies that are not called yet are those that have to stay usable in a browser.

use crosscram_atlas as _;
use crosscram_players as _;
use crosscram_values as _;

use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};

/// Returns the nodes that the engine crosscram needs on an empty board of dominoes, negative if
/// Horizontal wins; 0 if there is no such board.
#[allow(unsafe_code)] // The name has to be the same outside; no other function has it.
#[unsafe(no_mangle)]
pub extern "C" fn solve(rows: u32, cols: u32, vertical_first: u32) -> i32 {
    let Ok(board) = Board::empty(rows as usize, cols as usize) else {
        return 0;
    };
    let first = match vertical_first {
        0 => Player::Horizontal,
        _ => Player::Vertical,
    };
    let question = Question::new(board, Tile::DOMINO, first);
    let report = Solver::new(EngineName::Crosscram).solve(&question, &Control::new());
    let nodes = report.nodes as i32;
    match report.winner() {
        Some(Player::Vertical) => nodes,
        Some(Player::Horizontal) => -nodes,
        None => 0,
    }
}
