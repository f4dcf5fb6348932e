//! Published outcomes of rectangles.
//!
//! Dominoes: the chart of Bullock (2002) with later results; trominoes: Table 1 of Brüggemann et al.
//! (2016). With every tile, a rectangle too narrow for one player's tiles is won by the other, or by
//! the second player if neither can move. Unknown outcomes count neither as wins nor as losses.

use std::collections::HashMap;
use std::sync::LazyLock;

use crosscram_papers::{brueggemann2016, vandaalen2012};
use crosscram_rules::{Outcome, PartialOutcome, Tile};

type Chart = HashMap<(usize, usize), PartialOutcome>;

static DOMINO_CHART: LazyLock<Chart> = LazyLock::new(|| {
    let cells = vandaalen2012::OUTCOMES.rows().into_iter();
    chart(cells.map(|cell| (cell.rows, cell.cols, cell.outcome)))
});
static TROMINO_CHART: LazyLock<Chart> = LazyLock::new(|| {
    let boards = brueggemann2016::TABLE_1.rows().into_iter();
    chart(boards.map(|board| (board.rows, board.cols, board.outcome.into())))
});

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

/// Adds the outcomes of the transposed rectangles.
fn chart(cells: impl Iterator<Item = (usize, usize, PartialOutcome)>) -> Chart {
    let both = cells.flat_map(|(rows, cols, outcome)| {
        [
            ((rows, cols), outcome),
            ((cols, rows), outcome.transposed()),
        ]
    });
    both.collect()
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
