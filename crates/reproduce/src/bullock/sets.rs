//! The two sets of test positions behind Fig. 4.3, and how they were made.
//!
//! The thesis took 10 "easier" and 8 "difficult" positions from its 10x10 proof but printed none
//! of them, so these are our own: positions of an 8x9 proof, smaller by a factor of some hundreds
//! on both axes and with the same ratio of four between the sets. [`choose`] makes them again.

use crosscram_papers::bullock2002::{SETS_DIFFICULT, SETS_EASIER, TestPosition};
use crosscram_rules::{Board, Cell, Player, Position, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};
use crosscram_support::random::Random;
use std::ops::RangeInclusive;

crosscram_support::named! {
    /// A set of test positions, by the thesis's name for it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Set {
        /// Ten positions of about 100,000 nodes.
        Easier = "easier",
        /// Eight positions of about 400,000 nodes.
        Difficult = "difficult",
    }
}

/// Plies that are played before a position is taken. Eight, as in the thesis for 10x10, leave too
/// little to search on 8x9.
pub const PLIES: usize = 6;

impl Set {
    /// The number of positions in the set.
    pub fn size(self) -> usize {
        match self {
            Set::Easier => 10,
            Set::Difficult => 8,
        }
    }

    /// The number of nodes that a member needs: the round number plus or minus a fifth.
    pub fn range(self) -> RangeInclusive<u64> {
        match self {
            Set::Easier => 80_000..=120_000,
            Set::Difficult => 320_000..=480_000,
        }
    }

    /// The stored members.
    pub fn members(self) -> Vec<TestPosition> {
        match self {
            Set::Easier => SETS_EASIER.rows(),
            Set::Difficult => SETS_DIFFICULT.rows(),
        }
    }
}

/// The position number `seed`: 8x9 after [`PLIES`] moves, Horizontal to move.
///
/// Vertical wins 8x9 whoever begins. Horizontal begins and plays at random, because a proof must deal
/// with every move of the loser; Vertical answers with the best move of the primary ordering (the
/// first such move row by row), because a proof needs only one answer.
///
/// ```
/// use crosscram_reproduce::bullock::sets::{PLIES, game};
///
/// let position = game(1);
/// assert_eq!(position.board.free_count() as usize, 72 - 2 * PLIES);
/// assert_eq!(position, game(1));
/// ```
pub fn game(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut board = Board::empty(8, 9).expect("72 cells");
    for _ in 0..PLIES / 2 {
        let moves: Vec<_> = board.moves(Player::Horizontal, Tile::DOMINO).collect();
        let mov = moves[(random.next_u64() % moves.len() as u64) as usize];
        board = board.play(mov, Tile::DOMINO).expect("a listed move");
        let answers = board.moves(Player::Vertical, Tile::DOMINO);
        let after = answers.map(|mov| board.play(mov, Tile::DOMINO).expect("a listed move"));
        // The first of equals, because `min_by_key` takes the first.
        let best = after.min_by_key(|board| -advantage(board));
        board = best.expect("Vertical has moves early in the game");
    }
    Position::new(board).with_to_move(Player::Horizontal)
}

/// Recomputes the members of a set: the games of seeds 1, 2, 3, … whose position needs a number of nodes
/// within the range and is not a reflection of an earlier one. Takes minutes.
pub fn choose(set: Set) -> Vec<TestPosition> {
    let mut members: Vec<TestPosition> = Vec::new();
    for seed in 1.. {
        let position = game(seed);
        let canonical = position.board.canonical();
        if members
            .iter()
            .any(|member| member.position.board.canonical() == canonical)
        {
            continue;
        }
        let nodes = nodes(&position);
        if set.range().contains(&nodes) {
            members.push(TestPosition {
                seed,
                nodes,
                position,
            });
        }
        if members.len() == set.size() {
            break;
        }
    }
    members
}

/// Nodes that Obsequi needs with the thesis's table, which is far from full with so few.
fn nodes(position: &Position) -> u64 {
    let question = Question::new(position.board, position.tile, Player::Horizontal);
    let solver = Solver::new(EngineName::Obsequi);
    solver.solve(&question, &Control::new()).nodes
}

/// The primary move ordering's score of a board: Vertical's real and safe moves minus Horizontal's.
fn advantage(board: &Board) -> i32 {
    let transposed = board.transpose();
    real(&transposed) + safe(&transposed) - real(board) - safe(board)
}

/// Horizontal's real moves: those left if Vertical stopped moving.
fn real(board: &Board) -> i32 {
    disjoint_moves(board, |cell| board.is_free(cell))
}

/// Horizontal's safe moves, which Vertical cannot prevent.
fn safe(board: &Board) -> i32 {
    let free = |row: Option<usize>, col| row.is_some_and(|row| board.is_free(Cell::new(row, col)));
    disjoint_moves(board, |cell| {
        let (above, below) = (cell.row().checked_sub(1), cell.row().checked_add(1));
        board.is_free(cell) && !free(above, cell.col()) && !free(below, cell.col())
    })
}

/// The number of disjoint tiles that fit into the `usable` cells of the rows.
fn disjoint_moves(board: &Board, usable: impl Fn(Cell) -> bool) -> i32 {
    let mut moves = 0;
    for row in 0..board.rows() {
        let mut col = 0;
        while col + 1 < board.cols() {
            let fits = usable(Cell::new(row, col)) && usable(Cell::new(row, col + 1));
            moves += i32::from(fits);
            col += 1 + usize::from(fits);
        }
    }
    moves
}
