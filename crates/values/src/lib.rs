//! Combinatorial game values for Domineering.
//!
//! [`SwitchVector`] bounds a game from below in a way that survives addition. [`StripTable`] holds
//! the vectors of all strips of two lines, [`RegionTable`] those of connected regions.

mod grid;
mod regions;
mod strips;
mod switches;

pub use grid::Grid;
pub use regions::{LARGEST, RegionTable};
pub use strips::{StripTable, WIDEST};
pub use switches::{Options, SwitchVector, UNITS};
