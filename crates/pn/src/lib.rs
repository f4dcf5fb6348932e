//! Proof-number search over any two-player game with two outcomes.
//!
//! A best-first search that always works where the least is missing for a proof or a disproof of
//! the root (Allis 1991; M. Schijf, *Proof-Number Search and Transpositions*, Leiden 1993).

mod bisect;
mod dfpn;
mod draw;
pub mod exact;
mod game;
pub mod games;
mod graph;
mod numbers;
mod options;
mod report;
mod state;
mod tree;

pub use bisect::bisect;
pub use dfpn::{Counting, DfPn, DfPnOptions};
pub use draw::{Drawing, DrawnNode, MOST_DRAWN, TooManyNodes};
pub use game::{Game, Key, Kind, Value};
pub use graph::{GraphOptions, GraphSearch, Sharing, Updates};
pub use numbers::{INFINITY, Numbers};
pub use options::{Evaluation, Initial, Order};
pub use report::{Ending, Observer, Report, Snapshot, Statistics, Unobserved};
pub use state::StateError;
pub use tree::{TreeOptions, TreeSearch};
