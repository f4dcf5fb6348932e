//! Tic-tac-toe: tables 4.1 to 4.3 and A.1, and every position against minimax.

use crate::{GRAPH_OF_1993, TREE_OF_1993, answer, minimax, options, watched};
use crosscram_pn::games::{Draws, TicTacToe};
use crosscram_pn::{
    AnySearch, Ending, Game, Initial, Kind, Report, Search, Snapshot, Symmetry, Unobserved,
    Updates, Value,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// A search of the empty board, of which the first player cannot force a win.
fn report(line: &str) -> Report {
    let report = answer(&TicTacToe::default(), line);
    assert_eq!(report.is_win(), Some(false));
    report
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
fn nodes() {
    let nodes = |line: &str, symmetry| {
        let line = line.to_string();
        move |seed| {
            let mut options = options(&format!("{line} --shuffle {seed}"));
            options.symmetry = symmetry;
            let report = watched(&TicTacToe::default(), &options, &mut Unobserved);
            assert_eq!(report.is_win(), Some(false));
            report.statistics.nodes
        }
    };
    check(16_993.0, 130.0, nodes(TREE_OF_1993, Symmetry::Apart));
    check(3_279.0, 16.2, nodes(GRAPH_OF_1993, Symmetry::Apart));
    check(616.0, 3.4, nodes(GRAPH_OF_1993, Symmetry::ButSiblings));
    check(534.0, 3.4, nodes(GRAPH_OF_1993, Symmetry::Shared));
}

#[test]
fn updates() {
    // Standard errors of 100 seeds, measured over 10,000.
    for (expected, error, line) in [
        (24_945.0, 195.0, format!("{TREE_OF_1993} --full-updates")),
        (18_744.0, 150.0, TREE_OF_1993.to_string()),
        (
            33_424.0,
            200.0,
            format!("{GRAPH_OF_1993} --updates all-paths"),
        ),
        (
            9_868.0,
            55.0,
            format!("{GRAPH_OF_1993} --updates changed-paths"),
        ),
    ] {
        check(expected, error, |seed| {
            report(&format!("{line} --shuffle {seed}"))
                .statistics
                .updates
        });
    }
}

/// How numbers are propagated upward does not change the search.
#[test]
fn updates_do_not_matter() {
    for seed in 0..20 {
        let of = |line: String| {
            let report = report(&format!("{line} --shuffle {seed}"));
            (report.root, report.statistics.nodes)
        };
        let [all, changed, queue] = [Updates::AllPaths, Updates::ChangedPaths, Updates::Queue]
            .map(|updates| of(format!("{GRAPH_OF_1993} --updates {updates}")));
        assert_eq!((all, changed), (queue, queue));
        let usual = of(TREE_OF_1993.to_string());
        for change in [
            "--full-updates",
            "--keep-solved",
            "--full-updates --keep-solved",
        ] {
            assert_eq!(of(format!("{TREE_OF_1993} {change}")), usual);
        }
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
    let mut answers = Vec::new();
    for when in ["", "--delayed"] {
        for initial in Initial::ALL {
            for search in ["tree", "dag --no-symmetry", "dag"] {
                let line = format!("{search} --initial {initial} --shuffle {seed} {when}");
                answers.push(answer(game, &line).is_win());
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
    let free = report(TREE_OF_1993);
    let tight = report(&format!("{TREE_OF_1993} --memory 600"));
    assert!(tight.statistics.forgotten > 0);
    assert!(tight.statistics.peak <= 600 && free.statistics.peak > 600);
    for line in [TREE_OF_1993, GRAPH_OF_1993] {
        let none = answer(&TicTacToe::default(), &format!("{line} --memory 12"));
        assert_eq!(none.ending, Ending::Full);
    }
}

#[test]
fn observers_stop_searches() {
    let game = TicTacToe::default();
    let mut search = Search::new(&game, &options(TREE_OF_1993));
    let mut looks = 0;
    let mut look = |_: &Snapshot| {
        looks += 1;
        looks < 4
    };
    let stopped = search.run(&mut look).unwrap();
    assert_eq!(stopped.ending, Ending::Stopped);
    assert_eq!(stopped.is_win(), None);
    // It goes on where it was.
    let whole = report(TREE_OF_1993);
    let rest = search.run(&mut Unobserved).unwrap();
    assert_eq!(rest.statistics.nodes, whole.statistics.nodes);
    assert_eq!(search.best_move(), None);
}

/// Counts how many nodes with so many men a search creates: each is evaluated once.
#[derive(Clone)]
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
        let report = answer(&game, &format!("{TREE_OF_1993} --shuffle {seed}"));
        let nodes = game.nodes.into_inner();
        assert_eq!(nodes.iter().sum::<u64>(), report.statistics.nodes);
        assert_eq!(nodes[..5], [1, 9, 72, 504, 3_024]);
        assert!(nodes[5] < 15_120, "{nodes:?}");
    }
}
