//! Tables of regions in files.
//!
//! # Format, version 1
//!
//! Binary; all numbers are unsigned and little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CROSSCRM` |
//! | 4 | version |
//! | 5 × 4 | the kind: lines, cells in a line, cells of a tile, maximum cells of a region, bits of a set |
//! | 8 | number of entries |
//! | 8 | checksum of the above, seed 0 |
//! | … | blocks of 4096 entries, the last of the rest, each followed by its checksum |
//!
//! An entry is the set of cells of a region (8 bytes for 64 bits of the kind; cell
//! (line, offset) is bit `line * length + offset`) and the 16 bytes of its vector, as in
//! [`SwitchVector::to_bytes`](crate::SwitchVector::to_bytes). A region is moved to the corner of the
//! grid and is the smallest of its four reflections; entries are in increasing order. Checksums are
//! XXH64 of a block, 8 bytes, seeded with the previous checksum, so that blocks cannot be left out or
//! exchanged. The file ends after the last checksum.
//!
//! # Trust
//!
//! A wrong entry would make wrong proofs, so a file is read twice. First all of it is checked:
//! header, length, checksums, order, and that entries are possible. Then a sample is recomputed, so that
//! a file of a program with other rules for vectors is refused even if its version was not changed. Only
//! then are entries used, and the checksum of each block is checked again, because a file might change
//! between the two readings.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::grid::Grid;
use crate::regions::RegionTable;
use crosscram_rules::Bits;
use std::fmt;
use std::io;

const MAGIC: [u8; 8] = *b"CROSSCRM";
const VERSION: u32 = 1;
/// Bytes of the header, before its checksum.
const HEADER: usize = 40;
const CHECKSUM: usize = 8;
const VECTOR: usize = 16;
/// Entries of a block: some 100 kB, which stay in a processor's cache between checking and use.
const BLOCK: usize = 4096;

/// The kind of a table of regions. Only a file of the same kind can be read into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableKind {
    /// Lines of the grid.
    pub lines: u32,
    /// Cells in a line.
    pub length: u32,
    /// Cells of a tile.
    pub tile: u32,
    /// Maximum number of cells of a region.
    pub limit: u32,
    /// Bits of a set of cells.
    pub bits: u32,
}

impl TableKind {
    fn numbers(self) -> [u32; 5] {
        [self.lines, self.length, self.tile, self.limit, self.bits]
    }

    /// A name for the file, different for every kind.
    pub fn file_name(self) -> String {
        let [lines, length, tile, limit, bits] = self.numbers();
        format!("regions-{lines}x{length}-tile{tile}-cells{limit}-bits{bits}.table")
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lines, length, tile, limit, bits] = self.numbers();
        write!(
            f,
            "{lines} lines of {length} cells, tiles of {tile}, regions of up to {limit}, sets of {bits} bits"
        )
    }
}

impl<W: Bits> RegionTable<W> {
    /// What the table is for.
    pub fn kind(&self) -> TableKind {
        TableKind {
            lines: self.grid().lines(),
            length: self.grid().length(),
            tile: self.grid().tile(),
            limit: self.limit(),
            bits: W::CAPACITY,
        }
    }
}

/// Returns whether a set in the corner of the grid is the least of its four reflections.
fn is_least<W: Bits>(grid: &Grid<W>, shape: W) -> bool {
    let [_, others @ ..] = grid.reflections(shape);
    others.iter().all(|other| shape <= *other)
}

/// Bytes of an entry.
const fn entry_bytes<W: Bits>() -> usize {
    W::WORDS * 8 + VECTOR
}

/// Why a file was not read into a table. The table is unchanged, except after [`Refused::Changed`]; even
/// then all entries are right.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The system could not read it.
    Io(io::Error),
    /// It is not a table of regions.
    Foreign,
    /// It has another version.
    Version(u32),
    /// It has fewer bytes than its header says, or not even a header.
    Truncated,
    /// It has more bytes than its header says.
    TooLong,
    /// The checksum of the header is wrong.
    Header,
    /// It is a table of another kind.
    Kind {
        /// What it is.
        found: TableKind,
        /// What was wanted.
        wanted: TableKind,
    },
    /// The checksum of a block is wrong.
    Checksum {
        /// Where the block begins, in bytes.
        at: u64,
    },
    /// The checksums are right, but an entry is not what this program writes.
    Entry {
        /// Its number, from 0.
        number: u64,
    },
    /// A vector differs from what this program computes.
    Vector {
        /// The number of the entry, from 0.
        number: u64,
    },
    /// The file changed while it was being read.
    Changed,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Io(error) => write!(f, "cannot be read: {error}"),
            Refused::Foreign => f.write_str("is not a table of regions"),
            Refused::Version(version) => {
                write!(f, "has version {version}, this program reads {VERSION}")
            }
            Refused::Truncated => f.write_str("is truncated"),
            Refused::TooLong => f.write_str("goes on after its end"),
            Refused::Header => f.write_str("is damaged: the checksum of its header is wrong"),
            Refused::Kind { found, wanted } => {
                write!(f, "is for {found}; needed are {wanted}")
            }
            Refused::Checksum { at } => write!(
                f,
                "is damaged: the checksum of the block at byte {at} is wrong"
            ),
            Refused::Entry { number } => {
                write!(f, "has an impossible entry, number {number}")
            }
            Refused::Vector { number } => write!(
                f,
                "has another vector than this program finds, in entry {number}"
            ),
            Refused::Changed => f.write_str("changed while it was being read"),
        }
    }
}

impl std::error::Error for Refused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Refused::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Refused::Truncated,
            _ => Refused::Io(error),
        }
    }
}
