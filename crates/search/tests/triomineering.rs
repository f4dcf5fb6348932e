//! The engine triomineering-2016: its published node counts, and its answers.

use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_rules::{Board, Cell, Outcome, Player, Tile, reference};
use crosscram_search::{
    Control,
    triomineering::{Limits, Techniques, solve},
};
use crosscram_support::random::Random;

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
    ];
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
                for technique in techniques {
                    let found = solve(
                        &board,
                        tile,
                        first,
                        technique,
                        Limits::NONE,
                        &Control::new(),
                    );
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
    let found = solve(&board, Tile::TROMINO, first, all, limits, &Control::new());
    assert_eq!(found.winner, None);
    let control = Control::new();
    control.stop();
    let found = solve(&board, Tile::TROMINO, first, all, Limits::NONE, &control);
    assert_eq!(found.winner, None);
    assert!(found.nodes <= 1 << 10);
}
