//! The games that come with the searches.

mod chess;
mod domineering;
mod explicit;
mod tictactoe;

pub use chess::{Chess, ChessError, ChessMove, ChessPosition, EpdRecord};
pub use domineering::{Domineering, LeafEvaluation, Tiles};
pub use explicit::{Explicit, ExplicitError};
pub use tictactoe::{Draws, TicTacToe, TicTacToeError};
