//! The replacement schemes, each by an example that only it answers this way.

use crate::classic::table::Table;
use crate::options::{Replacement, TableSize};
use crate::report::Stored;
use crosscram_rules::{Bits, Bits64};

fn table(size: TableSize, scheme: Replacement, cells: u32) -> Table<Bits64> {
    Table::new(size, scheme, cells).expect("there is memory for so much")
}

/// Store positions 1, 2, 3, … with the given (nodes, depth) into a table of one group and list
/// those that are found afterwards.
#[track_caller]
fn check(scheme: Replacement, stored: &[(u64, i32)], expected: &[u32]) {
    let mut table = table(TableSize::Entries(1), scheme, 20);
    let key = |i: u32| Bits64::from_field(i, 0);
    for (i, &(nodes, depth)) in (1..).zip(stored) {
        table.store(key(i), i % 2 == 0, nodes, depth);
    }
    let found = (1..=stored.len() as u32).filter(|&i| {
        let result = table.probe(table.locate(key(i)), key(i));
        assert!(result.is_none_or(|mover_wins| mover_wins == (i % 2 == 0)));
        result.is_some()
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{scheme}");
}

#[test]
fn schemes() {
    use Replacement::{Big, Deep, FindFirst, FindFirstNew, FindWorst, New, TwoBig, TwoDeep};
    let big_then_small = [(3200, 10), (64, 12)];
    check(New, &big_then_small, &[2]);
    check(Big, &big_then_small, &[1]);
    check(Deep, &big_then_small, &[2]);
    // The second entry always takes what the first refuses.
    let three = [(3200, 10), (640, 8), (64, 12)];
    check(TwoBig, &three, &[1, 3]);
    check(TwoDeep, &[(3200, 12), (640, 8), (64, 10)], &[1, 3]);
    // The fifth position displaces the first smaller one, or the smallest.
    let five = [(3200, 9), (640, 9), (64, 9), (6400, 9), (1000, 9)];
    check(FindFirst, &five, &[1, 3, 4, 5]);
    check(FindWorst, &five, &[1, 2, 4, 5]);
    let too_small = [(3200, 9), (640, 9), (640, 9), (6400, 9), (32, 9)];
    check(FindFirst, &too_small, &[1, 2, 3, 4]);
    check(FindWorst, &too_small, &[1, 2, 3, 4]);
    // The hybrid displaces the first smaller one of three, else the fourth.
    check(FindFirstNew, &five, &[1, 3, 4, 5]);
    check(FindFirstNew, &too_small, &[1, 2, 3, 5]);
}

/// Each reflection has a place of its own; the first place takes a position even if another is empty.
#[test]
fn scattered_places() {
    let scheme = Replacement::FindFirstScattered;
    let mut table = table(TableSize::Entries(1 << 12), scheme, 40);
    let keys = |i: u32| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3].map(|k| Bits64::from_field(k, 0));
    let backwards = |keys: [Bits64; 4]| [keys[3], keys[2], keys[1], keys[0]];
    for i in 0..40 {
        let stored = table.store_scattered(keys(i), i % 2 == 0, 320, 9);
        assert_ne!(stored, Stored::Refused, "nothing larger is there");
    }
    let found = (0..40).filter(|&i| {
        // A reflection has the same places in another order.
        let result = table.probe_scattered(keys(i));
        assert_eq!(result, table.probe_scattered(backwards(keys(i))));
        assert!(result.is_none_or(|mover_wins| mover_wins == (i % 2 == 0)));
        result.is_some()
    });
    assert!(found.count() > 35);
    // In a table of one place, larger subtrees stay and smaller ones go.
    let mut table = self::table(TableSize::Entries(1), scheme, 40);
    assert_eq!(table.store_scattered(keys(1), true, 640, 9), Stored::Free);
    assert_eq!(table.store_scattered(keys(2), true, 64, 9), Stored::Refused);
    let larger = table.store_scattered(keys(3), true, 6400, 9);
    assert_eq!(larger, Stored::Replaced);
    assert_eq!(table.probe_scattered(keys(1)), None);
}

#[test]
fn the_same_position_is_never_stored_twice() {
    for &scheme in Replacement::ALL {
        let mut table = table(TableSize::Entries(4), scheme, 20);
        let key = Bits64::from_field(77, 0);
        let at = table.locate(key);
        assert_eq!(table.store(key, true, 10_000, 5), Stored::Free);
        assert_eq!(table.store(key, true, 1, 5), Stored::Free, "{scheme}");
        assert_eq!(table.probe(at, key), Some(true));
    }
}

#[test]
fn sizes() {
    let entries = |size, scheme| table(size, scheme, 40).entries();
    for (size, scheme, expected) in [
        (TableSize::Entries(1 << 20), Replacement::Big, 1 << 20),
        (TableSize::Bytes(1 << 20), Replacement::Big, 1 << 16),
        (TableSize::Entries(1001), Replacement::TwoBig, 1000),
        (TableSize::Entries(1), Replacement::FindFirst, 4),
    ] {
        assert_eq!(entries(size, scheme), expected, "{scheme}");
    }
}

#[test]
fn a_growing_table_keeps_everything() {
    let scheme = Replacement::FindFirst;
    let mut table = table(TableSize::Entries(1 << 20), scheme, 40);
    let key = |i: u32| Bits64::from_field(i, 7);
    for i in 1..=20_000 {
        assert_eq!(table.store(key(i), i % 3 == 0, 1, 9), Stored::Free);
    }
    for i in 1..=20_000 {
        let found = table.probe(table.locate(key(i)), key(i));
        assert_eq!(found, Some(i % 3 == 0));
    }
    assert_eq!(table.entries(), 1 << 20);
}

#[test]
#[cfg_attr(miri, ignore = "Miri ends when there is no memory")]
fn a_table_that_does_not_fit_is_an_error() {
    let size = TableSize::Bytes(1 << 60);
    let error = Table::<Bits64>::new(size, Replacement::Big, 64).err();
    assert_eq!(error.expect("no machine has it").bytes(), 1 << 60);
}
