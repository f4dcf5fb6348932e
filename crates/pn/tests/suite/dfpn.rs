//! Depth-first search: true values with and without cycles, with large and with tiny tables.

use crate::exact::{decide, decided_graph, truth};
use crate::{GRAPH_OF_1993, answer, chess, minimax, options, watched};
use crosscram_pn::games::{Domineering, Explicit, LeafEvaluation, TicTacToe};
use crosscram_pn::{
    AnySearch, Counting, Ending, Game, Initial, Kind, Options, Order, Report, Search, Snapshot,
    Symmetry, Unobserved, Value,
};
use crosscram_rules::{Bits256, Board, Player, Tile, reference};
use crosscram_support::random::Random;
use std::collections::HashMap;

fn solve<G: Game>(game: &G, options: &Options) -> Report {
    let mut search = Search::new(game, options);
    let report = search.run(&mut Unobserved).unwrap();
    assert_eq!(report.ending, Ending::Solved);
    assert_eq!(
        search.best_move().is_some(),
        report.root.chosen(game.kind(&game.root())) == 0
            && game.evaluate(&game.root()) == Value::Unknown
    );
    report
}

/// The searches that are right on every graph, and the one that deletes nodes, which may say that it does
/// not know.
fn other_graph_searches(game: &Explicit, truth: bool, seed: u64) {
    for initial in ["one", "mobility"] {
        let common = format!("--initial {initial} --shuffle {seed}");
        for counting in Counting::ALL {
            let options = options(&format!("pds {common} --counting {counting}"));
            assert_eq!(solve(game, &options).is_win(), Some(truth), "{game:?}");
        }
        for algorithm in ["pn2", "base-twin", "converting"] {
            let report = answer(game, &format!("{algorithm} {common}"));
            assert_eq!(report.is_win(), Some(truth), "{algorithm} {game:?}");
        }
        let most = 8 + seed % 8;
        let options = options(&format!("dcg {common} --memory {most}"));
        let report = watched(game, &options, &mut within(3_000));
        assert!(report.is_win().is_none_or(|win| win == truth), "{game:?}");
        assert!(report.statistics.peak <= most);
    }
}

/// Stops after so many expansions.
fn within(expansions: u64) -> impl FnMut(&Snapshot) -> bool {
    move |snapshot: &Snapshot| snapshot.statistics.expansions < expansions
}

/// A graph search with little memory deletes nodes and still finds the answer.
#[test]
fn graphs_in_little_memory() {
    let game = TicTacToe::default();
    let tight = options(&format!("{GRAPH_OF_1993} --memory 500"));
    let free = answer(&game, GRAPH_OF_1993);
    let found = watched(&game, &tight, &mut within(1_000_000));
    assert_eq!(found.is_win(), free.is_win());
    assert!(found.statistics.peak <= 500 && free.statistics.peak > 2_000);
    assert!(found.statistics.removed > 0 && found.statistics.forgotten > 0);
    let mate = options("dcg --memory 2000");
    let found = watched(&chess::position("099"), &mate, &mut within(1_000_000));
    assert_eq!(found.is_win(), Some(true));
    assert!(found.statistics.peak <= 2_000 && found.statistics.removed > 0);
    // A graph with deleted nodes goes on after saving as before.
    let tight = options("dag --no-symmetry --memory 500");
    let mut search = Search::new(&game, &tight);
    let report = search.run(&mut within(400)).unwrap();
    assert_eq!(report.ending, Ending::Stopped);
    assert!(search.statistics().removed > 0);
    let mut file = Vec::new();
    search.save(&mut file, "q").unwrap();
    let mut search = Search::new(&game, &tight);
    search.load(&mut file.as_slice(), "q").unwrap();
    let rest = search.run(&mut within(1_000_000)).unwrap();
    assert_eq!(rest.is_win(), Some(false));
}

/// Where positions repeat, the value is that of the rules: won if and only if a win can be forced.
/// Tree searches compute it too; graph searches never report a false win.
#[test]
fn graphs_with_cycles() {
    let mut random = Random::new(21);
    let mut wins = 0;
    for seed in 0..6_000 {
        let game = decided_graph(&mut random, seed % 2 == 0);
        let truth = truth(&game);
        wins += u32::from(truth);
        for &counting in Counting::ALL {
            for table_bytes in [0, 1 << 20] {
                let options = Options {
                    counting,
                    table_bytes,
                    order: Order::Shuffled(seed),
                    ..Options::default()
                };
                let report = solve(&game, &options);
                assert_eq!(report.is_win(), Some(truth), "{game:?} {options:?}");
            }
        }
        assert_eq!(answer(&game, "tree").is_win(), Some(truth), "{game:?}");
        let graph = answer(&game, "dcg");
        assert!(graph.is_win().is_none_or(|win| win == truth), "{game:?}");
        other_graph_searches(&game, truth, seed);
    }
    assert!(wins > 1_000);
}

