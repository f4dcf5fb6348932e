use super::*;
use crate::grid::Grid;
use crosscram_rules::{Bits64, Bits128, Bits256};
use crosscram_support::checksum::xxh64;
use std::collections::BTreeMap;
use std::io::Cursor;

const ENOUGH: u64 = 1 << 30;

fn empty<W: Bits>(lines: u32, length: u32, tile: u32, limit: u32) -> RegionTable<W> {
    RegionTable::new(Grid::new(lines, length, tile), limit, ENOUGH)
}

/// A table that knows the regions of the full grid and of whatever can be left of it.
fn filled<W: Bits>(lines: u32, length: u32, tile: u32, limit: u32) -> RegionTable<W> {
    let table = empty(lines, length, tile, limit);
    let cells = lines * length;
    assert!(cells <= 20);
    for free in 0..1u32 << cells {
        table.sum(W::from_field(free, 0));
    }
    table
}

fn written<W: Bits>(table: &RegionTable<W>) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("a vector takes it all");
    bytes
}

fn contents<W: Bits>(table: &RegionTable<W>) -> BTreeMap<W, [i8; 16]> {
    table.entry_bytes().collect()
}

/// What reading says, on a table that must stay empty.
#[track_caller]
fn refused<W: Bits>(table: &RegionTable<W>, bytes: &[u8]) -> Refused {
    let refused = table.read_from(Cursor::new(bytes));
    let refused = refused.expect_err("a bad file");
    assert!(table.is_empty(), "{refused}");
    refused
}

/// Put right checksums into a file.
fn seal<W: Bits>(bytes: &mut [u8]) {
    let (mut seed, mut at, mut length) = (0, 0, HEADER);
    while at < bytes.len() {
        seed = xxh64(&bytes[at..at + length], seed);
        bytes[at + length..][..CHECKSUM].copy_from_slice(&seed.to_le_bytes());
        at += length + CHECKSUM;
        let rest = bytes.len() - at;
        length = (BLOCK * entry_bytes::<W>()).min(rest.saturating_sub(CHECKSUM));
    }
}

fn round_trip<W: Bits>(lines: u32, length: u32, tile: u32, limit: u32) {
    let table = filled::<W>(lines, length, tile, limit);
    let bytes = written(&table);
    let copy = empty::<W>(lines, length, tile, limit);
    let read = copy.read_from(Cursor::new(&bytes)).expect("a good file");
    let name = table.kind();
    assert_eq!(contents(&copy), contents(&table), "{name}");
    assert_eq!(written(&copy), bytes, "{name}");
    assert!(read as usize <= table.len() && 4 * read as usize >= table.len());
    // Reading again enters nothing twice.
    assert_eq!(copy.read_from(Cursor::new(&bytes)).ok(), Some(read));
    assert_eq!(copy.len(), table.len());
}

#[test]
fn what_is_written_is_read_back() {
    for limit in [0, 5, 9, 16] {
        round_trip::<Bits64>(4, 4, 2, limit);
        round_trip::<Bits64>(3, 5, 2, limit);
        round_trip::<Bits128>(5, 3, 2, limit);
        round_trip::<Bits256>(4, 4, 3, limit);
        round_trip::<Bits64>(2, 8, 4, limit);
        round_trip::<Bits64>(1, 9, 2, limit);
    }
}

/// More than one block, and more than the sample.
#[test]
fn large_tables_have_several_blocks() {
    let table = filled::<Bits64>(4, 5, 2, 20);
    let bytes = written(&table);
    assert!(bytes.len() > 2 * BLOCK * entry_bytes::<Bits64>());
    let copy = empty(4, 5, 2, 20);
    copy.read_from(Cursor::new(&bytes)).expect("a good file");
    assert_eq!(contents(&copy), contents(&table));

    // Two blocks exchanged: each is right by itself.
    let block = BLOCK * entry_bytes::<Bits64>() + CHECKSUM;
    let mut exchanged = bytes.clone();
    exchanged[48..48 + 2 * block].rotate_left(block);
    let refused = refused(&empty::<Bits64>(4, 5, 2, 20), &exchanged);
    assert!(matches!(refused, Refused::Checksum { at: 48 }), "{refused}");
}

#[test]
fn order_of_discovery_does_not_matter() {
    let table = filled::<Bits64>(4, 4, 2, 16);
    let backwards = empty::<Bits64>(4, 4, 2, 16);
    for free in (0..1u32 << 16).rev() {
        backwards.sum(Bits64::from_field(free, 0));
    }
    assert_eq!(written(&backwards), written(&table));
}

#[test]
fn every_flipped_byte_is_noticed() {
    let table = filled::<Bits64>(3, 3, 2, 9);
    let bytes = written(&table);
    assert!((1000..10_000).contains(&bytes.len()), "{}", bytes.len());
    let copy = empty::<Bits64>(3, 3, 2, 9);
    for at in 0..bytes.len() {
        for mask in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= mask;
            let refused = refused(&copy, &damaged);
            let expected = match at {
                0..8 => matches!(refused, Refused::Foreign),
                8..12 => matches!(refused, Refused::Version(_)),
                12..48 => matches!(refused, Refused::Header),
                _ => matches!(refused, Refused::Checksum { at: 48 }),
            };
            assert!(expected, "byte {at}: {refused}");
        }
    }
    copy.read_from(Cursor::new(&bytes)).expect("a good file");
}

