#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod cells;
mod items;
mod source;
mod vectors;
mod walk;
pub use cells::{Set, View};
pub use items::{Proven, Statement, check, check_share};
pub use vectors::{FEW_VECTORS, Vector, Vectors};

/// Why a file is not accepted: the exit code, 1 for invalid and 2 for unreadable, and the reason.
#[derive(Clone, Debug)]
pub struct Failure(pub u8, pub String);
type Checked<T> = Result<T, Failure>;
fn invalid<T>(reason: &str) -> Checked<T> {
    Err(Failure(1, format!("invalid: {reason}")))
}
fn unreadable<T>(reason: &str) -> Checked<T> {
    Err(Failure(2, format!("unreadable: {reason}")))
}
