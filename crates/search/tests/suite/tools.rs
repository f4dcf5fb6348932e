//! Boards, questions and solvers of these tests.

use crosscram_rules::{Board, Outcome, Player, Question, Tile};
use crosscram_search::{Control, CrosscramOptions, Solver};
use crosscram_support::random::Random;

pub(crate) fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

pub(crate) fn tile(length: u8) -> Tile {
    Tile::new(length).expect("a valid length")
}

/// A question about dominoes.
pub(crate) fn dominoes(text: &str, first: Player) -> Question {
    Question::new(board(text), Tile::DOMINO, first)
}

/// A board of one of these sizes with some cells blocked, `least` to `most` in a hundred and at least so many that the
/// plain solver can solve it: that `free` are left.
pub(crate) fn random_board(
    random: &mut Random,
    sizes: &[(usize, usize)],
    (least, most): (u64, u64),
    free: u32,
) -> Board {
    let (rows, cols) = sizes[random.index(sizes.len())];
    let share = least + random.below(most - least);
    let board = Board::empty(rows, cols).expect("a small board");
    let mut board = board.with_blocked(board.free_cells().filter(|_| random.below(100) < share));
    while board.free_count() > free {
        let cell = board
            .free_cells()
            .nth(random.index(board.free_count() as usize));
        board = board.with_blocked(cell);
    }
    board
}

/// The engine crosscram with these levels alone.
pub(crate) fn with_levels(levels: &str) -> Solver {
    Solver::new(CrosscramOptions {
        bounds: levels.parse().expect("levels"),
        ..CrosscramOptions::default()
    })
}

pub(crate) fn winner(solver: &Solver, question: &Question) -> Player {
    let report = solver.solve(question, &Control::new());
    report.winner().expect("nobody stops it")
}

/// Who wins, whoever begins.
pub(crate) fn outcome(solver: &Solver, board: &Board, tile: Tile) -> Outcome {
    let [vertical, horizontal] =
        Player::ALL.map(|first| winner(solver, &Question::new(*board, tile, first)));
    Outcome::from_winners(vertical, horizontal)
}
