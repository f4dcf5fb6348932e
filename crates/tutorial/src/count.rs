//! Counting moves: what a player can make at most, and what cannot be taken away. The
//! static evaluation of DOMI (Breuker, Uiterwijk and van den Herik, 2000).

use crate::Board;
use crosscram_rules::Player;

// ANCHOR: count
/// The maximum number of moves that the player could make if the opponent passed from
/// now on.
pub fn real_moves(board: Board, player: Player) -> u32 {
    board.seen_by(player).vertical_tiles()
}

/// A number of moves that the opponent cannot prevent: tiles on cells that no opposing
/// tile can cover.
pub fn safe_moves(board: Board, player: Player) -> u32 {
    board.seen_by(player).out_of_reach().vertical_tiles()
}

/// Who wins if `mover` is to move, if counting can tell.
pub fn decided(board: Board, mover: Player) -> Option<Player> {
    let other = mover.opponent();
    if safe_moves(board, mover) > real_moves(board, other) {
        Some(mover)
    } else if safe_moves(board, other) >= real_moves(board, mover) {
        Some(other)
    } else {
        None
    }
}
// ANCHOR_END: count

// ANCHOR: order
/// The boards after the player's moves, the most promising first: those that leave the
/// player many real moves and the opponent few. Equal ones stay in the order of the
/// board.
pub fn ordered(board: Board, player: Player) -> Vec<Board> {
    let mut after: Vec<Board> = board.after_moves(player).collect();
    after.sort_by_cached_key(|&board| {
        let own = real_moves(board, player) + safe_moves(board, player);
        let opposing = real_moves(board, player.opponent()) + safe_moves(board, player.opponent());
        opposing as i32 - own as i32
    });
    after
}
// ANCHOR_END: order
