//! Published values: equal as games, never as text.

use crosscram_papers::{brueggemann2016, mcgs, values};
use crosscram_rules::{Board, Dyadic, Outcome, Tile};
use crosscram_values::positions::PositionValues;

#[track_caller]
fn check(
    values: &mut PositionValues,
    board: &Board,
    value: Option<&str>,
    (outcome, mean, temperature): (Outcome, Dyadic, Dyadic),
) {
    let game = values.value(board).unwrap();
    let games = values.games();
    if let Some(value) = value {
        assert_eq!(games.parse(value), Ok(game), "{board}");
    }
    assert_eq!(games.outcome(game), outcome, "{board}");
    assert_eq!(games.mean(game), Ok(mean), "{board}");
    assert_eq!(games.temperature(game), Ok(temperature), "{board}");
}

/// Compares the rectangles, or only the smaller ones; returns how many.
fn check_rectangles(larger: bool) -> usize {
    let mut values = PositionValues::new(Tile::DOMINO);
    let rows = values::RECTANGLES.rows();
    assert_eq!(rows.len(), 54);
    let mut count = 0;
    for row in rows {
        let board: Board = row.shape.parse().unwrap();
        let (rows, cols) = (board.rows(), board.cols());
        let most = if rows.min(cols) > 2 { 20 } else { 36 };
        if !larger && rows * cols > most {
            continue;
        }
        let expected = (row.outcome, row.mean, row.temperature);
        check(&mut values, &board, Some(row.value), expected);
        count += 1;
    }
    count
}

#[test]
fn rectangles() {
    assert_eq!(check_rectangles(false), 40);
}

#[test]
#[ignore = "some seconds"]
fn larger_rectangles() {
    assert_eq!(check_rectangles(true), 54);
}

#[test]
fn polyominoes() {
    let mut values = PositionValues::new(Tile::DOMINO);
    let rows = values::POLYOMINOES.rows();
    assert_eq!(rows.len(), 103);
    for row in rows {
        let expected = (row.outcome, row.mean, row.temperature);
        check(&mut values, &row.board, Some(row.value), expected);
    }
}

#[test]
fn thermographs() {
    let mut values = PositionValues::new(Tile::DOMINO);
    let rows = mcgs::THERMOGRAPHS.rows();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let game = values.value(&row.board).unwrap();
        let games = values.games();
        let thermograph = games.thermograph(game).unwrap();
        let board = row.board;
        assert_eq!(thermograph.left().to_string(), row.left_wall, "{board}");
        assert_eq!(thermograph.right().to_string(), row.right_wall, "{board}");
        assert_eq!(games.parse(row.value), Ok(game), "{board}");
        assert_eq!(thermograph.mean(), row.mean, "{board}");
        assert_eq!(thermograph.temperature(), row.temperature, "{board}");
    }
}

#[test]
fn irregular_positions() {
    let mut values = PositionValues::new(Tile::DOMINO);
    let rows = mcgs::IRREGULAR.rows();
    assert_eq!(rows.len(), 520);
    for row in rows {
        let expected = (row.outcome, row.mean, row.temperature);
        check(&mut values, &row.board, None, expected);
    }
}

#[test]
fn triomineering() {
    let mut values = PositionValues::new(Tile::TROMINO);
    let mut count = 0;
    for row in brueggemann2016::TABLE_1.rows() {
        // Larger ones take minutes; the search solves them.
        if row.rows * row.cols <= 36 {
            let game = values.value(&row.board()).unwrap();
            assert_eq!(values.games().outcome(game), row.outcome, "{row}");
            count += 1;
        }
    }
    assert_eq!(count, 18);
}
