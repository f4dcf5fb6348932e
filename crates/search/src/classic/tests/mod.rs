//! Every clever part against a plain one.

mod counting;
mod plain_cover;
mod soundness;
mod table;

use crosscram_rules::{Board, Cell};
use proptest::prelude::*;

/// Boards of up to 12 lines and 20 columns with any cells blocked: lines short and long, one
/// word, two and four.
fn any_board() -> impl Strategy<Value = Board> {
    let size = prop_oneof![
        (1usize..=8, 1usize..=8),
        (1usize..=12, 1usize..=20),
        (1usize..=20, 1usize..=12)
    ];
    size.prop_flat_map(|(rows, cols)| {
        let blocked = (0u32..=6).prop_flat_map(move |eighths| {
            prop::collection::vec(prop::bool::weighted(f64::from(eighths) / 8.0), rows * cols)
        });
        blocked.prop_map(move |blocked| {
            let board = Board::empty(rows, cols).expect("at most 240 cells");
            let cells = (0..rows * cols).filter(|&i| blocked[i]);
            board.with_blocked(cells.map(|i| Cell::new(i / cols, i % cols)))
        })
    })
}
