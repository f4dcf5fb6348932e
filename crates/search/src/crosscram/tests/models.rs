//! The table under loom: every order in which threads can see each other's steps, with up to a few
//! switches between threads where none is forced.

use crate::crosscram::table::Table;
use crate::options::TableSize;
use crate::report::Stored;
use crosscram_rules::{Bits, Bits128, Bits256};
use loom::model::Builder;
use loom::thread;
use std::sync::Arc;

/// Tries `model` in all orders with at most `switches` unforced switches.
fn check(switches: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(switches);
    builder.max_branches = 100_000;
    builder.check(model);
}

fn key<W: Bits>(n: u64) -> W {
    let words = [n, n << 8, n << 16, n << 24];
    W::from_words(words.into_iter().take(W::WORDS))
}

fn store<W: Bits>(table: &Table<W>, n: u64, nodes: u64) -> Stored {
    table.store(key(n), key::<W>(n).mix(), is_won(n), nodes)
}

fn probe<W: Bits>(table: &Table<W>, n: u64) -> Option<bool> {
    table.probe(key(n), key::<W>(n).mix())
}

fn is_won(n: u64) -> bool {
    n.is_multiple_of(2)
}

/// The only entry changes while it is read; half of the new one and half of the old would be a
/// wrong answer.
#[test]
fn an_entry_that_is_replaced() {
    check(4, || {
        let table = Arc::new(Table::<Bits256>::new(TableSize::Entries(1)));
        assert_eq!(store(&table, 1, 1), Stored::Free);
        let other = Arc::clone(&table);
        let writer = thread::spawn(move || {
            assert_eq!(store(&other, 2, 100), Stored::Replaced);
            assert_eq!(store(&other, 3, 1000), Stored::Replaced);
        });
        for n in [2, 1, 3] {
            assert!(probe(&table, n).is_none_or(|wins| wins == is_won(n)));
        }
        writer.join().unwrap();
        assert_eq!(
            [1, 2, 3].map(|n| probe(&table, n)),
            [None, None, Some(false)]
        );
    });
}

/// Whoever finds another thread writing gives up, and nothing is torn.
#[test]
fn two_writers_of_one_group() {
    check(3, || {
        let table = Arc::new(Table::<Bits128>::new(TableSize::Entries(3)));
        let writers = [4, 5].map(|n| {
            let table = Arc::clone(&table);
            thread::spawn(move || store(&table, n, n))
        });
        for n in [4, 5] {
            assert!(probe(&table, n).is_none_or(|wins| wins == is_won(n)));
        }
        let stored = writers.map(|writer| writer.join().unwrap());
        assert!(stored.contains(&Stored::Free));
        for (n, stored) in [(4, stored[0]), (5, stored[1])] {
            let expected = (stored == Stored::Free).then(|| is_won(n));
            assert_eq!(probe(&table, n), expected);
        }
    });
}

/// What was there before is found while the table grows, and afterwards.
#[test]
fn a_table_that_grows() {
    check(3, || {
        let table = Arc::new(Table::<Bits256>::new(TableSize::Entries(4)));
        assert_eq!(store(&table, 1, 1), Stored::Free);
        let other = Arc::clone(&table);
        let writer = thread::spawn(move || store(&other, 2, 1));
        assert_eq!(probe(&table, 1), Some(false));
        assert!(probe(&table, 2).is_none_or(|wins| wins));
        assert_eq!(writer.join().unwrap(), Stored::Free);
        assert_eq!([1, 2].map(|n| probe(&table, n)), [Some(false), Some(true)]);
    });
}
