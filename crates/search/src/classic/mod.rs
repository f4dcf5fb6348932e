//! The solvers of Breuker et al. (2000) and Bullock (2002), as one search with switches.
//!
//! The order of work at a node, the order of moves and the way nodes are counted are those of the
//! program behind Bullock's tables, so that node counts can be compared to the digit.

mod bounds;
mod counts_2002;
mod cover;
pub(crate) mod evaluator;
mod line_cover;
mod moves;
mod node;
mod ordering;
mod position;
mod root;
mod table;

use crate::{Config, Control, Interrupted, Report};
use crosscram_rules::{Bits64, Bits128, Bits256, Board, Player, Tile};

pub use bounds::Bounds;
pub use cover::Areas;
pub use position::{Evaluation, evaluate};
pub(crate) use position::{ordered_moves, static_winner};

/// See [`crate::solve`]. The board cover is defined for dominoes; with longer tiles the search
/// uses safe and real moves.
pub(crate) fn solve(
    board: &Board,
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    match Width::of(board) {
        Width::One => root::solve::<Bits64>(board, tile, first, config, control),
        Width::Two => root::solve::<Bits128>(board, tile, first, config, control),
        Width::Four => root::solve::<Bits256>(board, tile, first, config, control),
    }
}

/// How many words a set of cells takes in a search.
enum Width {
    One,
    Two,
    Four,
}

impl Width {
    /// The smallest width that holds the board and in which a shift by two lines stays below the
    /// capacity, as [`crosscram_rules::Bits::up`] wants it.
    fn of(board: &Board) -> Width {
        let needed = board.area().max(2 * board.rows().max(board.cols()) + 1);
        match needed {
            0..=64 => Width::One,
            65..=128 => Width::Two,
            _ => Width::Four,
        }
    }
}

/// Bytes of the transposition table that [`solve`] allocates for `board`.
pub(crate) fn table_bytes(board: &Board, config: &Config) -> u64 {
    let (size, scheme, cells) = (config.table, config.replacement, board.free_count());
    match Width::of(board) {
        Width::One => table::Table::<Bits64>::bytes_for(size, scheme, cells),
        Width::Two => table::Table::<Bits128>::bytes_for(size, scheme, cells),
        Width::Four => table::Table::<Bits256>::bytes_for(size, scheme, cells),
    }
}

#[cfg(test)]
mod tests;
