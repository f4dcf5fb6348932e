//! Counts of sequences and positions against a slow generator and against known numbers.

use crosscram_rules::perft::{distinct_up_to_reflection_by_depth, perft, positions_by_depth};
use crosscram_rules::{Board, Player, Tile};
use proptest::prelude::*;

use crate::random::{boards, players};
use crate::slow;

/// The three counts at `depth`, by the library.
fn by_library(board: &Board, tile: Tile, first: Player, depth: usize) -> [u64; 3] {
    [
        perft(board, tile, first, depth),
        positions_by_depth(board, tile, first, depth)[depth],
        distinct_up_to_reflection_by_depth(board, tile, first, depth)[depth],
    ]
}

/// The three counts at `depth`, the slow way.
fn by_slow_generator(board: &Board, tile: Tile, first: Player, depth: usize) -> [u64; 3] {
    let grid = slow::grid(&board.to_string());
    let length = tile.length() as usize;
    let (all, up_to_reflection) = slow::positions(&grid, length, first, depth);
    [
        slow::perft(&grid, length, first, depth),
        all[depth],
        up_to_reflection[depth],
    ]
}

#[track_caller]
fn check(line: &str) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [board, tile, first, depth, counts @ ..] = &fields[..] else {
        panic!("{line:?} has too few columns");
    };
    let board: Board = board.parse().unwrap();
    let (tile, first): (Tile, Player) = (tile.parse().unwrap(), first.parse().unwrap());
    let depth: usize = depth.parse().unwrap();
    let counts: Vec<u64> = counts.iter().map(|count| count.parse().unwrap()).collect();

    assert_eq!(by_library(&board, tile, first, depth)[..], counts, "{line}");
    // The rest would take the slow generator seconds each.
    if counts[0] < 20_000 {
        let slow = by_slow_generator(&board, tile, first, depth);
        assert_eq!(slow[..], counts, "{line}");
    }
}

#[test]
fn known_numbers() {
    let lines = include_str!("../perft.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.skip(1).for_each(check);
}

/// Fig. 5.1 of Bullock's thesis gives 1, 25, 1944, 81609. The first three are the positions up
/// to reflection; for the fourth two independent generators find 81412 instead. See
/// [`distinct_up_to_reflection_by_depth`].
#[test]
fn growth_of_10x10() {
    let board = Board::empty(10, 10).unwrap();
    for first in Player::ALL {
        let counts = distinct_up_to_reflection_by_depth(&board, Tile::DOMINO, first, 3);
        assert_eq!(counts, [1, 25, 1944, 81412]);
    }
}

#[test]
fn counts_go_on_with_zeros_after_the_last_move() {
    let board = Board::empty(2, 2).unwrap();
    let counts = positions_by_depth(&board, Tile::DOMINO, Player::Horizontal, 4);
    assert_eq!(counts, [1, 2, 0, 0, 0]);
}

proptest! {
    #[test]
    fn agrees_with_the_slow_generator(
        board in boards(24), first in players(), length in 2u8..=4, depth in 0usize..=3,
    ) {
        let tile = Tile::new(length).unwrap();
        prop_assert_eq!(by_library(&board, tile, first, depth), by_slow_generator(&board, tile, first, depth));
    }

    /// Above 128 cells the positions are stored differently.
    #[test]
    fn agrees_on_large_boards(board in boards(256), first in players(), length in 2u8..=4) {
        let tile = Tile::new(length).unwrap();
        prop_assert_eq!(by_library(&board, tile, first, 1), by_slow_generator(&board, tile, first, 1));
    }
}
