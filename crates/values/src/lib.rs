//! Combinatorial game values for Domineering.
//!
//! [`SwitchVector`] bounds a game from below in a way that survives addition. [`StripTable`] holds
//! the vectors of all strips, [`RegionTable`] those of connected regions, which can be kept in a file.

mod cache;
mod game_vectors;
pub mod games;
mod grid;
mod hash;
mod necks;
mod packed;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;
pub mod positions;
mod regions;
mod ring;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod simd;
mod strips;
mod switches;
mod vector_list;

pub use cache::{Refused, TableKind};
pub use game_vectors::GameVectors;
pub use grid::Grid;
pub use necks::Pieces;
pub use regions::{LARGEST, RegionTable, largest};
pub use strips::{STRIP_CELLS, StripTable};
pub use switches::{Options, Role, SETS, SwitchVector, UNITS};
