//! Reads files line by line, with errors that name file, line and column.

use std::fmt;
use std::io::{BufRead, Read};
use std::path::Path;

use crosscram_rules::{Bits, Bits256, Board, Dyadic, Player, Question, Tile};

use crate::{FileError, FormatError, Problem};

/// The maximum length of a line, more than is ever written: a position has at most 512 characters, the
/// rest of a line is a few words. It keeps a file that is not text from filling the memory.
const MAX_LINE: u64 = 1 << 16;

/// Files of earlier versions: how they begin, what they are, and what replaces them.
const REPLACED: &[(&str, &str, &str)] = &[
    (
        "crosscram work ",
        "a work file",
        "`crosscram prove BOARD --jobs DIR` proves a board in parts",
    ),
    (
        "crosscram journal ",
        "a journal",
        "--journal DIR keeps finished subtrees in a folder, of another name",
    ),
];

/// What all positions of a file share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    rows: usize,
    cols: usize,
    tile: Tile,
}

impl Game {
    /// The game of a position.
    pub(crate) fn of(position: &Question) -> Game {
        Game {
            rows: position.board.rows(),
            cols: position.board.cols(),
            tile: position.tile,
        }
    }

    /// In words, as in `8x8, tile 2`.
    pub(crate) fn name(&self) -> String {
        let Game { rows, cols, tile } = self;
        format!("{rows}x{cols}, tile {tile}")
    }

    /// Reads its two lines.
    pub(crate) fn read<R: BufRead>(lines: &mut Lines<'_, R>) -> Result<Game, FileError> {
        let mut line = lines.need()?;
        line.literal("size ")?;
        let place = line.place();
        let rows = line.number("a number of rows")? as usize;
        line.literal("x")?;
        let cols = line.number("a number of columns")? as usize;
        line.end()?;
        Board::empty(rows, cols)
            .map_err(|error| line.error_at(place, Problem::Board(error.into())))?;
        let mut line = lines.need()?;
        line.literal("tile ")?;
        let tile = line.tile()?;
        Ok(Game { rows, cols, tile })
    }
}

/// Its lines in a file.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { rows, cols, tile } = self;
        write!(f, "size {rows}x{cols}\ntile {tile}\n")
    }
}

/// Numbers are at most so large: no player has more moves on a board.
const MOST: i16 = 256;

/// Returns whether moves in one number, of either player, can lead to another.
pub(crate) fn reaches(from: Dyadic, to: Dyadic) -> bool {
    let mut found = vec![from];
    let mut next = 0;
    while found[next] != to {
        for option in [found[next].left_option(), found[next].right_option()] {
            let new = option.filter(|option| !found.contains(option));
            found.extend(new);
        }
        next += 1;
        if next == found.len() {
            return false;
        }
    }
    true
}

/// The lines of a file.
pub(crate) struct Lines<'a, R> {
    reader: R,
    path: &'a Path,
    number: usize,
    buffer: Vec<u8>,
    /// Bytes up to the end of the last line.
    read: u64,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(crate) fn new(reader: R, path: &'a Path) -> Self {
        Lines {
            reader,
            path,
            number: 0,
            buffer: Vec::new(),
            read: 0,
        }
    }

    /// Bytes up to the end of the last line returned.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// The next line, `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<TextLine<'_>>, FileError> {
        self.buffer.clear();
        let mut limited = self.reader.by_ref().take(MAX_LINE + 1);
        limited
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| FileError::io(self.path, "read", error))?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let is_complete = self.buffer.last() == Some(&b'\n');
        self.read += self.buffer.len() as u64;
        let line = TextLine {
            path: self.path,
            number: self.number,
            text: self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer),
            at: 0,
            is_complete,
        };
        if self.buffer.len() as u64 > MAX_LINE {
            return Err(line.error(Problem::LongLine));
        }
        Ok(Some(line))
    }

    /// The next line, which must exist and end with a line break.
    pub(crate) fn need(&mut self) -> Result<TextLine<'_>, FileError> {
        let end = FormatError {
            path: self.path.to_path_buf(),
            line: self.number + 1,
            column: 1,
            problem: Problem::Truncated,
        };
        let line = self.next()?.ok_or(FileError::Format(end))?;
        line.need_complete()
    }
}

