//! Sections 2.2 and 4.1: does OrderingBot's order of moves make alpha-beta prune more?
//!
//! The paper supposes not, because the bot with the order does not win more. A search to a fixed depth
//! finds the same scores in every order, so that wins cannot tell; nodes can.

use crosscram_players::{Game, Spec, Turn};
use crosscram_rules::{Board, perft};
use crosscram_search::{Control, SearchError};
use crosscram_support::random::{Random, seed_of};

use crate::experiment::{Experiment, OnRow};
use crate::options::Options;
use crate::result::{Reproduction, Row};

/// Board sizes and search depths.
const SEARCHES: [(usize, u32); 6] = [(5, 3), (5, 4), (6, 3), (6, 4), (8, 2), (8, 3)];

/// The random moves before a position.
const PLIES: [usize; 4] = [0, 2, 4, 6];

/// Positions for each number of moves.
const POSITIONS: u64 = 3;

/// As wide as most averages.
const MANY_NODES: u64 = 999_999;

/// The paper's pair of bots: the same evaluation, without and with the order.
const BOTS: [(&str, &str); 2] = [
    ("as listed", "proportional-absolute-swap"),
    ("ordered", "ordered-absolute-swap"),
];

/// All positions of a search together are one to whoever watches.
pub(super) fn searches(_: &Experiment, _: &Options<'_>) -> usize {
    SEARCHES.len()
}

/// The rows of a search, with its nodes if it is done.
fn rows(size: usize, depth: u32, sums: Option<[u64; 3]>) -> [Row; 3] {
    let what = format!("{size}x{size}, depth {depth}");
    let variants = [(0, "no pruning"), (1, BOTS[0].0), (2, BOTS[1].0)];
    variants.map(|(i, variant)| {
        let mut row = Row::new(what.clone(), None).variant(variant);
        if let Some(sums) = sums {
            row.measure(sums[i] as f64 / positions() as f64);
            if i == 2 {
                let ratio = sums[2] as f64 / sums[1] as f64;
                row.more = vec![("of_listed", ((ratio * 1e3).round() / 1e3).into())];
            }
        }
        row
    })
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let any = Some([MANY_NODES * positions(); 3]);
    let expected = SEARCHES
        .iter()
        .flat_map(|&(size, depth)| rows(size, depth, any));
    result.expected = expected.collect();
    for (size, depth) in SEARCHES {
        let mut sums = None;
        let label = format!("{size}x{size}, depth {depth}");
        options.watch.watch(&label, &mut |control| {
            sums = sums_of(size, depth, control);
        });
        for row in rows(size, depth, sums) {
            result.rows.push(row);
            on_row(result);
        }
        if sums.is_none() {
            return Ok(());
        }
    }
    result.remark(format!(
        "positions that a move's search visits, on average over {} positions after 0 to 6 random \
         moves; bots {} and {}",
        positions(),
        BOTS[0].1,
        BOTS[1].1
    ));
    Ok(())
}

fn positions() -> u64 {
    PLIES.len() as u64 * POSITIONS
}

/// The nodes of all positions without pruning, with it, and with the order; `None` if the run was stopped.
fn sums_of(size: usize, depth: u32, control: &Control) -> Option<[u64; 3]> {
    let mut sums = [0; 3];
    for (plies, number) in PLIES
        .iter()
        .flat_map(|&plies| (0..POSITIONS).map(move |number| (plies, number)))
    {
        if control.is_stopped() {
            return None;
        }
        let game = position(size, plies, number);
        sums[0] += (1..=depth as usize)
            .map(|length| perft::perft(&game.board, game.tile, game.first, length))
            .sum::<u64>();
        let turn = Turn::first(&game);
        for (sum, (_, bot)) in sums[1..].iter_mut().zip(BOTS) {
            let spec: Spec = format!("{bot}:depth={depth}").parse().expect("a bot");
            let (_, nodes) = spec.search(&turn, number).expect("a bot that searches");
            *sum += nodes;
        }
        control.report_nodes(sums[1] + sums[2]);
    }
    Some(sums)
}

/// A position after random moves.
fn position(size: usize, plies: usize, number: u64) -> Game {
    let mut random = Random::new(seed_of([size as u64, plies as u64, number]));
    let game = Game::new(Board::empty(size, size).expect("a small board"));
    game.opened(plies, &mut random)
}
