//! `crosscram solve --journal`: searches that go on, and become proofs.

use crate::run::{good, object, program, run, wait_until};
use crate::scratch::Scratch;
use crosscram_certificate::Hash;
use crosscram_jobs::segment::{Finding, Outcome, Solved};
use crosscram_jobs::{Folder, Segment};
use crosscram_rules::{Board, Player, Question, Tile};
use std::fs;
use std::path::{Path, PathBuf};

/// The segments of a folder, by name.
fn segments(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(folder).join("segments"));
    let entries = entries.into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    // While one is written it has another name.
    files.retain(|file| file.extension().is_some_and(|end| end == "segment"));
    files.sort();
    files
}

/// Subtrees in a folder.
fn records(folder: &str) -> usize {
    let facts = |file: &PathBuf| {
        Segment::read(&fs::read(file).unwrap(), file)
            .unwrap()
            .facts()
    };
    segments(folder).iter().map(facts).sum()
}

/// Leaves in a folder that this player wins an empty board if this player moves first, as if a search had found it.
pub(crate) fn claim(folder: &Path, board: &str, first: Player, winner: Player) {
    let board: Board = board.parse().unwrap();
    let mut segment = Segment::new(Hash([0; 32]));
    segment.results.push(Finding {
        position: Question::new(board, Tile::DOMINO, first),
        nodes: 50_000,
        writing: 0,
        outcome: Outcome::Solved(Solved {
            winner,
            piece: 0..0,
        }),
    });
    let bytes = segment.to_bytes();
    fs::create_dir_all(folder.join("segments")).unwrap();
    let name = Folder::name("search-1", &bytes);
    fs::write(folder.join("segments").join(name), bytes).unwrap();
}

/// What a search has finished is not searched again.
#[test]
fn a_search_goes_on_from_its_journal() {
    let scratch = Scratch::new();
    let journal = scratch.file("8x8");
    let args = ["solve", "8x8", "--journal", &journal, "--json"];
    let first = object(&args);
    assert!(records(&journal) > 2);
    let again = program(&args).output().unwrap();
    assert!(String::from_utf8_lossy(&again.stderr).contains("finished subtrees known"));
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    for side in ["vertical_first", "horizontal_first"] {
        assert_eq!(first[side]["winner"], again[side]["winner"]);
        assert!(first[side]["nodes"].as_u64() > Some(20_000));
        assert_eq!(again[side]["nodes"], 1);
    }
}

/// A sum keeps its journal like a board, also with a number, and the numbers do not mix.
#[test]
fn sums_have_journals() {
    let scratch = Scratch::new();
    for sum in ["2x3 + 2x2", "2x3 + 1/2"] {
        let journal = scratch.file(sum);
        let args = ["solve", sum, "--journal", &journal, "--json", "-q"];
        let first = object(&args);
        assert_eq!(records(&journal), 2);
        let again = object(&args);
        assert_eq!(first.get("rests_on"), None);
        assert_eq!(again["rests_on"]["subtrees"], 2);
        assert_eq!(again["rests_on"]["nodes"], first["nodes"]);
        for side in ["vertical_first", "horizontal_first"] {
            assert_eq!(first[side]["winner"], again[side]["winner"]);
            assert_eq!(again[side]["nodes"], 1);
        }
        assert_eq!(records(&journal), 2);
    }
    // The same board with another number.
    let journal = scratch.file("2x3 + 1/2");
    let other = ["solve", "2x3 + -2", "--json", "-q"];
    let journaled = object(&[&other[..], &["--journal", &journal]].concat());
    assert_eq!(journaled["outcome"], object(&other)["outcome"]);
    assert_eq!(records(&journal), 4);
}

/// A segment that was cut off or changed is put aside; the others serve.
#[test]
fn damaged_segments_are_put_aside() {
    let scratch = Scratch::new();
    let journal = scratch.file("6x8");
    let args = |first| {
        [
            "solve",
            "6x8",
            "--first",
            first,
            "--journal",
            &journal,
            "-q",
        ]
    };
    let answer = good(&args("V"));
    good(&args("H"));
    let [one, _] = &segments(&journal)[..] else {
        panic!("one for each search");
    };
    for damage in [
        (|bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2)) as fn(&mut Vec<u8>),
        |bytes| bytes[40] ^= 1,
    ] {
        let bytes = fs::read(one).unwrap();
        let mut damaged = bytes.clone();
        damage(&mut damaged);
        fs::write(one, damaged).unwrap();
        let again = run(&args("V"));
        assert_eq!(again.code, Some(0), "{}", again.stderr);
        assert!(again.stderr.contains("is put aside"), "{}", again.stderr);
        assert_eq!(again.stdout.lines().next(), answer.lines().next());
        fs::write(one, bytes).unwrap();
    }
}