/// A line and how far it has been read.
pub(crate) struct TextLine<'a> {
    path: &'a Path,
    number: usize,
    text: &'a [u8],
    at: usize,
    is_complete: bool,
}

impl<'a> TextLine<'a> {
    /// The part that has not been read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn need_complete(self) -> Result<Self, FileError> {
        if !self.is_complete {
            return Err(self.error_at(self.text.len(), Problem::Truncated));
        }
        Ok(self)
    }

    /// The current place, for [`TextLine::error_at`].
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// An error at the current place.
    pub(crate) fn error(&self, problem: Problem) -> FileError {
        self.error_at(self.at, problem)
    }

    /// An error at an earlier place.
    pub(crate) fn error_at(&self, place: usize, problem: Problem) -> FileError {
        FileError::Format(FormatError {
            path: self.path.to_path_buf(),
            line: self.number,
            column: place + 1,
            problem,
        })
    }

    pub(crate) fn expected(&self, what: &'static str) -> FileError {
        self.expected_at(self.at, what)
    }

    /// The same at an earlier place.
    pub(crate) fn expected_at(&self, place: usize, what: &'static str) -> FileError {
        let shown = String::from_utf8_lossy(&self.text[place..]);
        let found = shown.chars().take(20).collect();
        self.error_at(place, Problem::Expected { what, found })
    }

    /// Skips exactly `text`; errors call it by its text.
    pub(crate) fn literal(&mut self, text: &'static str) -> Result<(), FileError> {
        if !self.rest().starts_with(text.as_bytes()) {
            let what = if text == " " {
                "a space"
            } else {
                text.trim_end()
            };
            return Err(self.expected(what));
        }
        self.at += text.len();
        Ok(())
    }

    /// Skips `text`, if it comes next.
    pub(crate) fn skips(&mut self, text: &str) -> bool {
        let comes = self.rest().starts_with(text.as_bytes());
        self.at += if comes { text.len() } else { 0 };
        comes
    }

    /// Checks that the line ends here.
    pub(crate) fn end(&self) -> Result<(), FileError> {
        match self.rest() {
            [] => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    /// Reads `NAME VERSION` as the whole line; only the version `known` is accepted.
    pub(crate) fn version(&mut self, name: &'static str, known: u32) -> Result<(), FileError> {
        for &(begin, what, instead) in REPLACED {
            if self.rest().starts_with(begin.as_bytes()) {
                return Err(self.error(Problem::Replaced { what, instead }));
            }
        }
        self.literal(name)?;
        self.literal(" ")?;
        if self.rest() == known.to_string().as_bytes() {
            return Ok(());
        }
        let found = String::from_utf8_lossy(self.rest());
        let found = found.chars().take(20).collect();
        Err(self.error(Problem::Version { found, known }))
    }

    /// Reads digits without leading zeros.
    pub(crate) fn number(&mut self, what: &'static str) -> Result<u64, FileError> {
        let rest = self.rest();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&rest[..digits]).expect("digits are text");
        match text.parse() {
            Ok(number) if text == "0" || !text.starts_with('0') => {
                self.at += digits;
                Ok(number)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Reads the printed form of a dyadic fraction.
    pub(crate) fn dyadic(&mut self) -> Result<Dyadic, FileError> {
        let rest = self.rest();
        let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
        let length = rest.iter().take_while(is_part).count();
        let text = std::str::from_utf8(&rest[..length]).expect("digits and signs are text");
        match text.parse::<Dyadic>() {
            Ok(number) if number.to_string() == text => {
                self.at += length;
                Ok(number)
            }
            _ => Err(self.expected("a dyadic fraction in lowest terms")),
        }
    }

    /// Reads `V` or `H`.
    pub(crate) fn player(&mut self) -> Result<Player, FileError> {
        let player = match self.rest().first() {
            Some(b'V') => Player::Vertical,
            Some(b'H') => Player::Horizontal,
            _ => return Err(self.expected("V or H")),
        };
        self.at += 1;
        Ok(player)
    }

    /// Reads a tile length at the end of the line.
    pub(crate) fn tile(&mut self) -> Result<Tile, FileError> {
        let place = self.place();
        let length = self.number("a tile length")?;
        self.end()?;
        Tile::new(u8::try_from(length).unwrap_or(u8::MAX))
            .map_err(|error| self.error_at(place, Problem::Tile(error)))
    }

    /// Reads the printed form of a board of `rows` x `cols`.
    pub(crate) fn board(&mut self, rows: usize, cols: usize) -> Result<Board, FileError> {
        let mut free = Bits256::EMPTY;
        for row in 0..rows {
            if row > 0 {
                self.literal("|")?;
            }
            for col in 0..cols {
                match self.rest().first() {
                    Some(b'.') => free |= Bits256::single((row * cols + col) as u32),
                    Some(b'#') => {}
                    _ => return Err(self.expected("a cell, '.' or '#'")),
                }
                self.at += 1;
            }
        }
        let board = Board::from_free_bits(rows, cols, free);
        Ok(board.expect("the caller knows the size of a board"))
    }

    /// Reads a position: a board, the number beside it if there is one, and who is to move.
    pub(crate) fn position(&mut self, game: &Game) -> Result<Question, FileError> {
        let board = self.board(game.rows, game.cols)?;
        self.literal(" ")?;
        let mut number = Dyadic::ZERO;
        if self.skips("+ ") {
            number = self.number_beside()?;
            self.literal(" ")?;
        }
        let first = self.player()?;
        Ok(Question::new(board, game.tile, first).plus(number))
    }

    /// Reads the printed form of a board of any size with the number beside it, up to the end of the line.
    pub(crate) fn any_board(&mut self) -> Result<(Board, Dyadic), FileError> {
        let place = self.place();
        let text = self.word("a board")?;
        let board: Board = text
            .parse()
            .map_err(|error| self.error_at(place, Problem::Board(error)))?;
        if board.to_string() != text {
            return Err(self.expected_at(place, "rows of '.' and '#' joined by '|'"));
        }
        let mut number = Dyadic::ZERO;
        if !self.rest().is_empty() {
            self.literal(" + ")?;
            number = self.number_beside()?;
        }
        self.end()?;
        Ok((board, number))
    }

    /// Reads a number beside a board.
    pub(crate) fn number_beside(&mut self) -> Result<Dyadic, FileError> {
        let place = self.at;
        let number = self.dyadic()?;
        let is_right = number != Dyadic::ZERO && number < MOST.into() && number > (-MOST).into();
        match is_right {
            true => Ok(number),
            false => Err(self.expected_at(place, "a number other than 0 between -256 and 256")),
        }
    }

    /// Returns the rest of the line, which must be text without control characters and without blanks
    /// around it; it stays unread.
    pub(crate) fn words(&self, what: &'static str) -> Result<&'a str, FileError> {
        match std::str::from_utf8(self.rest()) {
            Ok(text) if is_plain(text) => Ok(text),
            _ => Err(self.expected(what)),
        }
    }

    /// Reads up to the next blank or the end of the line.
    pub(crate) fn word(&mut self, what: &'static str) -> Result<&'a str, FileError> {
        let rest = self.rest();
        let length = rest.iter().take_while(|&&byte| byte != b' ').count();
        match std::str::from_utf8(&rest[..length]) {
            Ok(word) if !word.is_empty() => {
                self.at += length;
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }
}

/// Returns whether `text` is allowed as free text at the end of a line.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains(char::is_control)
}
