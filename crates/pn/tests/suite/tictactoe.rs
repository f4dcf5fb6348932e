//! Tic-tac-toe: tables 4.1 to 4.3 and A.1, and every position against minimax.

use crate::{as_in_1993, minimax};
use crosscram_pn::games::{Draws, TicTacToe};
use crosscram_pn::{
    Evaluation, Game, GraphOptions, GraphSearch, Initial, Kind, Order, Report, Sharing,
    TreeOptions, TreeSearch, Unobserved, Updates, Value,
};
use std::cell::RefCell;
use std::collections::HashMap;

fn tree(options: TreeOptions) -> Report {
    TreeSearch::new(&TicTacToe::default(), options).run(&mut Unobserved)
}

fn graph(options: GraphOptions) -> Report {
    GraphSearch::new(&TicTacToe::default(), options).run(&mut Unobserved)
}

/// Checks that the mean of 100 seeds lies within three standard errors of `expected`, the mean of
/// 10,000 seeds that `crosscram reproduce schijf` prints; `error` is one standard error of 100 seeds.
#[track_caller]
fn check(expected: f64, error: f64, count: impl Fn(u64) -> u64) {
    let total: u64 = (1..=100).map(count).sum();
    let mean = total as f64 / 100.0;
    assert!(
        (mean - expected).abs() <= 3.0 * error,
        "{mean} is not {expected}"
    );
}

#[test]
fn nodes_of_the_tree() {
    check(16_993.0, 130.0, |seed| {
        let order = Order::Shuffled(seed);
        let report = tree(TreeOptions {
            order,
            ..as_in_1993::tree()
        });
        assert_eq!(report.is_win(), Some(false));
        report.statistics.nodes
    });
}

#[test]
fn nodes_of_the_graph() {
    let nodes = |sharing| {
        move |seed| {
            let order = Order::Shuffled(seed);
            let report = graph(GraphOptions {
                order,
                sharing,
                ..as_in_1993::graph()
            });
            assert_eq!(report.is_win(), Some(false));
            report.statistics.nodes
        }
    };
    check(3_279.0, 16.2, nodes(Sharing::Equal));
    check(616.0, 3.4, nodes(Sharing::SymmetricButSiblings));
    check(534.0, 3.4, nodes(Sharing::Symmetric));
}

#[test]
fn updates() {
    let of_tree = |stop_updates_early| {
        move |seed| {
            let order = Order::Shuffled(seed);
            let options = TreeOptions {
                order,
                stop_updates_early,
                ..as_in_1993::tree()
            };
            tree(options).statistics.updates
        }
    };
    let of_graph = |updates| {
        move |seed| {
            let order = Order::Shuffled(seed);
            let options = GraphOptions {
                order,
                updates,
                ..as_in_1993::graph()
            };
            graph(options).statistics.updates
        }
    };
    // Standard errors of 100 seeds, measured over 10,000.
    check(24_945.0, 195.0, of_tree(false));
    check(18_744.0, 150.0, of_tree(true));
    check(33_424.0, 200.0, of_graph(Updates::AllPaths));
    check(9_868.0, 55.0, of_graph(Updates::ChangedPaths));
}

/// How numbers are propagated upward does not change the search.
#[test]
fn updates_do_not_matter() {
    for seed in 0..20 {
        let order = Order::Shuffled(seed);
        let of = |updates| {
            let report = graph(GraphOptions {
                order,
                updates,
                ..as_in_1993::graph()
            });
            (report.root, report.statistics.nodes)
        };
        assert_eq!(of(Updates::AllPaths), of(Updates::Queue));
        assert_eq!(of(Updates::ChangedPaths), of(Updates::Queue));
        let of = |stop_updates_early, remove_solved| {
            let report = tree(TreeOptions {
                order,
                stop_updates_early,
                remove_solved,
                ..as_in_1993::tree()
            });
            (report.root, report.statistics.nodes)
        };
        assert_eq!(of(false, false), of(true, true));
        assert_eq!(of(true, false), of(false, true));
    }
}

/// Every choice gives every position its true value.
#[test]
fn all_positions() {
    for draws in [Draws::Lose, Draws::Win] {
        let empty = TicTacToe::default().with_draws(draws);
        let mut reached = HashMap::new();
        minimax::value(&empty, &empty.root(), &mut reached);
        let mut asked = 0;
        for key in reached.keys() {
            let text = text_of(key[0]);
            let game = text.parse::<TicTacToe>().unwrap().with_draws(draws);
            // From the third ply on; the tables above see to the others.
            if game.mobility(&game.root()) > 7 {
                continue;
            }
            let expected = minimax::value(&game, &game.root(), &mut HashMap::new());
            let seed = key[0];
            for (number, found) in answers(&game, seed).into_iter().enumerate() {
                assert_eq!(found, Some(expected == Value::Win), "{text}, way {number}");
            }
            asked += 1;
        }
        assert_eq!(asked, 5478 - 1 - 9);
    }
}

