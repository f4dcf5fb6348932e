//! The root of a search: its moves are prepared as the original program does.

use super::moves::Candidate;
use super::node::{Search, Verdict};
use crate::config::{Config, Ordering, RootOrder};
use crate::control::Control;
use crate::layout::view::{State, move_at};
use crate::report::{Interrupted, Report};
use crosscram_rules::{Bits, Board, Move, Player, Tile};
use std::time::Instant;

pub(crate) fn solve<W: Bits>(
    board: &Board,
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    let started = Instant::now();
    let mut search = Search::<W>::new(board, tile, config, control);
    let found = search_root(&mut search, board, first, config, control);
    let nodes = search.nodes;
    let statistics = search.statistics.without_empty_depths();
    let elapsed = started.elapsed();
    control.report_nodes(nodes);
    match found {
        Found::Winner(winner, best_move) => Ok(Report {
            first,
            winner,
            best_move,
            nodes,
            elapsed,
            statistics,
        }),
        Found::Nothing { refuted, of } => Err(Box::new(Interrupted {
            first,
            refuted,
            of,
            nodes,
            elapsed,
            statistics,
        })),
    }
}

enum Found {
    Winner(Player, Option<Move>),
    Nothing { refuted: Vec<Move>, of: usize },
}

fn search_root<W: Bits>(
    search: &mut Search<'_, W>,
    board: &Board,
    first: Player,
    config: &Config,
    control: &Control,
) -> Found {
    let mover = first.index();
    let state = State::new(board);
    let totals = search.count(&state);
    let won_by =
        |candidate: Candidate| Found::Winner(first, Some(move_at(board, first, candidate.start)));

    match Search::<W>::decided_by_counts(&totals, mover) {
        // Any safe move keeps the lead: it costs one safe move and the opponent nothing.
        Some(Verdict::Win) => {
            let safe = search.safe_moves(&state, mover).members().next();
            let best = safe.map(|start| move_at(board, first, start as u16));
            return Found::Winner(first, best);
        }
        Some(_) => return Found::Winner(first.opponent(), None),
        None => {}
    }

    // The program of 2002 fills its table of positional values only after it has ordered the
    // root's moves, so there ties stay in raster order until the margins break them.
    let ordering = match (config.root, config.ordering) {
        (RootOrder::Margin, Ordering::Positional) => Ordering::Primary,
        (_, ordering) => ordering,
    };
    let mut candidates = search.root_candidates(&state, &totals, mover, ordering);
    if search.has_cover() {
        // The program's first iteration: one ply, static evaluation only.
        let mut margins = Vec::with_capacity(candidates.len());
        for (index, &candidate) in candidates.iter().enumerate() {
            search.count_root_child();
            let next = state.after(&search.masks[mover][usize::from(candidate.start)]);
            let next_totals = search.count(&next);
            let theirs = search.mover_margin(&next, &next_totals, 1 - mover);
            if theirs > 0 {
                margins.push((None, index));
                continue;
            }
            let ours = search.other_margin(&next, &next_totals, 1 - mover);
            if ours >= 0 {
                return won_by(candidate);
            }
            margins.push((Some(ours - theirs), index));
        }
        if margins.iter().all(|(margin, _)| margin.is_none()) {
            return Found::Winner(first.opponent(), None);
        }
        if config.root == RootOrder::Margin {
            margins.retain(|(margin, _)| margin.is_some());
            margins.sort_by_key(|&(margin, index)| (std::cmp::Reverse(margin), index));
            candidates = margins
                .iter()
                .map(|&(_, index)| candidates[index])
                .collect();
        }
        // The program counts the nodes of its last iteration only.
        search.restart_count();
    }

    let of = candidates.len();
    let mut refuted = Vec::new();
    for (index, &candidate) in candidates.iter().enumerate() {
        control.report_move(0, index, of);
        match search.child(&state, mover, candidate.start, 1) {
            Verdict::Loss => return won_by(candidate),
            Verdict::Win => refuted.push(move_at(board, first, candidate.start)),
            Verdict::Stopped => return Found::Nothing { refuted, of },
        }
    }
    Found::Winner(first.opponent(), None)
}
