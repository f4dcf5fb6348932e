//! Errors in boards, tiles, moves and their text forms, worded for players.
//!
//! Rows and columns in messages count from 1, as in the papers.

use std::error::Error;
use std::fmt;

use crate::{Cell, DyadicError, Move};

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// No rows or no columns.
    NoCells {
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
    },
    /// More squares than [`Board::MAX_AREA`](crate::Board::MAX_AREA).
    TooLarge {
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
    },
    /// A set of free cells with a member that is not on the board.
    OutsideBoard {
        /// The first such member.
        index: u32,
        /// Number of squares of the board.
        area: u32,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardError::NoCells { rows, cols } => write!(
                f,
                "a board has at least one row and one column, {rows}x{cols} does not"
            ),
            BoardError::TooLarge { rows, cols } => {
                let area = rows as u128 * cols as u128;
                write!(
                    f,
                    "a board has at most 256 squares, {rows}x{cols} has {area}"
                )
            }
            BoardError::OutsideBoard { index, area } => write!(
                f,
                "free cell number {index} lies outside a board of {area} squares"
            ),
        }
    }
}

impl Error for BoardError {}

/// Why there is no such tile.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TileError {
    /// A length outside 2 to 8.
    Length(u8),
    /// A text that is not a small number.
    Text(String),
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileError::Length(length) => write!(f, "a tile covers 2 to 8 cells, not {length}"),
            TileError::Text(text) => write!(f, "a tile covers 2 to 8 cells, not '{text}'"),
        }
    }
}

impl Error for TileError {}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// Part of the tile would lie outside the board.
    OutsideBoard {
        /// The move.
        mov: Move,
        /// Row of the first cell outside, from 0.
        row: usize,
        /// Column of the first cell outside, from 0.
        col: usize,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// Part of the tile would lie on a cell that is not free.
    NotFree {
        /// The move.
        mov: Move,
        /// The first such cell.
        cell: Cell,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::OutsideBoard {
                mov,
                row,
                col,
                rows,
                cols,
            } => write!(
                f,
                "{mov} is illegal: row {}, column {} lies outside the {rows}x{cols} board",
                row + 1,
                col + 1
            ),
            IllegalMove::NotFree { mov, cell } => write!(
                f,
                "{mov} is illegal: row {}, column {} is not free",
                cell.row() + 1,
                cell.col() + 1
            ),
        }
    }
}

impl Error for IllegalMove {}

/// Why a text could not be read. Rows and columns in the fields count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// A board was expected, but the text is empty.
    Empty,
    /// A character that does not stand for a cell.
    UnknownCell {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        col: usize,
        /// The character.
        found: char,
    },
    /// A row without cells, as between two separators.
    EmptyRow {
        /// Row, from 1.
        row: usize,
    },
    /// A row that is not as long as the first.
    UnevenRows {
        /// Row, from 1.
        row: usize,
        /// Its number of cells.
        cells: usize,
        /// Number of cells of the first row.
        expected: usize,
    },
    /// Well formed, but no such board exists.
    Board(BoardError),
    /// Begins with a digit but is not a size such as `8x8`.
    Size(String),
    /// Not a player.
    Player(String),
    /// Not a move such as `V2,3`.
    Move(String),
    /// A move of the other player.
    OtherPlayer(Move),
    /// Not a number such as `3` or `-1/4`.
    Number(String),
    /// A number out of the range of [`Dyadic`](crate::Dyadic).
    NumberBeyond(String),
    /// Not an outcome class.
    Outcome(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Empty => write!(f, "a board is expected, but the text is empty"),
            ParseError::UnknownCell { row, col, found } => write!(
                f,
                "row {row}, column {col}: {found:?} is neither '.' nor '#'"
            ),
            ParseError::EmptyRow { row } => write!(f, "row {row} has no cells"),
            ParseError::UnevenRows {
                row,
                cells,
                expected,
            } => {
                let s = if *cells == 1 { "" } else { "s" };
                write!(f, "row {row} has {cells} cell{s}, row 1 has {expected}")
            }
            ParseError::Board(error) => error.fmt(f),
            ParseError::Size(text) => write!(
                f,
                "'{text}' is not a size: rows, 'x' and columns, as in 8x8"
            ),
            ParseError::Player(text) => {
                write!(
                    f,
                    "'{text}' is not a player: V or Vertical, H or Horizontal"
                )
            }
            ParseError::Move(text) => write!(
                f,
                "'{text}' is not a move: player, row and column counted from 1, as in V2,3"
            ),
            ParseError::OtherPlayer(mov) => {
                write!(
                    f,
                    "{mov} is a move of {}, not of the player to move",
                    mov.player()
                )
            }
            ParseError::Number(text) => write!(
                f,
                "'{text}' is not a number: an integer or a fraction over a power of two, as in -1/4"
            ),
            ParseError::NumberBeyond(text) => write!(f, "'{text}' is {DyadicError}"),
            ParseError::Outcome(text) => write!(
                f,
                "'{text}' is not an outcome: V, H, 1, 2, or several together as in 1v"
            ),
        }
    }
}

impl Error for ParseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParseError::Board(error) => Some(error),
            _ => None,
        }
    }
}

impl From<BoardError> for ParseError {
    fn from(error: BoardError) -> ParseError {
        ParseError::Board(error)
    }
}
