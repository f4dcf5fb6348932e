//! Depth-first search on several threads: the same values, the limits kept.

use crate::chess;
use crate::exact::random_graph;
use crosscram_pn::games::{Domineering, LeafEvaluation, Morris, TicTacToe};
use crosscram_pn::{DfPn, DfPnOptions, Ending, Game, Observer, Proof, Snapshot, Unobserved, Value};
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::random::Random;

/// The values with one thread and with three.
#[track_caller]
fn check<G: Game + Clone + Send>(game: &G)
where
    G::Move: Send,
{
    let options = DfPnOptions {
        table_bytes: 1 << 20,
        ..DfPnOptions::default()
    };
    let alone = DfPn::new(game, options).run(&mut Unobserved);
    let mut search = DfPn::new(game, options);
    let mut copies = vec![game.clone(); 2];
    let together = search.run_parallel(&mut copies, &mut Unobserved).unwrap();
    assert_eq!(together.ending, alone.ending);
    assert_eq!(together.is_win(), alone.is_win());
    // What the table knows leads to a solution that the rules confirm.
    let Some(is_win) = together.is_win() else {
        return;
    };
    let proof = Proof::find_with(&mut search, is_win, 100_000, &mut Unobserved).unwrap();
    proof.check(game).unwrap();
}

#[test]
fn values_do_not_depend_on_threads() {
    for text in ["...|...|...", "X..|...|...", "XX.|OO.|..."] {
        check(&text.parse::<TicTacToe>().unwrap());
    }
    for text in [
        "...|...|...",
        ".X.|...|...",
        "XO.|XO.|.XO O",
        "XO.|XO.|.XO X",
    ] {
        check(&text.parse::<Morris>().unwrap());
    }
    for (rows, cols) in [(4, 4), (4, 5), (5, 5)] {
        let board = Board::empty(rows, cols).unwrap();
        for evaluation in [LeafEvaluation::Plain, LeafEvaluation::Cover] {
            check(&Domineering::new(
                &board,
                Tile::DOMINO,
                Player::Vertical,
                evaluation,
            ));
        }
    }
    for problem in ["001", "103", "250"] {
        check(&chess::position(problem));
    }
}

#[test]
fn random_graphs_with_cycles() {
    let mut random = Random::new(20);
    for _ in 0..300 {
        let mut game = random_graph(&mut random, true);
        for node in 0..game.len() as u32 {
            if game.children(node).is_empty() {
                game.set_value(node, [Value::Win, Value::Loss][random.index(2)]);
            }
        }
        check(&game);
    }
}

/// The limit of nodes holds for all threads together.
#[test]
fn limits_are_kept() {
    struct Limit(u64);
    impl Observer for Limit {
        fn look(&mut self, _: &Snapshot) -> bool {
            true
        }
        fn limit(&self) -> u64 {
            self.0
        }
    }
    let board = Board::empty(5, 6).unwrap();
    let game = Domineering::new(
        &board,
        Tile::DOMINO,
        Player::Vertical,
        LeafEvaluation::Plain,
    );
    let mut search = DfPn::new(&game, DfPnOptions::default());
    let mut copies = vec![game.clone(), game.clone()];
    let report = search
        .run_parallel(&mut copies, &mut Limit(10_000))
        .unwrap();
    assert_eq!(report.ending, Ending::Stopped);
    assert!(
        report.statistics.nodes <= 10_000,
        "{}",
        report.statistics.nodes
    );
    assert!(report.statistics.nodes > 9_900);
    // It goes on with what the table knows.
    let report = search.run_parallel(&mut copies, &mut Unobserved).unwrap();
    assert_eq!(report.is_win(), Some(false));
}

/// An observer that says no ends all threads.
#[test]
fn observers_stop_all() {
    let board = Board::empty(6, 6).unwrap();
    let game = Domineering::new(
        &board,
        Tile::DOMINO,
        Player::Vertical,
        LeafEvaluation::Plain,
    );
    let mut search = DfPn::new(&game, DfPnOptions::default());
    let mut looks = 0;
    let mut stop = |_: &Snapshot| {
        looks += 1;
        looks < 3
    };
    let report = search.run_parallel(&mut [game.clone()], &mut stop).unwrap();
    assert_eq!(report.ending, Ending::Stopped);
    assert_eq!(report.is_win(), None);
}
