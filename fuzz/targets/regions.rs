//! Files of region vectors.
#![cfg_attr(fuzzing, no_main)]

use crosscram_rules::Bits64;
use crosscram_support::checksum::xxh64;
use crosscram_values::tables::{Grid, RegionTable};
use std::io::Cursor;

/// Bytes of the header before its checksum.
const HEADER: usize = 56;

crosscram_fuzz::fuzz_target!(|input: &[u8]| {
    for file in [input.to_vec(), repaired(input)] {
        let table = table();
        if table.read_from(Cursor::new(&file)).is_err() {
            assert!(table.is_empty(), "a refused file leaves nothing behind");
            continue;
        }
        let written = bytes(&table);
        let again = self::table();
        let count = again.read_from(Cursor::new(&written));
        assert_eq!(
            count.expect("what is written can be read"),
            table.len() as u64
        );
        // So few entries are all in the sample that is worked out again, so each is right.
        let fresh = self::table();
        for (shape, vector) in again.entries() {
            assert_eq!(fresh.region(shape, fresh.limits(u32::MAX)), Some(vector));
        }
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

/// The file with the right checksums, if it has one block.
fn repaired(input: &[u8]) -> Vec<u8> {
    let mut file = input.to_vec();
    if file.len() < HEADER + 16 {
        return file;
    }
    let sum = xxh64(&file[..HEADER], 0);
    file[HEADER..HEADER + 8].copy_from_slice(&sum.to_le_bytes());
    let end = file.len() - 8;
    let sum = xxh64(&file[HEADER + 8..end], sum);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    file
}
