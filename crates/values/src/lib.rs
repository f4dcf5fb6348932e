//! Combinatorial game values for Domineering.
//!
//! ```
//! use crosscram_rules::{Tile, board};
//! use crosscram_values::positions::PositionValues;
//!
//! let mut values = PositionValues::new(Tile::DOMINO);
//! let square = values.value(&board!(. . | . .))?;
//! let corner = values.value(&board!(. . | . #))?;
//! let sum = values.games().sum(square, corner)?;
//! assert_eq!(values.games().text(square), "+-1");
//! assert_eq!(values.games().text(sum), "{1*|-1*}");
//! # Ok::<(), crosscram_values::games::GameError>(())
//! ```
//!
//! [`games`] is the theory: canonical forms, sums, thermographs; [`positions`] the values of boards.
//!
//! [`SwitchVector`] bounds a game from below in a way that survives addition. [`StripTable`] holds
//! the vectors of all strips, [`RegionTable`] those of connected regions, which can be saved in a file.

mod cache;
pub mod games;
mod grid;
mod hash;
mod necks;
mod packed;
#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    ))
))]
mod portable;
pub mod positions;
mod regions;
mod ring;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod simd;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd_wasm;
mod strips;
mod switches;
mod vector_list;

pub use cache::{Refused, TableKind};
pub use grid::Grid;
pub use necks::Pieces;
pub use regions::{LARGEST, RegionTable, largest};
pub use strips::{STRIP_CELLS, StripTable};
pub use switches::{Options, Role, SETS, SwitchVector, UNITS};