/// Denser cycles: edges lead to arbitrary nodes. Here graph searches sometimes miss a win, the fault
/// of Fig. 5.7.
#[test]
fn tangled_graphs() {
    let mut random = Random::new(22);
    let (mut wins, mut missed, mut unsure) = (0, 0, 0);
    for seed in 0..6_000 {
        let count = 6 + random.index(14);
        let nodes = (0..count).map(|node| {
            let kind = [Kind::Max, Kind::Min][random.index(2)];
            let mut children: Vec<u32> = Vec::new();
            if node + 4 < count {
                for _ in 0..1 + random.index(4) {
                    let child = random.index(count) as u32;
                    if child as usize != node && !children.contains(&child) {
                        children.push(child);
                    }
                }
            }
            (kind, children)
        });
        let mut game = Explicit::new(nodes.collect::<Vec<_>>());
        decide(&mut game, &mut random);
        let truth = truth(&game);
        for &counting in Counting::ALL {
            let options = Options {
                counting,
                table_bytes: 1 << (8 + seed % 8),
                ..Options::default()
            };
            assert_eq!(solve(&game, &options).is_win(), Some(truth), "{game:?}");
        }
        other_graph_searches(&game, truth, seed);
        // What a graph search says is true; where it misses a win, it says that it is not sure.
        let graph = answer(&game, "dcg");
        assert!(graph.is_win().is_none_or(|win| win == truth), "{game:?}");
        wins += u32::from(truth);
        let is_doubtful = graph.ending == Ending::Doubtful;
        assert_eq!(is_doubtful, graph.is_win().is_none(), "{game:?}");
        missed += u32::from(truth && is_doubtful);
        unsure += u32::from(!truth && is_doubtful);
    }
    assert!(missed > 0 && missed < wins / 20, "{missed} of {wins}");
    // Losses that are true but cannot be told from missed wins.
    assert!(unsure < 6_000 / 20, "{unsure}");
}

#[test]
fn tic_tac_toe() {
    for &counting in Counting::ALL {
        for symmetry in [Symmetry::Apart, Symmetry::Shared] {
            for &initial in Initial::ALL {
                let options = Options {
                    counting,
                    symmetry,
                    initial,
                    ..Options::default()
                };
                let report = solve(&TicTacToe::default(), &options);
                assert_eq!(report.is_win(), Some(false));
            }
        }
    }
}

/// All positions of small boards, with every evaluation, against the plain solver.
#[test]
fn domineering() {
    for (rows, cols, tile) in [(3, 3, 2), (2, 5, 2), (3, 4, 3)] {
        let tile = Tile::new(tile).unwrap();
        let empty = Board::empty(rows, cols).unwrap();
        for blocked in 0..1u32 << (rows * cols) {
            let free = empty.free_bits() & !bits(blocked);
            let board = Board::from_free_bits(rows, cols, free).unwrap();
            for first in Player::ALL {
                let truth = reference::winner(&board, tile, first) == first;
                let evaluation = LeafEvaluation::ALL[blocked as usize % 4];
                let game = Domineering::new(&board, tile, first, evaluation);
                let report = solve(&game, &Options::default());
                assert_eq!(report.is_win(), Some(truth), "{board} {first}");
                let graph = answer(&game, "dag --no-symmetry");
                assert_eq!(graph.is_win(), Some(truth));
            }
        }
    }
}

fn bits(field: u32) -> Bits256 {
    use crosscram_rules::Bits;
    Bits256::from_field(field, 0)
}

/// Empty boards with every evaluation and every search.
#[test]
fn domineering_boards() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (3, 6)] {
        let board = Board::empty(rows, cols).unwrap();
        for first in Player::ALL {
            let truth = reference::winner(&board, Tile::DOMINO, first) == first;
            for &evaluation in LeafEvaluation::ALL {
                let game = Domineering::new(&board, Tile::DOMINO, first, evaluation);
                for initial in [Initial::Mobility, Initial::Guess] {
                    for &counting in Counting::ALL {
                        let options = Options {
                            initial,
                            counting,
                            ..Options::default()
                        };
                        assert_eq!(solve(&game, &options).is_win(), Some(truth));
                    }
                }
                if evaluation != LeafEvaluation::Plain {
                    assert_eq!(answer(&game, "tree").is_win(), Some(truth));
                }
            }
        }
    }
}

/// Chess problems that are quick for every search; a table of a few entries suffices.
#[test]
fn mate_problems() {
    for number in [
        "004", "009", "035", "088", "143", "173", "211", "246", "281",
    ] {
        let game = chess::position(number);
        for table_bytes in [1 << 14, 1 << 26] {
            let options = Options {
                table_bytes,
                ..Options::default()
            };
            let report = solve(&game, &options);
            assert_eq!(report.is_win(), Some(true), "{number}");
        }
    }
}

/// Positions of Tic-tac-toe against minimax.
#[test]
fn all_positions_of_tic_tac_toe() {
    let game: TicTacToe = "X..|.O.|...".parse().unwrap();
    let mut known = HashMap::new();
    minimax::value(&game, &game.root(), &mut known);
    for (key, value) in known {
        let text = crate::tictactoe::text_of(key[0]);
        let later: TicTacToe = text.parse().unwrap();
        // The question is asked for X, who is to move in every second position.
        if later.kind(&later.root()) == game.kind(&later.root()) {
            let report = solve(&later, &Options::default());
            assert_eq!(report.is_win(), Some(value == Value::Win), "{text}");
        }
    }
}
