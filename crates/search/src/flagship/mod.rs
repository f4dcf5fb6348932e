//! The engine crosscram: a search that bounds positions by the values of their pieces.
//!
//! # The bound
//!
//! Forbidding a player some of his moves only hurts him. So for Vertical a board is worth at
//! least the sum of the pieces into which it falls when it is cut between rows, wherever that
//! may be, as long as no two horizontal neighbours are separated. The pieces are bounded by
//! [`SwitchVector`](crosscram_values::SwitchVector)s, whose sums bound the board; if the sum says
//! that Vertical does not lose moving second, or wins moving first, he does. For Horizontal it is
//! the same on the transposed board. Two bounds of the same cells combine by their entry-wise
//! maximum, so a dynamic programme over rows finds the best of all cuts it looks at.
//!
//! *Never* may a cut for Vertical separate two horizontal neighbours: that would take moves from
//! Horizontal.
//!
//! Levels, each of which can be switched off ([`Levels`]): *rows* cuts into strips, as many rows
//! as a tile is long, and single rows ([`geometry`]); *runs* lets each run of cells of a row choose
//! with which neighbouring row it is paired ([`runs`]); *regions* treats each connected region by
//! itself, exactly if it is small enough for the table of regions, else by cutting it into bands
//! of a few more rows, each of which may fall into small regions again ([`parts`]); *merge* joins
//! neighbouring pieces of the best such cut where their union is small enough for the table
//! ([`merge`]); *values* adds the exact values of small regions up as games ([`exact`]).
//!
//! # The search
//!
//! Boolean alpha-beta ([`worker`]) with an exact table that all threads share ([`table`],
//! [`team`]). A node's regions are those of the node above except where the last tile fell, and
//! its moves are tested by sums that the node has at hand before any child is visited
//! ([`children`]). A bound that cannot be expected to win is not found ([`outlook`]). The order of moves is Bullock's ([`order`]). A number may be played along with
//! the board ([`numbers`]).

mod bands;
mod bounds;
mod children;
pub(crate) mod evaluator;
mod exact;
mod geometry;
mod merge;
mod numbers;
mod order;
mod outlook;
mod parts;
mod root;
mod runs;
mod shared;
mod table;
mod team;
mod worker;

use crate::cache::Table;
use crate::config::{Config, Ordering, SafeMoves, TableSize};
use crate::control::Control;
use crate::levels::Levels;
use crate::report::{Interrupted, Report};
use crosscram_rules::{Bits64, Bits128, Bits256, Board, Dyadic, Move, Player, Tile};
use numbers::Numbers;
pub(crate) use shared::forget_regions;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is searched, and how.
struct Problem<'a> {
    board: &'a Board,
    tile: Tile,
    numbers: Numbers,
    levels: Levels,
    techniques: Techniques,
    table: TableSize,
    threads: usize,
}

/// The parts of the search that can be switched off.
#[derive(Clone, Copy, Debug)]
struct Techniques {
    ordering: Ordering,
    no_safe_moves: bool,
    shift_dominance: bool,
    test_children: bool,
}

impl<'a> Problem<'a> {
    fn new(board: &'a Board, tile: Tile, number: Dyadic, config: &Config) -> Self {
        Problem {
            board,
            tile,
            numbers: Numbers::new(number),
            levels: config.switches.unwrap_or(Levels::DEFAULT),
            techniques: Techniques {
                ordering: config.ordering,
                no_safe_moves: config.safe_moves == SafeMoves::Ignored,
                shift_dominance: config.shift_dominance,
                test_children: config.test_children,
            },
            table: config.table,
            threads: config.threads.max(1),
        }
    }

    /// Bits that sets of cells need: the board, marks for a number in the key, and room for
    /// shifts by a tile's length of lines.
    fn bits(&self) -> usize {
        let marks = if self.numbers.len() > 1 { 10 } else { 0 };
        let lines = self.board.rows().max(self.board.cols());
        (self.board.area() + marks).max(2 * lines + 1)
    }
}

/// Call a function that is generic over sets with the smallest sufficient one.
macro_rules! with_width {
    ($problem:expr, root::$function:ident, $($argument:expr),*) => {
        match $problem.bits() {
            0..=64 => root::$function::<Bits64>($problem, $($argument),*),
            65..=128 => root::$function::<Bits128>($problem, $($argument),*),
            _ => root::$function::<Bits256>($problem, $($argument),*),
        }
    };
}

/// Who wins on `board` together with `number` if `first` moves first.
pub(crate) fn solve(
    board: &Board,
    tile: Tile,
    number: Dyadic,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    let problem = &Problem::new(board, tile, number, config);
    with_width!(problem, root::solve, first, control)
}

/// Who wins on each of `boards`, all with one table.
pub(crate) fn solve_in_turn(
    boards: &[Board],
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
    each: &mut dyn FnMut(Result<Report, Box<Interrupted>>) -> ControlFlow<()>,
) {
    let Some(board) = boards.first() else {
        return;
    };
    let problem = &Problem::new(board, tile, Dyadic::from(0), config);
    let boards = &mut boards.iter().copied();
    with_width!(problem, root::solve_in_turn, boards, first, control, each);
}

/// Bytes that the transposition table may grow to.
pub(crate) fn table_bytes(board: &Board, config: &Config) -> u64 {
    let problem = Problem::new(board, Tile::DOMINO, Dyadic::from(0), config);
    match problem.bits() {
        0..=64 => table::Table::<Bits64>::bytes_for(config.table),
        65..=128 => table::Table::<Bits128>::bytes_for(config.table),
        _ => table::Table::<Bits256>::bytes_for(config.table),
    }
}

/// The tables of regions that a search would use.
pub(crate) fn region_tables(
    board: &Board,
    tile: Tile,
    number: Dyadic,
    config: &Config,
) -> Vec<Arc<dyn Table>> {
    let problem = &Problem::new(board, tile, number, config);
    with_width!(problem, root::region_tables,)
}

/// The winner, if the bounds decide the position without search.
pub(crate) fn static_winner(
    board: &Board,
    tile: Tile,
    to_move: Player,
    config: &Config,
) -> Option<Player> {
    let problem = &Problem::new(board, tile, Dyadic::from(0), config);
    with_width!(problem, root::static_winner, to_move)
}

/// The moves that the search would try, best first.
pub(crate) fn ordered_moves(
    board: &Board,
    tile: Tile,
    player: Player,
    config: &Config,
) -> Vec<Move> {
    let problem = &Problem::new(board, tile, Dyadic::from(0), config);
    with_width!(problem, root::ordered_moves, player)
}

#[cfg(test)]
mod tests;
