//! Saving and going on: the same search, to the node.

use crate::chess;
use crosscram_pn::games::{Explicit, TicTacToe};
use crosscram_pn::{
    DfPn, DfPnOptions, Ending, Game, GraphOptions, GraphSearch, Initial, Order, Report, Snapshot,
    StateError, TreeOptions, TreeSearch, Unobserved,
};
use crosscram_support::checksum::Fnv1a;

/// Stops after so many expansions.
fn until(expansions: u64) -> impl FnMut(&Snapshot) -> bool {
    move |snapshot: &Snapshot| snapshot.statistics.expansions < expansions
}

fn tree<G: Game>(game: &G, options: TreeOptions, at: u64) -> (Report, Report) {
    let whole = TreeSearch::new(game, options).run(&mut Unobserved);
    let mut search = TreeSearch::new(game, options);
    assert_eq!(search.run(&mut until(at)).ending, Ending::Stopped);
    let mut file = Vec::new();
    search.save(&mut file, "a question").unwrap();
    let mut search = TreeSearch::load(game, options, file.as_slice(), "a question").unwrap();
    (whole, search.run(&mut Unobserved))
}

fn graph<G: Game>(game: &G, options: GraphOptions, at: u64) -> (Report, Report) {
    let whole = GraphSearch::new(game, options).run(&mut Unobserved);
    let mut search = GraphSearch::new(game, options);
    assert_eq!(search.run(&mut until(at)).ending, Ending::Stopped);
    let mut file = Vec::new();
    search.save(&mut file, "a question").unwrap();
    let mut search = GraphSearch::load(game, options, file.as_slice(), "a question").unwrap();
    (whole, search.run(&mut Unobserved))
}

#[test]
fn going_on_is_the_same_search() {
    for seed in 0..5 {
        let order = Order::Shuffled(seed);
        let options = TreeOptions {
            order,
            ..TreeOptions::default()
        };
        let (whole, rest) = tree(&TicTacToe::default(), options, 600);
        assert_eq!(whole.root, rest.root);
        assert_eq!(whole.statistics.nodes, rest.statistics.nodes);
        let options = GraphOptions {
            order,
            ..GraphOptions::default()
        };
        let (whole, rest) = graph(&TicTacToe::default(), options, 300);
        assert_eq!(whole.root, rest.root);
        assert_eq!(whole.statistics.nodes, rest.statistics.nodes);
    }
    let initial = Initial::Mobility;
    let game = chess::position("222");
    let options = TreeOptions {
        initial,
        ..TreeOptions::default()
    };
    let (whole, rest) = tree(&game, options, 1000);
    assert_eq!(whole.statistics.nodes, rest.statistics.nodes);
    let options = GraphOptions {
        initial,
        ..GraphOptions::default()
    };
    let (whole, rest) = graph(&game, options, 700);
    assert_eq!(whole.statistics.nodes, rest.statistics.nodes);
    assert_eq!(whole.statistics.repetitions, 2);
}

#[test]
fn depth_first_search_goes_on_with_its_table() {
    let game = chess::position("099");
    let options = DfPnOptions {
        initial: Initial::Mobility,
        ..DfPnOptions::default()
    };
    let whole = DfPn::new(&game, options).run(&mut Unobserved);
    let mut search = DfPn::new(&game, options);
    let half = whole.statistics.expansions / 2;
    assert_eq!(search.run(&mut until(half)).ending, Ending::Stopped);
    let mut file = Vec::new();
    search.save(&mut file, "099").unwrap();
    let mut search = DfPn::load(&game, options, file.as_slice(), "099").unwrap();
    let rest = search.run(&mut Unobserved);
    assert_eq!(rest.is_win(), Some(true));
    assert!(search.best_move().is_some());
    // Only the way down to where it was is done again.
    assert!(rest.statistics.expansions < whole.statistics.expansions * 3 / 2);
    // A solved search stays solved.
    let mut file = Vec::new();
    search.save(&mut file, "099").unwrap();
    let mut solved = DfPn::load(&game, options, file.as_slice(), "099").unwrap();
    assert_eq!(solved.run(&mut Unobserved).is_win(), Some(true));
    assert_eq!(solved.best_move(), search.best_move());
}

