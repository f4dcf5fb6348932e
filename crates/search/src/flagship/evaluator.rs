//! Static evaluation of many positions of one board size.

use super::Problem;
use super::table::Table;
use super::team::Team;
use super::worker::{Node, Worker};
use crate::classic::root::move_at;
use crate::classic::view::State;
use crate::config::{Config, TableSize};
use crate::control::Control;
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Dyadic, Move, Player, Tile};
use std::sync::LazyLock;

/// Nobody watches an evaluation, and nothing is looked up or stored: all evaluators share the
/// team that is not needed.
static UNWATCHED: LazyLock<Control> = LazyLock::new(Control::new);
static TEAM_64: LazyLock<Team<'static, Bits64>> = LazyLock::new(idle_team);
static TEAM_128: LazyLock<Team<'static, Bits128>> = LazyLock::new(idle_team);
static TEAM_256: LazyLock<Team<'static, Bits256>> = LazyLock::new(idle_team);

fn idle_team<W: Bits>() -> Team<'static, W> {
    Team::new(Table::new(TableSize::Entries(1)), 1, 0, &UNWATCHED)
}

/// A worker that only evaluates.
pub(crate) struct Evaluator(Inner);

enum Inner {
    One(Box<Worker<'static, Bits64>>),
    Two(Box<Worker<'static, Bits128>>),
    Four(Box<Worker<'static, Bits256>>),
}

impl Evaluator {
    /// For positions with as many rows and columns as `board`.
    pub(crate) fn new(board: &Board, tile: Tile, config: &Config) -> Evaluator {
        let problem = &Problem::new(board, tile, Dyadic::from(0), config);
        Evaluator(match problem.bits() {
            0..=64 => Inner::One(Box::new(Worker::new(problem, &TEAM_64))),
            65..=128 => Inner::Two(Box::new(Worker::new(problem, &TEAM_128))),
            _ => Inner::Four(Box::new(Worker::new(problem, &TEAM_256))),
        })
    }

    pub(crate) fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        match &mut self.0 {
            Inner::One(worker) => winner(worker, board, to_move),
            Inner::Two(worker) => winner(worker, board, to_move),
            Inner::Four(worker) => winner(worker, board, to_move),
        }
    }

    pub(crate) fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        match &mut self.0 {
            Inner::One(worker) => moves(worker, board, player),
            Inner::Two(worker) => moves(worker, board, player),
            Inner::Four(worker) => moves(worker, board, player),
        }
    }
}

fn node<W: Bits>(board: &Board, to_move: Player) -> Node<W> {
    Node {
        state: State::new(board),
        number: 0,
        mover: to_move.index(),
    }
}

fn winner<W: Bits>(
    worker: &mut Worker<'static, W>,
    board: &Board,
    to_move: Player,
) -> Option<Player> {
    let mover_wins = worker.decide(&node(board, to_move), 0)?;
    Some(if mover_wins {
        to_move
    } else {
        to_move.opponent()
    })
}

fn moves<W: Bits>(worker: &mut Worker<'static, W>, board: &Board, player: Player) -> Vec<Move> {
    let starts = worker.ordered_moves(&node(board, player)).into_iter();
    starts.map(|start| move_at(board, player, start)).collect()
}
