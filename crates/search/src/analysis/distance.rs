//! How long a game lasts: the winner wins as soon as possible, the loser holds out as long as possible.

use crosscram_rules::{Board, Cell, Player, Tile};
use std::collections::HashMap;
use std::collections::HashSet;

/// Who wins, and the number of moves until the loser has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The winner.
    pub winner: Player,
    /// The number of moves of both players.
    pub moves: u32,
}

/// Computes distances by trying all play, and remembers positions up to reflection and dead cells.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile};
/// use crosscram_search::analysis::{Distance, Distances};
///
/// let mut distances = Distances::new(Tile::DOMINO);
/// let board: Board = "2x3".parse()?;
/// // Vertical takes the middle, and Horizontal has no move left.
/// let expected = Distance { winner: Player::Vertical, moves: 1 };
/// assert_eq!(distances.of(&board, Player::Vertical, 1_000), Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Distances {
    tile: Tile,
    known: HashMap<(Board, Player), Distance>,
}

/// The maximum number of positions that are remembered.
const REMEMBERED: usize = 1 << 20;

impl Distances {
    /// For tiles of this length.
    pub fn new(tile: Tile) -> Distances {
        Distances {
            tile,
            known: HashMap::new(),
        }
    }

    /// The distance of a position with `to_move` to move; `None` if that takes more than `positions` new positions.
    pub fn of(&mut self, board: &Board, to_move: Player, positions: usize) -> Option<Distance> {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let mut left = positions;
        self.visit(board, to_move, &mut left)
    }

    fn visit(&mut self, board: &Board, to_move: Player, left: &mut usize) -> Option<Distance> {
        let board = self.alive(board);
        let key = (board.canonical(), to_move);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        *left = left.checked_sub(1)?;
        let mut best = Distance {
            winner: to_move.opponent(),
            moves: 0,
        };
        for mov in board.moves(to_move, self.tile) {
            let after = board.play(mov, self.tile).expect("a listed move is legal");
            let child = self.visit(&after, to_move.opponent(), left)?;
            let moves = child.moves + 1;
            let better = match (child.winner == to_move, best.winner == to_move) {
                (true, true) => moves < best.moves,
                (true, false) => true,
                (false, true) => false,
                (false, false) => moves > best.moves,
            };
            if better {
                best = Distance {
                    winner: child.winner,
                    moves,
                };
            }
        }
        self.known.insert(key, best);
        Some(best)
    }

    /// The board without the cells that no tile can cover any more.
    fn alive(&self, board: &Board) -> Board {
        let moves = Player::ALL
            .into_iter()
            .flat_map(|player| board.moves(player, self.tile));
        let covered: HashSet<Cell> = moves.flat_map(|mov| mov.cells(self.tile)).collect();
        let dead = board.free_cells().filter(|cell| !covered.contains(cell));
        board.with_blocked(dead.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// The definition, without memory.
    fn plainly(board: &Board, to_move: Player, tile: Tile) -> Distance {
        let children = board.moves(to_move, tile).map(|mov| {
            let child = plainly(&board.play(mov, tile).unwrap(), to_move.opponent(), tile);
            Distance {
                moves: child.moves + 1,
                ..child
            }
        });
        let children: Vec<Distance> = children.collect();
        let won = children.iter().filter(|child| child.winner == to_move);
        let soonest = won.min_by_key(|child| child.moves);
        let latest = children.iter().max_by_key(|child| child.moves);
        let none = Distance {
            winner: to_move.opponent(),
            moves: 0,
        };
        *soonest.or(latest).unwrap_or(&none)
    }

    #[test]
    fn distances_follow_the_definition() {
        let mut random = Random::new(0xd15);
        for length in [2, 2, 2, 3] {
            let tile = Tile::new(length).unwrap();
            let mut distances = Distances::new(tile);
            for _ in 0..60 {
                let board = Board::empty(3 + random.index(2), 4).unwrap();
                let cells = board.free_cells().filter(|_| random.below(3) == 0);
                let cells: Vec<Cell> = cells.collect();
                let board = board.with_blocked(cells);
                for player in Player::ALL {
                    let found = distances.of(&board, player, 1 << 20);
                    assert_eq!(
                        found,
                        Some(plainly(&board, player, tile)),
                        "{board} {player}"
                    );
                }
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let board = Board::empty(5, 5).unwrap();
        let mut distances = Distances::new(Tile::DOMINO);
        assert_eq!(distances.of(&board, Player::Vertical, 100), None);
        assert!(distances.known.len() <= 100);
    }
}
