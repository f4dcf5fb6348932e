use super::*;
use crate::grid::Grid;
use crate::switches::SwitchVector;
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
        table.sum(W::from_field(free, 0), table.limits(u32::MAX));
    }
    table
}

fn written<W: Bits>(table: &RegionTable<W>) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("a vector takes it all");
    bytes
}

fn contents<W: Bits>(table: &RegionTable<W>) -> BTreeMap<W, [u64; 2]> {
    let words = |vector: SwitchVector| vector.to_words().expect("they fit into the table");
    let entries = table.entries();
    entries
        .map(|(shape, vector)| (shape, words(vector)))
        .collect()
}

/// What reading says, on a table that must stay empty.
#[track_caller]
fn refused<W: Bits>(table: &RegionTable<W>, bytes: &[u8]) -> Refused {
    let refused = table.read_from(Cursor::new(bytes));
    let refused = refused.expect_err("a bad file");
    assert!(table.is_empty(), "{refused}");
    refused
}

/// Where the words of a file begin.
const WORDS: usize = HEADER + CHECKSUM;

/// Puts right checksums into a file.
fn seal(bytes: &mut [u8]) {
    let (mut seed, mut at, mut length) = (0, 0, HEADER);
    while at < bytes.len() {
        seed = xxh64(&bytes[at..at + length], seed);
        bytes[at + length..][..CHECKSUM].copy_from_slice(&seed.to_le_bytes());
        at += length + CHECKSUM;
        let rest = bytes.len() - at;
        length = BLOCK.min(rest.saturating_sub(CHECKSUM));
    }
}

