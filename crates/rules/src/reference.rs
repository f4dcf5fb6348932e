//! The rules and nothing else: slow, plain answers to compare fast ones with.
//!
//! [`Solver`] tries every move and remembers the results. It uses no symmetry, no regions, no
//! bounds and no move ordering, so that a mistake in any of those shows up as a disagreement
//! with it. [`moves`] looks at every cell of every placement, and is what [`Board::moves`] is
//! compared with.
//!
//! Cost for both players beginning on an empty board: 4x5 4 ms, 5x5 0.2 s, 5x6 2 s, growing about
//! tenfold with every four cells.

use std::collections::HashMap;

use crate::{Board, Cell, Move, Outcome, Player, Tile};

/// Who wins on `board` when `first` begins.
///
/// ```
/// use crosscram_rules::{Board, Player, Tile, reference};
///
/// let board = Board::empty(3, 3)?;
/// let winner = reference::winner(&board, Tile::DOMINO, Player::Vertical);
/// assert_eq!(winner, Player::Vertical);
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub fn winner(board: &Board, tile: Tile, first: Player) -> Player {
    Solver::new(tile).winner(board, first)
}

/// Who wins on `board`, for either player beginning.
///
/// ```
/// use crosscram_rules::{Board, Outcome, Tile, reference};
///
/// let board = Board::empty(2, 3)?;
/// assert_eq!(reference::outcome(&board, Tile::DOMINO), Outcome::First);
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub fn outcome(board: &Board, tile: Tile) -> Outcome {
    Solver::new(tile).outcome(board)
}

/// Solves positions one after another and remembers every result.
#[derive(Clone, Debug)]
pub struct Solver {
    tile: Tile,
    winners: HashMap<(Board, Player), Player>,
}

impl Solver {
    /// A solver for one tile length, with an empty memory.
    pub fn new(tile: Tile) -> Solver {
        Solver {
            tile,
            winners: HashMap::new(),
        }
    }

    /// Who wins on `board` when `to_move` begins.
    pub fn winner(&mut self, board: &Board, to_move: Player) -> Player {
        if let Some(&winner) = self.winners.get(&(*board, to_move)) {
            return winner;
        }
        let opponent = to_move.opponent();
        let wins = board.moves(to_move, self.tile).any(|mov| {
            let after = board.play(mov, self.tile).expect("a listed move is legal");
            self.winner(&after, opponent) == to_move
        });
        let winner = if wins { to_move } else { opponent };
        self.winners.insert((*board, to_move), winner);
        winner
    }

    /// Who wins on `board`, for either player beginning.
    pub fn outcome(&mut self, board: &Board) -> Outcome {
        let [vertical_first, horizontal_first] = Player::ALL.map(|first| self.winner(board, first));
        Outcome::from_winners(vertical_first, horizontal_first)
    }
}

/// Lists the moves of `player` by trying all cells one by one.
pub fn moves(board: &Board, player: Player, tile: Tile) -> Vec<Move> {
    let mut moves = Vec::new();
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let fits = (0..tile.length() as usize).all(|i| {
                let (row, col) = match player {
                    Player::Vertical => (row + i, col),
                    Player::Horizontal => (row, col + i),
                };
                Cell::try_new(row, col).is_some_and(|cell| board.is_free(cell))
            });
            if fits {
                moves.push(Move::new(player, Cell::new(row, col)));
            }
        }
    }
    moves
}
