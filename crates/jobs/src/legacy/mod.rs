//! Proofs of boards that are too big for one search: split the work, solve the parts, combine the
//! answers.
//!
//! This is the method of section 5.2 of Bullock's thesis (*Domineering: Solving Large
//! Combinatorial Search Spaces*, 2002), by which 10x10 was solved. Assume that the first player
//! wins every position after N plies. Under that assumption the first plies of the proof tree
//! can be written down: one move wherever the first player moves, all moves wherever the opponent
//! does. The positions at its end, the *leaves*, are then solved one by one, on all processors. If the
//! first player wins them all, the board is proven; if some are lost, the tree is built again with
//! that knowledge.
//!
//! ```
//! use crosscram_jobs::legacy::{Knowledge, Outlook, split};
//! use crosscram_jobs::Stop;
//! use crosscram_rules::{Board, Player, Question, Tile};
//! use crosscram_search::{Control, EngineName, Solver};
//!
//! let board = Board::empty(5, 5)?;
//! let (tile, first) = (Tile::DOMINO, Player::Vertical);
//! let solver = Solver::new(EngineName::Obsequi);
//! let mut knowledge = Knowledge::new();
//! let winner = loop {
//!     let split = split(&board, tile, first, 4, &knowledge, &solver, &Stop::new())?;
//!     let work = match split.outlook {
//!         Outlook::Decided(winner) => break winner,
//!         Outlook::Open(work) => work,
//!     };
//!     for leaf in work.leaves().iter() {
//!         let question = Question::new(leaf, tile, work.to_move());
//!         let winner = solver.solve(&question, &Control::new()).winner().unwrap();
//!         knowledge.learn(&leaf, tile, work.to_move(), winner)?;
//!     }
//! };
//! assert_eq!(winner, Player::Horizontal); // whoever begins on 5x5 loses
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boards;
pub mod journal;
mod knowledge;
mod run;
pub(crate) mod split;
pub mod work;

pub use boards::Boards;
pub use knowledge::{Contradiction, Knowledge};
pub use run::{Ending, Progress, RunError, RunOptions, RunReport, run};
pub use split::{Counts, Outlook, Split, split};
pub use work::{Shard, Work};

pub use crate::{FileError, Problem, Stop, Stopped};
use crosscram_rules::{Board, Tile};
use crosscram_search::Solver;

/// The name of a board for people: its size if it is empty, else its drawing.
fn name_of(board: &Board) -> String {
    if board.free_count() as usize == board.area() {
        return format!("{}x{}", board.rows(), board.cols());
    }
    board.to_string()
}

/// The program and its options in one line, for the files, without those in `not_used`.
fn provenance(solver: &Solver, tile: Tile, not_used: &[&str]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let engine = solver.engine();
    let mut text = format!("crosscram {version}, engine {}", engine.name());
    let options = engine.describe(tile).into_iter();
    for (name, value) in options.filter(|(name, _)| !not_used.contains(name)) {
        text.push_str(&format!(", {name} {value}"));
    }
    text
}