fn round_trip<W: Bits>(lines: u32, length: u32, tile: u32, limit: u32) {
    let table = filled::<W>(lines, length, tile, limit);
    let bytes = written(&table);
    let copy = empty::<W>(lines, length, tile, limit);
    let read = copy.read_from(Cursor::new(&bytes)).expect("a good file");
    let name = table.kind();
    assert_eq!(contents(&copy), contents(&table), "{name}");
    assert_eq!(read as usize, table.len(), "{name}");
    assert_eq!(copy.len(), table.len(), "{name}");
    // Reading again enters nothing twice, and neither does reading into what knows more.
    assert_eq!(copy.read_from(Cursor::new(&bytes)).ok(), Some(read));
    assert_eq!(copy.len(), table.len(), "{name}");
    let all = filled::<W>(lines, length, tile, limit);
    assert_eq!(all.read_from(Cursor::new(&bytes)).ok(), Some(read));
    assert_eq!(contents(&all), contents(&table), "{name}");
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

/// A table whose shapes fill sets of all three widths.
#[test]
fn wide_shapes_are_read_back() {
    let grid = Grid::<Bits256>::new(16, 16, 2);
    let table = RegionTable::new(grid.clone(), 12, ENOUGH);
    for height in [3, 7, 10] {
        let column = (0..height).fold(Bits256::EMPTY, |set, line| {
            set | Bits256::single(16 * line) | Bits256::single(16 * (height - 1) + 1)
        });
        table
            .region(column, table.limits(u32::MAX))
            .expect("it is small");
    }
    let copy = RegionTable::new(grid, 12, ENOUGH);
    let read = copy.read_from(Cursor::new(written(&table)));
    assert_eq!(read.ok(), Some(table.len() as u64));
    assert_eq!(contents(&copy), contents(&table));
}

/// More slots than a new table has, so that they are taken over as they are, and several blocks.
#[test]
fn large_tables_are_taken_over() {
    let table = filled::<Bits64>(4, 5, 2, 20);
    let bytes = written(&table);
    assert!(bytes.len() > BLOCK, "{}", bytes.len());
    let copy = empty(4, 5, 2, 20);
    copy.read_from(Cursor::new(&bytes)).expect("a good file");
    assert_eq!(contents(&copy), contents(&table));
    assert!(copy.bytes() < table.bytes(), "no segment that was outgrown");
    for free in (0..1u32 << 20).step_by(7) {
        let free = Bits64::from_field(free, 0);
        assert_eq!(
            copy.sum(free, copy.limits(u32::MAX)),
            table.sum(free, table.limits(u32::MAX))
        );
    }

    // A block left out, with everything else as it was.
    let mut exchanged = bytes.clone();
    exchanged.drain(WORDS..WORDS + BLOCK + CHECKSUM);
    let refused = refused(&empty::<Bits64>(4, 5, 2, 20), &exchanged);
    assert!(matches!(refused, Refused::Truncated), "{refused}");
}

#[test]
fn every_flipped_byte_is_noticed() {
    let table = filled::<Bits64>(3, 3, 2, 9);
    let bytes = written(&table);
    assert!((1000..20_000).contains(&bytes.len()), "{}", bytes.len());
    let copy = empty::<Bits64>(3, 3, 2, 9);
    for at in 0..bytes.len() {
        for mask in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= mask;
            let refused = refused(&copy, &damaged);
            let expected = match at {
                0..8 => matches!(refused, Refused::Foreign),
                8..12 => matches!(refused, Refused::Version(_)),
                12..WORDS => matches!(refused, Refused::Header),
                _ => matches!(refused, Refused::Checksum { at: 64 }),
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
    newer[8] = 77;
    seal(&mut newer);
    let version = refused(&empty::<Bits64>(3, 4, 2, 9), &newer);
    assert!(matches!(version, Refused::Version(77)), "{version}");

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

/// Sizes for which no memory is asked, whatever the header says.
#[test]
fn impossible_sizes_are_refused() {
    let good = written(&filled::<Bits64>(3, 3, 2, 9));
    for (number, refused_as_entry) in [(5, true), (34, true), (200, true), (33, false)] {
        let mut bytes = good.clone();
        bytes[32] = number;
        seal_header(&mut bytes);
        let refused = refused(&empty::<Bits64>(3, 3, 2, 9), &bytes);
        assert_eq!(matches!(refused, Refused::Entry), refused_as_entry);
        assert_eq!(matches!(refused, Refused::Truncated), !refused_as_entry);
    }
}

fn seal_header(bytes: &mut [u8]) {
    let sum = xxh64(&bytes[..HEADER], 0);
    bytes[HEADER..WORDS].copy_from_slice(&sum.to_le_bytes());
}

/// A file that is right in itself, written by a program that computes other vectors.
#[test]
fn other_mathematics_is_refused() {
    // The first vector; all entries are in the sample, but not every vector occurs in one of them.
    let table = filled::<Bits64>(3, 3, 2, 9);
    let mut bytes = written(&table);
    bytes[WORDS] = bytes[WORDS].wrapping_sub(1);
    seal(&mut bytes);
    let small = refused(&empty::<Bits64>(3, 3, 2, 9), &bytes);
    assert!(matches!(small, Refused::Vector), "{small}");
    // Of a large file only a sample is worked out; it is enough if many vectors differ.
    let table = filled::<Bits64>(4, 5, 2, 20);
    let mut bytes = written(&table);
    for at in 0..200 {
        let byte = &mut bytes[WORDS + 16 * 3 * at + 15];
        *byte = byte.wrapping_add(1);
    }
    seal(&mut bytes);
    let large = refused(&empty::<Bits64>(4, 5, 2, 20), &bytes);
    assert!(matches!(large, Refused::Vector), "{large}");
}

#[test]
fn impossible_entries_are_refused() {
    let table = filled::<Bits64>(3, 4, 2, 6);
    let good = written(&table);
    let mut accepted = 0;
    // Every other word of the file becomes a word that is not there.
    for at in (WORDS..good.len() - CHECKSUM).step_by(16) {
        for word in [1u64, u64::MAX, 1 << 63 | 1, 0x1234_5678_9abc_def1] {
            let mut bytes = good.clone();
            bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
            seal(&mut bytes);
            let copy = empty::<Bits64>(3, 4, 2, 6);
            match copy.read_from(Cursor::new(&bytes)) {
                Err(Refused::Entry | Refused::Vector) => assert!(copy.is_empty()),
                Err(refused) => panic!("{refused}"),
                // A vector that no entry has, or an entry that is not in its place and never found.
                Ok(_) => accepted += 1,
            }
            let full = Bits64::below(12);
            for free in [0b11_0011, 0b1110_0011, 0x333, 0xf0f] {
                let free = Bits64::from_field(free, 0) & full;
                assert_eq!(
                    copy.sum(free, copy.limits(u32::MAX)),
                    table.sum(free, table.limits(u32::MAX))
                );
            }
        }
    }
    assert!(accepted < 50, "{accepted}");
}

#[test]
fn a_table_without_room_takes_what_it_can() {
    let bytes = written(&filled::<Bits64>(4, 5, 2, 20));
    let small = RegionTable::<Bits64>::new(Grid::new(4, 5, 2), 20, 0);
    small.read_from(Cursor::new(&bytes)).expect("a good file");
    assert!((2000..17_000).contains(&small.len()), "{}", small.len());
    let large = filled::<Bits64>(4, 5, 2, 20);
    for (shape, vector) in small.entries() {
        assert_eq!(large.region(shape, large.limits(u32::MAX)), Some(vector));
    }
}
