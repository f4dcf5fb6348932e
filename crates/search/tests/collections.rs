//! Collections of positions whose outcomes others found.

use crosscram_rules::{Board, Outcome, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};

/// Lines of a table in `papers/`: fields by tabs, after a header and a source line.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().skip(1).filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

fn outcome(board: &Board, tile: Tile, solver: &Solver) -> Outcome {
    let winner = |first| {
        let report = solver.solve(&Question::new(*board, tile, first), &Control::new());
        report.winner().expect("nobody stops it")
    };
    Outcome::from_winners(winner(Player::Vertical), winner(Player::Horizontal))
}

/// The 520 Domineering positions of the test set of MCGS, by every engine.
#[test]
fn irregular_positions() {
    let table = include_str!("../../../papers/mcgs/irregular_outcomes.tsv");
    let engines = EngineName::ALL.iter().map(|&engine| Solver::new(engine));
    let solvers: Vec<Solver> = engines.collect();
    let mut positions = 0;
    for row in rows(table) {
        let board: Board = row[1].parse().expect("a board");
        for solver in &solvers {
            let found = outcome(&board, Tile::DOMINO, solver);
            assert_eq!(found.code(), row[4], "{board} by {solver:?}");
        }
        positions += 1;
    }
    assert_eq!(positions, 520);
}

/// Triomineering: all boards of Table 1 of Brueggemann et al. (2016).
#[test]
fn triomineering() {
    let table = include_str!("../../../papers/brueggemann2016/outcomes.tsv");
    let solver = Solver::new(EngineName::Crosscram);
    let mut boards = 0;
    for row in rows(table) {
        let number = |i: usize| row[i].parse::<usize>().expect("a number");
        let board = Board::empty(number(0), number(1)).expect("a board");
        let found = outcome(&board, Tile::TROMINO, &solver);
        assert_eq!(found.code(), row[2], "{}x{}", row[0], row[1]);
        boards += 1;
    }
    assert_eq!(boards, 35);
}
