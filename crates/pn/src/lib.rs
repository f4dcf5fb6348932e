//! Proof-number search over any two-player game with two outcomes.
//!
//! A best-first search that always expands a leaf that contributes most to a proof or a disproof of
//! the root (Allis 1991; M. Schijf, *Proof-Number Search and Transpositions*, Leiden 1993).
//!
//! ```
//! use crosscram_pn::games::{Domineering, LeafEvaluation};
//! use crosscram_pn::{Algorithm, AnyGame, Unobserved};
//! use crosscram_rules::{Board, Player, Tile};
//!
//! let board = Board::empty(4, 4)?;
//! let game = Domineering::new(&board, Tile::DOMINO, Player::Vertical, LeafEvaluation::Plain);
//! let report = game.search(&Algorithm::Dag.into()).run(&mut Unobserved)?;
//! assert_eq!(report.is_win(), Some(true)); // of whoever begins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Search`] runs on any [`Game`]; [`AnyGame`] has the searches of the games of this crate, compiled. [`Options`] name the [`Algorithm`]: on trees, on graphs, depth first (also on several threads), with
//! [`exact`] numbers, and alpha-beta for comparison. Chess is behind the feature `chess`, which is on by default.

mod alpha_beta;
mod any;
mod base;
mod bisect;
mod components;
mod dfpn;
mod draw;
pub mod exact;
mod game;
pub mod games;
mod graph;
mod names;
mod numbers;
mod options;
mod proof;
mod report;
mod search;
mod state;
mod tree;
mod twin;

pub use any::{AnyGame, AnySearch, Checked};
pub use bisect::{Valued, bisect};
pub use draw::{Drawing, DrawnNode, MAX_DRAWN, NotDrawn};
pub use game::{Game, Key, Kind, Value};
pub use graph::{Child, JobGraph};
pub use numbers::{INFINITY, Numbers};
pub use options::{
    Algorithm, Counting, Evaluation, Group, Initial, OptionError, OptionValue, Options, Order,
    SearchOption, Symmetry, Updates,
};
pub use proof::{Fault, NoProof, Proof, ProofFileError};
pub use report::{
    Ending, Found, Observer, Proven, Report, Sides, Snapshot, Statistics, Unobserved, UpTo,
};
pub use search::Search;
pub use state::StateError;
