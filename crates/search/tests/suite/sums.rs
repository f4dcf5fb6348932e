//! Sums of boards and numbers against the rules and nothing else.

use crate::tools::{random_board, winner, with_levels};
use crosscram_rules::{Board, Dyadic, Outcome, Player, Question, Sum, SumBoard, Tile};
use crosscram_search::{Control, EngineName, Proof, Proven, Run, Solver, Tracer};
use crosscram_support::random::Random;
use std::collections::HashMap;
use std::sync::Mutex;

/// The options of a number, straight from the definition of numbers.
fn option(number: Dyadic, player: Player) -> Option<Dyadic> {
    let (m, k) = (number.numerator(), number.log2_denominator());
    let step = match player {
        Player::Vertical => -1,
        Player::Horizontal => 1,
    };
    if k == 0 && m * step >= 0 {
        return None;
    }
    Dyadic::new(m + step, k)
}

/// Whether `player`, moving first, wins the board together with the number.
#[derive(Default)]
struct Judge(HashMap<(Board, Dyadic, Player), bool>);

impl Judge {
    fn wins(&mut self, board: &Board, number: Dyadic, player: Player) -> bool {
        if let Some(&known) = self.0.get(&(*board, number, player)) {
            return known;
        }
        let other = player.opponent();
        let on_board = board.moves(player, Tile::DOMINO).any(|mv| {
            let next = board.play(mv, Tile::DOMINO).expect("a legal move");
            !self.wins(&next, number, other)
        });
        let wins = on_board
            || option(number, player).is_some_and(|number| !self.wins(board, number, other));
        self.0.insert((*board, number, player), wins);
        wins
    }
}

#[test]
fn boards_with_numbers() {
    let mut random = Random::new(0x5eed);
    let mut judge = Judge::default();
    let solvers = ["rows,regions,merge", "rows", "regions:4,merge"].map(with_levels);
    let mut won = [0; 2];
    for _ in 0..400 {
        let sizes = [(3, 4), (4, 3), (2, 6), (4, 4)];
        let board = random_board(&mut random, &sizes, (0, 45), 16);
        let (numerator, places) = (random.below(41) as i64 - 20, random.below(4) as u8);
        let number = Dyadic::new(numerator, places).expect("small");
        for first in Player::ALL {
            let wins = judge.wins(&board, number, first);
            won[usize::from(wins)] += 1;
            for solver in &solvers {
                let tile = Tile::DOMINO;
                let question = Question::new(board, tile, first).plus(number);
                let report = solver.solve(&question, &Control::new());
                let winner = if wins { first } else { first.opponent() };
                assert_eq!(report.winner(), Some(winner), "{question:?}");
                if let Some(best) = report.best_move() {
                    let next = board.play(best, tile).expect("a legal move");
                    assert!(wins && !judge.wins(&next, number, first.opponent()));
                }
            }
        }
    }
    assert!(won[0] > 100 && won[1] > 100, "{won:?}");
}

/// Who wins this sum with dominoes.
fn asked(sum: &str, first: Player) -> Question {
    let joined = SumBoard::new(&sum.parse::<Sum>().expect("a sum")).expect("small");
    Question::of_sum(&joined, Tile::DOMINO, first)
}

#[test]
fn joined_boards_are_the_sum() {
    // 2x2 is the switch ±1, 1x2 is -1, 2x1 is 1; see any book on the subject.
    for (sum, outcome) in [
        ("2x2 + 2x2", "2"),
        ("2x2 + 1", "1"),
        ("2x2 + 3/2", "V"),
        ("2x2 + 1x2 + 2x1", "1"),
        ("1x2 + 1", "2"),
        ("1x2 + 9/8", "V"),
        ("1x2 + 7/8", "H"),
        ("2x2 + 2x2 + -1/1024", "H"),
        ("3x3 + 3x3", "2"),
        ("1000", "V"),
        ("-1/2 + 1/2", "2"),
    ] {
        let outcome: Outcome = outcome.parse().expect("an outcome");
        for first in Player::ALL {
            let found = winner(&Solver::new(EngineName::Crosscram), &asked(sum, first));
            assert_eq!(found, outcome.winner(first), "{sum}");
        }
    }
}

/// Keeps all that is proven.
#[derive(Default)]
struct Everything(Mutex<Vec<Proven>>);

impl Tracer for Everything {
    fn proven(&self, position: &Proven) {
        self.0.lock().unwrap().push(*position);
    }
}

/// Every position that a tracer is told of is won by whom it says, and the move wins; and a search
/// that is given them back has nothing left to do.
#[test]
fn what_a_tracer_hears_is_true_and_can_be_remembered() {
    let mut judge = Judge::default();
    for (sum, first) in [
        ("3x4 + 1/2", Player::Vertical),
        ("4x4 + -1/4", Player::Horizontal),
        ("4x5", Player::Horizontal),
        ("3x3 + 2x3", Player::Vertical),
    ] {
        let question = asked(sum, first);
        // Few bounds, so that there is a search.
        let solver = with_levels("rows");
        let heard = Everything::default();
        let report = solver.solve_traced(&question, &Control::new(), &heard);
        let heard = heard.0.into_inner().unwrap();
        let count = heard.len() as u64;
        assert!(count >= report.nodes, "{sum}: {count} heard");
        for proven in &heard {
            let wins = judge.wins(&proven.board, proven.number, proven.to_move);
            assert_eq!(wins, proven.winner == proven.to_move, "{sum}: {proven:?}");
            if let Proof::Move(mov) = proven.by {
                let next = proven.board.play(mov, Tile::DOMINO).expect("a legal move");
                assert!(!judge.wins(&next, proven.number, proven.to_move.opponent()));
            }
        }
        let control = Control::new();
        let run = Run {
            known: &heard,
            ..Run::new(&control)
        };
        let again = solver.run(&question, &run);
        assert_eq!((again.winner(), again.nodes), (report.winner(), 1), "{sum}");
    }
}
