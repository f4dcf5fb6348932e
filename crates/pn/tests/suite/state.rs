//! Saving and going on: the same search, to the node.

use crate::{answer, chess, options, watched};
use crosscram_pn::games::{Explicit, TicTacToe};
use crosscram_pn::{
    Algorithm, AnySearch, Ending, Game, Options, Report, Search, Snapshot, StateError, Unobserved,
    UpTo,
};
use crosscram_support::checksum::Fnv1a;

/// Stops after so many expansions.
fn until(expansions: u64) -> impl FnMut(&Snapshot) -> bool {
    move |snapshot: &Snapshot| snapshot.statistics.expansions < expansions
}

/// The file of a search that was stopped after so many expansions, if it did not end earlier.
fn saved<G: Game>(game: &G, options: &Options, at: u64, question: &str) -> Vec<u8> {
    let mut search = Search::new(game, options);
    search.run(&mut until(at)).unwrap();
    let mut file = Vec::new();
    search.save(&mut file, question).unwrap();
    file
}

/// Whether a file can be loaded.
fn load<G: Game>(game: &G, line: &str, file: &[u8], question: &str) -> Result<(), StateError> {
    Search::new(game, &options(line)).load(&mut &*file, question)
}

/// A whole search, and one that was saved and continued, which is the same.
fn interrupted<G: Game>(game: &G, line: &str, at: u64) -> Report {
    let whole = answer(game, line);
    let file = saved(game, &options(line), at, "a question");
    let mut search = Search::new(game, &options(line));
    search.load(&mut file.as_slice(), "a question").unwrap();
    assert!(search.statistics().nodes < whole.statistics.nodes);
    let rest = search.run(&mut Unobserved).unwrap();
    assert_eq!(whole.root, rest.root);
    assert_eq!(whole.statistics.nodes, rest.statistics.nodes);
    whole
}

#[test]
fn going_on_is_the_same_search() {
    for seed in 0..5 {
        let game = TicTacToe::default();
        interrupted(&game, &format!("tree --shuffle {seed}"), 600);
        interrupted(&game, &format!("dag --no-symmetry --shuffle {seed}"), 300);
    }
    let game = chess::position("222");
    interrupted(&game, "tree", 1000);
    let whole = interrupted(&game, "dcg", 700);
    assert_eq!(whole.statistics.repetitions, 2);
}

#[test]
fn depth_first_search_goes_on_with_its_table() {
    let game = chess::position("099");
    let whole = answer(&game, "df-pn");
    let half = whole.statistics.expansions / 2;
    let options = Options::default();
    let file = saved(&game, &options, half, "099");
    let mut search = Search::new(&game, &options);
    search.load(&mut file.as_slice(), "099").unwrap();
    assert!(!search.root().is_solved());
    let rest = search.run(&mut Unobserved).unwrap();
    assert_eq!(rest.is_win(), Some(true));
    assert!(search.best_move().is_some());
    // Only the way down to where it was is done again.
    assert!(rest.statistics.expansions < whole.statistics.expansions * 3 / 2);
    // A solved search stays solved.
    let mut file = Vec::new();
    search.save(&mut file, "099").unwrap();
    let mut solved = Search::new(&game, &options);
    solved.load(&mut file.as_slice(), "099").unwrap();
    assert_eq!(solved.run(&mut Unobserved).unwrap().is_win(), Some(true));
    assert_eq!(solved.best_move(), search.best_move());
}

/// No change of a file goes unnoticed, and none makes the program panic.
#[test]
fn damaged_files() {
    let game = TicTacToe::default();
    for line in ["tree", "dag --no-symmetry", "df-pn"] {
        let file = saved(&game, &options(line), 256, "q");
        let load = |file: &[u8], question| load(&game, line, file, question);
        load(&file, "q").unwrap();
        assert!(matches!(load(&file, "r"), Err(StateError::Other(q)) if q == "q"));
        assert!(matches!(load(b"PNG", "q"), Err(StateError::NotAState)));
        for cut in [14, 16, 17, 100, file.len() / 2, file.len() - 1] {
            assert!(load(&file[..cut], "q").is_err(), "cut at {cut}");
        }
        for place in (0..file.len()).step_by(97) {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            assert!(load(&changed, "q").is_err(), "changed at {place}");
        }
        let longer = [file, vec![0]].concat();
        assert!(matches!(load(&longer, "q"), Err(StateError::Damaged)));
    }
}

