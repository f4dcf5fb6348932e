//! Values of positions against the plain solver and against plain trees.

use crate::naive::Naive;
use crate::random;
use crosscram_rules::{Bits, Bits256, Board, Tile, reference};
use crosscram_support::random::Random;
use crosscram_values::games::GameError;
use crosscram_values::positions::PositionValues;

#[test]
fn every_small_position_has_the_value_of_its_tree() {
    for tile in [Tile::DOMINO, Tile::TROMINO] {
        let mut values = PositionValues::new(tile);
        for (rows, cols) in [(3, 3), (2, 5), (1, 9), (4, 2)] {
            for free in 0..1_u32 << (rows * cols) {
                let free = Bits256::from_field(free, 0);
                let board = Board::from_free_bits(rows, cols, free).unwrap();
                let value = values.value(&board).unwrap();
                let tree = Naive::of_board(&board, tile);
                assert_eq!(tree.build(values.games()), value, "{board}");
            }
        }
    }
}

#[test]
fn outcomes_are_those_of_the_plain_solver() {
    let mut random = Random::new(21);
    for length in 2..=5 {
        let tile = Tile::new(length).unwrap();
        let mut values = PositionValues::new(tile);
        let mut solver = reference::Solver::new(tile);
        for _ in 0..400 {
            for (rows, cols) in [(4, 5), (5, 4), (3, 6), (2, 9), (1, 17)] {
                let board = random::board(&mut random, rows, cols);
                let value = values.value(&board).unwrap();
                let outcome = values.games().outcome(value);
                assert_eq!(outcome, solver.outcome(&board), "{board} tile {length}");
            }
        }
    }
}

#[test]
fn transposition_negates_and_reflection_changes_nothing() {
    let mut random = Random::new(22);
    for length in 2..=4 {
        let mut values = PositionValues::new(Tile::new(length).unwrap());
        for _ in 0..1500 {
            let board = random::board(&mut random, 4, 5);
            let value = values.value(&board).unwrap();
            for reflected in board.reflections() {
                assert_eq!(values.value(&reflected), Ok(value));
            }
            let transposed = values.value(&board.transpose()).unwrap();
            assert_eq!(values.games().negative(value), Ok(transposed), "{board}");
        }
    }
}

#[test]
fn sums_of_boards_play_as_their_values_add() {
    let mut random = Random::new(23);
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut solver = reference::Solver::new(Tile::DOMINO);
    for _ in 0..1500 {
        let boards = [(); 2].map(|()| random::board(&mut random, 3, 3));
        let [left, right] = boards.map(|board| board.to_string());
        // Both boards with a wall between them.
        let rows = left.split('|').zip(right.split('|'));
        let joined: Vec<String> = rows
            .map(|(left, right)| format!("{left}#{right}"))
            .collect();
        let together: Board = joined.join("|").parse().unwrap();
        let [g, h] = boards.map(|board| values.value(&board).unwrap());
        let sum = values.games().sum(g, h).unwrap();
        assert_eq!(values.value(&together), Ok(sum));
        assert_eq!(values.games().outcome(sum), solver.outcome(&together));
    }
}

#[test]
fn large_rectangles_with_few_free_cells() {
    // 9x9 does not fit into one word, its regions do; 1x60 does not either.
    let mut values = PositionValues::new(Tile::DOMINO);
    let long = values.value(&Board::empty(1, 70).unwrap()).unwrap();
    assert_eq!(values.games().text(long), "-35");
    let tall = values.value(&Board::empty(70, 1).unwrap()).unwrap();
    assert_eq!(values.games().text(tall), "35");
    let mut random = Random::new(24);
    let mut solver = reference::Solver::new(Tile::DOMINO);
    for _ in 0..50 {
        let mut board = random::board(&mut random, 9, 9);
        while board.free_count() > 20 {
            let blocked = random::board(&mut random, 9, 9);
            let both = board.free_bits() & blocked.free_bits();
            board = Board::from_free_bits(9, 9, both).unwrap();
        }
        let value = values.value(&board).unwrap();
        assert_eq!(values.games().outcome(value), solver.outcome(&board));
    }
}

#[test]
fn regions_over_the_limit_are_refused() {
    let mut values = PositionValues::new(Tile::DOMINO).with_limit(20);
    assert!(values.value(&Board::empty(4, 5).unwrap()).is_ok());
    let error = values.value(&Board::empty(3, 7).unwrap()).unwrap_err();
    let (cells, limit) = (21, 20);
    assert_eq!(error, GameError::RegionTooLarge { cells, limit });
    // Two regions of 10 cells are not one of 20.
    let board = ["..#.."; 5].join("|").parse().unwrap();
    assert!(values.value(&board).is_ok());
}
