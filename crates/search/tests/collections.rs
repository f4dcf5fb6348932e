//! Collections of positions whose outcomes others found.

use crosscram_papers::{brueggemann2016, mcgs};
use crosscram_rules::{Board, Outcome, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};

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
    let rows = mcgs::IRREGULAR.rows();
    assert_eq!(rows.len(), 520);
    let engines = EngineName::ALL.iter().map(|&engine| Solver::new(engine));
    let solvers: Vec<Solver> = engines.collect();
    for row in rows {
        for solver in &solvers {
            let found = outcome(&row.board, Tile::DOMINO, solver);
            assert_eq!(found, row.outcome, "{} by {solver:?}", row.board);
        }
    }
}

/// Triomineering: all boards of Table 1 of Brueggemann et al. (2016).
#[test]
fn triomineering() {
    let rows = brueggemann2016::TABLE_1.rows();
    assert_eq!(rows.len(), 35);
    let solver = Solver::new(EngineName::Crosscram);
    for row in rows {
        let found = outcome(&row.board(), Tile::TROMINO, &solver);
        assert_eq!(found, row.outcome, "{row}");
    }
}
