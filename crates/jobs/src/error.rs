//! Errors in the files of a run.
//!
//! Lines and columns count from 1. A column is a byte, which is also a character because these files are
//! ASCII.

use crosscram_rules::{ParseError, TileError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system reported an error.
    #[error("cannot {tried} {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried, as in "cannot read".
        tried: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Another process is writing into this folder.
    #[error("{} is being written by another process", path.display())]
    Locked {
        /// The file that says so.
        path: PathBuf,
    },
    /// The contents are wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A segment of a board or tile that a folder is not about.
    #[error("{} is about {found}, not about {wanted}", path.display())]
    OtherGame {
        /// The segment.
        path: PathBuf,
        /// The game wanted, as in `8x8, tile 2`.
        wanted: String,
        /// The game found.
        found: String,
    },
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

/// A file whose contents are wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: line {line}, column {column}: {problem}", path.display())]
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

/// What is wrong at some place of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else was expected.
    #[error("expected {what}, {}", found_or_end(found))]
    Expected {
        /// What was expected.
        what: &'static str,
        /// The beginning of what was found; empty at the end of a line.
        found: String,
    },
    /// A version that this program does not know.
    #[error(
        "version {found:?} of this format is not known; this program reads version {known}: go on with the program that wrote it, \
         or begin anew"
    )]
    Version {
        /// The version as written.
        found: String,
        /// The version that is read.
        known: u32,
    },
    /// A file of a kind that no program reads any more.
    #[error("{what} of an earlier version, which is not read; {instead}")]
    Replaced {
        /// What it is.
        what: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// Not a board.
    #[error(transparent)]
    Board(ParseError),
    /// Not a tile.
    #[error(transparent)]
    Tile(TileError),
    /// The file ends early.
    #[error("the file ends in the middle")]
    Truncated,
    /// A line longer than any that is ever written.
    #[error("the line is too long for this format")]
    LongLine,
    /// A line with a wrong checksum: it was damaged or edited.
    #[error("the line was damaged or edited: its checksum should be {expected}")]
    Checksum {
        /// The checksum of the present line.
        expected: String,
    },
}

fn found_or_end(found: &str) -> String {
    match found.is_empty() {
        true => "but the line ends".to_string(),
        false => format!("found {found:?}"),
    }
}
