//! Depth-first search on several threads: the same values, the limits kept.

use crate::exact::decided_graph;
use crate::{answer, chess, options, watched};
use crosscram_pn::games::{Domineering, LeafEvaluation, Morris, TicTacToe};
use crosscram_pn::{AnySearch, Ending, Game, Proof, Search, Snapshot, Unobserved, UpTo};
use crosscram_rules::{Board, Player, Tile};
use crosscram_support::random::Random;

/// The values with one thread and with three.
#[track_caller]
fn check<G: Game>(game: &G) {
    let alone = answer(game, "df-pn --table 1");
    let mut search = Search::new(game, &options("df-pn --table 1 --threads 3"));
    let together = search.run(&mut Unobserved).unwrap();
    assert_eq!(together.ending, alone.ending);
    assert_eq!(together.is_win(), alone.is_win());
    // What the table knows leads to a solution that the rules confirm.
    let Some(is_win) = together.is_win() else {
        return;
    };
    search.prove(is_win, 100_000, &mut Unobserved).unwrap();
    let mut file = Vec::new();
    search.write_proof(&mut file, "q").unwrap();
    let proof = Proof::read(game, file.as_slice(), "q").unwrap();
    proof.check(game).unwrap();
}

/// An empty board without knowledge in its leaves.
fn plain(rows: usize, cols: usize) -> Domineering {
    let board = Board::empty(rows, cols).unwrap();
    Domineering::new(
        &board,
        Tile::DOMINO,
        Player::Vertical,
        LeafEvaluation::Plain,
    )
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
        let game = decided_graph(&mut random, true);
        check(&game);
    }
}

/// The limit of nodes holds for all threads together.
#[test]
fn limits_are_kept() {
    let game = plain(5, 6);
    let mut search = Search::new(&game, &options("df-pn --threads 3"));
    let report = search.run(&mut UpTo(10_000)).unwrap();
    assert_eq!(report.ending, Ending::Stopped);
    assert!(
        report.statistics.nodes <= 10_000,
        "{}",
        report.statistics.nodes
    );
    assert!(report.statistics.nodes > 9_900);
    // It goes on with what the table knows.
    let report = search.run(&mut Unobserved).unwrap();
    assert_eq!(report.is_win(), Some(false));
}

/// An observer that says no ends all threads.
#[test]
fn observers_stop_all() {
    let game = plain(6, 6);
    let mut looks = 0;
    let mut stop = |_: &Snapshot| {
        looks += 1;
        looks < 3
    };
    let report = watched(&game, &options("df-pn --threads 2"), &mut stop);
    assert_eq!(report.ending, Ending::Stopped);
    assert_eq!(report.is_win(), None);
}
