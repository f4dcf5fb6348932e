//! Work files: the leaves of a split, to be solved.
//!
//! # Format
//!
//! ASCII text in lines, each ended by one line feed (in Backus-Naur form, `LF` being that):
//!
//! ```text
//! file   = "crosscram work 1" LF
//!          "board " board LF
//!          "tile " number LF
//!          "first " player LF
//!          "plies " number LF
//!          "known " number LF
//!          { "journal " text LF }
//!          [ "shard " number "/" number LF ]
//!          "made by " text LF
//!          "leaves " number LF
//!          leaf { leaf }
//! leaf   = board " " player LF
//! board  = row { "|" row }
//! row    = cell { cell }
//! cell   = "." | "#"                 free, blocked
//! player = "V" | "H"
//! number = "0" | digit { digit }     no leading zeros
//! text   = any UTF-8 text without control characters, not empty, no blanks at its ends
//! ```
//!
//! `board`, `tile` and `first` are the question: who wins if `first` moves first? Each leaf is a
//! position `plies` moves later with the player to move; the file claims that `first` wins if it wins
//! all leaves. `known` is the number of positions that the claim takes from journals instead of leaves,
//! and each `journal` is the name of a file that they were taken from. `made by` names the engine that made the file.
//! A `shard` I/N holds only every N-th leaf, beginning with the I-th, so that it proves nothing without the others. `leaves` is the number of leaves, at least one,
//! and the file ends after them.
//!
//! A reader accepts exactly this, and requires that each leaf has the size of the board, the number of
//! free cells that `plies` moves leave, and the right player to move. It cannot detect a missing leaf;
//! to be sure, split again with the journal of the finished run, which must leave nothing open.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use crosscram_rules::{Board, Player, Position, Tile};
use crosscram_support::atomic;

use crate::legacy::split::player_at;
use crate::legacy::{Boards, FileError, Problem};
use crate::text::{Lines, TextLine, is_plain};

const NAME: &str = "crosscram work";
const VERSION: u32 = 1;

/// The leaves of a split and the question they answer together.
///
/// There is at least one leaf, and each is `plies` moves away from the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    board: Board,
    tile: Tile,
    first: Player,
    plies: u32,
    known: u64,
    journals: Vec<String>,
    shard: Option<Shard>,
    made_by: String,
    leaves: Boards,
}

