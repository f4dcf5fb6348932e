//! The engine triomineering-2016: its published node counts, and its answers.

use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_rules::{Board, Cell, Outcome, Player, Question, Tile, reference};
use crosscram_search::triomineering::{Limits, Techniques, solve};
use crosscram_search::{Control, KnownValues, Replacement, Solver, TriomineeringOptions};
use crosscram_support::random::Random;
use crosscram_values::positions::PositionValues;

/// Sum of both searches, and the outcome.
fn both(board: &Board, techniques: Techniques) -> (u64, Outcome) {
    let [v, h] = Player::ALL.map(|first| {
        solve(
            board,
            Tile::TROMINO,
            first,
            techniques,
            Limits::NONE,
            &Control::new(),
        )
        .unwrap()
    });
    let winners = (v.winner.unwrap(), h.winner.unwrap());
    (
        v.nodes + h.nodes,
        Outcome::from_winners(winners.0, winners.1),
    )
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
        let values = Techniques {
            values: 12,
            ..Techniques::ALL
        };
        let (fewer, same) = both(&transposed, values);
        assert!(fewer <= nodes, "{row}");
        assert_eq!(same, outcome, "{row}");
        boards += 1;
    }
    assert_eq!(boards, 30);
}

#[test]
fn all_techniques_agree_with_the_plain_solver() {
    let mut random = Random::new(0x2016);
    let mut below = |bound: u64| random.below(bound);
    let with_values = |values| Techniques {
        values,
        ..Techniques::ALPHA_BETA
    };
    let techniques = [
        Techniques::ALPHA_BETA,
        Techniques::TRANSPOSITION,
        Techniques::SYMMETRY,
        Techniques::ORDERING,
        Techniques::ALL,
        with_values(4),
        with_values(8),
        Techniques {
            values: 20,
            ..Techniques::ALL
        },
        Techniques {
            cutoffs: false,
            ..Techniques::ALPHA_BETA
        },
        Techniques {
            cutoffs: false,
            values: 8,
            ..Techniques::ALL
        },
    ];
    let replaced = Replacement::ALL.iter().map(|&scheme| Techniques {
        replacement: Some(scheme),
        ..Techniques::ALL
    });
    // So few entries that most positions are replaced.
    let few = Limits {
        entries: 16,
        ..Limits::NONE
    };
    let techniques: Vec<(Techniques, Limits)> = techniques
        .into_iter()
        .map(|technique| (technique, Limits::NONE))
        .chain(replaced.map(|technique| (technique, few)))
        .collect();
    for length in 2..=5 {
        let tile = Tile::new(length).unwrap();
        let mut solver = reference::Solver::new(tile);
        for _ in 0..120 {
            let (rows, cols) = [(4, 5), (5, 4), (3, 6), (2, 9), (7, 3)][below(5) as usize];
            let share = below(50);
            let cells = (0..rows * cols).map(|i| Cell::new(i / cols, i % cols));
            let blocked: Vec<Cell> = cells.filter(|_| below(100) < share).collect();
            let board = Board::empty(rows, cols).unwrap().with_blocked(blocked);
            for first in Player::ALL {
                let winner = solver.winner(&board, first);
                for &(technique, limits) in &techniques {
                    let control = Control::new();
                    let found = solve(&board, tile, first, technique, limits, &control);
                    let found = found.unwrap();
                    assert_eq!(found.winner, Some(winner), "{board} {first} {technique:?}");
                }
            }
        }
    }
}

#[test]
fn a_search_can_be_stopped() {
    let board = Board::empty(9, 9).unwrap();
    let (first, all) = (Player::Vertical, Techniques::ALL);
    let limits = Limits {
        nodes: 5000,
        ..Limits::NONE
    };
    let found = solve(&board, Tile::TROMINO, first, all, limits, &Control::new()).unwrap();
    assert_eq!(found.winner, None);
    let control = Control::new();
    control.stop();
    let found = solve(&board, Tile::TROMINO, first, all, Limits::NONE, &control).unwrap();
    assert_eq!(found.winner, None);
    assert!(found.nodes <= 1 << 10);
}

/// A table that is large enough loses nothing, whatever its scheme; one that is not costs nodes.
#[test]
fn replacement_schemes() {
    let board = Board::empty(6, 6).unwrap();
    let nodes = |scheme, entries| {
        let techniques = Techniques {
            replacement: scheme,
            ..Techniques::ALL
        };
        let limits = Limits {
            entries,
            ..Limits::NONE
        };
        Player::ALL
            .map(|first| {
                let control = Control::new();
                let found = solve(&board, Tile::TROMINO, first, techniques, limits, &control);
                found.unwrap().nodes
            })
            .iter()
            .sum::<u64>()
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
    let question = Question::new(Board::empty(6, 7).unwrap(), Tile::TROMINO, Player::Vertical);
    let techniques = Techniques {
        values: 6,
        ..Techniques::ALL
    };
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
