//! Alpha-beta solvers for Domineering and its relatives with longer tiles.
//!
//! A [`Solver`] answers one [`Question`](crosscram_rules::Question), *who wins if this player moves
//! first?*, with one of the published programs or our own ([`EngineName`]), with any combination
//! of their parts ([`Options`]), or with an [`Engine`] of yours.
//!
//! ```
//! use crosscram_rules::{Board, Player, Question, Tile};
//! use crosscram_search::{Control, EngineName, Solver};
//!
//! let question = Question::new(Board::empty(6, 6)?, Tile::DOMINO, Player::Vertical);
//! let report = Solver::new(EngineName::Crosscram).solve(&question, &Control::new());
//! assert_eq!(report.winner(), Some(Player::Vertical));
//! println!("{} nodes", report.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod cache;
mod classic;
mod control;
mod crosscram;
mod ensemble;
pub mod explain;
mod layout;
mod options;
mod peers;
mod proof_walk;
mod report;
pub mod session;
mod solver;
pub mod split;
#[cfg(test)]
mod testing;
mod tracer;
pub mod triomineering;
mod width;

/// Bullock's board cover, for people: places, terms, margins, scores.
pub mod cover {
    pub use crate::classic::{
        AfterMove, Area, AreaKind, Areas, BEST_COVER_CELLS, Bounds, CoverTurn, Evaluation,
        Inspection, LowerTerms, PlayedIn, ScoredMove, Stage, Terms, UpperTerms, best_cover,
        cover_bounds, evaluate, inspect, scored_moves,
    };
}

pub use control::{Control, REPORTED_PLIES};
pub use ensemble::{Ensemble, Share};
pub use options::{
    ClassicOptions, Cover, CoverOptions, CoverPart, CrosscramOptions, EngineName, EngineOption,
    Formula, Generation, KnownValues, Levels, LevelsError, LineCount, OptionError, OptionValue,
    Options, Ordering, PackingOrder, Program, RegionLimit, Replacement, RootOrder, SafeMoves,
    TableSize, TableSizeError, TriomineeringOptions, UnknownName,
};
pub use peers::Peers;
pub use proof_walk::{Part, ProofSink, Step, Walks, Witness};
pub use report::{Ending, Leaves, MoveOrder, Reason, Report, SearchError, Statistics};
pub use solver::{Engine, Evaluator, Judgement, Memory, Run, Solver};
pub use tracer::{Proof, Proven, Tracer};
