//! Decides positions: by a bound if possible, else by search within the remaining budget.

use super::symmetry::Symmetry;
use super::{Limits, Reason};
use crate::classic::Classic;
use crate::explain::{Explainer, Level, Turn};
use crate::{ClassicOptions, Control, Evaluator, Program, Solver};
use crosscram_rules::{Board, Dyadic, Move, Player, Question, Tile};
use crosscram_support::clock::Instant;
use std::collections::HashMap;

/// A position and who is to move.
pub(super) type Node = (Board, Player);

/// The known result of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) mover_wins: bool,
    pub(super) reason: Reason,
    /// A winning move, if the search found one.
    best_move: Option<Move>,
}

/// With what a judge works for a while.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) solver: &'a Solver,
    pub(super) control: &'a Control,
    /// When the time for all of it is over.
    pub(super) until: Option<Instant>,
    /// Nothing more is to be searched.
    pub(super) ends: bool,
}

impl Work<'_> {
    /// Returns whether to stop for a while: the same can go on later.
    pub(super) fn pauses(&self) -> bool {
        !self.ends && self.control.is_stopped()
    }

    /// Returns whether nothing more is searched, also later.
    pub(super) fn has_ended(&self) -> bool {
        self.ends || self.until.is_some_and(|at| Instant::now() >= at)
    }

    /// Returns whether nothing more is searched for now.
    pub(super) fn is_over(&self) -> bool {
        self.has_ended() || self.control.is_stopped()
    }
}

/// Judges the positions of one analysis, symmetric ones only once.
pub(super) struct Judge {
    /// Rows of the board.
    rows: usize,
    tile: Tile,
    /// Lists the moves in the solver's order.
    order: Evaluator,
    limits: Limits,
    /// Safe and real moves, and the cover: for boards as they are and, because symmetry may exchange the
    /// players, transposed.
    counters: [Counters; 2],
    explainer: Explainer,
    /// Results by representative; moves are those of the representative.
    by_counts: HashMap<Node, Option<Verdict>>,
    by_bounds: HashMap<Node, Option<Verdict>>,
    by_search: HashMap<Node, Verdict>,
    /// Positions that were not decided, with the nodes of that search.
    given_up: HashMap<Node, u64>,
    /// The search that was interrupted last, and its nodes.
    paused: Option<(Node, u64)>,
    spent: u64,
}

/// Evaluations that need no tables, each with the reason it gives.
type Counters = [(Evaluator, Reason); 2];

fn counters(board: &Board, tile: Tile) -> Counters {
    let counter = |program: Program| {
        let engine = Classic::new(ClassicOptions::of(program));
        Evaluator::of(&engine, board, tile)
    };
    [
        (counter(Program::Domi), Reason::Counts),
        (counter(Program::Obsequi2014), Reason::Cover),
    ]
}

impl Judge {
    pub(super) fn new(board: &Board, tile: Tile, solver: &Solver, limits: Limits) -> Self {
        Judge {
            rows: board.rows(),
            tile,
            order: solver.evaluator(board, tile),
            counters: [counters(board, tile), counters(&board.transpose(), tile)],
            limits,
            explainer: Explainer::new(board, tile, limits.cells),
            by_counts: HashMap::new(),
            by_bounds: HashMap::new(),
            by_search: HashMap::new(),
            given_up: HashMap::new(),
            paused: None,
            spent: 0,
        }
    }

