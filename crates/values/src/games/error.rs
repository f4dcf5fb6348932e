//! Errors in computations with games.

use crosscram_rules::DyadicError;
use std::error::Error;
use std::fmt;

/// Why a value could not be computed. No operation ever returns a wrong value instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// A number outside ±2^29, or one that needs more than 32 binary places.
    Overflow,
    /// A play that can last longer than [`MAX_DEPTH`](super::MAX_DEPTH) moves outside numbers.
    TooDeep,
    /// More distinct games, or options of games, than the arena can number.
    TooManyGames,
    /// A position with more cells in one region than was allowed.
    RegionTooLarge {
        /// Cells of the region.
        cells: u32,
        /// Cells allowed.
        limit: u32,
    },
    /// Cooling by a negative temperature.
    NegativeTemperature,
    /// The [`Interrupt`](super::Interrupt) asked to stop.
    Interrupted,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Overflow => write!(f, "overflow: {DyadicError}"),
            GameError::TooDeep => write!(
                f,
                "a play in this game can last more than {} moves",
                super::MAX_DEPTH
            ),
            GameError::TooManyGames => write!(f, "too many different games for the memory"),
            GameError::RegionTooLarge { cells, limit } => write!(
                f,
                "a region of {cells} cells is over the limit of {limit} cells"
            ),
            GameError::NegativeTemperature => write!(f, "games are cooled by 0 or more"),
            GameError::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl Error for GameError {}

impl From<DyadicError> for GameError {
    fn from(_: DyadicError) -> GameError {
        GameError::Overflow
    }
}