/// No change of a file goes unnoticed, and none makes the program panic.
#[test]
fn damaged_files() {
    let game = TicTacToe::default();
    let mut tree = TreeSearch::new(&game, TreeOptions::default());
    let mut graph = GraphSearch::new(&game, GraphOptions::default());
    let mut dfpn = DfPn::new(&game, DfPnOptions::default());
    tree.run(&mut until(256));
    graph.run(&mut until(256));
    dfpn.run(&mut until(256));
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    tree.save(&mut a, "q").unwrap();
    graph.save(&mut b, "q").unwrap();
    dfpn.save(&mut c, "q").unwrap();
    let load = |kind: usize, file: &[u8], question: &str| -> Result<(), StateError> {
        match kind {
            0 => TreeSearch::load(&game, TreeOptions::default(), file, question).map(|_| ()),
            1 => GraphSearch::load(&game, GraphOptions::default(), file, question).map(|_| ()),
            _ => DfPn::load(&game, DfPnOptions::default(), file, question).map(|_| ()),
        }
    };
    for (kind, file) in [a, b, c].into_iter().enumerate() {
        load(kind, &file, "q").unwrap();
        assert!(matches!(load(kind, &file, "r"), Err(StateError::Other(q)) if q == "q"));
        assert!(matches!(
            load(kind, b"PNG", "q"),
            Err(StateError::NotAState)
        ));
        for cut in [14, 16, 17, 100, file.len() / 2, file.len() - 1] {
            assert!(load(kind, &file[..cut], "q").is_err(), "cut at {cut}");
        }
        for place in (0..file.len()).step_by(97) {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            assert!(load(kind, &changed, "q").is_err(), "changed at {place}");
        }
        let longer = [file, vec![0]].concat();
        assert!(matches!(load(kind, &longer, "q"), Err(StateError::Damaged)));
    }
}

/// A move that cannot be played, behind a right checksum.
#[test]
fn impossible_moves_are_refused() {
    let game = chess::position("222");
    let mut graph = GraphSearch::new(&game, GraphOptions::default());
    graph.run(&mut until(1));
    let mut file = Vec::new();
    graph.save(&mut file, "q").unwrap();
    file.truncate(file.len() - 8);
    // Two lines, nine statistics, a seed, the number of nodes, and of the root two numbers, two
    // nodes, the number of edges and a child: then comes the move of the first edge.
    let at = "crosscram-pn 1\nq\n".len() + 10 * 8 + 4 + 4 * 4 + 2 + 4;
    // From a1 to a1.
    file[at..at + 4].fill(0);
    file.extend(Fnv1a::of(&file).to_le_bytes());
    let loaded = GraphSearch::load(&game, GraphOptions::default(), file.as_slice(), "q");
    assert!(matches!(loaded.map(|_| ()), Err(StateError::Damaged)));
}

/// Replaces the checksum of a changed file by the right one.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    file.truncate(file.len() - 8);
    file.extend(Fnv1a::of(&file).to_le_bytes());
    file
}

/// Numbers that no search can have are refused although the checksum is right: any change of the
/// root's numbers, and a solved leaf that is not solved.
#[test]
fn forged_files_are_refused() {
    let game = TicTacToe::default();
    let mut tree = TreeSearch::new(
        &game,
        TreeOptions {
            remove_solved: false,
            ..TreeOptions::default()
        },
    );
    let mut graph = GraphSearch::new(&game, GraphOptions::default());
    let mut dfpn = DfPn::new(&game, DfPnOptions::default());
    tree.run(&mut until(256));
    graph.run(&mut until(256));
    dfpn.run(&mut until(256));
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    tree.save(&mut a, "q").unwrap();
    graph.save(&mut b, "q").unwrap();
    dfpn.save(&mut c, "q").unwrap();
    let load = |kind: usize, file: &[u8]| -> Result<(), StateError> {
        match kind {
            0 => TreeSearch::load(&game, TreeOptions::default(), file, "q").map(|_| ()),
            1 => GraphSearch::load(&game, GraphOptions::default(), file, "q").map(|_| ()),
            _ => DfPn::load(&game, DfPnOptions::default(), file, "q").map(|_| ()),
        }
    };
    // Two lines, nine statistics and a seed; then the number of nodes in eight or four bytes, or none.
    let head = "crosscram-pn 1\nq\n".len() + 10 * 8;
    for (kind, file, root) in [(0, a, head + 8), (1, b, head + 4), (2, c, head)] {
        assert!(load(kind, &signed(file.clone())).is_ok());
        for (proof, disproof) in [(0, u32::MAX), (u32::MAX, 0), (0, 7), (0, 0), (u32::MAX, 3)] {
            let mut forged = file.clone();
            forged[root..root + 4].copy_from_slice(&u32::to_le_bytes(proof));
            forged[root + 4..root + 8].copy_from_slice(&u32::to_le_bytes(disproof));
            let result = load(kind, &signed(forged));
            // The table of a depth-first search does not say why the root is solved.
            let is_possible = kind == 2
                && proof != disproof
                && [0, u32::MAX].contains(&proof)
                && [0, u32::MAX].contains(&disproof);
            assert_eq!(result.is_ok(), is_possible, "{kind} ({proof},{disproof})");
        }
    }
}

