//! Errors in computations with games.

use crosscram_rules::DyadicError;

/// Why a value could not be computed. No operation ever returns a wrong value instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A number outside ±2^29, or one that needs more than 32 binary places.
    #[error("overflow: {DyadicError}")]
    Overflow,
    /// A play that can last longer than [`MAX_DEPTH`](super::MAX_DEPTH) moves outside numbers.
    #[error("a play in this game can last more than {max} moves", max = super::MAX_DEPTH)]
    TooDeep,
    /// More distinct games, or options of games, than the arena can number.
    #[error("too many different games for the memory")]
    TooManyGames,
    /// A position with more cells in one region than was allowed.
    #[error("a region of {cells} cells is over the limit of {limit} cells")]
    RegionTooLarge {
        /// Cells of the region.
        cells: u32,
        /// Cells allowed.
        limit: u32,
    },
    /// Cooling by a negative temperature.
    #[error("games are cooled by 0 or more")]
    NegativeTemperature,
    /// The [`Interrupt`](super::Interrupt) asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl From<DyadicError> for GameError {
    fn from(_: DyadicError) -> GameError {
        GameError::Overflow
    }
}
