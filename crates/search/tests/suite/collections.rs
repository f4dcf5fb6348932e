//! Collections of positions whose outcomes others found.

use crate::tools::outcome;
use crosscram_papers::{brueggemann2016, mcgs};
use crosscram_rules::Tile;
use crosscram_search::{EngineName, Solver};

/// The 520 Domineering positions of the test set of MCGS, by every engine.
#[test]
fn irregular_positions() {
    let rows = mcgs::IRREGULAR.rows();
    assert_eq!(rows.len(), 520);
    let engines = EngineName::ALL.iter().map(|&engine| Solver::new(engine));
    let solvers: Vec<Solver> = engines.collect();
    for row in rows {
        for solver in &solvers {
            let found = outcome(solver, &row.board, Tile::DOMINO);
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
        let found = outcome(&solver, &row.board(), Tile::TROMINO);
        assert_eq!(found, row.outcome, "{row}");
    }
}
