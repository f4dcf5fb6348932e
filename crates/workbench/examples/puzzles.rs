//! Makes the puzzles of the page: positions in which one move wins and every other loses, in grades.
//!
//! ```sh
//! cargo run --release -p crosscram-workbench --example puzzles > crates/workbench/data/puzzles.json
//! ```
//!
//! Random games give the positions. The solver proves every move of each, so that nothing in the list
//! is a guess; `tests/puzzles.rs` proves it again. A grade says how much there is to see through: how many
//! moves there are, how many of the wrong ones no bound refutes at once, and whether a player that only counts
//! moves goes wrong.

use crosscram_players::{Game, Kind, Spec, Turn};
use crosscram_rules::{Board, Move, Player, Question, Tile};
use crosscram_search::{Control, EngineName, Solver, TableSize};
use crosscram_support::random::Random;
use serde::Serialize;

/// Puzzles of each grade.
const EACH: usize = 12;
const SEED: u64 = 2026;

#[derive(Serialize)]
struct List {
    seed: u64,
    puzzles: Vec<Puzzle>,
}

#[derive(Serialize)]
struct Puzzle {
    position: String,
    solution: String,
    grade: usize,
    moves: usize,
}

fn main() {
    let table = TableSize::Bytes(64 << 20);
    let solver = Solver::new(EngineName::Crosscram.options().with_table(table));
    let mut random = Random::new(SEED);
    let mut grades: [Vec<(Board, Puzzle)>; 5] = Default::default();
    while grades.iter().any(|grade| grade.len() < EACH) {
        let wanted = grades
            .iter()
            .position(|grade| grade.len() < EACH)
            .unwrap_or(0);
        let side = 4 + wanted.min(3) + random.below(2) as usize;
        let (board, mover) = position(&mut random, side);
        let Some((solution, effort)) = only_winner(&solver, &board, mover) else {
            continue;
        };
        let moves = board.moves(mover, Tile::DOMINO).len();
        let counted = by_counting(&board, mover) == Some(solution);
        let grade = grade(moves, effort, counted);
        let key = board.canonical();
        let list = &mut grades[grade - 1];
        if list.len() >= EACH || list.iter().any(|(other, _)| *other == key) {
            continue;
        }
        let puzzle = Puzzle {
            position: format!("{board} {}", mover.letter()),
            solution: solution.to_string(),
            grade,
            moves,
        };
        list.push((key, puzzle));
    }
    let puzzles = grades
        .into_iter()
        .flatten()
        .map(|(_, puzzle)| puzzle)
        .collect();
    let list = List {
        seed: SEED,
        puzzles,
    };
    let text = serde_json::to_string_pretty(&list).expect("plain structs have a JSON form");
    println!("{text}");
}

/// A position of a random game on a square board, about half full.
fn position(random: &mut Random, side: usize) -> (Board, Player) {
    let mut board = Board::empty(side, side).expect("a small board");
    let mut mover = Player::ALL[random.below(2) as usize];
    let plies = side * side / 6 + random.below((side * side / 6) as u64) as usize;
    for _ in 0..plies {
        let moves: Vec<Move> = board.moves(mover, Tile::DOMINO).collect();
        if moves.is_empty() {
            break;
        }
        let mov = moves[random.below(moves.len() as u64) as usize];
        board = board
            .play(mov, Tile::DOMINO)
            .expect("a listed move is legal");
        mover = mover.opponent();
    }
    (board, mover)
}

/// The only winning move, if there is one and another to go wrong with, and how many of the wrong ones no
/// bound refutes.
fn only_winner(solver: &Solver, board: &Board, mover: Player) -> Option<(Move, usize)> {
    let moves: Vec<Move> = board.moves(mover, Tile::DOMINO).collect();
    if moves.len() < 4 {
        return None;
    }
    let mut bounds = solver.evaluator(board, Tile::DOMINO);
    let (mut winner, mut effort) = (None, 0);
    for mov in moves {
        let after = board
            .play(mov, Tile::DOMINO)
            .expect("a listed move is legal");
        let opponent = mover.opponent();
        let question = Question::new(after, Tile::DOMINO, opponent);
        let found = solver.solve(&question, &Control::new()).winner()?;
        if found == mover && winner.replace(mov).is_some() {
            return None;
        }
        if found != mover && bounds.winner(&after, opponent).is_none() {
            effort += 1;
        }
    }
    winner.map(|winner| (winner, effort))
}

/// What a player chooses who only counts real and safe moves.
fn by_counting(board: &Board, side: Player) -> Option<Move> {
    let game = Game::new(*board).with_first(side);
    let turn = Turn::first(&game);
    let mut player = Spec::new(Kind::Ordering).build();
    player.begin(&game, side, 1).ok()?;
    player.choose(&turn).ok().map(|choice| choice.mov)
}

fn grade(moves: usize, effort: usize, counted: bool) -> usize {
    let base = match (moves, effort) {
        (0..=7, 0) => 1,
        (0..=12, 0) => 2,
        (_, 0..=1) => 3,
        (_, 2..=4) => 4,
        _ => 5,
    };
    // Where counting leads astray it is one harder.
    if counted { base } else { (base + 1).min(5) }
}
