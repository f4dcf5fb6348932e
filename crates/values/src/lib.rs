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
//! Theory and tables:
//!
//! - [`games`]: canonical forms, sums, thermographs; [`positions`]: the values of boards; [`switches`]: vectors that
//!   bound a game from below in a way that survives addition.
//! - [`tables`]: the switch vectors of all strips and of connected regions, for searches, which can be saved in files.

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
pub mod switches;
mod vector_list;

/// Switch vectors of strips and of connected regions, for searches.
pub mod tables {
    pub use crate::cache::{Refused, TableKind};
    pub use crate::grid::Grid;
    pub use crate::necks::Pieces;
    pub use crate::regions::{EXACT, LARGEST, Limits, RegionTable, largest};
    pub use crate::strips::{STRIP_CELLS, StripTable};
}