    /// Nodes searched so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that may still be searched.
    pub(super) fn left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.spent)
    }

    /// The position after a legal move.
    pub(super) fn after(&self, board: &Board, mov: Move) -> Node {
        let next = board
            .play(mov, self.tile)
            .expect("only legal moves are asked about");
        (next, mov.player().opponent())
    }

    /// Returns the result if it is known without further search.
    pub(super) fn known(&mut self, node: Node) -> Option<Verdict> {
        let (board, to_move, _) = Symmetry::canonical(&node.0, node.1);
        if let Some(&verdict) = self.by_search.get(&(board, to_move)) {
            return Some(verdict);
        }
        self.counted((board, to_move))
            .or_else(|| self.bounded((board, to_move)))
    }

    /// Returns the result if it was found before, for this position or one that is the same by symmetry.
    pub(super) fn remembered(&self, node: Node) -> Option<Verdict> {
        let (board, to_move, _) = Symmetry::canonical(&node.0, node.1);
        let node = (board, to_move);
        let bound = || [&self.by_counts, &self.by_bounds].map(|known| known.get(&node).copied());
        let searched = self.by_search.get(&node).copied();
        searched.or_else(|| bound().into_iter().flatten().flatten().next())
    }

    /// Decides by safe and real moves and by the cover.
    fn counted(&mut self, node: Node) -> Option<Verdict> {
        if let Some(verdict) = self.by_counts.get(&node) {
            return *verdict;
        }
        let transposed = node.0.rows() != self.rows;
        let counters = &mut self.counters[usize::from(transposed)];
        let verdict = counters.iter_mut().find_map(|(counter, reason)| {
            let winner = counter.winner(&node.0, node.1)?;
            Some(Verdict::of(node, winner, *reason))
        });
        self.by_counts.insert(node, verdict);
        verdict
    }

    /// Decides by switch bounds.
    fn bounded(&mut self, node: Node) -> Option<Verdict> {
        if let Some(verdict) = self.by_bounds.get(&node) {
            return *verdict;
        }
        let proven = self.explainer.winner(&node.0, node.1);
        let verdict =
            proven.map(|(winner, level)| Verdict::of(node, winner, Reason::Switches(level)));
        self.by_bounds.insert(node, verdict);
        verdict
    }

    /// By how much bounds show that `winner` is ahead, if they do.
    pub(super) fn margin(&mut self, (board, to_move): Node, winner: Player) -> Option<Dyadic> {
        let turn = match to_move == winner {
            true => Turn::First,
            false => Turn::Second,
        };
        let claim = self.explainer.claim(&board, winner, turn, Level::Merge);
        claim.proves().then(|| claim.bound())
    }

    /// Searches about `nodes` nodes, or as many as are left. What was found about other positions is in the
    /// solver's table and helps.
    pub(super) fn search(&mut self, work: Work<'_>, node: Node, nodes: u64) -> Option<Verdict> {
        let begun = self.paused.filter(|(other, _)| *other == node);
        let begun = begun.map_or(0, |(_, nodes)| nodes);
        let nodes = nodes.min(self.left().saturating_add(begun));
        if nodes == 0 || work.is_over() {
            return None;
        }
        let (board, to_move, symmetry) = Symmetry::canonical(&node.0, node.1);
        let tried = self.given_up.get(&(board, to_move));
        if tried.is_some_and(|&tried| tried >= nodes) {
            return None;
        }
        let control = work.control;
        control.limit_next(nodes.saturating_sub(begun));
        control.limit_time(work.until);
        // The position as it is, not its representative: transposing it would need another table.
        let question = Question::new(node.0, self.tile, node.1);
        let report = work.solver.solve_warm(&question, control);
        control.lift_limit();
        self.spent += report.nodes;
        self.paused = None;
        let Some(winner) = report.winner() else {
            match work.pauses() {
                true => self.paused = Some((node, begun + report.nodes)),
                false => drop(self.given_up.insert((board, to_move), nodes)),
            }
            return None;
        };
        let reason = Reason::Search {
            nodes: begun + report.nodes,
        };
        let mut verdict = Verdict::of((board, to_move), symmetry.player(winner), reason);
        let best = report.best_move();
        verdict.best_move = best.map(|mov| symmetry.move_after(mov, &node.0, self.tile));
        self.by_search.insert((board, to_move), verdict);
        if let Some(mov) = best {
            self.learn(node, mov, reason);
        }
        Some(verdict)
    }

    /// How many of `most` nodes a search takes that knows nothing of others. It is not interrupted by the end of a slice.
    pub(super) fn resistance(&mut self, work: Work<'_>, node: Node, most: u64) -> u64 {
        if work.has_ended() {
            return 0;
        }
        let control = Control::under(&work.control.stop_flag());
        control.limit_next(most.min(self.left()));
        let question = Question::new(node.0, self.tile, node.1);
        let report = work.solver.solve(&question, &control);
        self.spent += report.nodes;
        report.nodes
    }

    /// Remembers that the opponent has lost after a winning move that a search found.
    fn learn(&mut self, node: Node, mov: Move, reason: Reason) {
        let after = self.after(&node.0, mov);
        let (board, to_move, _) = Symmetry::canonical(&after.0, after.1);
        let verdict = Verdict::of((board, to_move), to_move.opponent(), reason);
        self.by_search.entry((board, to_move)).or_insert(verdict);
    }

    /// The moves that the solver would try, best first.
    pub(super) fn moves(&mut self, board: &Board, to_move: Player) -> Vec<Move> {
        self.order.moves(board, to_move)
    }

    /// Returns a winning move of the player to move, who is known to win; `None` if none is found within
    /// the remaining budget.
    pub(super) fn winning_move(&mut self, work: Work<'_>, node: Node) -> Option<Move> {
        let (board, to_move) = node;
        if let Some(found) = self.searched_move(node) {
            return Some(found);
        }
        let moves = self.moves(&board, to_move);
        // Cheap tests of all moves come before expensive ones of any.
        for test in [Judge::counted, Judge::known] {
            for &mov in &moves {
                if work.is_over() {
                    return None;
                }
                let after = self.after(&board, mov);
                let (next, opponent, _) = Symmetry::canonical(&after.0, after.1);
                if test(self, (next, opponent)).is_some_and(|verdict| !verdict.mover_wins) {
                    return Some(mov);
                }
            }
        }
        self.search(work, node, u64::MAX)?;
        self.searched_move(node)
    }

    /// The winning move that a search of this position found.
    pub(super) fn searched_move(&self, node: Node) -> Option<Move> {
        let (board, to_move, symmetry) = Symmetry::canonical(&node.0, node.1);
        let image = self.by_search.get(&(board, to_move))?.best_move?;
        Some(symmetry.move_before(image, &node.0, self.tile))
    }
}

impl Verdict {
    fn of(node: Node, winner: Player, reason: Reason) -> Verdict {
        Verdict {
            mover_wins: winner == node.1,
            reason,
            best_move: None,
        }
    }

    /// Who wins if `to_move` is to move.
    pub(super) fn winner(self, to_move: Player) -> Player {
        match self.mover_wins {
            true => to_move,
            false => to_move.opponent(),
        }
    }
}
