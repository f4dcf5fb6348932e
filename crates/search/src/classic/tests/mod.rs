//! Every clever part against a plain one.

mod counting;
mod inspecting;
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

proptest! {
    /// The places of a cover are as many as its areas, lie on free squares and do not overlap.
    #[test]
    fn places_of_a_cover_are_its_areas(board in any_board()) {
        use crate::cover::{AreaKind, evaluate, inspect};
        use crate::{ClassicOptions, Program};
        use crosscram_rules::Player;

        let options = ClassicOptions::of(Program::Obsequi2014);
        for player in Player::ALL {
            let areas = evaluate(&board, player, player, &options).expect("it has a cover").areas;
            let places = inspect(&board, player).areas;
            let cells = |wanted: fn(AreaKind) -> bool| -> i32 {
                let of = places.iter().filter(|area| wanted(area.kind));
                of.map(|area| area.cells.len() as i32).sum()
            };
            prop_assert_eq!(cells(|kind| kind == AreaKind::Protective), 4 * areas.protective);
            prop_assert_eq!(cells(|kind| kind == AreaKind::Vulnerable2), 2 * areas.vulnerable2);
            prop_assert_eq!(cells(|kind| kind == AreaKind::Vulnerable1), 2 * areas.vulnerable1);
            prop_assert_eq!(cells(|kind| kind == AreaKind::Safe), 2 * areas.safe);
            prop_assert_eq!(cells(|kind| kind == AreaKind::Unavailable), areas.unavailable);
            let options = cells(|kind| matches!(kind, AreaKind::Option(_)));
            prop_assert_eq!(options, areas.options.iter().sum::<i32>());
            let mut free = board;
            for cell in places.iter().flat_map(|area| &area.cells) {
                prop_assert!(free.is_free(*cell));
                free = free.blocked(*cell);
            }
        }
    }
}
