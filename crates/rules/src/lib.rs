//! Rules of Domineering and its relatives with longer tiles.
//!
//! Two players share a board of squares. Vertical covers two free squares one above the other,
//! Horizontal two free squares side by side; they take turns, and whoever cannot move loses.
//! Longer tiles ([`Tile`]) give the k-omino variants.
//!
//! This is the game that explains the rules in the introduction of Bullock's thesis
//! (*Domineering: Solving Large Combinatorial Search Spaces*, 2002, Fig. 1.1). Vertical begins
//! on 4x5:
//!
//! ```
//! use crosscram_rules::{Board, Move, Player, Tile};
//!
//! let mut board = Board::empty(4, 5)?;
//! for text in "V2,2 H2,3 V3,4 H4,2 V1,1 H1,4 V3,1 H1,2 V2,5".split(' ') {
//!     board = board.play(text.parse::<Move>()?, Tile::DOMINO)?;
//! }
//! assert_eq!(board.to_string(), "#####|#####|##.##|####.");
//!
//! // Horizontal is to move and has none: Vertical wins.
//! assert_eq!(board.moves(Player::Horizontal, Tile::DOMINO).count(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look:
//!
//! - [`Board`], [`Cell`], [`Move`], [`Position`]: the state of a game; [`board!`] draws one.
//! - [`Outcome`] and [`PartialOutcome`]: who wins, as far as known.
//! - [`notation`]: every text form that is read and the one that is printed.
//! - [`reference`](mod@reference): a solver that is the rules and nothing else, to judge faster
//!   ones by.
//! - [`perft`](mod@perft) and [`placements`]: counts of move sequences and positions.
//!
//! Deliberately absent: anything that makes solving fast. This crate knows nothing of search.

mod bits;
mod board;
mod cell;
mod data;
mod draw;
mod dyadic;
mod error;
mod moves;
pub mod notation;
mod outcome;
mod partial;
pub mod perft;
pub mod placements;
mod player;
mod position;
mod question;
pub mod reference;
mod regions;
mod sum_board;
mod symmetry;
mod tile;

pub use bits::{Bits, Bits64, Bits128, Bits256, Members};
pub use board::Board;
pub use cell::Cell;
pub use data::{ByFirst, ByPlayer, SCHEMA};
#[doc(hidden)]
pub use draw::drawn;
pub use dyadic::{Dyadic, DyadicError};
pub use error::{BoardError, IllegalMove, ParseError, TileError};
pub use moves::Move;
pub use notation::{Sum, Term};
pub use outcome::Outcome;
pub use partial::PartialOutcome;
pub use player::Player;
pub use position::Position;
pub use question::Question;
pub use sum_board::{SumBoard, SumBoardError};
pub use tile::Tile;
