//! Alpha-beta solvers for Domineering and its relatives with longer tiles.
//!
//! [`solve`] answers one question, *who wins if this player moves first?*, with one of the
//! published programs or our own ([`Engine`]), or with any combination of their parts
//! ([`Config`]).
//!
//! ```
//! use crosscram_rules::{Board, Player, Tile};
//! use crosscram_search::{Control, Engine, solve};
//!
//! let board = Board::empty(6, 6)?;
//! let config = Engine::Obsequi.config();
//! let report = solve(&board, Tile::DOMINO, Player::Vertical, &config, &Control::new()).unwrap();
//! assert_eq!(report.winner, Player::Vertical);
//! assert_eq!(report.nodes, 908); // Bullock 2002, Fig. 6.1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod cache;
mod classic;
mod config;
mod control;
mod evaluator;
pub mod explain;
mod flagship;
mod layout;
mod levels;
mod report;
mod solve;
mod subtrees;
#[cfg(test)]
mod testing;
pub mod triomineering;

pub use classic::{Areas, Bounds, Evaluation, evaluate};
pub use config::{
    Config, Cover, Engine, Formula, Generation, LineCount, Ordering, Part, Replacement, RootOrder,
    SafeMoves, TableSize, TableSizeError, UnknownName,
};
pub use control::{Control, REPORTED_PLIES};
pub use evaluator::Evaluator;
pub use levels::{Levels, LevelsError, RegionLimit};
pub use report::{Interrupted, Leaves, Reason, Report, Statistics};
pub use solve::{
    forget_regions, ordered_moves, solve, solve_in_turn, solve_with_number, static_winner,
    table_bytes,
};
pub use subtrees::Subtree;