/// Where nothing can be written the search ends with the reason; what was written before is whole, and serves later.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_search() {
    let scratch = Scratch::new();
    let journal = scratch.file("8x8");
    let solve = |first| {
        [
            "solve",
            "8x8",
            "--first",
            first,
            "--journal",
            &journal,
            "-q",
        ]
    };
    good(&solve("V"));
    let before = segments(&journal);
    // No file may grow: the nearest that there is to a full disk without the rights to mount one.
    let other = scratch.file("9x9");
    let long = format!("solve 9x9 --first V --journal {other} -q");
    for (args, folder) in [(solve("H").join(" "), &journal), (long, &other)] {
        let full = crate::memory::run_after("trap '' XFSZ; ulimit -f 0", &args);
        assert_eq!(full.code, Some(2), "{}", full.stderr);
        let named = format!("error: cannot write {folder}/segments");
        assert!(full.stderr.contains(&named), "{}", full.stderr);
        assert!(full.stderr.contains("too large"), "{}", full.stderr);
    }
    assert_eq!((segments(&journal), segments(&other)), (before, Vec::new()));
    let with_room = good(&["solve", "8x8", "--journal", &journal, "-q"]);
    assert!(with_room.contains("the first player wins"), "{with_room}");
    assert!(
        with_room.contains("Vertical wins with V1,2          1 node"),
        "{with_room}"
    );
}

/// A proof in units begins where a search was: what it found guides the proof, and the other first player's stays.
#[test]
fn a_search_becomes_a_proof() {
    let scratch = Scratch::new();
    scratch.good("solve 8x8 --journal run -q");
    let journal = scratch.file("run");
    let claims = segments(&journal);
    let summary = scratch.object("prove 8x8 --jobs run -o proof --json -q");
    assert_eq!(summary["winner"], "V");
    assert!(claims.iter().all(|file| file.exists()));
    let alone = scratch.object("prove 8x8 --jobs other -o proof --json -q");
    let searched = |summary: &serde_json::Value| summary["searched"].as_u64().unwrap();
    assert!(searched(&summary) < searched(&alone), "{summary} {alone}");
    scratch.session(
        "$ verify proof => + Vertical wins.
         # A search goes on in the folder of a proof, too.
         $ solve 8x8 --journal run -q => + resting on
         $ prove 8x8 --jobs run --resume -o proof -q",
    );
}

/// The answer of a search does not rest on what a worker says, who may lie.
#[test]
fn a_search_does_not_believe_workers() {
    let scratch = Scratch::new();
    claim(
        &scratch.path("run"),
        "8x8",
        Player::Vertical,
        Player::Horizontal,
    );
    for file in segments(&scratch.file("run")) {
        let name = file.to_str().unwrap().replace("search-1", "worker");
        fs::rename(&file, name).unwrap();
    }
    let answer = scratch.object("solve 8x8 --first V --journal run --json -q");
    assert_eq!(answer["vertical_first"]["winner"], "V");
    assert!(answer["vertical_first"]["nodes"].as_u64() > Some(20_000));
}

/// What a search says wrongly does no harm to the proof.
#[test]
fn a_wrong_search_is_found_out() {
    let scratch = Scratch::new();
    claim(
        &scratch.path("run"),
        "6x8",
        Player::Vertical,
        Player::Vertical,
    );
    scratch.session(
        "$ prove 6x8 --jobs run -o proof -q
         ? 0
         ! worker search-1 is shut out
         $ verify proof => + Horizontal wins.",
    );
}

/// A board and its negative cancel: nothing is searched.
#[test]
fn a_square_board_is_its_own_negative() {
    for sum in ["8x8 + 8x8", "3x5 + 5x3", "9x9 + 2x2 + 9x9 + 2x2"] {
        let answer = object(&["solve", sum, "--json"]);
        assert_eq!(answer["outcome"], "2", "{sum}");
        assert_eq!(answer["nodes"], 2, "{sum}");
    }
}

