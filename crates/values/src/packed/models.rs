//! The map under loom: every order in which threads can see each other's steps, with up to a few
//! switches between threads where none is forced.

use super::{Budget, Inserted, PackedMap, hash};
use crate::switches::SwitchVector;
use crosscram_rules::{Bits, Bits128};
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

fn map(bytes: u64) -> Arc<PackedMap<Bits128>> {
    Arc::new(PackedMap::new(Arc::new(Budget::new(bytes))))
}

/// Shapes of two words that belong to the same slot.
fn shapes() -> [Bits128; 3] {
    let home = |shape: Bits128| hash(shape) >> 50;
    let shape = |n: u64| Bits128::from_words([n, n << 32 | 1]);
    let first = shape(1);
    let mut same = (1..).map(shape).filter(|&other| home(other) == home(first));
    [(); 3].map(|()| same.next().expect("there are many"))
}

fn vector(n: u64) -> SwitchVector {
    SwitchVector::from_words([n, 7 * n])
}

#[test]
fn what_is_found_is_complete() {
    let [a, b, _] = shapes();
    check(3, move || {
        let map = map(0);
        let writers = [(a, vector(1))].map(|(shape, vector)| {
            let map = Arc::clone(&map);
            thread::spawn(move || assert_eq!(map.insert(shape, &vector), Inserted::Yes))
        });
        for (shape, vector) in [(b, vector(2)), (a, vector(1))] {
            assert!(map.get(shape).is_none_or(|found| found == vector));
        }
        for writer in writers {
            writer.join().unwrap();
        }
        assert_eq!(map.get(a), Some(vector(1)));
    });
}

#[test]
fn a_shape_that_is_entered_twice_is_right_twice() {
    let [a, b, _] = shapes();
    check(3, move || {
        let map = map(0);
        let other = Arc::clone(&map);
        let writer = thread::spawn(move || {
            assert_eq!(other.insert(a, &vector(1)), Inserted::Yes);
            other.insert(b, &vector(1))
        });
        assert_eq!(map.insert(b, &vector(1)), Inserted::Yes);
        assert_eq!(map.insert(a, &vector(1)), Inserted::Yes);
        assert_eq!(map.get(a), Some(vector(1)));
        assert_eq!(writer.join().unwrap(), Inserted::Yes);
        assert!(
            map.entries()
                .all(|(shape, found)| found == vector(1) && (shape == a || shape == b))
        );
    });
}

/// A third vector has no number in the smallest map. What is entered while it grows may be lost.
#[test]
fn what_was_there_is_found_while_the_map_grows() {
    let [a, b, c] = shapes();
    check(2, move || {
        let map = map(1 << 20);
        assert_eq!(map.insert(a, &vector(1)), Inserted::Yes);
        let writers = [(b, vector(2)), (c, vector(3))].map(|(shape, vector)| {
            let map = Arc::clone(&map);
            thread::spawn(move || assert_eq!(map.insert(shape, &vector), Inserted::Yes))
        });
        let look = || {
            assert_eq!(map.get(a), Some(vector(1)));
            let found = [(b, vector(2)), (c, vector(3))].map(|(shape, vector)| {
                let found = map.get(shape);
                assert!(found.is_none_or(|found| found == vector));
                found.is_some()
            });
            found.contains(&true)
        };
        look();
        for writer in writers {
            writer.join().unwrap();
        }
        assert!(look());
    });
}
