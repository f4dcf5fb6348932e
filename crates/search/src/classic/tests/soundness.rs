//! No false claim: every static decision on every position of small boards, under every switch.

use crate::classic::counts::count;
use crate::classic::node::{Search, Verdict};
use crate::classic::view::State;
use crate::config::{Config, Cover, Engine, Formula, Part, TableSize};
use crate::control::Control;
use crosscram_rules::{Bits, Bits64, Board, Tile};

/// For every set of free cells, whether each player (Vertical, Horizontal) wins moving first.
/// Straight from the rules: a move wins if the opponent, moving first after it, does not.
fn all_winners(rows: u32, cols: u32, tile: u32) -> Vec<[bool; 2]> {
    let strip = |step: u32, at: u32| (0..tile).map(|i| 1u32 << (at + i * step)).sum::<u32>();
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let vertical: Vec<u32> = cells()
        .filter(|(row, _)| row + tile <= rows)
        .map(|(row, col)| strip(cols, row * cols + col))
        .collect();
    let horizontal: Vec<u32> = cells()
        .filter(|(_, col)| col + tile <= cols)
        .map(|(row, col)| strip(1, row * cols + col))
        .collect();
    let mut winners: Vec<[bool; 2]> = Vec::with_capacity(1 << (rows * cols));
    for free in 0u32..1 << (rows * cols) {
        let wins = |tiles: &[u32], other: usize| {
            let mut legal = tiles.iter().filter(|&&tile| tile & !free == 0);
            legal.any(|&tile| !winners[(free ^ tile) as usize][other])
        };
        winners.push([wins(&vertical, 1), wins(&horizontal, 0)]);
    }
    winners
}

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
    // Small limits, so that large regions and their cuts occur on small boards.
    for levels in [
        "rows",
        "regions:5",
        "regions:8",
        "regions:6,merge",
        "rows,regions:20,merge",
    ] {
        configs.push(Config {
            cover: None,
            switches: Some(levels.parse().expect("levels")),
            ..Engine::Crosscram.config()
        });
    }
    configs
}

fn check_all_positions(rows: u32, cols: u32) {
    let board = Board::empty(rows as usize, cols as usize).expect("a small board");
    let control = Control::new();
    let mut searches: Vec<_> = all_evaluations()
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
        let state = State::<Bits64>::without_mirrors(rows, cols, free as u32);
        let totals = count(&state, &searches[0].1.views, 2);
        for mover in [0, 1] {
            if let Some(verdict) = Search::<Bits64>::decided_by_counts(&totals, mover) {
                assert_eq!(
                    verdict == Verdict::Win,
                    wins_first[mover],
                    "{rows}x{cols} {free:#x}"
                );
            }
            for (config, search) in &mut searches {
                let place = || format!("{rows}x{cols} {free:#x} mover {mover} {config:?}");
                if let Some(switches) = &mut search.switches {
                    if let Some((mover_wins, level)) = switches.decide(state.free, mover) {
                        assert_eq!(mover_wins, wins_first[mover], "{level:?}: {}", place());
                        claims += 1;
                    }
                    continue;
                }
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
        let views = crate::classic::view::views::<Bits64>(&board);
        let mut decided = 0;
        for (free, wins_first) in all_winners(rows, cols, tile).iter().enumerate() {
            let state = State::<Bits64>::without_mirrors(rows, cols, free as u32);
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

impl<W: Bits> State<W> {
    /// For evaluation only: the reflections, which the table needs, are left empty.
    fn without_mirrors(rows: u32, cols: u32, free: u32) -> Self {
        let mut columns = W::EMPTY;
        for cell in Bits64::from_field(free, 0).members() {
            columns |= W::single(cell % cols * rows + cell / cols);
        }
        State::from_layouts([columns, W::from_field(free, 0)])
    }
}
