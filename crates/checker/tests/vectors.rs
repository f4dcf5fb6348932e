//! The checker's vectors against the solver's.

use crosscram_checker::{Set, Vector, Vectors, View};
use crosscram_rules::{Bits, Bits128};
use crosscram_values::{Grid, RegionTable};
use std::collections::HashSet;

/// All connected regions of up to 12 cells that fit into a box of these sizes, or of any size up to
/// 8x8 with at most 8 cells.
#[test]
fn vectors_are_those_of_the_solver() {
    for tile in 2..=4 {
        for (lines, length, most) in
            [(3, 4, 12), (4, 3, 12), (2, 6, 12), (6, 2, 12), (4, 4, 12), (8, 8, 8)]
        {
            compare(lines, length, tile, most);
        }
    }
}

fn compare(lines: u32, length: u32, tile: u32, most: u32) {
    let mut vectors = Vectors::<2>::new(View::new(lines, length, tile), 40);
    let table = RegionTable::new(Grid::<Bits128>::new(lines, length, tile), 28, u64::MAX);
    let mut level: HashSet<u128> = (0..lines * length).map(|cell| 1 << cell).collect();
    let mut regions = 0;
    for _ in 1..most {
        let mut next = HashSet::new();
        for &region in &level {
            for cell in 0..lines * length {
                let (line, offset) = (cell / length, cell % length);
                let near = |line: u32, offset: u32| {
                    line < lines && offset < length && region >> (line * length + offset) & 1 == 1
                };
                let touches = near(line.wrapping_sub(1), offset)
                    || near(line + 1, offset)
                    || near(line, offset.wrapping_sub(1))
                    || near(line, offset + 1);
                if touches && region >> cell & 1 == 0 {
                    next.insert(region | 1 << cell);
                }
            }
        }
        // One of each class of translations.
        let cornered = |region: u128| {
            let heads = (0..lines).fold(0, |set, line| set | 1u128 << (line * length));
            region & ((1 << length) - 1) != 0 && region & heads != 0
        };
        for &region in next.iter().filter(|&&region| cornered(region)) {
            let mut sum = Vector::ZERO;
            vectors.add(Set([region as u64, (region >> 64) as u64]), &mut sum).expect("small");
            let words = [region as u64, (region >> 64) as u64];
            let theirs = table.sum(Bits128::from_words(words)).expect("small");
            for x in 0..8 {
                let (second, first) = (theirs.second(x), theirs.first(x));
                assert_eq!(
                    (sum.second[x], sum.first[x]),
                    (second, first),
                    "{lines}x{length} {region:x} {x}"
                );
            }
            regions += 1;
        }
        level = next;
    }
    println!("{lines}x{length}, tiles of {tile}: {regions} regions");
}
