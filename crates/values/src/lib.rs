//! Combinatorial game values for Domineering.
//!
//! [`SwitchVector`] bounds a game from below in a way that survives addition; [`StripTable`]
//! holds the vectors of all strips of two lines.

mod strips;
mod switches;

pub use strips::StripTable;
pub use switches::{Options, SwitchVector, UNITS};
