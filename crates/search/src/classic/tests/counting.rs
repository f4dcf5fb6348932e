//! Line-wise counting of moves against counting the whole board, and that against the rules.

use super::any_board;
use crate::classic::counts::{LineScorer, Totals, change_by_recount, recount};
use crate::classic::view::{State, all_move_masks, views};
use crate::config::LineCount;
use crosscram_rules::{Bits256, Board, Player, Tile};
use proptest::prelude::*;

/// Real and safe moves by definition: per line, runs of cells of the right kind.
fn plain_totals(board: &Board, tile: Tile) -> Totals {
    let length = tile.length() as usize;
    let mut totals = Totals {
        empty: board.free_count() as i32,
        ..Totals::default()
    };
    for player in Player::ALL {
        // Cells that some tile of the opponent covers.
        let moves = board.moves(player.opponent(), tile);
        let threatened: Vec<_> = moves.flat_map(|mv| mv.cells(tile)).collect();
        let seen = match player {
            Player::Horizontal => *board,
            Player::Vertical => board.transpose(),
        };
        let safe = board.with_blocked(threatened);
        let safe = match player {
            Player::Horizontal => safe,
            Player::Vertical => safe.transpose(),
        };
        let count = |board: Board| -> i32 {
            let text = board.to_string();
            let runs = text.split(['|', '#']).map(|run| run.len() / length);
            runs.sum::<usize>() as i32
        };
        totals.real[player.index()] = count(seen);
        totals.safe[player.index()] = count(safe);
    }
    totals
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn counts_follow_the_definition(board in any_board(), length in 2u8..=8) {
        let tile = Tile::new(length).expect("a valid length");
        let state = State::<Bits256>::new(&board);
        let totals = recount(&state, &views(&board), tile.length());
        prop_assert_eq!(totals, plain_totals(&board, tile));
    }

    #[test]
    fn changes_of_single_lines_add_up(board in any_board()) {
        let views = views::<Bits256>(&board);
        let state = State::new(&board);
        let mut scorer = LineScorer::new(&views, LineCount::Exact).expect("short lines");
        let totals = scorer.totals(&state, &views);
        prop_assert_eq!(totals, recount(&state, &views, 2));
        let masks = all_move_masks(&board, Tile::DOMINO);
        for player in Player::ALL {
            let mover = player.index();
            let view = &views[mover];
            for mv in board.moves(player, Tile::DOMINO) {
                let next_board = board.play(mv, Tile::DOMINO).expect("a legal move");
                let (line, offset) = match player {
                    Player::Horizontal => (mv.cell().row(), mv.cell().col()),
                    Player::Vertical => (mv.cell().col(), mv.cell().row()),
                };
                let start = line as u32 * view.length + offset as u32;
                let next = state.after(&masks[mover][start as usize]);
                prop_assert_eq!(next, State::new(&next_board));
                let change = scorer.change(mover, line as u32, offset as u32);
                let recounted = change_by_recount(totals, &next, &views, 2, mover);
                prop_assert_eq!(change, recounted, "{} {}", board, mv);
                prop_assert_eq!(totals.after(mover, change, 2), recount(&next, &views, 2));
            }
        }
    }

    #[test]
    fn reflections_share_a_key_and_other_boards_do_not(board in any_board()) {
        let key = State::<Bits256>::new(&board).canonical();
        for reflection in board.reflections() {
            prop_assert_eq!(State::<Bits256>::new(&reflection).canonical(), key);
        }
        for mv in board.moves(Player::Vertical, Tile::DOMINO).take(1) {
            let next = board.play(mv, Tile::DOMINO).expect("a legal move");
            prop_assert_ne!(State::<Bits256>::new(&next).canonical(), key);
        }
    }
}
