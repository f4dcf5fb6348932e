#![doc = include_str!("../README.md")]
//!
//! | file | what is there |
//! |---|---|
//! | `request.rs` | what can be asked, and what is wrong with a request |
//! | `subject.rs` | what a question is about, as every front end reads it |
//! | `shape.rs` | what every answer begins with |
//! | `task.rs` | work in slices, and its events |
//! | `schemas.rs` | their JSON Schemas, for tests |
//! | `desk.rs` | what tasks share: tables, certificates, limits |
//! | `solve.rs`, `analyse.rs`, `review.rs` | who wins; every move; every move of a game |
//! | `value.rs`, `explain.rs` | what a position is worth; the cut and the cover that show who wins |
//! | `play.rs` | a move of a player, of a level for children, or of a proof |
//! | `atlas.rs`, `verify.rs` | the chart of rectangles; a certificate checked |

mod analyse;
mod atlas;
mod desk;
mod explain;
mod play;
mod request;
mod review;
#[cfg(feature = "schema")]
pub mod schemas;
mod shape;
mod solve;
mod subject;
mod task;
mod value;
mod verify;

pub use crosscram_certificate::Shelf;
pub use crosscram_search::CrosscramOptions;
pub use crosscram_search::session::{Keep, Session};
pub use desk::{Desk, Limits};
pub use request::{ASKS, Fields, Refused, fields};
pub use shape::{Answer, Shape, Versioned};
pub use solve::{BestMove, Searched, Solved};
pub use subject::{Subject, SubjectError, ValueSubject};
pub use task::{Event, Progress, Slice, Task};
pub use verify::{Certificate, Verified};

/// Version of the requests and answers; raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 2;

/// Seconds, rounded to microseconds.
pub fn seconds(duration: std::time::Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e6
}
