//! Tables of regions in files.
//!
//! A file is an image of the tables in memory, so that reading it takes a few instructions for each
//! slot: a search begins with what earlier ones have computed.
//!
//! # Format, version 4
//!
//! Binary; all numbers are unsigned and little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CROSSCRM` |
//! | 4 | version |
//! | 5 × 4 | the kind: lines, cells in a line, cells of a tile, most cells of a region, bits of a set |
//! | 3 × 8 | for sets of 64 and of 128 bits and of the kind: slots as a power of two, and vectors |
//! | 8 | checksum of the above, seed 0 |
//! | … | words of 8 bytes, in blocks of 2^17 of which the last may be shorter, each followed by its checksum |
//!
//! The words are those of the three maps in this order: the vectors, two words each, then the slots, as
//! `packed.rs` describes them. Checksums are XXH64 of a block, 8 bytes, seeded with the checksum
//! before, so that blocks cannot be left out or exchanged. The file ends after the last checksum.
//!
//! # Trust
//!
//! A wrong entry would make wrong proofs. So a file is used only if its length and all its checksums
//! are right, every slot names a vector that is there, and a sample of the entries, each worked out again from
//! its options, has the same vectors: a file of a program with other rules for vectors is not
//! believed even if that program forgot to change the version. This finds damage and mistakes, not
//! forgery: whoever needs no trust at all checks a certificate.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::regions::RegionTable;
use crosscram_rules::Bits;
use std::fmt;
use std::io;

const MAGIC: [u8; 8] = *b"CROSSCRM";
const VERSION: u32 = 4;
/// Bytes of the header, before its checksum.
const HEADER: usize = 56;
const CHECKSUM: usize = 8;
/// Bytes of a block.
const BLOCK: usize = 1 << 20;

/// What a table of regions is for. Only a file of the same kind can be read into it.
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

/// Why a file was not read into a table, which is then as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The system could not read it, or there is too little memory for it.
    #[error("cannot be read: {0}")]
    Io(#[source] io::Error),
    /// It does not begin like a table.
    #[error("is not a table of regions")]
    Foreign,
    /// It has another version.
    #[error("has version {0}, this program reads {VERSION}")]
    Version(u32),
    /// It has fewer bytes than its header says, or not even a header.
    #[error("is truncated")]
    Truncated,
    /// It has more bytes than its header says.
    #[error("goes on after its end")]
    TooLong,
    /// The checksum of the header is wrong.
    #[error("is damaged: the checksum of its header is wrong")]
    Header,
    /// It is a table of something else.
    #[error("is for {found}; needed are {wanted}")]
    Kind {
        /// What it is.
        found: TableKind,
        /// What was wanted.
        wanted: TableKind,
    },
    /// The checksum of a block is wrong.
    #[error("is damaged: the checksum of the block at byte {at} is wrong")]
    Checksum {
        /// Where the block begins, in bytes.
        at: u64,
    },
    /// The checksums are right, but an entry is not what this program writes.
    #[error("has an impossible entry")]
    Entry,
    /// A vector is not what this program computes.
    #[error("has another vector than this program computes")]
    Vector,
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Refused::Truncated,
            _ => Refused::Io(error),
        }
    }
}
