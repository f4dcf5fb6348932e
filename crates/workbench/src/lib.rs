#![doc = include_str!("../README.md")]
//!
//! | file | what is there |
//! |---|---|
//! | `request.rs` | what can be asked, and what is wrong with a request |
//! | `shape.rs` | what every answer begins with |
//! | `task.rs` | work in slices, and its events |
//! | `desk.rs` | what tasks share: tables, certificates, limits |
//! | `solve.rs`, `analyse.rs`, `review.rs` | who wins; every move; every move of a game |
//! | `search.rs` | one search in slices, on which these three stand |
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
mod search;
mod shape;
mod solve;
mod task;
mod value;
mod verify;

pub use crosscram_certificate::Shelf;
pub use desk::{Desk, Limits};
pub use request::{ASKS, Refused};
pub use shape::{Answer, Shape, Versioned};
pub use task::{Event, Progress, Slice, Task};
pub use verify::{Certificate, Verified};

/// Version of the requests and answers; raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;
