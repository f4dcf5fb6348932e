//! No false claim: every static decision on every position of small boards, at every level.

use crate::crosscram::Problem;
use crate::crosscram::bounds::{Bounds, Node};
use crate::crosscram::effort::Effort;
use crate::crosscram::order::MoveOrder;
use crate::options::CrosscramOptions;
use crate::testing::{all_winners, without_mirrors};
use crosscram_rules::{Bits, Bits64, Board, Tile};
use crosscram_support::random::Random;
use std::sync::Arc;

/// Small limits, so that large regions and their cuts occur on small boards.
const LEVELS: [&str; 6] = [
    "rows",
    "regions:5",
    "rows,regions:8,merge",
    "rows,regions:20,across,merge",
    "regions:5,across",
    "rows,regions:7,across,merge",
];

/// Check what is claimed of positions of one board: of all, or of every `step`-th.
fn check(rows: u32, cols: u32, tile: u32, step: usize) {
    let winners = all_winners(rows, cols, tile);
    let positions = || (0..winners.len()).step_by(step);
    check_some(rows, cols, tile, &winners, positions, 1);
}

/// Check what is claimed of some positions, and of the moves of every `with_moves`-th of them.
fn check_some<I: Iterator<Item = usize>>(
    rows: u32,
    cols: u32,
    tile: u32,
    winners: &[[bool; 2]],
    positions: impl Fn() -> I,
    with_moves: usize,
) {
    let board = Board::empty(rows as usize, cols as usize).expect("a small board");
    for levels in LEVELS {
        let options = CrosscramOptions {
            bounds: levels.parse().expect("levels"),
            ..CrosscramOptions::default()
        };
        let tile = Tile::new(tile as u8).expect("a tile");
        let mut problem = Problem::of_board(&board, tile, &options);
        if levels.contains("across") {
            problem.effort = Effort::THOROUGH;
        }
        let mut bounds = Bounds::<Bits64>::new(&problem, 0, &Arc::default());
        let mut order = MoveOrder::new(&problem);
        let (mut claims, mut checked) = (0, 0);
        for (index, free) in positions().enumerate() {
            let wins_first = &winners[free];
            checked += 1;
            for mover in [0, 1] {
                let node = Node {
                    state: without_mirrors(rows, cols, free as u32),
                    number: 0,
                    mover,
                };
                let place = || format!("{rows}x{cols} {tile} {levels}: {free:#x} mover {mover}");
                if let Some(decision) = bounds.decide(&node, 0) {
                    assert_eq!(decision.mover_wins, wins_first[mover], "{}", place());
                    claims += 1;
                    continue;
                }
                // What is claimed of the children, and what they inherit from the bounds here.
                if !index.is_multiple_of(with_moves) {
                    continue;
                }
                bounds.begin_children(0);
                bounds.begin_own_moves(0);
                let hopeful = bounds.hopeful(&node, 0);
                for start in order.all(&node) {
                    let child = order.child(&node, start);
                    let free = child.state.free[1].word(0);
                    let wins = winners[free as usize][1 - mover];
                    let cells = order.cells_across(mover, start);
                    let is_won = bounds.is_won(&node, cells, 0);
                    assert!(!is_won || !wins, "own move: {} {start}", place());
                    let is_hopeful = (cells & !hopeful).is_empty();
                    assert!(is_hopeful || !is_won, "hopeful: {} {start}", place());
                    let is_refuted = bounds.is_refuted(&node, order.cells(mover, start), 0);
                    assert!(wins || !is_refuted, "{} {start}", place());
                    if let Some(decision) = bounds.decide(&child, 1) {
                        assert_eq!(decision.mover_wins, wins, "{} {start}", place());
                    }
                }
            }
        }
        assert!(claims > checked, "{levels} hardly decides: {claims}");
    }
}

// A blocked line is as good as an edge, so these contain every smaller board.
#[test]
fn some_positions_of_4x5() {
    check(4, 5, 2, 11);
}

#[test]
fn all_positions_of_3x5() {
    check(3, 5, 2, 1);
    check(5, 3, 2, 1);
}

#[test]
fn all_positions_of_2x7() {
    check(2, 7, 2, 1);
    check(7, 2, 2, 1);
}

#[test]
fn some_positions_with_tiles_of_three_and_four() {
    check(4, 4, 3, 3);
    check(5, 4, 3, 29);
    check(3, 6, 3, 13);
    check(5, 4, 4, 37);
    check(2, 9, 3, 13);
}

/// Ten million random positions, each as it comes and without the cells that a random mask takes
/// away, so that full and sparse boards occur; some minutes.
#[test]
#[ignore = "long: ten million random positions"]
fn ten_million_random_positions() {
    for (rows, cols, tile, count) in [
        (5, 5, 2, 3_000_000),
        (4, 6, 2, 2_000_000),
        (6, 4, 2, 1_000_000),
        (3, 8, 2, 1_500_000),
        (8, 3, 2, 500_000),
        (5, 5, 3, 1_000_000),
        (4, 6, 3, 1_000_000),
    ] {
        let winners = all_winners(rows, cols, tile);
        let positions = || {
            let mut random = Random::new(0x5eed);
            (0..count).map(move |i: usize| {
                let [free, more] = [(); 2].map(|()| random.index(1 << (rows * cols)));
                match i % 3 {
                    0 => free,
                    1 => free & more,
                    _ => free | more,
                }
            })
        };
        check_some(rows, cols, tile, &winners, positions, 20);
    }
}

/// All boards of up to twenty squares; some minutes.
#[test]
#[ignore = "long: every position of every board of up to 20 squares"]
fn all_positions_of_all_boards_up_to_twenty_squares() {
    for tile in [2, 3] {
        for (rows, cols) in [(4, 5), (3, 6), (2, 10), (1, 20)] {
            check(rows, cols, tile, 1);
            check(cols, rows, tile, 1);
        }
    }
}
