//! Several searches with one table: the same answers with fewer nodes.

use crosscram_rules::{Board, Player, Tile};
use crosscram_search::{Config, Control, Engine, TableSize, ordered_moves, solve, solve_in_turn};
use std::ops::ControlFlow;

fn config(engine: Engine) -> Config {
    Config {
        table: TableSize::Entries(1 << 14),
        ..engine.config()
    }
}

/// The boards after every pair of moves.
fn grandchildren(rows: usize, cols: usize) -> Vec<Board> {
    let board = Board::empty(rows, cols).expect("a small board");
    let config = config(Engine::Crosscram);
    let after = |board: &Board, player| -> Vec<Board> {
        let moves = ordered_moves(board, Tile::DOMINO, player, &config).into_iter();
        moves
            .map(|mov| board.play(mov, Tile::DOMINO).expect("a legal move"))
            .collect()
    };
    let children = after(&board, Player::Vertical);
    let boards = children
        .iter()
        .map(|child| after(child, Player::Horizontal));
    boards.flatten().collect()
}

#[test]
fn same_answers_with_fewer_nodes() {
    for engine in [Engine::Crosscram, Engine::Obsequi] {
        let config = config(engine);
        for (rows, cols) in [(4, 5), (5, 5), (5, 6), (6, 6)] {
            let boards = grandchildren(rows, cols);
            let alone: Vec<_> = boards
                .iter()
                .map(|board| {
                    let first = Player::Vertical;
                    solve(board, Tile::DOMINO, first, &config, &Control::new()).unwrap()
                })
                .collect();
            let mut together = Vec::new();
            let mut each = |answer: Result<_, _>| {
                together.push(answer.expect("nobody stops it"));
                ControlFlow::Continue(())
            };
            let control = Control::new();
            let first = Player::Vertical;
            solve_in_turn(&boards, Tile::DOMINO, first, &config, &control, &mut each);
            assert_eq!(alone.len(), together.len());
            for ((alone, together), board) in alone.iter().zip(&together).zip(&boards) {
                assert_eq!(alone.winner, together.winner, "{board}");
            }
            let nodes = |reports: &[crosscram_search::Report]| -> u64 {
                reports.iter().map(|report| report.nodes).sum()
            };
            assert!(nodes(&together) <= nodes(&alone), "{engine} {rows}x{cols}");
        }
    }
}

#[test]
fn breaking_off() {
    let boards = grandchildren(5, 5);
    let mut answers = 0;
    let mut each = |_| {
        answers += 1;
        match answers {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let (config, control) = (config(Engine::Crosscram), Control::new());
    let first = Player::Vertical;
    solve_in_turn(&boards, Tile::DOMINO, first, &config, &control, &mut each);
    assert_eq!(answers, 3);
}
