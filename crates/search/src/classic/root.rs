//! The root of a search: its moves are prepared as the original program does.

use super::node::Search;
use super::table::Table;
use crate::layout::stages::Candidate;
use crate::layout::view::{State, move_at};
use crate::options::{ClassicOptions, Ordering, RootOrder};
use crate::report::Searched;
use crate::report::{Ending, Reason, Report};
use crate::solver::Run;
use crate::tracer::Proof;
use crosscram_rules::{Bits, Board, Player, Question};
use crosscram_support::clock::Instant;

pub(crate) fn solve<W: Bits>(
    question: &Question,
    options: &ClassicOptions,
    run: &Run<'_>,
) -> Report {
    let started = Instant::now();
    let Question {
        board, tile, first, ..
    } = question;
    let table = match Table::new(options.table, options.replacement, board.free_count()) {
        Ok(table) => table,
        Err(error) => return Report::failed(question, error),
    };
    let mut search = Search::<W>::new(board, *tile, options, table, Some(run));
    let (ending, by) = search_root(&mut search, board, *first, options, run);
    if let Ending::Won { winner, .. } = ending {
        search.trace_root(board, *first, winner, by, started);
    }
    run.control.report_nodes(search.nodes);
    // May be less than requested if memory was short.
    search.statistics.table_entries = search.table.entries();
    search.statistics.table_bytes = search.table.bytes();
    Report {
        question: *question,
        ending,
        nodes: search.nodes,
        elapsed: started.elapsed(),
        statistics: search.statistics.without_empty_depths(),
    }
}

fn search_root<W: Bits>(
    search: &mut Search<'_, W>,
    board: &Board,
    first: Player,
    options: &ClassicOptions,
    run: &Run<'_>,
) -> (Ending, Proof) {
    let mover = first.index();
    let state = State::new(board);
    let totals = search.count(&state);
    let won_by = |candidate: Candidate| {
        let best = move_at(board, first, candidate.start);
        let ending = Ending::Won {
            winner: first,
            best_move: Some(best),
        };
        (ending, Proof::Move(best))
    };
    let lost = |by| {
        let ending = Ending::Won {
            winner: first.opponent(),
            best_move: None,
        };
        (ending, by)
    };

    match totals.winner(mover) {
        // Any safe move keeps the lead: it costs one safe move and the opponent nothing.
        Some(true) => {
            let safe = search.safe_moves(&state, mover).members().next();
            let ending = Ending::Won {
                winner: first,
                best_move: safe.map(|start| move_at(board, first, start as u16)),
            };
            return (ending, Proof::Static(Reason::Counts));
        }
        Some(false) => return lost(Proof::Static(Reason::Counts)),
        None => {}
    }

    // The program of 2002 fills its table of positional values only after it has ordered the root's
    // moves, so ties at the root stay in raster order until the margins break them.
    let ordering = match (options.root, options.ordering) {
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
                search.trace_leaf(&next, 1 - mover, 1, Reason::Cover, true);
                margins.push((None, index));
                continue;
            }
            let ours = search.other_margin(&next, &next_totals, 1 - mover);
            if ours >= 0 {
                search.trace_leaf(&next, 1 - mover, 1, Reason::Cover, false);
                return won_by(candidate);
            }
            margins.push((Some(ours - theirs), index));
        }
        if margins.iter().all(|(margin, _)| margin.is_none()) {
            return lost(Proof::AllMovesLose);
        }
        if options.root == RootOrder::Margin {
            candidates = by_margin(&candidates, margins);
        }
        // The program counts the nodes of its last iteration only.
        search.restart_count();
    }

    let of = candidates.len();
    let mut refuted = Vec::new();
    for (index, &candidate) in candidates.iter().enumerate() {
        run.control.report_move(0, index, of);
        match search.child(&state, mover, candidate.start, 1) {
            Searched::Loss => {
                search.statistics.count_win(0, index + 1);
                return won_by(candidate);
            }
            Searched::Win => refuted.push(move_at(board, first, candidate.start)),
            Searched::Stopped => {
                let ending = Ending::Interrupted { refuted, of };
                return (ending, Proof::AllMovesLose);
            }
        }
    }
    lost(Proof::AllMovesLose)
}

/// The moves that are not lost, by margin; equal ones in their order.
fn by_margin(moves: &[Candidate], mut margins: Vec<(Option<i32>, usize)>) -> Vec<Candidate> {
    margins.retain(|(margin, _)| margin.is_some());
    margins.sort_by_key(|&(margin, index)| (std::cmp::Reverse(margin), index));
    margins.iter().map(|&(_, index)| moves[index]).collect()
}
