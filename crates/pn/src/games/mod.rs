//! The games that come with the searches.

mod chess;
mod explicit;
mod tictactoe;

pub use chess::{Chess, ChessError, ChessMove, ChessPosition, EpdRecord};
pub use explicit::{Explicit, ExplicitError};
pub use tictactoe::{Draws, TicTacToe, TicTacToeError};
