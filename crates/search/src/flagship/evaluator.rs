//! Static evaluation of many positions of one board size.

use super::Problem;
use super::bounds::{Bounds, Node};
use super::order::MoveOrder;
use crate::config::Config;
use crate::layout::view::move_at;
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Dyadic, Move, Player, Tile};

/// Bounds and move order, for whichever width of sets.
pub(crate) struct Evaluator(Inner);

enum Inner {
    One(Box<Static<Bits64>>),
    Two(Box<Static<Bits128>>),
    Four(Box<Static<Bits256>>),
}

/// What judges positions of one board size without search.
pub(super) struct Static<W: Bits> {
    bounds: Bounds<W>,
    order: MoveOrder<W>,
}

impl Evaluator {
    /// For positions with as many rows and columns as `board`.
    pub(crate) fn new(board: &Board, tile: Tile, config: &Config) -> Evaluator {
        let problem = &Problem::new(board, tile, Dyadic::from(0), config);
        Evaluator(match problem.bits() {
            0..=64 => Inner::One(Box::new(Static::new(problem))),
            65..=128 => Inner::Two(Box::new(Static::new(problem))),
            _ => Inner::Four(Box::new(Static::new(problem))),
        })
    }

    pub(crate) fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        match &mut self.0 {
            Inner::One(position) => position.winner(board, to_move),
            Inner::Two(position) => position.winner(board, to_move),
            Inner::Four(position) => position.winner(board, to_move),
        }
    }

    pub(crate) fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        match &mut self.0 {
            Inner::One(position) => position.moves(board, player),
            Inner::Two(position) => position.moves(board, player),
            Inner::Four(position) => position.moves(board, player),
        }
    }
}

impl<W: Bits> Static<W> {
    pub(super) fn new(problem: &Problem<'_>) -> Self {
        Static {
            bounds: Bounds::new(problem, 0),
            order: MoveOrder::new(problem),
        }
    }

    pub(super) fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        let decision = self.bounds.decide(&Node::new(board, to_move), 0)?;
        Some(if decision.mover_wins {
            to_move
        } else {
            to_move.opponent()
        })
    }

    pub(super) fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        let starts = self.order.all(&Node::new(board, player)).into_iter();
        starts.map(|start| move_at(board, player, start)).collect()
    }
}
