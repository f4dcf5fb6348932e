//! Regions against their plain recursion.

use super::*;
use crate::switches::Options;
use crosscram_rules::{Bits128, Bits256};
use crosscram_support::random::Random;
use std::collections::HashMap;

/// The same without shapes, words, rings and runs, and from all options that count: of a region of more than
/// sixteen cells five of Left's, after which Left has most moves more than Right in the region's least reflection.
fn plain<W: Bits>(grid: &Grid<W>, free: W, known: &mut HashMap<W, SwitchVector>) -> SwitchVector {
    if free.is_empty() {
        return SwitchVector::ZERO;
    }
    let region = grid.first_region(free);
    if region != free {
        let rest = plain(grid, free ^ region, known);
        return plain(grid, region, known).plus(&rest);
    }
    if let Some(vector) = known.get(&region) {
        return *vector;
    }
    let least = grid.canonical(grid.normalised(region));
    let mut options = Options::NONE;
    let mut left: Vec<(i64, W)> = (grid.left_moves(least).members())
        .map(|first| {
            let rest = least ^ grid.left_tile(first);
            let [left, right] = [grid.left_moves(rest), grid.right_moves(rest)];
            (i64::from(right.count()) - i64::from(left.count()), rest)
        })
        .collect();
    if least.count() > 16 {
        // Moves are listed by their first cells, and stay in that order.
        left.sort_by_key(|&(balance, _)| balance);
        left.truncate(5);
    }
    for (_, rest) in left {
        options.left(&plain(grid, rest, known));
    }
    for first in grid.right_moves(region).members() {
        options.right(&plain(grid, region ^ grid.right_tile(first), known));
    }
    let vector = options.vector();
    known.insert(region, vector);
    vector
}

/// Regions of up to so many cells that grow from random ones, so that they lie at all edges and across words.
fn compare<W: Bits>(lines: u32, length: u32, tile: u32, cells: u32) {
    let grid = Grid::<W>::new(lines, length, tile);
    let table = RegionTable::new(grid.clone(), cells, 1 << 26);
    let mut random = Random::new(u64::from(lines * 256 + length));
    let area = lines * length;
    let mut cell = || random.below(area.into()) as u32;
    for _ in 0..60 {
        let mut set = W::single(cell());
        for _ in 0..600 {
            let cell = cell();
            let beside = (cell % length > 0 && set.contains(cell - 1))
                || (cell % length < length - 1 && set.contains(cell + 1))
                || (cell >= length && set.contains(cell - length))
                || (cell + length < area && set.contains(cell + length));
            if beside && set.count() < cells {
                set |= W::single(cell);
            }
        }
        let mut known = HashMap::new();
        let expected = plain(&grid, set, &mut known);
        assert_eq!(
            table.sum(set, table.limits(u32::MAX)),
            Some(expected),
            "{set:?}"
        );
        let (mut met, mut total) = (W::EMPTY, SwitchVector::ZERO);
        table.for_each_region(set, table.limits(u32::MAX), |region, vector| {
            assert_eq!(grid.first_region(region), region);
            assert!((met & region).is_empty());
            met |= region;
            total = total.plus(&vector.expect("it has no more cells than the limit"));
        });
        assert_eq!(met, set & !grid.dead(set));
        assert_eq!(Some(total), table.sum(set, table.limits(u32::MAX)));
        let region = grid.first_region(set);
        if !grid.dead(region).is_empty() {
            continue;
        }
        let vector = plain(&grid, region, &mut known);
        assert_eq!(
            table.region(region, table.limits(u32::MAX)),
            Some(vector),
            "{region:?}"
        );
    }
}

#[test]
fn regions_are_what_their_options_give() {
    compare::<Bits64>(7, 9, 2, 14);
    compare::<Bits64>(8, 8, 3, 20);
    compare::<Bits128>(8, 10, 2, 14);
    compare::<Bits128>(4, 31, 2, 14);
    compare::<Bits128>(30, 4, 2, 14);
    compare::<Bits128>(9, 10, 3, 14);
    compare::<Bits256>(3, 70, 2, 14);
    compare::<Bits256>(12, 12, 3, 20);
}

#[test]
fn large_regions_are_what_the_options_that_count_give() {
    compare::<Bits64>(6, 10, 2, 20);
    compare::<Bits64>(8, 8, 2, 18);
    compare::<Bits128>(8, 15, 2, 20);
    compare::<Bits128>(11, 11, 2, 18);
}

#[test]
#[ignore = "long: some hundred regions of up to 24 cells with all that they lead to"]
fn regions_of_24_cells_are_what_the_options_that_count_give() {
    compare::<Bits64>(7, 9, 2, 24);
    compare::<Bits128>(8, 15, 2, 24);
    compare::<Bits128>(10, 12, 3, 30);
}

#[test]
fn strips_of_thin_boards_may_have_more_cells() {
    let grid = Grid::<Bits64>::new(4, 8, 2);
    let table = RegionTable::new(grid.clone(), 6, 1 << 26);
    let mut known = HashMap::new();
    for line in 0..3 {
        let strip = grid.band(line, 2);
        assert_eq!(
            table.region(strip, table.limits(u32::MAX)),
            Some(plain(&grid, strip, &mut known))
        );
    }
    assert_eq!(
        table.region(grid.band(0, 2) | Bits64::single(16), table.limits(u32::MAX)),
        None
    );
    // Too many on larger boards, none without regions.
    let table = RegionTable::new(Grid::<Bits64>::new(5, 8, 2), 6, 1 << 26);
    assert_eq!(table.region(grid.band(0, 2), table.limits(u32::MAX)), None);
    let table = RegionTable::new(grid.clone(), 0, 1 << 26);
    assert_eq!(table.region(grid.band(0, 2), table.limits(u32::MAX)), None);
}

#[test]
fn wide_regions_are_found_from_narrower_ones() {
    // Columns with a foot, which reach beyond the first 64 cells and beyond 128.
    let column = |height: u32, length: u32| {
        let cells = (0..height).map(|line| line * length);
        let cells = cells.chain([(height - 1) * length + 1]);
        cells.collect::<Bits256>()
    };
    let grid = Grid::<Bits256>::new(16, 16, 2);
    let table = RegionTable::new(grid.clone(), 14, 1 << 26);
    for height in [3, 7, 12] {
        let set = column(height, 16);
        let mut known = HashMap::new();
        assert_eq!(
            table.region(set, table.limits(u32::MAX)),
            Some(plain(&grid, set, &mut known))
        );
    }
    assert!(table.narrow().vectors.len() > 0);
    assert!(table.middle().vectors.len() > 0);
    assert!(table.wide.vectors.len() > 0);
    let entries: HashMap<_, _> = table.entries().collect();
    assert_eq!(entries.len(), table.len());
    for height in [3, 7, 12] {
        assert!(entries.contains_key(&grid.canonical(column(height, 16))));
    }
}
