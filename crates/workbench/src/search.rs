//! One search in slices.

use crate::desk::Lent;
use crate::task::Slice;
use crosscram_rules::{Board, Move, Player, Question, Tile};
use crosscram_search::Ending;
use crosscram_support::clock::Instant;
use serde::Serialize;
use std::time::Duration;

/// Solves questions about one game, slice by slice: the table of positions is kept from slice to
/// slice and from question to question, so that an interrupted search goes on where it was.
pub(crate) struct Searcher {
    solver: Lent,
    left: Duration,
    pub(crate) nodes: u64,
    pub(crate) spent: Duration,
}

/// What became of a question in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Proven: who wins, and a winning move if it is the player to move.
    Winner(Player, Option<Move>),
    /// The slice or the nodes were over before.
    NotYet,
    /// The time of the request is over, or there is no memory.
    GivenUp,
}

/// How an answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    /// Everything that was asked is proven.
    Proven,
    /// The time of the request was over before.
    Limit,
}

impl Searcher {
    pub(crate) fn new(solver: Lent, time: Duration) -> Searcher {
        Searcher {
            solver,
            left: time,
            nodes: 0,
            spent: Duration::ZERO,
        }
    }

    pub(crate) fn solver(&self) -> &Lent {
        &self.solver
    }

    /// Works on a question until it is answered, the slice is over, or about `nodes` were searched.
    pub(crate) fn solve(
        &mut self,
        board: &Board,
        tile: Tile,
        to_move: Player,
        nodes: Option<u64>,
        slice: &Slice,
    ) -> Found {
        if !board.can_move(to_move, tile) {
            return Found::Winner(to_move.opponent(), None);
        }
        self.answer(&Question::new(*board, tile, to_move), nodes, slice)
    }

    /// The same for a question of any kind.
    pub(crate) fn answer(
        &mut self,
        question: &Question,
        nodes: Option<u64>,
        slice: &Slice,
    ) -> Found {
        if self.left.is_zero() {
            return Found::GivenUp;
        }
        let started = Instant::now();
        let control = slice.control();
        if let Some(nodes) = nodes {
            control.limit_next(nodes);
        }
        let report = self.solver.solve_warm(question, &control);
        self.nodes += report.nodes;
        self.charge(started);
        match report.ending {
            Ending::Won { winner, best_move } => Found::Winner(winner, best_move),
            Ending::Interrupted { .. } => Found::NotYet,
            Ending::Failed(_) => Found::GivenUp,
        }
    }

    /// Counts the time since `started`.
    fn charge(&mut self, started: Instant) {
        let elapsed = started.elapsed();
        self.spent += elapsed;
        self.left = self.left.saturating_sub(elapsed);
    }

    /// A winning move of `to_move`, who is known to win but whose move was not named: the first in
    /// the solver's order after which the opponent is proven to lose.
    pub(crate) fn winning_move(
        &mut self,
        board: &Board,
        tile: Tile,
        to_move: Player,
        slice: &Slice,
    ) -> Option<Move> {
        let mut order = self.solver.evaluator(board, tile);
        for mov in order.moves(board, to_move) {
            let after = board.play(mov, tile).ok()?;
            let found = self.solve(&after, tile, to_move.opponent(), None, slice);
            match found {
                Found::Winner(winner, _) if winner == to_move => return Some(mov),
                Found::Winner(..) => {}
                Found::NotYet | Found::GivenUp => return None,
            }
        }
        None
    }
}
