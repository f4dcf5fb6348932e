//! The engine triomineering-2016: its published node counts, and its answers.

use crate::tools::{board, random_board, tile};
use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_rules::{Board, Outcome, Player, Question, Tile, reference};
use crosscram_search::triomineering::{Limits, Techniques, solve};
use crosscram_search::{Control, KnownValues, Replacement, Solver, TriomineeringOptions};
use crosscram_support::random::Random;
use crosscram_values::positions::PositionValues;

/// Sum of both searches, and the outcome.
fn both(board: &Board, techniques: Techniques) -> (u64, Outcome) {
    let control = Control::new();
    let [v, h] = Player::ALL.map(|first| {
        let question = Question::new(*board, Tile::TROMINO, first);
        solve(&question, techniques, Limits::NONE, &control)
    });
    let outcome = Outcome::from_winners(v.winner().unwrap(), h.winner().unwrap());
    (v.nodes + h.nodes, outcome)
}

/// These techniques with values of regions of so many cells.
fn with_values(values: u32, techniques: Techniques) -> Techniques {
    Techniques {
        values,
        ..techniques
    }
}

fn without_cutoffs(techniques: Techniques) -> Techniques {
    Techniques {
        cutoffs: false,
        ..techniques
    }
}

/// All techniques, with a table of so many entries that replaces by this scheme.
fn replacing(replacement: Option<Replacement>, entries: u64) -> (Techniques, Limits) {
    let techniques = Techniques {
        replacement,
        ..Techniques::ALL
    };
    let limits = Limits {
        entries,
        ..Limits::NONE
    };
    (techniques, limits)
}

/// Table 1; the largest boards are left to `crosscram reproduce brueggemann`.
#[test]
fn node_counts_are_the_published_ones() {
    let mut boards = 0;
    for row in TABLE_1.rows() {
        let nodes = row.nodes.expect("all nodes are published");
        if nodes > 110_000 {
            continue;
        }
        // The counts are those of the transposed boards.
        let transposed = row.board().transpose();
        let (counted, outcome) = both(&transposed, Techniques::ALL);
        assert_eq!(counted, nodes, "{row}");
        assert_eq!(outcome.transposed(), row.outcome, "{row}");
        let (fewer, same) = both(&transposed, with_values(12, Techniques::ALL));
        assert!(fewer <= nodes, "{row}");
        assert_eq!(same, outcome, "{row}");
        boards += 1;
    }
    assert_eq!(boards, 30);
}

#[test]
fn all_techniques_agree_with_the_plain_solver() {
    let mut random = Random::new(0x2016);
    let techniques = [
        Techniques::ALPHA_BETA,
        Techniques::TRANSPOSITION,
        Techniques::SYMMETRY,
        Techniques::ORDERING,
        Techniques::ALL,
        with_values(4, Techniques::ALPHA_BETA),
        with_values(8, Techniques::ALPHA_BETA),
        with_values(20, Techniques::ALL),
        without_cutoffs(Techniques::ALPHA_BETA),
        without_cutoffs(with_values(8, Techniques::ALL)),
    ];
    let techniques = techniques
        .map(|technique| (technique, Limits::NONE))
        .into_iter();
    // So few entries that most positions are replaced.
    let schemes = Replacement::ALL
        .iter()
        .map(|&scheme| replacing(Some(scheme), 16));
    let techniques: Vec<_> = techniques.chain(schemes).collect();
    for length in 2..=5 {
        let tile = tile(length);
        let mut solver = reference::Solver::new(tile);
        for _ in 0..120 {
            let sizes = [(4, 5), (5, 4), (3, 6), (2, 9), (7, 3)];
            let board = random_board(&mut random, &sizes, (0, 50), 21);
            for first in Player::ALL {
                let winner = solver.winner(&board, first);
                for &(technique, limits) in &techniques {
                    let question = Question::new(board, tile, first);
                    let found = solve(&question, technique, limits, &Control::new());
                    assert_eq!(
                        found.winner(),
                        Some(winner),
                        "{board} {first} {technique:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_search_can_be_stopped() {
    let question = Question::new(board("9x9"), Tile::TROMINO, Player::Vertical);
    let limits = Limits {
        nodes: 5000,
        ..Limits::NONE
    };
    let found = solve(&question, Techniques::ALL, limits, &Control::new());
    assert_eq!(found.winner(), None);
    let control = Control::new();
    control.stop();
    let found = solve(&question, Techniques::ALL, Limits::NONE, &control);
    assert_eq!(found.winner(), None);
    assert!(found.nodes <= 1 << 10);
}

/// A table that is large enough loses nothing, whatever its scheme; one that is not costs nodes.
#[test]
fn replacement_schemes() {
    let (board, control) = (board("6x6"), Control::new());
    let nodes = |scheme, entries| -> u64 {
        let (techniques, limits) = replacing(scheme, entries);
        let nodes = Player::ALL.map(|first| {
            let question = Question::new(board, Tile::TROMINO, first);
            solve(&question, techniques, limits, &control).nodes
        });
        nodes.iter().sum()
    };
    assert_eq!(nodes(None, u64::MAX), 738);
    for scheme in [Replacement::FindFirst, Replacement::FindWorst] {
        assert_eq!(nodes(Some(scheme), 1 << 16), 738);
    }
    for &scheme in Replacement::ALL {
        let (large, small) = (nodes(Some(scheme), 1 << 16), nodes(Some(scheme), 4));
        assert!((738..small).contains(&large), "{scheme}: {large} {small}");
    }
}

/// Values that are known before a search change nothing but its time.
#[test]
fn a_database_gives_the_same_search() {
    let mut known = PositionValues::new(Tile::TROMINO);
    known.build(6, |_, _| ()).unwrap();
    assert_eq!(known.complete(), 6);
    let question = Question::new(board("6x7"), Tile::TROMINO, Player::Vertical);
    let techniques = with_values(6, Techniques::ALL);
    let report = |database: Option<KnownValues>| {
        let options = TriomineeringOptions {
            techniques,
            database,
            ..TriomineeringOptions::default()
        };
        Solver::new(options).solve(&question, &Control::new())
    };
    let (with, without) = (report(Some(known.into())), report(None));
    assert_eq!(with.winner(), without.winner());
    assert_eq!(with.nodes, without.nodes);
    let plain = Solver::new(TriomineeringOptions::default()).solve(&question, &Control::new());
    assert_eq!(plain.winner(), with.winner());
    assert!(with.nodes < plain.nodes);
}
