//! What several tests need.

use crosscram_players::{Choice, Contestant, Game, Spec, Turn};
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::random::Random;

pub(crate) fn player(text: &str) -> Box<dyn Contestant> {
    text.parse::<Spec>().unwrap().build()
}

/// What a player chooses when `side` is to move on `board`.
pub(crate) fn choice(
    player: &mut dyn Contestant,
    board: &Board,
    tile: Tile,
    side: Player,
) -> Choice {
    let game = Game::new(*board).with_tile(tile).with_first(side);
    player.begin(&game, side, 1).unwrap();
    player.choose(&Turn::first(&game)).unwrap()
}

/// A board on which each cell is blocked with a chance of `blocked` in eight.
pub(crate) fn random_board(random: &mut Random, rows: usize, cols: usize, blocked: u64) -> Board {
    let board = Board::empty(rows, cols).unwrap();
    board.with_blocked(board.free_cells().filter(|_| random.below(8) < blocked))
}