#[test]
fn every_truncation_is_noticed() {
    let table = filled::<Bits128>(3, 3, 2, 9);
    let bytes = written(&table);
    let copy = empty::<Bits128>(3, 3, 2, 9);
    for length in 0..bytes.len() {
        let refused = refused(&copy, &bytes[..length]);
        let expected = match length {
            0 => matches!(refused, Refused::Foreign),
            _ => matches!(refused, Refused::Truncated),
        };
        assert!(expected, "{length} bytes: {refused}");
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(refused(&copy, &longer), Refused::TooLong));
}

#[test]
fn other_versions_and_kinds_are_refused() {
    let table = filled::<Bits64>(3, 4, 2, 9);
    let mut newer = written(&table);
    newer[8] = 2;
    seal::<Bits64>(&mut newer);
    let version = refused(&empty::<Bits64>(3, 4, 2, 9), &newer);
    assert!(matches!(version, Refused::Version(2)), "{version}");

    let bytes = written(&table);
    let found = table.kind();
    #[track_caller]
    fn check<W: Bits>(other: RegionTable<W>, bytes: &[u8], file: TableKind) {
        match refused(&other, bytes) {
            Refused::Kind { found, wanted } => assert_eq!((found, wanted), (file, other.kind())),
            refused => panic!("{refused}"),
        }
        assert_ne!(other.kind().file_name(), file.file_name());
    }
    check(empty::<Bits64>(4, 4, 2, 9), &bytes, found);
    check(empty::<Bits64>(3, 5, 2, 9), &bytes, found);
    check(empty::<Bits64>(3, 4, 3, 9), &bytes, found);
    check(empty::<Bits64>(3, 4, 2, 10), &bytes, found);
    check(empty::<Bits128>(3, 4, 2, 9), &bytes, found);
    check(empty::<Bits64>(4, 3, 2, 9), &bytes, found);
}

/// A file that is right in itself, written by a program that finds other vectors.
#[test]
fn other_mathematics_is_refused() {
    let table = filled::<Bits64>(3, 4, 2, 12);
    let mut bytes = written(&table);
    // The last number of the last entry.
    let at = bytes.len() - CHECKSUM - 1;
    bytes[at] = bytes[at].wrapping_sub(1);
    seal::<Bits64>(&mut bytes);
    let entries = (bytes.len() - HEADER - 2 * CHECKSUM) / entry_bytes::<Bits64>();
    assert!(entries < 1000, "all are in the sample");
    match refused(&empty::<Bits64>(3, 4, 2, 12), &bytes) {
        Refused::Vector { number } => assert_eq!(number, entries as u64 - 1),
        refused => panic!("{refused}"),
    }
}

/// Of a large file only a sample is worked out; it is enough if many vectors differ.
#[test]
fn other_mathematics_is_refused_in_large_files() {
    let mut bytes = written(&filled::<Bits64>(4, 5, 2, 20));
    let size = entry_bytes::<Bits64>();
    for block in bytes[HEADER + CHECKSUM..].chunks_mut(BLOCK * size + CHECKSUM) {
        let end = block.len() - CHECKSUM;
        for entry in block[..end].chunks_exact_mut(size).step_by(3) {
            entry[size - 1] = entry[size - 1].wrapping_add(1);
        }
    }
    seal::<Bits64>(&mut bytes);
    let refused = refused(&empty::<Bits64>(4, 5, 2, 20), &bytes);
    assert!(matches!(refused, Refused::Vector { .. }), "{refused}");
}

#[test]
fn impossible_entries_are_refused() {
    let good = written(&filled::<Bits64>(3, 4, 2, 6));
    let first = HEADER + CHECKSUM;
    let second = first + entry_bytes::<Bits64>();
    let shape = |cells: u64| cells.to_le_bytes();
    for (at, cells, number) in [
        // None; outside the grid; too many cells; not in the corner; a reflection that is less;
        // the same as before.
        (first, shape(0), 0),
        (first, shape(0b110), 0),
        (first, shape(0b11_0001), 0),
        (first, shape(1 << 12 | 1), 0),
        (first, shape(0b1_0011_1111), 0),
        (second, good[first..first + 8].try_into().unwrap(), 1),
    ] {
        let mut bytes = good.clone();
        bytes[at..at + 8].copy_from_slice(&cells);
        seal::<Bits64>(&mut bytes);
        match refused(&empty::<Bits64>(3, 4, 2, 6), &bytes) {
            Refused::Entry { number: found } => assert_eq!(found, number),
            refused => panic!("{refused}"),
        }
    }
}

/// A file that is damaged after it was checked and before it is used.
#[test]
fn a_file_that_changes_is_noticed() {
    struct Changing {
        file: Cursor<Vec<u8>>,
        damage: usize,
    }
    impl io::Read for Changing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.file.read(buffer)
        }
    }
    impl io::Seek for Changing {
        fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
            self.file.get_mut()[self.damage] ^= 1;
            self.file.seek(to)
        }
    }
    let bytes = written(&filled::<Bits64>(3, 3, 2, 9));
    for damage in 0..bytes.len() {
        let file = Cursor::new(bytes.clone());
        let copy = empty::<Bits64>(3, 3, 2, 9);
        let refused = copy.read_from(Changing { file, damage });
        assert!(matches!(refused, Err(Refused::Changed)), "{damage}");
        assert!(copy.is_empty());
    }
}

#[test]
fn a_table_without_room_takes_what_it_can() {
    let bytes = written(&filled::<Bits64>(4, 5, 2, 20));
    let small = RegionTable::<Bits64>::new(Grid::new(4, 5, 2), 20, 0);
    let read = small.read_from(Cursor::new(&bytes)).expect("a good file");
    assert!((500..10_000).contains(&read), "{read}");
    let large = filled::<Bits64>(4, 5, 2, 20);
    for (shape, vector) in small.entries() {
        assert_eq!(large.region(shape), Some(vector));
    }
}
