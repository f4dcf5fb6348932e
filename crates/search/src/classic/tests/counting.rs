//! Counts and scores of moves: the fast ones against the plain ones, and these against the rules.

use super::any_board;
use crate::classic::counts_2002::PairTable2002;
use crate::layout::counts::{Totals, count, count_dominoes};
use crate::layout::scores::Scores;
use crate::layout::view::{State, all_move_masks, views};
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Player, Tile};
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

fn check_dominoes<W: Bits>(board: &Board) {
    let views = views::<W>(board, Tile::DOMINO);
    let state = State::<W>::new(board);
    let totals = count(&state, &views);
    assert_eq!(count_dominoes(&state, &views), totals, "{board}");
    if board.rows().max(board.cols()) < 15 {
        let table = PairTable2002::new(&views).expect("short lines");
        assert_eq!(table.count(&state, &views), totals, "{board}");
    }
    let masks = all_move_masks::<W>(board, Tile::DOMINO);
    for player in Player::ALL {
        let mover = player.index();
        let view = &views[mover];
        let free = state.free[mover];
        let protected = view.protected(free);
        let moves = view.right_moves(free) & !(protected | (protected >> 1));
        let mut scored = W::EMPTY;
        let mut last = i32::MAX;
        for (score, class) in Scores::new(view, free).classes(moves) {
            assert!(score < last && (class & scored).is_empty());
            last = score;
            scored |= class;
            for start in class.members() {
                let next = state.after(&masks[mover][start as usize]);
                let counted = totals.score_of(&count(&next, &views), mover);
                assert_eq!(score, counted, "{board} {player} at {start}");
            }
        }
        assert_eq!(scored, moves, "{board} {player}");
        for mv in board.moves(player, Tile::DOMINO) {
            let (line, offset) = match player {
                Player::Horizontal => (mv.cell().row(), mv.cell().col()),
                Player::Vertical => (mv.cell().col(), mv.cell().row()),
            };
            let start = line * view.length() as usize + offset;
            let next = board.play(mv, Tile::DOMINO).expect("a legal move");
            assert_eq!(state.after(&masks[mover][start]), State::new(&next));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn counts_follow_the_definition(board in any_board(), length in 2u8..=8) {
        let tile = Tile::new(length).expect("a valid length");
        let state = State::<Bits256>::new(&board);
        let totals = count(&state, &views(&board, tile));
        prop_assert_eq!(totals, plain_totals(&board, tile));
    }

    #[test]
    fn fast_counts_and_scores_agree_with_plain_ones(board in any_board()) {
        check_dominoes::<Bits256>(&board);
        if board.area() <= 128 {
            check_dominoes::<Bits128>(&board);
        }
        if board.area() <= 64 {
            check_dominoes::<Bits64>(&board);
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