/// Searches that are not worth it say so.
#[test]
fn some_searches_cannot_be_saved() {
    let game = TicTacToe::default();
    for line in ["base-twin", "exact", "alpha-beta"] {
        let saved = Search::new(&game, &options(line)).save(&mut Vec::new(), "q");
        assert!(saved.is_err(), "{line}");
    }
}

/// A move that cannot be played, behind a right checksum.
#[test]
fn impossible_moves_are_refused() {
    let game = chess::position("222");
    let mut file = saved(&game, &options("dcg"), 1, "q");
    // Two lines, nine statistics, a seed, the number of nodes, and of the root two numbers, two
    // nodes, the number of edges and a child: then comes the move of the first edge.
    let at = HEAD + 4 + 4 * 4 + 2 + 4;
    // From a1 to a1.
    file[at..at + 4].fill(0);
    let loaded = load(&game, "dcg", &signed(file), "q");
    assert!(matches!(loaded, Err(StateError::Damaged)));
}

/// Two lines, nine statistics and a seed.
const HEAD: usize = "crosscram-pn 1\nq\n".len() + 10 * 8;

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
    // The number of nodes comes in eight or four bytes, or not at all.
    for (line, root) in [
        ("tree --keep-solved", HEAD + 8),
        ("dag --no-symmetry", HEAD + 4),
        ("df-pn", HEAD),
    ] {
        let file = saved(&game, &options(line), 256, "q");
        let load = |file: Vec<u8>| load(&game, line, &signed(file), "q");
        assert!(load(file.clone()).is_ok());
        for (proof, disproof) in [(0, u32::MAX), (u32::MAX, 0), (0, 7), (0, 0), (u32::MAX, 3)] {
            let mut forged = file.clone();
            forged[root..root + 4].copy_from_slice(&u32::to_le_bytes(proof));
            forged[root + 4..root + 8].copy_from_slice(&u32::to_le_bytes(disproof));
            let result = load(forged);
            // The table of a depth-first search does not say why the root is solved.
            let is_possible = line == "df-pn"
                && proof != disproof
                && [0, u32::MAX].contains(&proof)
                && [0, u32::MAX].contains(&disproof);
            assert_eq!(result.is_ok(), is_possible, "{line} ({proof},{disproof})");
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
    let options = options("dcg");
    let file = saved(&game, &options, 3, "q");
    let mut accepted = 0;
    for place in HEAD..file.len() - 8 {
        for change in [1, 2, 4, 0x80, 0xff] {
            let mut forged = file.clone();
            forged[place] ^= change;
            let mut search = Search::new(&game, &options);
            if search.load(&mut &*signed(forged), "q").is_ok() {
                accepted += 1;
                search.run(&mut Unobserved).unwrap();
            }
        }
    }
    // Mostly the numbers of leaves, which may be any.
    assert!(accepted < file.len(), "{accepted}");
}

/// No search creates more nodes than the observer allows.
#[test]
fn limits_are_kept() {
    let game = TicTacToe::default();
    for limit in [1, 2, 10, 57] {
        for line in ["tree", "dag --no-symmetry", "df-pn", "dag-exact-as-printed"] {
            let report = watched(&game, &options(line), &mut UpTo(limit));
            assert_eq!(report.ending, Ending::Stopped);
            assert!(report.statistics.nodes <= limit, "{report:?}");
            assert!(
                limit < 10 || report.statistics.nodes > limit / 2,
                "{report:?}"
            );
        }
    }
    let report = answer(&game, "dag-exact-as-printed --memory 20");
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
        for &algorithm in Algorithm::ALL {
            let report = answer(&game, algorithm.name());
            assert_eq!(report.is_win(), value, "{text} {algorithm}");
            let expected = match value {
                Some(_) => Ending::Solved,
                None => Ending::Stuck,
            };
            assert_eq!(report.ending, expected, "{text} {algorithm}");
        }
    }
}
