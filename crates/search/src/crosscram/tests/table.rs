//! The shared table: right answers, whatever the other threads do.

use crate::crosscram::table::Table;
use crate::options::TableSize;
use crate::report::Stored;
use crosscram_rules::{Bits, Bits64, Bits128, Bits256};
use crosscram_support::threads;

/// A key of all its words, and a result that can be told from it.
fn entry<W: Bits>(n: u64) -> (W, bool) {
    let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let words = [n, mixed, mixed >> 7, n ^ mixed];
    (W::from_words(words), (mixed >> 60) & 1 == 1)
}

/// Threads store and probe the same keys; a small table, so that they get in each other's way.
fn check<W: Bits>(size: TableSize) {
    let table = Table::<W>::new(size);
    let work = |thread| {
        let mut found = 0;
        // Miri is some thousand times as slow.
        for i in 0..if cfg!(miri) { 400 } else { 200_000u64 } {
            let (key, wins) =
                entry::<W>((i * 7 + thread as u64 * 31) % if cfg!(miri) { 50 } else { 2_000 });
            match table.probe(key, key.mix()) {
                Some(known) => {
                    assert_eq!(known, wins);
                    found += 1;
                }
                None => {
                    table.store(key, key.mix(), wins, i % 1000);
                }
            }
        }
        assert!(found > 0);
    };
    threads::run(4, work).expect("four threads");
}

#[test]
fn a_hit_is_never_wrong_with_four_threads() {
    check::<Bits64>(TableSize::Entries(1 << 10));
    check::<Bits128>(TableSize::Entries(1 << 10));
    check::<Bits256>(TableSize::Entries(1 << 10));
    // While it grows.
    check::<Bits128>(TableSize::Entries(1 << 20));
}

#[test]
#[cfg_attr(miri, ignore = "too long")]
fn a_growing_table_forgets_little() {
    let table = Table::<Bits128>::new(TableSize::Entries(1 << 20));
    for n in 0..100_000 {
        let (key, wins) = entry::<Bits128>(n);
        table.store(key, key.mix(), wins, 1 + n % 7);
    }
    let mut found = 0;
    for n in 0..100_000 {
        let (key, wins) = entry::<Bits128>(n);
        if let Some(known) = table.probe(key, key.mix()) {
            assert_eq!(known, wins);
            found += 1;
        }
    }
    // Groups of three overflow now and then: the table is half full before it grows.
    assert!(found > 91_000, "{found}");
}

#[test]
fn larger_subtrees_stay() {
    // One group of six.
    let table = Table::<Bits64>::new(TableSize::Entries(6));
    for n in 1..=6 {
        let (key, wins) = entry::<Bits64>(n);
        assert_eq!(table.store(key, key.mix(), wins, 1 << n), Stored::Free);
    }
    let (key, wins) = entry::<Bits64>(7);
    assert_eq!(table.store(key, key.mix(), wins, 1), Stored::Refused);
    assert_eq!(table.probe(key, key.mix()), None);
    assert_eq!(table.store(key, key.mix(), wins, 100), Stored::Replaced);
    assert_eq!(table.probe(key, key.mix()), Some(wins));
    let (smallest, _) = entry::<Bits64>(1);
    assert_eq!(table.probe(smallest, smallest.mix()), None);
}
