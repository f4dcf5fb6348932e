//! Proof-number search over any two-player game with two outcomes.
//!
//! A best-first search that always expands a leaf that contributes most to a proof or a disproof of
//! the root (Allis 1991; M. Schijf, *Proof-Number Search and Transpositions*, Leiden 1993).
//!
//! ```
//! use crosscram_pn::games::{Domineering, LeafEvaluation};
//! use crosscram_pn::{GraphOptions, GraphSearch, Unobserved};
//! use crosscram_rules::{Board, Player, Tile};
//!
//! let board = Board::empty(4, 4)?;
//! let game = Domineering::new(&board, Tile::DOMINO, Player::Vertical, LeafEvaluation::Plain);
//! let report = GraphSearch::new(&game, GraphOptions::default()).run(&mut Unobserved);
//! assert_eq!(report.is_win(), Some(true)); // of whoever begins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Searches run on any [`Game`]: [`TreeSearch`], [`GraphSearch`], [`TwinSearch`], [`DfPn`] (also on several threads) and the plain
//! [`exact`] ones; [`AlphaBeta`] is there for comparison. Chess is behind the feature `chess`, which is on by default.

mod alpha_beta;
mod bisect;
mod components;
mod dfpn;
mod draw;
pub mod exact;
mod game;
pub mod games;
mod graph;
mod numbers;
mod options;
mod proof;
mod report;
mod state;
mod tree;
mod twin;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions};
pub use bisect::bisect;
pub use dfpn::{Control, Counting, DfPn, DfPnOptions};
pub use draw::{Drawing, DrawnNode, MAX_DRAWN, TooManyNodes};
pub use game::{Game, Key, Kind, Value};
pub use graph::{Child, GraphOptions, GraphSearch, JobGraph, Sharing, Updates};
pub use numbers::{INFINITY, Numbers};
pub use options::{Evaluation, Initial, Order};
pub use proof::{Fault, NoProof, Proof, ProofFileError};
pub use report::{Ending, Observer, Report, Snapshot, Statistics, Unobserved};
pub use state::StateError;
pub use tree::{TreeOptions, TreeSearch};
pub use twin::{TwinOptions, TwinSearch};
