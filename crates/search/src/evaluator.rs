//! Static evaluation of many positions of one board size, for other searches.

use crate::config::{Config, Engine};
use crate::{classic, flagship};
use crosscram_rules::{Board, Move, Player, Tile};
use std::fmt;

/// What the nodes of a search with some [`Config`] are decided by, without the search:
/// [`crate::static_winner`] and [`crate::ordered_moves`] with tables that are kept from one
/// position to the next.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile};
/// use crosscram_search::{Engine, Evaluator};
///
/// let board = Board::empty(6, 7)?;
/// let mut evaluator = Evaluator::new(&board, Tile::DOMINO, &Engine::Crosscram.config());
/// // Decided at once, whoever begins.
/// assert!(evaluator.winner(&board, Player::Vertical).is_some());
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub struct Evaluator(Inner);

enum Inner {
    Classic(classic::evaluator::Evaluator),
    Flagship(flagship::evaluator::Evaluator),
}

impl Evaluator {
    /// For positions with as many rows and columns as `board`.
    pub fn new(board: &Board, tile: Tile, config: &Config) -> Evaluator {
        Evaluator(match config.engine {
            Engine::Crosscram => {
                Inner::Flagship(flagship::evaluator::Evaluator::new(board, tile, config))
            }
            _ => Inner::Classic(classic::evaluator::Evaluator::new(board, tile, config)),
        })
    }

    /// The winner if `to_move` is to move, if that is decided without search.
    pub fn winner(&mut self, board: &Board, to_move: Player) -> Option<Player> {
        match &mut self.0 {
            Inner::Classic(evaluator) => evaluator.winner(board, to_move),
            Inner::Flagship(evaluator) => evaluator.winner(board, to_move),
        }
    }

    /// The moves of `player` that the search would try, best first. If he has any move, one of the
    /// best of all his moves is among them.
    pub fn moves(&mut self, board: &Board, player: Player) -> Vec<Move> {
        match &mut self.0 {
            Inner::Classic(evaluator) => evaluator.moves(board, player),
            Inner::Flagship(evaluator) => evaluator.moves(board, player),
        }
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Evaluator")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ordered_moves, static_winner};
    use crosscram_rules::{Bits, Bits256, reference};

    /// It is what the plain functions are, and what is decided is right.
    #[test]
    fn agrees_with_the_plain_functions() {
        for (rows, cols, tile) in [(3, 4, 2), (4, 4, 2), (3, 5, 3)] {
            let tile = Tile::new(tile).unwrap();
            let empty = Board::empty(rows, cols).unwrap();
            for engine in [Engine::Domi, Engine::Obsequi, Engine::Crosscram] {
                let config = engine.config();
                let mut evaluator = Evaluator::new(&empty, tile, &config);
                // One position in 31: enough to meet all cases.
                for blocked in (3..1u32 << (rows * cols)).step_by(31) {
                    let free = Bits256::from_field(!blocked, 0) & empty.free_bits();
                    let board = Board::from_free_bits(rows, cols, free).unwrap();
                    for player in Player::ALL {
                        let found = evaluator.winner(&board, player);
                        assert_eq!(found, static_winner(&board, tile, player, &config));
                        if let Some(found) = found {
                            assert_eq!(found, reference::winner(&board, tile, player));
                        }
                        let moves = evaluator.moves(&board, player);
                        assert_eq!(moves, ordered_moves(&board, tile, player, &config));
                    }
                }
            }
        }
    }
}