/// The nodes of all runs of a search add up, however often it is interrupted.
#[cfg(unix)]
#[test]
fn nodes_of_all_runs_add_up() {
    use crate::terminal::Session;
    let scratch = Scratch::new();
    let journal = scratch.file("9x9");
    let args = [
        "solve",
        "9x9",
        "--first",
        "V",
        "--journal",
        &journal,
        "--json",
        "--stats",
    ];
    let (mut nodes, mut runs) = (0, 0);
    for _ in 0..2 {
        let before = records(&journal);
        let mut session = Session::start(&args, "");
        session.until(&["9x9 V first"]);
        wait_until("a subtree is finished", || records(&journal) > before);
        let run = session.end("-INT");
        assert_eq!(run.code, Some(130));
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        if runs > 0 {
            assert_eq!(answer["rests_on"]["nodes"], nodes);
            assert_eq!(answer["rests_on"]["runs"], runs);
        }
        nodes += answer["nodes"].as_u64().unwrap();
        runs += 1;
        // Every node is counted once.
        let statistics = &answer["vertical_first"]["statistics"];
        let depths = statistics["nodes_by_depth"].as_array().unwrap();
        let sum: u64 = depths.iter().filter_map(|nodes| nodes.as_u64()).sum();
        assert_eq!(answer["nodes"], sum);
    }
}

/// A killed search leaves its finished subtrees behind.
#[cfg(unix)]
#[test]
fn a_killed_search_leaves_its_subtrees() {
    use crate::run::{finish, kill};
    use crate::terminal::Session;
    let scratch = Scratch::new();
    let journal = scratch.file("9x9");
    let args = ["solve", "9x9", "--first", "V", "--journal", &journal];
    let child = program(&args).spawn().unwrap();
    wait_until("a subtree is finished", || records(&journal) > 0);
    kill(&child, "-KILL");
    assert_eq!(finish(child).code, None);
    let before = records(&journal);
    let mut session = Session::start(&args, "");
    session.until(&["9x9 V first"]);
    let run = session.end("-INT");
    assert_eq!(run.code, Some(130));
    assert!(run.stderr.contains("known"), "{}", run.stderr);
    assert!(records(&journal) >= before);
}

/// Two programs do not write one journal.
#[cfg(unix)]
#[test]
fn a_journal_has_one_writer() {
    use crate::run::{finish, kill};
    let scratch = Scratch::new();
    let journal = scratch.file("9x9");
    let args = ["solve", "9x9", "--first", "V", "--journal", &journal];
    let child = program(&args).spawn().unwrap();
    wait_until("a subtree is finished", || records(&journal) > 0);
    let proof = scratch.file("proof");
    for other in [
        &args[..],
        &["prove", "9x9", "--jobs", &journal, "-o", &proof],
    ] {
        let refused = run(other);
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        let why = "is being written by another process";
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    kill(&child, "-INT");
    assert_eq!(finish(child).code, Some(130));
}

#[test]
fn bad_files_and_arguments() {
    let scratch = Scratch::new();
    scratch.write("foreign", "hello\n");
    scratch.write("old.work", "crosscram work 1\nboard ..|..\n");
    scratch.write("old.journal", "crosscram journal 2\nsize 6x8\n");
    scratch.good("solve 4x4 --journal 4x4 -q");
    scratch.session(
        "$ solve 8x8 --journal foreign => ? 2 => ! line 1
         $ solve 8x8 --journal old.journal => ? 2 => ! --journal DIR keeps finished subtrees in a folder
         $ solve 8x8 --journal old.work => ? 2 => ! a work file of an earlier version
         $ prove 8x8 --jobs old.journal -o p => ? 2 => ! a journal of an earlier version
         $ prove 8x8 --jobs old.work -o p => ? 2 => ! `crosscram prove BOARD --jobs DIR`
         $ prove 8x8 --from-journal old.journal -o p => ? 2 => ! a journal of an earlier version
         $ work old.work -o p => ? 2 => ! `crosscram prove BOARD --jobs DIR`
         # Of another board, and of other tiles.
         $ solve 5x4 --journal 4x4 => ? 2 => ! is about 4x4, tile 2, not about 5x4, tile 2
         $ solve 4x4 --tile 3 --journal 4x4 => ? 2 => ! is about 4x4, tile 2, not about 4x4, tile 3
         $ prove 5x4 --jobs 4x4 -o p => ? 2 => ! is about 4x4, tile 2
         $ prove 4x4 --jobs 4x4 -o p -q
         $ prove 4x4 --jobs run -o p -q
         $ solve 5x4 --journal run => ? 2 => ! run/run is about 4x4, tile 2
         $ solve 8x8 --journal /dev/null/x => ? 2 => ! /dev/null/x
         $ solve 8x8 --journal out --engine domi => ? 2 => ! records no subtrees
         $ solve - --journal out => ? 2 => ! not with a batch",
    );
    assert_eq!(scratch.read("foreign"), "hello\n");
}
