//! Writing a table.

use super::{BLOCK, HEADER, MAGIC, TableKind, VERSION};
use crate::packed::ImageSize;
use crate::regions::RegionTable;
use crosscram_rules::Bits;
use crosscram_support::checksum::xxh64;
use std::io::{self, Write};

impl<W: Bits> RegionTable<W> {
    /// Writes all entries. Returns their number.
    pub fn write_to(&self, out: impl Write) -> io::Result<u64> {
        let (narrow, middle, wide) = self.images();
        let sizes = [narrow.size(), middle.size(), wide.size()];
        let mut out = Blocks {
            out,
            checksum: 0,
            block: Vec::with_capacity(BLOCK),
        };
        out.block.extend(header(self.kind(), sizes));
        out.end_block()?;
        for word in narrow.words().chain(middle.words()).chain(wide.words()) {
            out.word(word)?;
        }
        if !out.block.is_empty() {
            out.end_block()?;
        }
        out.out.flush()?;
        Ok((narrow.len() + middle.len() + wide.len()) as u64)
    }
}

/// The header without its checksum.
pub(super) fn header(kind: TableKind, sizes: [ImageSize; 3]) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    let sizes = sizes
        .iter()
        .flat_map(|size| [size.slots_log2, size.vectors]);
    let numbers = [VERSION].into_iter().chain(kind.numbers()).chain(sizes);
    for (place, number) in bytes[8..].chunks_exact_mut(4).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// Blocks, each followed by its checksum.
struct Blocks<O> {
    out: O,
    checksum: u64,
    block: Vec<u8>,
}

impl<O: Write> Blocks<O> {
    fn word(&mut self, word: u64) -> io::Result<()> {
        self.block.extend(word.to_le_bytes());
        if self.block.len() == BLOCK {
            self.end_block()?;
        }
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        self.checksum = xxh64(&self.block, self.checksum);
        self.block.extend(self.checksum.to_le_bytes());
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}
