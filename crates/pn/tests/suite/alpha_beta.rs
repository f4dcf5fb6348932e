//! The baseline: true values of games without cycles, of mates, and nothing wrong with cycles.

use crate::exact::decided_graph;
use crate::{answer, minimax, options, watched};
use crosscram_pn::games::{Chess, TicTacToe};
use crosscram_pn::{AnySearch, Game, Search, Snapshot, Unobserved, Value};
use crosscram_support::random::Random;
use std::collections::HashMap;

#[test]
fn tic_tac_toe() {
    for text in ["...|...|...", "X..|...|...", "XO.|...|...", "X..|.O.|..."] {
        let game: TicTacToe = text.parse().unwrap();
        let truth = minimax::value(&game, &game.root(), &mut HashMap::new());
        for line in ["--memory 1048576", "--memory 50 --no-symmetry"] {
            let mut search = Search::new(&game, &options(&format!("alpha-beta {line}")));
            let report = search.run(&mut Unobserved).unwrap();
            assert_eq!(report.is_win(), Some(truth == Value::Win), "{text}");
            assert_eq!(search.best_move().is_some(), truth == Value::Win);
        }
    }
}

#[test]
fn mates() {
    // In one move, and in two by way of a quiet king.
    for problem in [
        "6k1/5ppp/8/8/8/8/8/R5K1 w - -",
        "7k/8/5K2/8/8/8/8/6Q1 w - -",
    ] {
        let game: Chess = problem.parse().unwrap();
        let mut search = Search::new(&game, &options("alpha-beta"));
        let report = search.run(&mut Unobserved).unwrap();
        assert_eq!(report.is_win(), Some(true), "{problem}");
        assert!(search.best_move().is_some());
    }
}

#[test]
fn random_graphs() {
    let mut random = Random::new(21);
    let (mut answers, mut open) = (0, 0);
    for number in 0..2_000 {
        let game = decided_graph(&mut random, number % 2 == 1);
        let truth = answer(&game, "df-pn");
        let mut patience = |snapshot: &Snapshot| snapshot.statistics.nodes < 20_000;
        let report = watched(&game, &options("alpha-beta"), &mut patience);
        match report.is_win() {
            Some(win) => {
                answers += 1;
                assert_eq!(Some(win), truth.is_win(), "{game:?}");
            }
            None => {
                open += 1;
                // Only a loss may rest on repetitions.
                assert_eq!(truth.is_win(), Some(false), "{game:?}");
            }
        }
    }
    assert!(answers > 1_500 && open > 0, "{answers} {open}");
}
