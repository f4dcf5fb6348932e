//! Errors in work files and journals.
//!
//! Lines and columns count from 1. A column is a byte, which is also a character because these files are
//! ASCII.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crosscram_rules::{ParseError, Player, TileError};

/// Why a file could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The system reported an error.
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried, as in "cannot read".
        tried: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Another process is writing this journal.
    Locked {
        /// The journal.
        path: PathBuf,
    },
    /// The contents are wrong.
    Format(FormatError),
}

impl FileError {
    pub(crate) fn io(path: &Path, tried: &'static str, source: io::Error) -> FileError {
        let path = path.to_path_buf();
        FileError::Io {
            path,
            tried,
            source,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io {
                path,
                tried,
                source,
            } => write!(f, "cannot {tried} {}: {source}", path.display()),
            FileError::Locked { path } => {
                let path = path.display();
                write!(f, "{path} is being written by another process")
            }
            FileError::Format(error) => error.fmt(f),
        }
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FileError::Io { source, .. } => Some(source),
            FileError::Locked { .. } => None,
            FileError::Format(error) => error.source(),
        }
    }
}

/// A file whose contents are wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let FormatError {
            line,
            column,
            problem,
            ..
        } = self;
        write!(f, "{path}: line {line}, column {column}: {problem}")
    }
}

impl Error for FormatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Board(error) => Some(error),
            Problem::Tile(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong at some place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Something else was expected.
    Expected {
        /// What was expected.
        what: &'static str,
        /// The beginning of what was found; empty at the end of a line.
        found: String,
    },
    /// A version that this program does not know.
    Version {
        /// The version as written.
        found: String,
        /// The version that is read.
        known: u32,
    },
    /// Not a board.
    Board(ParseError),
    /// Not a tile.
    Tile(TileError),
    /// The file ends early.
    Truncated,
    /// A line longer than any that is ever written.
    LongLine,
    /// A line with a wrong checksum: it was damaged or edited.
    Checksum {
        /// The checksum of the present line.
        expected: String,
    },
    /// A journal about another game than the work file.
    OtherGame {
        /// The game wanted, as in `8x8, tile 2`.
        wanted: String,
        /// The journal's game.
        found: String,
    },
    /// A leaf with the wrong player to move.
    SideToMove {
        /// Who is to move after the stated number of plies.
        expected: Player,
    },
    /// A leaf with the wrong number of free cells for its ply.
    FreeCells {
        /// The right number of free cells.
        expected: u32,
        /// The number of free cells found.
        found: u32,
    },
    /// More plies than there can be.
    Plies {
        /// The maximum that fits on the board.
        most: u64,
    },
    /// A work file without leaves, which would make a claim without evidence.
    NoLeaves,
    /// A shard that is not one of its number of shards.
    Shard,
    /// A record that contradicts an earlier one about the same position.
    Contradiction,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected { what, found } if found.is_empty() => {
                write!(f, "expected {what}, but the line ends")
            }
            Problem::Expected { what, found } => write!(f, "expected {what}, found {found:?}"),
            Problem::Version { found, known } => write!(
                f,
                "version {found:?} of this format is not known; this program reads version {known}: go on with the program that \
                 wrote it, or begin anew"
            ),
            Problem::Board(error) => error.fmt(f),
            Problem::Tile(error) => error.fmt(f),
            Problem::Truncated => f.write_str("the file ends in the middle"),
            Problem::Checksum { expected } => write!(
                f,
                "the line was damaged or edited: its checksum should be {expected}"
            ),
            Problem::LongLine => f.write_str("the line is too long for this format"),
            Problem::OtherGame { wanted, found } => {
                write!(f, "the journal is about {found}, not about {wanted}")
            }
            Problem::SideToMove { expected } => {
                write!(f, "{expected} must be to move after that many plies")
            }
            Problem::FreeCells { expected, found } => write!(
                f,
                "{found} cells are free, but {expected} are after that many plies"
            ),
            Problem::Plies { most } => write!(f, "at most {most} plies fit on the board"),
            Problem::NoLeaves => f.write_str("a work file has at least one leaf"),
            Problem::Shard => f.write_str("shards are numbered from 1 to their number"),
            Problem::Contradiction => {
                f.write_str("an earlier record names the other player as the winner")
            }
        }
    }
}
