//! No false claim: every static decision on every position of small boards, under every switch.

use crate::classic::node::Search;
use crate::classic::table::Table;
use crate::layout::counts::count;
use crate::options::{
    ClassicOptions, Cover, CoverOptions, CoverPart, Formula, PackingOrder, Program,
};
use crate::testing::{all_winners, without_mirrors};
use crosscram_rules::{Bits64, Board, Tile};

/// Options that differ in how they evaluate.
fn all_evaluations() -> Vec<ClassicOptions> {
    let with = |cover: CoverOptions| ClassicOptions {
        cover: Some(cover),
        ..ClassicOptions::of(Program::Obsequi)
    };
    let with = |change: &dyn Fn(&mut CoverOptions)| {
        let mut cover = CoverOptions::OBSEQUI;
        change(&mut cover);
        with(cover)
    };
    let with_parts = |parts: Cover| with(&|cover| cover.parts = parts);
    let of_2014 = ClassicOptions::of(Program::Obsequi2014);
    let mut all = vec![ClassicOptions::of(Program::Obsequi), of_2014];
    for &part in CoverPart::ALL {
        all.push(with_parts(Cover::ALL.without(part)));
    }
    let options = [CoverPart::Option1, CoverPart::Option2, CoverPart::Option3];
    let vulnerable = [CoverPart::Vulnerable1, CoverPart::Vulnerable2];
    for group in [&options[..], &vulnerable[..]] {
        let without = |parts: Cover, &part: &CoverPart| parts.without(part);
        all.push(with_parts(group.iter().fold(Cover::ALL, without)));
    }
    for (dead_squares, packing) in [
        (true, PackingOrder::Raster),
        (false, PackingOrder::Corners),
        (true, PackingOrder::Corners),
    ] {
        all.push(with(&|cover| {
            (cover.dead_squares, cover.packing) = (dead_squares, packing)
        }));
    }
    all.push(with(&|cover| {
        (cover.dead_squares, cover.second_upper_bound) = (true, true);
        cover.parts = Cover::ALL.without(CoverPart::Vulnerable1);
    }));
    for second in [false, true] {
        let thesis = Formula::Thesis;
        all.push(with(&|cover| {
            (cover.formula, cover.second_upper_bound) = (thesis, second)
        }));
    }
    all
}

fn check_all_positions(rows: u32, cols: u32) {
    let board = Board::empty(rows as usize, cols as usize).expect("a small board");
    let searches: Vec<_> = all_evaluations()
        .into_iter()
        .map(|options| {
            let table = Table::smallest();
            let search = Search::<Bits64>::new(&board, Tile::DOMINO, &options, table, None);
            (options, search)
        })
        .collect();
    let winners = all_winners(rows, cols, 2);
    let mut claims = 0u64;
    for (free, wins_first) in winners.iter().enumerate() {
        let state = without_mirrors::<Bits64>(rows, cols, free as u32);
        let totals = count(&state, &searches[0].1.views);
        for mover in [0, 1] {
            if let Some(mover_wins) = totals.winner(mover) {
                assert_eq!(mover_wins, wins_first[mover], "{rows}x{cols} {free:#x}");
            }
            for (config, search) in &searches {
                let place = || format!("{rows}x{cols} {free:#x} mover {mover} {config:?}");
                if search.mover_margin(&state, &totals, mover) > 0 {
                    assert!(wins_first[mover], "a win claimed: {}", place());
                    claims += 1;
                }
                if search.other_margin(&state, &totals, mover) >= 0 {
                    assert!(!wins_first[mover], "a loss claimed: {}", place());
                    claims += 1;
                }
            }
        }
    }
    let is_enough = claims > 1 << (rows * cols);
    assert!(is_enough, "the evaluation hardly decides anything");
}

// A blocked line is as good as an edge, so these contain every smaller board, and with both
// players also the transposed ones.
#[test]
#[ignore = "some seconds"]
fn covers_of_all_positions_of_4x5() {
    check_all_positions(4, 5);
}

#[test]
fn covers_of_all_positions_of_3x6() {
    check_all_positions(3, 6);
}

#[test]
fn covers_of_all_positions_of_2x9() {
    check_all_positions(2, 9);
}

/// Safe and real moves decide rightly for longer tiles too.
#[test]
fn counts_of_all_positions_with_longer_tiles() {
    for (rows, cols, tile) in [(4, 4, 3), (3, 6, 3), (4, 5, 4), (2, 9, 4)] {
        let board = Board::empty(rows as usize, cols as usize).expect("a small board");
        let views =
            crate::layout::view::views::<Bits64>(&board, Tile::new(tile as u8).expect("a tile"));
        let mut decided = 0;
        for (free, wins_first) in all_winners(rows, cols, tile).iter().enumerate() {
            let state = without_mirrors::<Bits64>(rows, cols, free as u32);
            let totals = count(&state, &views);
            for mover in [0, 1] {
                if let Some(mover_wins) = totals.winner(mover) {
                    assert_eq!(mover_wins, wins_first[mover], "{free:#x}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 0);
    }
}
