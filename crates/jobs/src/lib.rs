//! Proofs that take longer, or more machines, than one search: job-level proof-number search over a folder.
//!
//! The top of the tree is a proof-number graph ([`crosscram_pn::JobGraph`]). Its leaves are given out as
//! [`Unit`]s: positions, and how many nodes they may take. A [`Worker`] searches with the engine crosscram and warm
//! tables, and gives a [`Segment`] back: the winner with the proof, or, if the nodes did not suffice, the moves, with the proofs of
//! those that are decided and estimates of the others. The [`Coordinator`] puts this into the graph and chooses
//! the next leaves. When the root is decided, the moves of the loser that the engine did not have to try are worked on, and the
//! pieces become one certificate ([`compose()`]).
//!
//! ```
//! use crosscram_jobs::cluster::simulate::{Assumed, Measured, simulate};
//!
//! let unit = Measured { work: 10.0, check: 0.5, bytes: 1e5 };
//! let assumed = Assumed {
//!     workers: 1,
//!     units: 1000,
//!     growth: 2.0,
//!     delay: 0.01,
//!     bandwidth: 1e8,
//!     handling: 0.005,
//!     checkers: 1,
//!     waste: 0.0,
//!     end: 0.0,
//!     seed: 1,
//! };
//! let alone = simulate(&[unit], &assumed);
//! let many = simulate(&[unit], &Assumed { workers: 1000, ..assumed });
//! // One coordinator checks what all bring: no faster than its checks.
//! assert!(alone.seconds / many.seconds < 20.0 && many.coordinator > 0.9);
//! ```
//!
//! Three things make it hold:
//!
//! - *Segments remember.* They are immutable files with checksums. The graph is computed from them, in any
//!   order, so there is nothing else to save; what is not in a segment yet is done again.
//! - *Facts are true for ever.* A segment may come twice or late. Two that contradict each other stop the run.
//! - *No worker is trusted.* Each fact comes with a piece of certificate that the checker accepts or not, or is a claim ([`Scope::Claims`]) of which
//!   the piece is asked for when it is needed. Whoever brings a false one is shut out ([`Desk`]).
//!
//! | file | what is there |
//! |---|---|
//! | `unit.rs`, `segment.rs` | the two formats |
//! | `work.rs`, `write.rs` | from a unit to a segment; outlines of proofs and their parts |
//! | `library.rs` | what segments say, by position |
//! | `coordinator.rs` | the graph: which leaves next, what results mean |
//! | `outlook.rs`, `top.rs` | what is left, and how sure that is; the top of the tree for people |
//! | `parts.rs` | an outline and its parts, which several write at a time |
//! | `pieces.rs`, `compose.rs` | the pieces of a segment; one certificate from those of a run |
//! | `folder.rs`, `desk.rs` | the folder of a run; delivering, checking, taking back, finishing |
//! | `run.rs` | a run in this process |
//! | `journal.rs` | finished subtrees of a search of a whole board, which guide a run |
//! | `estimate/` | how long a board would take, from a sample |

pub mod cluster;
mod compose;
mod coordinator;
mod desk;
mod error;
mod estimate;
mod folder;
mod journal;
mod library;
mod outlook;
mod parts;
mod pieces;
mod run;
pub mod segment;
#[cfg(test)]
mod tests;
mod text;
mod top;
pub mod unit;
mod work;
mod write;

pub use compose::{Shelf, compose};
pub use coordinator::{Coordinator, Plan, Scope, Tally};
pub use crosscram_support::stop::{Stop, Stopped};
pub use desk::{Certificate, Check, Delivery, Desk, DeskError, Remark, check_segment};
pub use error::{FileError, FormatError, Problem};
pub use estimate::{
    Estimate, EstimateOptions, Range, Reason, Sampled, Sharing, Stage, Unfinished, estimate,
};
pub use folder::{Folder, INBOX, STATUS, UNITS, is_worker_name};
pub use journal::{Journal, Spent};
pub use library::{Contradiction, Known, Library, Opened};
pub use outlook::Left;
pub use run::{Effort, RunError, run_here, times};
pub use segment::Segment;
pub use top::TopNode;
pub use unit::{Fact, Unit, Wanted};
pub use work::{WorkError, Worker};
