//! The baseline: true values of games without cycles, of mates, and nothing wrong with cycles.

use crate::exact::random_graph;
use crate::minimax;
use crosscram_pn::games::{Chess, TicTacToe};
use crosscram_pn::{
    AlphaBeta, AlphaBetaOptions, DfPn, DfPnOptions, Game, Snapshot, Unobserved, Value,
};
use crosscram_support::random::Random;
use std::collections::HashMap;

#[test]
fn tic_tac_toe() {
    for text in ["...|...|...", "X..|...|...", "XO.|...|...", "X..|.O.|..."] {
        let game: TicTacToe = text.parse().unwrap();
        let truth = minimax::value(&game, &game.root(), &mut HashMap::new());
        for (max_positions, symmetric) in [(1 << 20, true), (50, false)] {
            let options = AlphaBetaOptions {
                max_positions,
                symmetric,
                ..AlphaBetaOptions::default()
            };
            let mut search = AlphaBeta::new(&game, options);
            let report = search.run(&mut Unobserved);
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
        let mut search = AlphaBeta::new(&game, AlphaBetaOptions::default());
        assert_eq!(
            search.run(&mut Unobserved).is_win(),
            Some(true),
            "{problem}"
        );
        assert!(search.best_move().is_some());
    }
}

#[test]
fn random_graphs() {
    let mut random = Random::new(21);
    let (mut answers, mut open) = (0, 0);
    for number in 0..2_000 {
        let mut game = random_graph(&mut random, number % 2 == 1);
        for node in 0..game.len() as u32 {
            if game.children(node).is_empty() {
                game.set_value(node, [Value::Win, Value::Loss][random.index(2)]);
            }
        }
        let truth = DfPn::new(&game, DfPnOptions::default()).run(&mut Unobserved);
        let options = AlphaBetaOptions {
            max_depth: 40,
            ..AlphaBetaOptions::default()
        };
        let mut patience = |snapshot: &Snapshot| snapshot.statistics.nodes < 20_000;
        let report = AlphaBeta::new(&game, options).run(&mut patience);
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
