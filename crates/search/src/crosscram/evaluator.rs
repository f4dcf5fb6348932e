//! Static evaluation of many positions of one board size.

use super::Problem;
use super::bounds::{Bounds, Node};
use super::order::MoveOrder;
use super::tables::Tables;
use crate::layout::view::move_at;
use crate::solver::Judgement;
use crate::tracer::winner;
use crosscram_rules::{Bits, Board, Move, Player};
use std::sync::Arc;

/// What judges positions of one board size without search.
pub(super) struct Static<W: Bits> {
    bounds: Bounds<W>,
    order: MoveOrder<W>,
}

impl<W: Bits> Static<W> {
    pub(super) fn new(problem: &Problem, tables: &Arc<Tables>) -> Self {
        Static {
            bounds: Bounds::new(problem, problem.region_bytes(), tables),
            order: MoveOrder::new(problem),
        }
    }
}

impl<W: Bits> Judgement for Static<W> {
    fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        let decision = self.bounds.decide(&Node::new(board, to_move), 0)?;
        Some(winner(to_move, decision.mover_wins))
    }

    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        let starts = self.order.all(&Node::new(board, player)).into_iter();
        starts.map(|start| move_at(board, player, start)).collect()
    }
}
