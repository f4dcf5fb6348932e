//! Every puzzle of the page is what it says: one move wins, all others lose.

use crosscram_rules::{Board, Move, Player, Position, Question, Tile};
use crosscram_search::{Control, EngineName, Solver};
use serde::Deserialize;
use std::collections::HashSet;

#[derive(Deserialize)]
struct List {
    puzzles: Vec<Puzzle>,
}

#[derive(Deserialize)]
struct Puzzle {
    position: String,
    solution: String,
    grade: usize,
    moves: usize,
}

#[test]
fn one_move_wins_and_all_others_lose() {
    let list: List = serde_json::from_str(include_str!("../data/puzzles.json")).unwrap();
    // Another engine than the one that made them.
    let solver = Solver::new(EngineName::Obsequi2014);
    let wins = |board: &Board, mov: Move| {
        let after = board.play(mov, Tile::DOMINO).unwrap();
        let question = Question::new(after, Tile::DOMINO, mov.player().opponent());
        let report = solver.solve(&question, &Control::new());
        report.winner() == Some(mov.player())
    };
    let mut seen = HashSet::new();
    for puzzle in &list.puzzles {
        let position: Position = puzzle.position.parse().unwrap();
        let mover: Player = position.to_move.unwrap();
        let moves: Vec<Move> = position.board.moves(mover, Tile::DOMINO).collect();
        assert_eq!(moves.len(), puzzle.moves, "{}", puzzle.position);
        let winning: Vec<String> = moves
            .into_iter()
            .filter(|&mov| wins(&position.board, mov))
            .map(|mov| mov.to_string())
            .collect();
        assert_eq!(winning, [puzzle.solution.as_str()], "{}", puzzle.position);
        assert!(
            seen.insert(position.board.canonical()),
            "{}",
            puzzle.position
        );
    }
    for grade in 1..=5 {
        let count = list
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.grade == grade)
            .count();
        assert!(count >= 10, "{count} of grade {grade}");
    }
}
