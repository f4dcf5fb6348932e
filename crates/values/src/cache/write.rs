//! Writing a table.

use super::{BLOCK, HEADER, MAGIC, TableKind, VERSION, entry_bytes, is_least};
use crate::regions::RegionTable;
use crosscram_rules::Bits;
use crosscram_support::checksum::xxh64;
use std::io::{self, Write};

impl<W: Bits> RegionTable<W> {
    /// Writes all entries. The same entries give the same bytes, in whatever order they were computed.
    /// Returns the number of entries written, about a quarter of [`RegionTable::len`] because
    /// reflections are left out.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<u64> {
        let entries = self.least_reflections();
        let mut checksum = 0;
        let mut put = |bytes: &[u8]| {
            checksum = xxh64(bytes, checksum);
            out.write_all(bytes)?;
            out.write_all(&checksum.to_le_bytes())
        };
        put(&header(self.kind(), entries.len() as u64))?;
        let mut bytes = Vec::with_capacity(BLOCK * entry_bytes::<W>());
        for block in entries.chunks(BLOCK) {
            bytes.clear();
            for (shape, vector) in block {
                bytes.extend((0..W::WORDS).flat_map(|i| shape.word(i).to_le_bytes()));
                bytes.extend(vector.map(|number| number as u8));
            }
            put(&bytes)?;
        }
        out.flush()?;
        Ok(entries.len() as u64)
    }

    /// The entries whose shape is the least of its reflections, in order, each once.
    fn least_reflections(&self) -> Vec<(W, [i8; 16])> {
        let mut entries: Vec<(W, [i8; 16])> = self
            .entry_bytes()
            .filter(|(shape, _)| is_least(self.grid(), *shape))
            .collect();
        entries.sort_unstable();
        // Threads may enter the same shape twice.
        entries.dedup();
        entries
    }
}

/// The header without its checksum.
pub(super) fn header(kind: TableKind, entries: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    for (i, number) in kind.numbers().into_iter().enumerate() {
        bytes[12 + 4 * i..][..4].copy_from_slice(&number.to_le_bytes());
    }
    bytes[32..].copy_from_slice(&entries.to_le_bytes());
    bytes
}