/// Changes of single bytes with a right checksum never make a reader panic, and a graph that is read
/// has numbers that follow from its leaves.
#[test]
fn forged_bytes_do_no_harm() {
    let game: Explicit =
        "a max: b c\nb min: d e\nc min: e f\ne max: b g\nd max: g h\nh win\ng loss"
            .parse()
            .unwrap();
    let mut graph = GraphSearch::new(&game, GraphOptions::default());
    graph.run(&mut until(3));
    let mut file = Vec::new();
    graph.save(&mut file, "q").unwrap();
    let mut accepted = 0;
    for place in "crosscram-pn 1\nq\n".len() + 10 * 8..file.len() - 8 {
        for change in [1, 2, 4, 0x80, 0xff] {
            let mut forged = file.clone();
            forged[place] ^= change;
            let loaded = GraphSearch::load(&game, GraphOptions::default(), &*signed(forged), "q");
            if let Ok(mut search) = loaded {
                accepted += 1;
                search.run(&mut Unobserved);
            }
        }
    }
    // Mostly the numbers of leaves, which may be any.
    assert!(accepted < file.len(), "{accepted}");
}

/// No search creates more nodes than the observer allows.
#[test]
fn limits_are_kept() {
    struct Limit(u64);
    impl crosscram_pn::Observer for Limit {
        fn look(&mut self, _: &Snapshot) -> bool {
            true
        }
        fn limit(&self) -> u64 {
            self.0
        }
    }
    use crosscram_pn::exact::{ExactMethod, ExactSearch};
    let game = TicTacToe::default();
    for limit in [1, 2, 10, 57] {
        let reports = [
            TreeSearch::new(&game, TreeOptions::default()).run(&mut Limit(limit)),
            GraphSearch::new(&game, GraphOptions::default()).run(&mut Limit(limit)),
            DfPn::new(&game, DfPnOptions::default()).run(&mut Limit(limit)),
            ExactSearch::new(&game, ExactMethod::FormsAsPrinted).run(&mut Limit(limit)),
        ];
        for report in reports {
            assert_eq!(report.ending, Ending::Stopped);
            assert!(report.statistics.nodes <= limit, "{report:?}");
            assert!(
                limit < 10 || report.statistics.nodes > limit / 2,
                "{report:?}"
            );
        }
    }
    let full = ExactSearch::new(&game, ExactMethod::FormsAsPrinted).with_max_nodes(Some(20));
    let mut full = full;
    let report = full.run(&mut Unobserved);
    assert_eq!(report.ending, Ending::Full);
    assert!(report.statistics.nodes <= 20);
}

/// A game that is over at once, or that cannot go on, ends every search at once.
#[test]
fn trivial_games() {
    for (text, value) in [
        ("a win", Some(true)),
        ("a loss", Some(false)),
        ("a max: b", None),
    ] {
        let game: Explicit = text.parse().unwrap();
        let endings = [
            TreeSearch::new(&game, TreeOptions::default()).run(&mut Unobserved),
            GraphSearch::new(&game, GraphOptions::default()).run(&mut Unobserved),
            DfPn::new(&game, DfPnOptions::default()).run(&mut Unobserved),
        ];
        for report in endings {
            assert_eq!(report.is_win(), value, "{text}");
            let expected = match value {
                Some(_) => Ending::Solved,
                None => Ending::Stuck,
            };
            assert_eq!(report.ending, expected, "{text}");
        }
    }
}
