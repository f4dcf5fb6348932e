//! The engines behind one door.

use crate::config::{Config, Engine};
use crate::control::Control;
use crate::report::{Interrupted, Report};
use crate::{classic, flagship, triomineering};
use crosscram_rules::{Board, Dyadic, Move, Player, Tile};
use std::ops::ControlFlow;

/// Who wins on `board` if `first` moves first, proven by search.
///
/// The answer does not depend on `config`, except with [`crate::LineCount::Unsound2002`].
pub fn solve(
    board: &Board,
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    match config.engine {
        Engine::Crosscram => flagship::solve(board, tile, Dyadic::from(0), first, config, control),
        Engine::Triomineering2016 => triomineering::report(board, tile, first, config, control),
        _ => classic::solve(board, tile, first, config, control),
    }
}

/// Who wins a board together with a number, that many free moves for Vertical, if `first` moves
/// first. Always with the engine crosscram, whichever `config` names.
///
/// A winning move that is one in the number is not named.
pub fn solve_with_number(
    board: &Board,
    number: Dyadic,
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    // Nobody has more moves than tiles fit on the board, so a larger number decides as well.
    let most = Dyadic::from((board.area() / tile.length() as usize + 1) as i64);
    let least = Dyadic::from(-(board.area() as i64 / i64::from(tile.length()) + 1));
    let number = number.min(most).max(least);
    flagship::solve(board, tile, number, first, config, control)
}

/// Who wins on each of `boards` if `first` moves first, one after the other, with one
/// transposition table: what one search found need not be searched again by the next. `each` gets
/// every answer and says whether to go on; an interrupted search leaves the table usable.
///
/// The published engines start each search with an empty table.
///
/// # Panics
///
/// If the boards differ in size, or if two differ in their number of free cells by other than a
/// multiple of two moves: the table tells by that number who is to move.
pub fn solve_in_turn(
    boards: &[Board],
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
    each: &mut dyn FnMut(Result<Report, Box<Interrupted>>) -> ControlFlow<()>,
) {
    let class = |board: &Board| {
        let free = board.free_count() % (2 * tile.length());
        (board.rows(), board.cols(), free)
    };
    let alike = boards
        .windows(2)
        .all(|pair| class(&pair[0]) == class(&pair[1]));
    assert!(
        alike,
        "the boards are positions of one game with one side to move"
    );
    match config.engine {
        Engine::Crosscram => flagship::solve_in_turn(boards, tile, first, config, control, each),
        _ => {
            for board in boards {
                if each(classic::solve(board, tile, first, config, control)).is_break() {
                    return;
                }
            }
        }
    }
}

/// Forget the regions that earlier searches of the engine crosscram found, so that the next one
/// takes as long as a first one.
pub fn forget_regions() {
    flagship::forget_regions();
}

/// Bytes that the transposition table for `board` may grow to.
pub fn table_bytes(board: &Board, config: &Config) -> u64 {
    match config.engine {
        Engine::Crosscram => flagship::table_bytes(board, config),
        _ => classic::table_bytes(board, config),
    }
}

/// The winner, if the engine's static evaluation decides it without search.
pub fn static_winner(
    board: &Board,
    tile: Tile,
    to_move: Player,
    config: &Config,
) -> Option<Player> {
    match config.engine {
        Engine::Crosscram => flagship::static_winner(board, tile, to_move, config),
        _ => classic::static_winner(board, tile, to_move, config),
    }
}

/// The moves of `player` that the search would try, best first. If he has any move, one of the
/// best of all his moves is among them.
pub fn ordered_moves(board: &Board, tile: Tile, player: Player, config: &Config) -> Vec<Move> {
    match config.engine {
        Engine::Crosscram => flagship::ordered_moves(board, tile, player, config),
        _ => classic::ordered_moves(board, tile, player, config),
    }
}
