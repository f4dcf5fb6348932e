//! Positions of chess as text: FEN and EPD.

use super::Chess;
use cozy_chess::{Board, FenParseError};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a chess position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChessError {
    /// Fewer than the four fields of a position.
    #[error(
        "a position needs pieces, side to move, castling rights and en-passant square, but there are only {0} fields"
    )]
    Fields(usize),
    /// This field is wrong or does not fit the others.
    #[error("bad {0}")]
    Field(&'static str),
    /// This line of an EPD file, from 1, is wrong.
    #[error("line {0}: {1}")]
    Line(usize, Box<ChessError>),
}

/// A line of an EPD file: a position with the name that `id` gives it.
#[derive(Clone, Debug)]
pub struct EpdRecord {
    /// What follows `id`, without quotes; empty if there is none.
    pub id: String,
    /// The position.
    pub game: Chess,
}

impl EpdRecord {
    /// All positions of an EPD file. Blank lines and lines that start with `#` are skipped.
    pub fn read_all(text: &str) -> Result<Vec<EpdRecord>, ChessError> {
        let lines = text.lines().enumerate();
        let lines = lines.map(|(number, line)| (number + 1, line.trim()));
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                line.parse()
                    .map_err(|error| ChessError::Line(number, Box::new(error)))
            })
            .collect()
    }
}

impl FromStr for EpdRecord {
    type Err = ChessError;

    fn from_str(line: &str) -> Result<Self, ChessError> {
        let operations = line.split(';').map(str::trim);
        let id = operations
            .filter_map(|operation| operation.split_once("id ").map(|(_, id)| id.trim()))
            .next_back();
        Ok(EpdRecord {
            id: id.unwrap_or_default().trim_matches('"').to_string(),
            game: line.parse()?,
        })
    }
}

/// Reads the first four fields of FEN or EPD; what follows (clocks, operations) is ignored, because
/// nothing here depends on it.
impl FromStr for Chess {
    type Err = ChessError;

    fn from_str(text: &str) -> Result<Self, ChessError> {
        let fields: Vec<&str> = text.split_whitespace().take(4).collect();
        if fields.len() < 4 {
            return Err(ChessError::Fields(fields.len()));
        }
        let fen = format!("{} 0 1", fields.join(" "));
        let board = Board::from_fen(&fen, false).map_err(|error| {
            ChessError::Field(match error {
                FenParseError::InvalidBoard => "pieces",
                FenParseError::InvalidSideToMove => "side to move",
                FenParseError::InvalidCastlingRights => "castling rights",
                FenParseError::InvalidEnPassant => "en-passant square",
                _ => "position",
            })
        })?;
        Ok(Chess::from_board(board))
    }
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.board.fmt(f)
    }
}
