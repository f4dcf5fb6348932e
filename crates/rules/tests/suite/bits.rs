//! Sets of cells against the ordered sets of the standard library.

use std::collections::BTreeSet;

use crosscram_rules::{Bits, Bits64, Bits128, Bits256};
use proptest::prelude::*;

/// Every operation against a plain ordered set.
fn agrees_with_plain_sets<B: Bits>(left: &[u32], right: &[u32], by: u32, width: u32) {
    let plain =
        |members: &[u32]| -> BTreeSet<u32> { members.iter().map(|i| i % B::CAPACITY).collect() };
    let build = |set: &BTreeSet<u32>| set.iter().copied().collect::<B>();
    let list = |bits: B| bits.members().collect::<BTreeSet<u32>>();
    let (a, b) = (plain(left), plain(right));
    let (x, y) = (build(&a), build(&b));
    let all: BTreeSet<u32> = (0..B::CAPACITY).collect();

    assert_eq!(list(x), a);
    assert_eq!(list(x & y), a.intersection(&b).copied().collect());
    assert_eq!(list(x | y), a.union(&b).copied().collect());
    assert_eq!(list(x ^ y), a.symmetric_difference(&b).copied().collect());
    assert_eq!(list(!x), all.difference(&a).copied().collect());
    let up = a.iter().map(|i| i + by).filter(|&i| i < B::CAPACITY);
    assert_eq!(list(x << by), up.collect());
    let down = a.iter().filter_map(|i| i.checked_sub(by));
    assert_eq!(list(x >> by), down.collect());
    assert_eq!(x.count() as usize, a.len());
    assert_eq!(x.is_empty(), a.is_empty());
    assert_eq!(x.first(), a.first().copied().unwrap_or(B::CAPACITY));
    assert_eq!((!x.is_empty()).then(|| x.last()), a.last().copied());
    assert_eq!(list(x.first_bit()), a.iter().take(1).copied().collect());
    let reversed = a.iter().map(|i| B::CAPACITY - 1 - i).collect();
    assert_eq!(list(x.reversed()), reversed);
    assert_eq!(list(x.without_first()), a.iter().skip(1).copied().collect());
    let at = by % B::CAPACITY;
    let held = (0..width).filter(|i| a.contains(&(at + i)));
    let field = held.map(|i| 1 << i).sum();
    assert_eq!(x.field(at, width), field);
    let inside = (0..width).filter(|i| field >> i & 1 == 1 && at + i < B::CAPACITY);
    let expected = inside.map(|i| at + i).collect();
    assert_eq!(list(B::from_field(field, at)), expected);
    assert_eq!(list(B::below(by)), (0..by.min(B::CAPACITY)).collect());
    let as_number = |set: &BTreeSet<u32>| set.iter().rev().copied().collect::<Vec<_>>();
    assert_eq!(x.cmp(&y), as_number(&a).cmp(&as_number(&b)));
    // Hashes of 64 bits do not collide in a small test.
    assert_eq!(x.mix() == y.mix(), x == y);
}

proptest! {
    #[test]
    fn operations_agree_with_plain_sets(
        left in prop::collection::vec(0u32..256, 0..40),
        right in prop::collection::vec(0u32..256, 0..40),
        by in 0u32..300,
        width in 1u32..=32,
    ) {
        agrees_with_plain_sets::<Bits64>(&left, &right, by, width);
        agrees_with_plain_sets::<Bits128>(&left, &right, by, width);
        agrees_with_plain_sets::<Bits256>(&left, &right, by, width);
    }
}