/// One of several parts of the leaves, to be solved somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Part `number` of `of`, counted from 1; `None` if there is no such part.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// The number of parts.
    pub fn of(self) -> u64 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Work {
    pub(crate) fn new(
        board: Board,
        tile: Tile,
        first: Player,
        plies: u32,
        known: u64,
        made_by: String,
        leaves: Boards,
    ) -> Work {
        debug_assert!(!leaves.is_empty() && is_plain(&made_by));
        Work {
            board,
            tile,
            first,
            plies,
            known,
            journals: Vec::new(),
            shard: None,
            made_by,
            leaves,
        }
    }

    /// The same, with the names of the journals that its knowledge is from. Names that cannot be written
    /// in a line are left out.
    #[must_use]
    pub fn with_journals(mut self, names: impl IntoIterator<Item = String>) -> Work {
        self.journals = names.into_iter().filter(|name| is_plain(name)).collect();
        self
    }

    /// One part of the leaves; `None` if it is empty.
    pub fn only(&self, shard: Shard) -> Option<Work> {
        let mut leaves = Boards::new(self.board.rows(), self.board.cols());
        let chosen = self.leaves.iter().skip(shard.number as usize - 1);
        for leaf in chosen.step_by(shard.of as usize) {
            leaves.push(&leaf);
        }
        (!leaves.is_empty()).then(|| Work {
            shard: Some(shard),
            leaves,
            ..self.clone()
        })
    }

    /// The names of the journals that its knowledge is from.
    pub fn journals(&self) -> &[String] {
        &self.journals
    }

    /// Which part of the leaves it has, if not all.
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// The board in question.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The tile length.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// Who moves first on the board and is assumed to win.
    pub fn first(&self) -> Player {
        self.first
    }

    /// Number of moves from the board to each leaf.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Number of positions that the claim takes from journals.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Program and choices that made the leaves.
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    /// The boards of the leaves.
    pub fn leaves(&self) -> &Boards {
        &self.leaves
    }

    /// Who is to move at every leaf.
    pub fn to_move(&self) -> Player {
        player_at(self.first, self.plies)
    }

    /// The leaves as positions.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> + '_ {
        let (tile, to_move) = (self.tile, self.to_move());
        let positions = self.leaves.iter().map(Position::new);
        positions.map(move |position| position.with_tile(tile).with_to_move(to_move))
    }

    /// Writes the text form.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        let Work {
            board,
            tile,
            plies,
            known,
            journals,
            shard,
            made_by,
            leaves,
            ..
        } = self;
        let first = self.first.letter();
        writeln!(out, "{NAME} {VERSION}\nboard {board}\ntile {tile}")?;
        writeln!(out, "first {first}\nplies {plies}\nknown {known}")?;
        for journal in journals {
            writeln!(out, "journal {journal}")?;
        }
        if let Some(shard) = shard {
            writeln!(out, "shard {shard}")?;
        }
        writeln!(out, "made by {made_by}\nleaves {}", leaves.len())?;
        for position in self.positions() {
            writeln!(out, "{position}")?;
        }
        Ok(())
    }

    /// Writes a work file, atomically.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let saved = atomic::replace(path, |out| self.write_to(out));
        saved.map_err(|error| FileError::io(path, "write", error))
    }

    /// Reads a work file.
    pub fn load(path: &Path) -> Result<Work, FileError> {
        let file = File::open(path).map_err(|error| FileError::io(path, "open", error))?;
        Work::read_from(BufReader::new(file), path)
    }

    /// Reads the text form; errors call it `path`.
    pub fn read_from(reader: impl BufRead, path: &Path) -> Result<Work, FileError> {
        let mut lines = Lines::new(reader, path);
        lines.need()?.version(NAME, VERSION)?;

        let mut line = lines.need()?;
        line.literal("board ")?;
        let (board, _) = line.any_board()?;

        let mut line = lines.need()?;
        line.literal("tile ")?;
        let tile = line.tile()?;

        let mut line = lines.need()?;
        line.literal("first ")?;
        let first = line.player()?;
        line.end()?;

        let mut line = lines.need()?;
        line.literal("plies ")?;
        let most = u64::from(board.free_count() / tile.length());
        let plies = match line.number("a number of plies")? {
            plies if plies <= most => plies as u32,
            _ => return Err(line.error(Problem::Plies { most })),
        };
        line.end()?;

        let mut line = lines.need()?;
        line.literal("known ")?;
        let known = line.number("a number of positions")?;
        line.end()?;

        let mut line = lines.need()?;
        let mut journals = Vec::new();
        while line.rest().starts_with(b"journal ") {
            line.literal("journal ")?;
            journals.push(line.words("the name of a journal")?.to_string());
            line = lines.need()?;
        }
        let mut shard = None;
        if line.rest().starts_with(b"shard ") {
            line.literal("shard ")?;
            let place = line.place();
            let number = line.number("the number of a shard")?;
            line.literal("/")?;
            let of = line.number("a number of shards")?;
            line.end()?;
            shard =
                Some(Shard::new(number, of).ok_or_else(|| line.error_at(place, Problem::Shard))?);
            line = lines.need()?;
        }
        line.literal("made by ")?;
        let made_by = line.words("a text")?.to_string();

        let mut line = lines.need()?;
        line.literal("leaves ")?;
        let stated = match line.number("a number of leaves")? {
            0 => return Err(line.error(Problem::NoLeaves)),
            stated => stated,
        };
        line.end()?;

        let mut work = Work {
            board,
            tile,
            first,
            plies,
            known,
            journals,
            shard,
            made_by,
            leaves: Boards::new(board.rows(), board.cols()),
        };
        for _ in 0..stated {
            let leaf = work.read_leaf(lines.need()?)?;
            work.leaves.push(&leaf);
        }
        match lines.next()? {
            None => Ok(work),
            Some(line) => Err(line.expected("the end of the file after the last leaf")),
        }
    }

    fn read_leaf(&self, mut line: TextLine<'_>) -> Result<Board, FileError> {
        let start = line.place();
        let board = line.board(self.board.rows(), self.board.cols())?;
        let (expected, found) = (self.free_cells(), board.free_count());
        if expected != found {
            return Err(line.error_at(start, Problem::FreeCells { expected, found }));
        }
        line.literal(" ")?;
        let (place, expected) = (line.place(), self.to_move());
        if line.player()? != expected {
            return Err(line.error_at(place, Problem::SideToMove { expected }));
        }
        line.end()?;
        Ok(board)
    }

    /// Number of free cells of every leaf.
    fn free_cells(&self) -> u32 {
        self.board.free_count() - self.plies * self.tile.length()
    }
}
