//! Evaluates positions and orders their moves without search.

use super::bounds::Bounds;
use super::cover::Areas;
use super::node::Search;
use super::table::Table;
use crate::layout::view::{State, move_at};
use crate::options::ClassicOptions;
use crate::solver::Judgement;
use crate::tracer::winner;
use crate::width::by_width;
use crosscram_rules::{Bits, Bits256, Board, Move, Player, Tile};

/// The board cover of one player, and its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The areas of the cover.
    pub areas: Areas,
    /// The bounds that follow; `None` if the player is to move and the cover has no move.
    pub bounds: Option<Bounds>,
}

/// Covers `board` for `player` and computes its bounds if `to_move` is to move. Dominoes only; `None` if
/// `options` have no cover.
pub fn evaluate(
    board: &Board,
    player: Player,
    to_move: Player,
    options: &ClassicOptions,
) -> Option<Evaluation> {
    let search = bare_search::<Bits256>(board, Tile::DOMINO, options);
    let state = State::new(board);
    let totals = search.count(&state);
    let (areas, bounds) = search.evaluation(&state, &totals, player.index(), player == to_move)?;
    Some(Evaluation { areas, bounds })
}

/// A search that is used for its evaluation only.
pub(super) fn bare_search<W: Bits>(
    board: &Board,
    tile: Tile,
    options: &ClassicOptions,
) -> Search<'static, W> {
    Search::new(board, tile, options, Table::smallest(), None)
}

/// Makes the judgement of positions as large as `board`.
pub(super) fn new(board: &Board, tile: Tile, options: &ClassicOptions) -> Box<dyn Judgement> {
    by_width!(super::bits(board), W => Box::new(bare_search::<W>(board, tile, options)))
}

impl<W: Bits> Judgement for Search<'static, W> {
    fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        let state = State::new(board);
        let totals = self.count(&state);
        let mover = to_move.index();
        if let Some(mover_wins) = totals.winner(mover) {
            return Some(winner(to_move, mover_wins));
        }
        if self.mover_margin(&state, &totals, mover) > 0 {
            return Some(to_move);
        }
        let loses = self.other_margin(&state, &totals, mover) >= 0;
        loses.then(|| to_move.opponent())
    }

    fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        let state = State::new(board);
        let candidates = self.all_candidates(&state, player.index());
        let starts = candidates.iter().map(|candidate| candidate.start);
        starts.map(|start| move_at(board, player, start)).collect()
    }
}
