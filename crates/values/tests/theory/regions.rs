//! The numbers that are kept of regions for searches, against the canonical forms of the regions.

use crosscram_rules::{Bits, Bits64, Board, Cell, Dyadic, Tile};
use crosscram_support::random::Random;
use crosscram_values::games::Game;
use crosscram_values::positions::{PositionValues, Regions};
use crosscram_values::switches::{SETS, UNITS};
use crosscram_values::tables::{Grid, RegionTable};
use std::ops::ControlFlow;

/// Tables for the grids of this many columns, by their number.
struct Tables(Vec<Option<RegionTable<Bits64>>>);

impl Tables {
    fn of(&mut self, board: &Board) -> &RegionTable<Bits64> {
        let cols = board.cols();
        self.0.resize_with(self.0.len().max(cols + 1), || None);
        self.0[cols].get_or_insert_with(|| {
            let grid = Grid::new(64 / cols as u32 - 1, cols as u32, 2);
            RegionTable::new(grid, 32, 1 << 30)
        })
    }
}

/// All sixteen numbers of a region are bounds of its value plus the switches.
#[track_caller]
fn check(board: &Board, value: Game, values: &mut PositionValues, tables: &mut Tables) {
    let region: Bits64 = board.free_bits().resized();
    let table = tables.of(board);
    let vector = table.region(region, table.limits(u32::MAX));
    let vector = vector.expect("no more cells than the limit");
    let games = values.games();
    let switches = [(0, 0), (1, 1), (1, 0)].map(|(numerator, halvings)| {
        let option = Dyadic::new(numerator, halvings).expect("small");
        let option = games.number(option).expect("small");
        games.plus_minus(&[option]).expect("small")
    });
    for set in 0..SETS {
        let added = switches.iter().enumerate();
        let added = added.filter(|(bit, _)| set >> bit & 1 == 1);
        let sum = games.total(added.map(|(_, &switch)| switch).chain([value]));
        let sum = sum.expect("small games");
        let mut number = |quarters: i16| {
            let quarters = Dyadic::new(quarters.into(), UNITS.trailing_zeros() as u8);
            games.number(quarters.expect("small")).expect("small")
        };
        let (second, first) = (number(vector.second(set)), number(vector.first(set)));
        assert!(games.le(second, sum), "second {set}: {board} {vector:?}");
        assert!(!games.le(sum, first), "first {set}: {board} {vector:?}");
    }
}

/// All regions of up to so many cells up to reflection; returns how many.
fn check_all(cells: u32) -> u32 {
    let (mut tables, mut count) = (Tables(Vec::new()), 0);
    let which = Regions { cells, fits: None };
    let checked = PositionValues::new(Tile::DOMINO).each_region(which, |values, board, value| {
        // A single line is worth a number.
        if board.rows() > 1 && board.cols() > 1 {
            check(&board, value, values, &mut tables);
            count += 1;
        }
        ControlFlow::Continue(())
    });
    assert_eq!(checked, Ok(false));
    count
}

/// Regions of 20 to 24 cells that grow from a cell of a board of six rows and eight columns.
fn check_random(count: u32) {
    let mut tables = Tables(Vec::new());
    let mut random = Random::new(24);
    let empty = Board::empty(6, 8).expect("a small board");
    let cells: Vec<Cell> = empty.free_cells().collect();
    let mut values = PositionValues::new(Tile::DOMINO);
    for _ in 0..count {
        let wanted = 20 + random.index(5);
        let mut region = vec![cells[random.index(cells.len())]];
        while region.len() < wanted {
            let cell = cells[random.index(cells.len())];
            let touches = |other: &Cell| {
                other.row().abs_diff(cell.row()) + other.col().abs_diff(cell.col()) == 1
            };
            if !region.contains(&cell) && region.iter().any(touches) {
                region.push(cell);
            }
        }
        let blocked = cells.iter().filter(|cell| !region.contains(cell));
        let board = empty.with_blocked(blocked.copied());
        let value = values.value(&board).expect("a small game");
        check(&board, value, &mut values, &mut tables);
    }
}

#[test]
fn numbers_bound_the_values_of_all_small_regions() {
    assert_eq!(check_all(10), 12_852);
}

#[test]
fn numbers_bound_the_values_of_some_large_regions() {
    check_random(20);
}

#[test]
#[ignore = "long: all regions of up to twelve cells"]
fn numbers_bound_the_values_of_all_regions_of_twelve_cells() {
    assert_eq!(check_all(12), 174_013);
}

#[test]
#[ignore = "long: ten thousand regions of 20 to 24 cells"]
fn numbers_bound_the_values_of_many_large_regions() {
    check_random(10_000);
}
