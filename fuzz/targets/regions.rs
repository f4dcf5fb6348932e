//! Files of region vectors.
#![no_main]

use crosscram_rules::Bits64;
use crosscram_support::checksum::xxh64;
use crosscram_values::{Grid, RegionTable};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

/// Bytes of the header before its checksum, and of an entry.
const HEADER: usize = 40;
const ENTRY: usize = 24;

fuzz_target!(|input: &[u8]| {
    for file in [input.to_vec(), repaired(input)] {
        let table = table();
        let Ok(read) = table.read_from(Cursor::new(&file)) else {
            assert!(table.is_empty(), "a refused file leaves nothing behind");
            continue;
        };
        let written = bytes(&table);
        let again = self::table();
        let count = again.read_from(Cursor::new(&written));
        assert_eq!(count.expect("what is written can be read"), read);
        assert_eq!(bytes(&again), written);
        assert_eq!(written, file, "a file is what is written of it");
    }
});

fn table() -> RegionTable<Bits64> {
    RegionTable::new(Grid::new(3, 4, 2), 10, 1 << 22)
}

fn bytes(table: &RegionTable<Bits64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("a vector takes it all");
    bytes
}

/// The file with the right checksums and as many entries as there are, of one block.
fn repaired(input: &[u8]) -> Vec<u8> {
    let mut file = input.to_vec();
    if file.len() < HEADER + 8 {
        return file;
    }
    let entries = file.len().saturating_sub(HEADER + 16) / ENTRY;
    file.truncate(HEADER + 8 + entries * ENTRY);
    file[32..HEADER].copy_from_slice(&(entries as u64).to_le_bytes());
    let sum = xxh64(&file[..HEADER], 0);
    file[HEADER..HEADER + 8].copy_from_slice(&sum.to_le_bytes());
    if entries > 0 {
        let sum = xxh64(&file[HEADER + 8..], sum);
        file.extend(sum.to_le_bytes());
    }
    file
}
