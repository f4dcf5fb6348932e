//! Single positions without search: their evaluation, and the order of their moves.

use super::bounds::Bounds;
use super::cover::Areas;
use super::node::{Search, Verdict};
use crate::config::{Config, TableSize};
use crate::control::Control;
use crate::layout::view::{State, move_at};
use crosscram_rules::{Bits256, Board, Move, Player, Tile};

/// The board cover of one player, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The areas of the cover.
    pub areas: Areas,
    /// The bounds that follow; `None` if the player is to move and the cover has no move.
    pub bounds: Option<Bounds>,
}

/// Cover `board` for `player` and bound how the game goes on if `to_move` is to move. Dominoes
/// only; `None` if `config` has no cover.
pub fn evaluate(
    board: &Board,
    player: Player,
    to_move: Player,
    config: &Config,
) -> Option<Evaluation> {
    let control = Control::new();
    let search = bare_search(board, Tile::DOMINO, config, &control);
    let state = State::new(board);
    let totals = search.count(&state);
    let (areas, bounds) = search.evaluation(&state, &totals, player.index(), player == to_move)?;
    Some(Evaluation { areas, bounds })
}

/// The winner, if safe and real moves or the board cover decide it without search.
pub(crate) fn static_winner(
    board: &Board,
    tile: Tile,
    to_move: Player,
    config: &Config,
) -> Option<Player> {
    let control = Control::new();
    let search = bare_search(board, tile, config, &control);
    let state = State::new(board);
    let totals = search.count(&state);
    let mover = to_move.index();
    match Search::<Bits256>::decided_by_counts(&totals, mover) {
        Some(Verdict::Win) => Some(to_move),
        Some(_) => Some(to_move.opponent()),
        None if search.mover_margin(&state, &totals, mover) > 0 => Some(to_move),
        None if search.other_margin(&state, &totals, mover) >= 0 => Some(to_move.opponent()),
        None => None,
    }
}

/// The moves of `player` that the search would try, best first. If he has any move, one of the
/// best of all his moves is among them.
pub(crate) fn ordered_moves(
    board: &Board,
    tile: Tile,
    player: Player,
    config: &Config,
) -> Vec<Move> {
    let control = Control::new();
    let mut search = bare_search(board, tile, config, &control);
    let state = State::new(board);
    let moves = search.all_candidates(&state, player.index());
    let moves = moves
        .iter()
        .map(|candidate| move_at(board, player, candidate.start));
    moves.collect()
}

/// A search that is used for its evaluation only.
fn bare_search<'a>(
    board: &Board,
    tile: Tile,
    config: &Config,
    control: &'a Control,
) -> Search<'a, Bits256> {
    let smallest = Config {
        table: TableSize::Entries(1),
        ..config.clone()
    };
    Search::new(board, tile, &smallest, control)
}
