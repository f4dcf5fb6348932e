//! Who wins which rectangle, as far as published.
//!
//! Dominoes: the chart of Bullock (2002) with what was found since; trominoes: Table 1 of
//! Brüggemann et al. (2016). For every tile a rectangle too narrow for one player's tiles is the
//! other's, or nobody's. What is not known counts neither as a win nor as a loss.

use std::collections::HashMap;
use std::sync::LazyLock;

use crosscram_rules::{Outcome, PartialOutcome, Tile};

const DOMINOES: &str = include_str!("../../../../papers/vandaalen2012/outcomes.tsv");
const TROMINOES: &str = include_str!("../../../../papers/brueggemann2016/outcomes.tsv");

type Chart = HashMap<(usize, usize), PartialOutcome>;

static DOMINO_CHART: LazyLock<Chart> = LazyLock::new(|| chart(DOMINOES));
static TROMINO_CHART: LazyLock<Chart> = LazyLock::new(|| chart(TROMINOES));

/// What is known of the empty rectangle of `rows` x `cols`.
///
/// ```
/// use crosscram_players::known_outcome;
/// use crosscram_rules::Tile;
///
/// assert_eq!(known_outcome(4, 4, Tile::DOMINO).to_string(), "1");
/// assert_eq!(known_outcome(6, 1, Tile::DOMINO).to_string(), "V");
/// assert_eq!(known_outcome(12, 12, Tile::DOMINO).to_string(), "12");
/// ```
pub fn known_outcome(rows: usize, cols: usize, tile: Tile) -> PartialOutcome {
    let length = tile.length() as usize;
    match (rows < length, cols < length) {
        (true, true) => return Outcome::Second.into(),
        (true, false) => return Outcome::Horizontal.into(),
        (false, true) => return Outcome::Vertical.into(),
        (false, false) => {}
    }
    let published = match tile {
        Tile::DOMINO => DOMINO_CHART.get(&(rows, cols)),
        Tile::TROMINO => TROMINO_CHART.get(&(rows, cols)),
        _ => None,
    };
    match published {
        Some(&outcome) => outcome,
        None if rows == cols => PartialOutcome::SQUARE,
        None => PartialOutcome::UNKNOWN,
    }
}

/// Reads rows, columns and outcome, the first three columns of a file of `papers/`, and adds the
/// transposed rectangles.
///
/// The files are part of the program and read by its tests, so that no user meets a fault in them.
fn chart(text: &str) -> Chart {
    let mut chart = Chart::new();
    let lines = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    for line in lines {
        let mut fields = line.split('\t');
        let mut size = || fields.next()?.parse::<usize>().ok();
        let (Some(rows), Some(cols)) = (size(), size()) else {
            panic!("no rectangle in '{line}'");
        };
        let outcome = fields.next().and_then(|code| code.parse().ok());
        let outcome: PartialOutcome = outcome.unwrap_or_else(|| panic!("no outcome in '{line}'"));
        chart.insert((rows, cols), outcome);
        chart.insert((cols, rows), outcome.transposed());
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Board, reference};

    /// Published and computed outcomes agree, and within 8x8 all of them are published.
    #[test]
    fn published_outcomes_are_right() {
        for length in 2..=4 {
            let tile = Tile::new(length).unwrap();
            let mut solver = reference::Solver::new(tile);
            for rows in 1..=6 {
                for cols in 1..=25 / rows {
                    let board = Board::empty(rows, cols).unwrap();
                    let known = known_outcome(rows, cols, tile);
                    let outcome = solver.outcome(&board);
                    assert!(known.allows(outcome), "{rows}x{cols} with {tile}");
                }
            }
        }
        for (rows, cols) in (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))) {
            let known = known_outcome(rows, cols, Tile::DOMINO);
            assert!(known.outcome().is_some(), "{rows}x{cols}");
        }
    }
}
