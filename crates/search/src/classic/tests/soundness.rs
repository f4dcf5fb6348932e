//! No false claim: every static decision on every position of small boards, under every switch.

use crate::classic::node::{Search, Verdict};
use crate::config::{Config, Cover, Engine, Formula, Part, TableSize};
use crate::control::Control;
use crate::layout::counts::count;
use crate::testing::{all_winners, without_mirrors};
use crosscram_rules::{Bits64, Board, Tile};

/// Configurations that differ in how they evaluate.
fn all_evaluations() -> Vec<Config> {
    let obsequi = Engine::Obsequi.config();
    let with_cover = |cover: Cover| Config {
        cover: Some(cover),
        ..obsequi.clone()
    };
    let mut configs = vec![obsequi.clone(), Engine::Obsequi2014.config()];
    for &part in Part::ALL {
        configs.push(with_cover(Cover::ALL.without(part)));
    }
    let options = [Part::Option1, Part::Option2, Part::Option3];
    let vulnerable = [Part::Vulnerable1, Part::Vulnerable2];
    for group in [&options[..], &vulnerable[..]] {
        let cover = group
            .iter()
            .fold(Cover::ALL, |cover, &part| cover.without(part));
        configs.push(with_cover(cover));
    }
    configs.push(Config {
        formula: Formula::Thesis,
        ..obsequi.clone()
    });
    configs.push(Config {
        formula: Formula::Thesis,
        ..Engine::Obsequi2014.config()
    });
    configs
}

fn check_all_positions(rows: u32, cols: u32) {
    let board = Board::empty(rows as usize, cols as usize).expect("a small board");
    let control = Control::new();
    let searches: Vec<_> = all_evaluations()
        .into_iter()
        .map(|config| {
            let config = Config {
                table: TableSize::Entries(1),
                ..config
            };
            let search = Search::<Bits64>::new(&board, Tile::DOMINO, &config, &control);
            (config, search)
        })
        .collect();
    let winners = all_winners(rows, cols, 2);
    let mut claims = 0u64;
    for (free, wins_first) in winners.iter().enumerate() {
        let state = without_mirrors::<Bits64>(rows, cols, free as u32);
        let totals = count(&state, &searches[0].1.views, 2);
        for mover in [0, 1] {
            if let Some(verdict) = Search::<Bits64>::decided_by_counts(&totals, mover) {
                assert_eq!(
                    verdict == Verdict::Win,
                    wins_first[mover],
                    "{rows}x{cols} {free:#x}"
                );
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
    assert!(
        claims > 1 << (rows * cols),
        "the evaluation hardly decides anything"
    );
}

// A blocked line is as good as an edge, so these contain every smaller board, and with both
// players also the transposed ones.
#[test]
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
        let views = crate::layout::view::views::<Bits64>(&board);
        let mut decided = 0;
        for (free, wins_first) in all_winners(rows, cols, tile).iter().enumerate() {
            let state = without_mirrors::<Bits64>(rows, cols, free as u32);
            let totals = count(&state, &views, tile);
            for mover in [0, 1] {
                if let Some(verdict) = Search::<Bits64>::decided_by_counts(&totals, mover) {
                    assert_eq!(verdict == Verdict::Win, wins_first[mover], "{free:#x}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 0);
    }
}
