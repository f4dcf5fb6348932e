//! The games that come with the searches.

#[cfg(feature = "chess")]
mod chess;
mod domineering;
mod explicit;
mod giveaway;
mod morris;
mod tictactoe;

#[cfg(feature = "chess")]
pub use chess::{Chess, ChessError, ChessMove, ChessPosition, EpdRecord};
pub use domineering::{Domineering, LeafEvaluation, Tiles};
pub use explicit::{Explicit, ExplicitError};
pub use giveaway::{GiveAway, GiveAwayError, GiveAwayMove};
pub use morris::{Morris, MorrisError, MorrisMove};
pub use tictactoe::{Draws, SquaresError, TicTacToe, TicTacToeError};
