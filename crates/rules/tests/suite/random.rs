//! Random things for the property tests.

use crosscram_rules::{Board, Cell, Player, Tile};
use proptest::prelude::*;

/// Boards of up to `max_area` cells with any cells blocked, often few.
pub(crate) fn boards(max_area: usize) -> impl Strategy<Value = Board> {
    (1..=max_area)
        .prop_flat_map(move |rows| (Just(rows), 1..=max_area / rows))
        .prop_flat_map(|(rows, cols)| {
            let cells = prop::collection::vec((0..rows, 0..cols), 0..=rows * cols);
            (Just((rows, cols)), cells, prop::bool::ANY)
        })
        .prop_map(|((rows, cols), cells, few)| {
            let kept = if few { cells.len() / 4 } else { cells.len() };
            let blocked = cells.into_iter().take(kept);
            Board::empty(rows, cols)
                .expect("at most 256 cells")
                .with_blocked(blocked.map(|(row, col)| Cell::new(row, col)))
        })
}

pub(crate) fn players() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::ALL[..])
}

pub(crate) fn tiles() -> impl Strategy<Value = Tile> {
    (2u8..=8).prop_map(|length| Tile::new(length).expect("2 to 8"))
}