fn answers(game: &TicTacToe, seed: u64) -> Vec<Option<bool>> {
    let order = Order::Shuffled(seed);
    let mut answers = Vec::new();
    for evaluation in [Evaluation::Immediate, Evaluation::Delayed] {
        for initial in [Initial::One, Initial::Mobility, Initial::Guess] {
            let options = TreeOptions {
                evaluation,
                initial,
                order,
                ..as_in_1993::tree()
            };
            answers.push(TreeSearch::new(game, options).run(&mut Unobserved).is_win());
            for sharing in [Sharing::Equal, Sharing::Symmetric] {
                let options = GraphOptions {
                    evaluation,
                    initial,
                    order,
                    sharing,
                    ..as_in_1993::graph()
                };
                answers.push(
                    GraphSearch::new(game, options)
                        .run(&mut Unobserved)
                        .is_win(),
                );
            }
        }
    }
    answers
}

/// The position with this key.
pub(crate) fn text_of(key: u64) -> String {
    let (x, o) = (key >> 9, key & 0x1ff);
    let letters: Vec<&str> = (0..9)
        .map(|square| match (x >> square & 1, o >> square & 1) {
            (1, _) => "X",
            (_, 1) => "O",
            _ => ".",
        })
        .collect();
    let rows: Vec<String> = letters.chunks(3).map(|row| row.concat()).collect();
    rows.join("|")
}

/// With room for few nodes the tree search deletes some, and still finds the answer.
#[test]
fn little_memory() {
    let free = tree(as_in_1993::tree());
    let tight = tree(TreeOptions {
        max_nodes: Some(600),
        ..as_in_1993::tree()
    });
    assert_eq!(tight.is_win(), Some(false));
    assert!(tight.statistics.forgotten > 0);
    assert!(tight.statistics.peak <= 600 && free.statistics.peak > 600);
    let none = tree(TreeOptions {
        max_nodes: Some(12),
        ..as_in_1993::tree()
    });
    assert_eq!(none.ending, crosscram_pn::Ending::Full);
    let none = graph(GraphOptions {
        max_nodes: Some(12),
        ..as_in_1993::graph()
    });
    assert_eq!(none.ending, crosscram_pn::Ending::Full);
}

#[test]
fn observers_stop_searches() {
    let game = TicTacToe::default();
    let mut search = TreeSearch::new(&game, as_in_1993::tree());
    let mut looks = 0;
    let report = search.run(&mut |_: &crosscram_pn::Snapshot| {
        looks += 1;
        looks < 4
    });
    assert_eq!(report.ending, crosscram_pn::Ending::Stopped);
    assert_eq!(report.is_win(), None);
    // It goes on where it was.
    let whole = tree(as_in_1993::tree());
    let rest = search.run(&mut Unobserved);
    assert_eq!(rest.statistics.nodes, whole.statistics.nodes);
    assert_eq!(search.best_move(), None);
}

/// Counts how many nodes with so many men a search creates: each is evaluated once.
struct Counted {
    game: TicTacToe,
    nodes: RefCell<[u64; 10]>,
}

impl Game for Counted {
    type Position = <TicTacToe as Game>::Position;
    type Move = <TicTacToe as Game>::Move;
    type Key = <TicTacToe as Game>::Key;

    const CYCLIC: bool = false;

    fn root(&self) -> Self::Position {
        self.game.root()
    }

    fn kind(&self, position: &Self::Position) -> Kind {
        self.game.kind(position)
    }

    fn evaluate(&self, position: &Self::Position) -> Value {
        let men = 9 - self.game.mobility(position) as usize;
        self.nodes.borrow_mut()[men] += 1;
        self.game.evaluate(position)
    }

    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &mut Self::Position, mov: Self::Move) {
        self.game.play(position, mov);
    }

    fn key(&self, position: &Self::Position) -> Self::Key {
        self.game.key(position)
    }
}

/// Section 3.4: the first five levels of the tree are those of minimax, for whatever order of moves; the sixth is not.
#[test]
fn the_first_levels_are_those_of_minimax() {
    for seed in 1..=20 {
        let game = Counted {
            game: TicTacToe::default(),
            nodes: RefCell::new([0; 10]),
        };
        let options = TreeOptions {
            order: Order::Shuffled(seed),
            ..as_in_1993::tree()
        };
        let report = TreeSearch::new(&game, options).run(&mut Unobserved);
        let nodes = game.nodes.into_inner();
        assert_eq!(nodes.iter().sum::<u64>(), report.statistics.nodes);
        assert_eq!(nodes[..5], [1, 9, 72, 504, 3_024]);
        assert!(nodes[5] < 15_120, "{nodes:?}");
    }
}
