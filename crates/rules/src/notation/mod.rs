//! Text forms of boards, positions, moves and sums.
//!
//! Each thing is printed in one form and read in that form and a few others. What is printed is
//! always read back as the same thing.
//!
//! # Boards
//!
//! Printed: rows from top to bottom, `.` for a free and `#` for a blocked cell, joined by `|`,
//! as in `..#|.#.`. [`Board::url_form`] is `..x-.x.`, which is safe in shells and URLs.
//!
//! Read, in addition:
//!
//! - `/`, `-` or a line break between rows, also mixed;
//! - `x` or `X` for a blocked cell;
//! - `V` and `H` for cells that tiles of the players cover, which is to say blocked;
//! - blanks before and after the board and each row, but not inside a row;
//! - `8x8`, `8X8` or `8×8`, rows by columns, for a board without blocked cells.
//!
//! A text that begins with a digit is a size, any other is rows; so `x` is one blocked cell.
//! Spaces and underscores are not cells, because some readers take them for free, others for blocked.
//!
//! # Positions
//!
//! A board, then optionally a blank and the player to move, as in `..#|.#. V`. Every spelling of a
//! [`Player`] is read. The player must stand on the line of the last row; a `V` on a line of its
//! own is a cell.
//!
//! # Moves
//!
//! The player's letter, row and column of the upper or left cell counted from 1, as in `V2,3`.
//! Also read: a small letter; with [`Move::parse_for`], no letter.
//!
//! # Sums
//!
//! Boards and dyadic fractions joined by ` + `, as in `..|.. + -1/4`. Also read: every spelling
//! of a board, no blanks or more blanks around `+`, and fractions not in lowest terms.

use std::fmt;
use std::str::FromStr;

use crate::{Board, Cell, Move, ParseError, Player, Position};

mod sum;

pub use sum::{Sum, Term};

const ROW_SEPARATORS: [char; 4] = ['|', '/', '-', '\n'];

/// See [`notation`](crate::notation) for what is read.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        let text = text.trim();
        match text.chars().next() {
            None => Err(ParseError::Empty),
            Some('0'..='9') => {
                let (rows, cols) = parse_size(text)?;
                Ok(Board::empty(rows, cols)?)
            }
            Some(_) => parse_rows(text),
        }
    }
}

/// The characters that may separate rows and columns in a size.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// Reads rows and columns, as in `8x8`, `8X8` or `8×8`, without checking that such a board exists.
///
/// ```
/// use crosscram_rules::notation::parse_size;
///
/// assert_eq!(parse_size("6×18"), Ok((6, 18)));
/// let error = parse_size("6x").unwrap_err();
/// assert_eq!(error.to_string(), "'6x' is not a size: rows, 'x' and columns, as in 8x8");
/// ```
pub fn parse_size(text: &str) -> Result<(usize, usize), ParseError> {
    let text = text.trim();
    text.split_once(TIMES)
        .and_then(|(rows, cols)| Some((parse_natural(rows)?, parse_natural(cols)?)))
        .ok_or_else(|| ParseError::Size(text.to_owned()))
}

fn parse_rows(text: &str) -> Result<Board, ParseError> {
    let rows: Vec<&str> = text.split(ROW_SEPARATORS).map(str::trim).collect();
    let mut blocked = Vec::new();
    let mut width = 0;
    for (r, row) in rows.iter().enumerate() {
        let mut cells = 0;
        for (c, found) in row.chars().enumerate() {
            match found {
                '.' => {}
                '#' | 'x' | 'X' | 'V' | 'H' => blocked.push((r, c)),
                _ => {
                    return Err(ParseError::UnknownCell {
                        row: r + 1,
                        col: c + 1,
                        found,
                    });
                }
            }
            cells += 1;
        }
        match cells {
            0 => return Err(ParseError::EmptyRow { row: r + 1 }),
            _ if r == 0 => width = cells,
            _ if cells == width => {}
            _ => {
                return Err(ParseError::UnevenRows {
                    row: r + 1,
                    cells,
                    expected: width,
                });
            }
        }
    }
    // The size is checked first, so that no cell below is too far out to exist.
    let board = Board::empty(rows.len(), width)?;
    Ok(board.with_blocked(blocked.into_iter().map(|(row, col)| Cell::new(row, col))))
}

/// Reads a number of digits only: the standard library would also accept a sign.
pub(crate) fn parse_natural<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write_rows(self, '#', '|'))
    }
}

impl Board {
    /// The form without characters that shells or URLs treat specially.
    ///
    /// ```
    /// use crosscram_rules::board;
    ///
    /// assert_eq!(board!(. . # | . # .).url_form(), "..x-.x.");
    /// ```
    #[must_use]
    pub fn url_form(&self) -> String {
        write_rows(self, 'x', '-')
    }
}

fn write_rows(board: &Board, blocked: char, separator: char) -> String {
    let mut text = String::with_capacity(board.rows() * (board.cols() + 1));
    for row in 0..board.rows() {
        if row > 0 {
            text.push(separator);
        }
        for col in 0..board.cols() {
            let free = board.is_free(Cell::new(row, col));
            text.push(if free { '.' } else { blocked });
        }
    }
    text
}

/// See [`notation`](crate::notation) for what is read.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let text = text.trim();
        let Some((before, last)) = text.rsplit_once([' ', '\t']) else {
            return Ok(Position::new(text.parse()?));
        };
        let before = before.trim_end_matches([' ', '\t']);
        // Blanks inside the text may also indent or surround rows.
        if before.ends_with(ROW_SEPARATORS) || last.contains(ROW_SEPARATORS) {
            return Ok(Position::new(text.parse()?));
        }
        let board: Board = before.parse()?;
        Ok(Position::new(board).with_to_move(last.parse()?))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_move {
            Some(player) => f.pad(&format!("{} {}", self.board, player.letter())),
            None => self.board.fmt(f),
        }
    }
}

/// Reads `V2,3` or `v2,3`.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let text = text.trim();
        let (player, cell) = match text.chars().next() {
            Some('V' | 'v') => (Player::Vertical, &text[1..]),
            Some('H' | 'h') => (Player::Horizontal, &text[1..]),
            _ => return Err(ParseError::Move(text.to_owned())),
        };
        match parse_cell(cell) {
            Some(cell) => Ok(Move::new(player, cell)),
            None => Err(ParseError::Move(text.to_owned())),
        }
    }
}

impl Move {
    /// Reads a move of `player`, with or without the letter.
    ///
    /// ```
    /// use crosscram_rules::{Move, Player};
    ///
    /// let mov = Move::parse_for(Player::Horizontal, "2,3")?;
    /// assert_eq!(mov.to_string(), "H2,3");
    /// assert!(Move::parse_for(Player::Horizontal, "V2,3").is_err());
    /// # Ok::<(), crosscram_rules::ParseError>(())
    /// ```
    pub fn parse_for(player: Player, text: &str) -> Result<Move, ParseError> {
        if let Some(cell) = parse_cell(text.trim()) {
            return Ok(Move::new(player, cell));
        }
        let mov: Move = text.parse()?;
        if mov.player() != player {
            return Err(ParseError::OtherPlayer(mov));
        }
        Ok(mov)
    }
}

/// Row and column from 1; `None` also for a cell that no board has.
fn parse_cell(text: &str) -> Option<Cell> {
    let (row, col) = text.split_once(',')?;
    let from_one = |text| parse_natural::<usize>(text)?.checked_sub(1);
    Cell::try_new(from_one(row)?, from_one(col)?)
}
