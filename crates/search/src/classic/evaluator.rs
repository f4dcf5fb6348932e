//! Static evaluation of many positions of one board size.

use super::Width;
use super::node::{Search, Verdict};
use crate::config::{Config, TableSize};
use crate::control::Control;
use crate::layout::view::{State, move_at};
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Move, Player, Tile};
use std::sync::LazyLock;

/// Nobody watches an evaluation.
static UNWATCHED: LazyLock<Control> = LazyLock::new(Control::new);

/// A search that only evaluates.
pub(crate) struct Evaluator(Inner);

enum Inner {
    One(Box<Search<'static, Bits64>>),
    Two(Box<Search<'static, Bits128>>),
    Four(Box<Search<'static, Bits256>>),
}

impl Evaluator {
    /// For positions with as many rows and columns as `board`.
    pub(crate) fn new(board: &Board, tile: Tile, config: &Config) -> Evaluator {
        let config = Config {
            table: TableSize::Entries(1),
            ..config.clone()
        };
        Evaluator(match Width::of(board) {
            Width::One => Inner::One(Box::new(Search::new(board, tile, &config, &UNWATCHED))),
            Width::Two => Inner::Two(Box::new(Search::new(board, tile, &config, &UNWATCHED))),
            Width::Four => Inner::Four(Box::new(Search::new(board, tile, &config, &UNWATCHED))),
        })
    }

    /// The winner if `to_move` is to move, if that is decided without search.
    pub(crate) fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        match &mut self.0 {
            Inner::One(search) => winner(search, board, to_move),
            Inner::Two(search) => winner(search, board, to_move),
            Inner::Four(search) => winner(search, board, to_move),
        }
    }

    /// The moves of `player` that the search would try, best first. If he has any move, one of the
    /// best of all his moves is among them.
    pub(crate) fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        match &mut self.0 {
            Inner::One(search) => moves(search, board, player),
            Inner::Two(search) => moves(search, board, player),
            Inner::Four(search) => moves(search, board, player),
        }
    }
}

fn winner<W: Bits>(search: &Search<'static, W>, board: &Board, to_move: Player) -> Option<Player> {
    let state = State::new(board);
    let totals = search.count(&state);
    let mover = to_move.index();
    if let Some(verdict) = Search::<W>::decided_by_counts(&totals, mover) {
        let wins = verdict == Verdict::Win;
        return Some(if wins { to_move } else { to_move.opponent() });
    }
    if search.mover_margin(&state, &totals, mover) > 0 {
        return Some(to_move);
    }
    let loses = search.other_margin(&state, &totals, mover) >= 0;
    loses.then(|| to_move.opponent())
}

fn moves<W: Bits>(search: &mut Search<'static, W>, board: &Board, player: Player) -> Vec<Move> {
    let state = State::new(board);
    let candidates = search.all_candidates(&state, player.index());
    let moves = candidates.iter();
    moves
        .map(|candidate| move_at(board, player, candidate.start))
        .collect()
}
