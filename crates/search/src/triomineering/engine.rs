//! The solver of 2016 as an engine among the others.

use super::{Found, Key, Limits, Techniques, solve};
use crate::solve::table_bytes;
use crate::{Config, Control, Interrupted, Report, Statistics};
use crosscram_rules::{Bits256, Board, Move, Player, Tile};

/// [`solve`] with all techniques of the paper, as the engine `triomineering-2016`. Nodes include
/// the root, as in the paper. The table keeps as many positions as fit into the bytes that
/// `config` gives it.
pub(crate) fn report(
    board: &Board,
    tile: Tile,
    first: Player,
    config: &Config,
    control: &Control,
) -> Result<Report, Box<Interrupted>> {
    /// A place of a hash table that is at least half full, with the widest set of cells.
    const PLACE: u64 = 2 * (size_of::<(Key<Bits256>, bool)>() as u64 + 1);
    let table_bytes = table_bytes(board, config);
    let limits = Limits {
        nodes: u64::MAX,
        entries: table_bytes / PLACE,
    };
    let found = solve(board, tile, first, Techniques::ALL, limits, control);
    let statistics = Statistics {
        table_entries: limits.entries,
        table_bytes,
        ..found.statistics
    };
    let Found { nodes, elapsed, .. } = found;
    match found.winner {
        Some(winner) => Ok(Report {
            first,
            winner,
            best_move: found
                .best_move
                .or_else(|| (winner == first).then(|| any_winning(board, tile, first, control))?),
            nodes,
            elapsed,
            statistics,
        }),
        None => Err(Box::new(Interrupted {
            first,
            refuted: found.refuted,
            of: found.of,
            nodes,
            elapsed,
            statistics,
        })),
    }
}

/// A winning first move where the counts decide at once: any move that the opponent does not
/// survive.
fn any_winning(board: &Board, tile: Tile, first: Player, control: &Control) -> Option<Move> {
    let (all, none) = (Techniques::ALL, Limits::NONE);
    board.moves(first, tile).find(|&mov| {
        let after = board.play(mov, tile).expect("a listed move is legal");
        let answer = solve(&after, tile, first.opponent(), all, none, control);
        answer.winner == Some(first)
    })
}
