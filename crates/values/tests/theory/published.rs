//! Published values: equal as games, never as text.

use crosscram_rules::{Board, Outcome, Tile};
use crosscram_values::positions::PositionValues;

/// The rows of a table, without header and source.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(2).map(|line| line.split('\t').collect())
}

#[track_caller]
fn check(values: &mut PositionValues, board: &str, expected: [&str; 4]) {
    let [outcome, value, mean, temperature] = expected;
    let parsed: Board = board.parse().unwrap();
    let game = values.value(&parsed).unwrap();
    let games = values.games();
    if !value.is_empty() {
        assert_eq!(games.parse(value), Ok(game), "{board}");
    }
    assert_eq!(games.outcome(game).code(), outcome, "{board}");
    assert_eq!(games.mean(game).unwrap().to_string(), mean, "{board}");
    let found = games.temperature(game).unwrap().to_string();
    assert_eq!(found, temperature, "{board}");
}

#[test]
fn rectangles() {
    let table = include_str!("../../../../papers/values/rectangles.tsv");
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut count = 0;
    for row in rows(table) {
        check(&mut values, row[0], [row[1], row[2], row[3], row[4]]);
        count += 1;
    }
    assert_eq!(count, 54);
}

#[test]
fn polyominoes() {
    let table = include_str!("../../../../papers/values/polyominoes.tsv");
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut count = 0;
    for row in rows(table) {
        check(&mut values, row[1], [row[2], row[3], row[4], row[5]]);
        count += 1;
    }
    assert_eq!(count, 103);
}

#[test]
fn thermographs() {
    let table = include_str!("../../../../papers/mcgs/thermographs_4x4.tsv");
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut count = 0;
    for row in rows(table) {
        let game = values.value(&row[0].parse().unwrap()).unwrap();
        let games = values.games();
        let thermograph = games.thermograph(game).unwrap();
        assert_eq!(thermograph.left().to_string(), row[1], "{}", row[0]);
        assert_eq!(thermograph.right().to_string(), row[2], "{}", row[0]);
        assert_eq!(games.parse(row[3]), Ok(game), "{}", row[0]);
        assert_eq!(thermograph.mean().to_string(), row[4]);
        assert_eq!(thermograph.temperature().to_string(), row[5]);
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn irregular_positions() {
    let table = include_str!("../../../../papers/mcgs/irregular_outcomes.tsv");
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut count = 0;
    for row in rows(table) {
        check(&mut values, row[1], [row[4], "", row[5], row[6]]);
        count += 1;
    }
    assert_eq!(count, 520);
}

#[test]
fn triomineering() {
    let table = include_str!("../../../../papers/brueggemann2016/outcomes.tsv");
    let mut values = PositionValues::new(Tile::TROMINO);
    let mut count = 0;
    for row in rows(table) {
        let size = |text: &str| text.parse::<usize>().unwrap();
        let (rows, cols) = (size(row[0]), size(row[1]));
        // Larger ones take minutes; the search solves them.
        if rows * cols <= 36 {
            let game = values.value(&Board::empty(rows, cols).unwrap()).unwrap();
            let outcome: Outcome = row[2].parse().unwrap();
            assert_eq!(values.games().outcome(game), outcome, "{rows}x{cols}");
            count += 1;
        }
    }
    assert_eq!(count, 18);
}
