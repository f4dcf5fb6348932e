//! `crosscram split` and `crosscram solve --from`.

use crate::run::{good, object, program, run, wait_until};
use crate::scratch::Scratch;
use std::fs;
use std::path::Path;

/// Records in a journal.
fn records(journal: &str) -> usize {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let records = text.lines().filter(|line| line.starts_with(['.', '#']));
    records.count()
}

#[test]
fn a_first_player_win_is_proven() {
    let scratch = Scratch::new();
    let work = scratch.file("6x6.work");
    let split = good(&[
        "split", "6x6", "--plies", "2", "-o", &work, "--engine", "obsequi",
    ]);
    assert!(split.contains("if all 24 positions at ply 2"), "{split}");
    let answer = object(&[
        "solve",
        "--from",
        &work,
        "--threads",
        "2",
        "--json",
        "--engine",
        "obsequi",
    ]);
    assert_eq!(
        (&answer["proof"], &answer["leaves"]),
        (&true.into(), &24.into())
    );
    // Everything is in the journal: nothing is searched again.
    let again = good(&["solve", "--from", &work, "--engine", "obsequi"]);
    assert!(
        again.contains("proof complete: Vertical, moving first, wins 6x6"),
        "{again}"
    );
    assert!(again.contains("this run solved 0 leaves"), "{again}");
    let journal = format!("{work}.journal");
    let other = scratch.file("other.work");
    let split = good(&[
        "split", "6x6", "--plies", "2", "-o", &other, "--known", &journal, "--engine", "obsequi",
    ]);
    assert!(
        split.contains("Vertical wins if Vertical moves first"),
        "{split}"
    );
    assert!(!Path::new(&other).exists());
}

/// The first player of 5x5 loses: round after round, until nothing is left to assume.
#[test]
fn a_refuted_assumption_leads_to_the_truth() {
    let scratch = Scratch::new();
    let (work, journal) = (scratch.file("5x5.work"), scratch.file("5x5.journal"));
    for round in 0.. {
        assert!(round < 100, "no end");
        let mut args = vec!["split", "5x5", "--plies", "2", "-o", &work, "--json"];
        if round > 0 {
            args.extend(["--known", &journal]);
        }
        let split = object(&args);
        if split["winner"] == "H" {
            assert!(round > 0);
            return;
        }
        assert_eq!(split["winner"], serde_json::Value::Null);
        let run = run(&["solve", "--from", &work, "--journal", &journal]);
        assert!(run.code == Some(1) || run.code == Some(0), "{}", run.stderr);
        if run.code == Some(1) {
            assert!(run.stdout.contains("refuted"), "{}", run.stdout);
        }
    }
}

/// Whoever does what the program says after each refutation gets to the end: every round has its own
/// work file and journal, and the advice names all of them.
#[test]
fn the_advice_after_refutations_leads_to_the_truth() {
    let scratch = Scratch::new();
    let file = |round: usize| scratch.file(&format!("{round}.work"));
    let mut command = format!("split 5x5 --plies 2 --engine obsequi -o {}", file(0));
    for round in 0.. {
        assert!(round < 40, "no end: {command}");
        let words: Vec<&str> = command.split(' ').collect();
        let split = good(&words);
        if split.contains("Horizontal wins if Vertical moves first") {
            assert!(round > 1, "one journal would have been enough");
            return;
        }
        let solved = run(&["solve", "--from", &file(round), "--engine", "obsequi"]);
        assert_eq!(solved.code, Some(1), "{}", solved.stdout);
        let advice = solved
            .stdout
            .lines()
            .find_map(|line| line.trim().strip_prefix("crosscram "));
        let advice = advice.expect("what to do next");
        command = advice.replace("NEW.work", &file(round + 1));
        assert_eq!(
            command.matches(".work.journal").count(),
            round + 1,
            "{command}"
        );
    }
}

/// The shards of a split are all its leaves; each alone proves nothing, their journals together do.
#[test]
fn shards_are_solved_apart_and_concluded_together() {
    let scratch = Scratch::new();
    let whole = scratch.file("whole.work");
    let split = |out: &str, more: &[&str]| {
        let mut args = vec![
            "split", "6x6", "--plies", "2", "-o", out, "--engine", "obsequi",
        ];
        args.extend(more);
        run(&args)
    };
    let leaves = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        let is_leaf = |line: &&str| line.starts_with(['.', '#']);
        text.lines().filter(is_leaf).map(String::from).collect()
    };
    assert_eq!(split(&whole, &[]).code, Some(0));
    let (mut all, mut journals) = (Vec::new(), Vec::new());
    for shard in ["1/3", "2/3", "3/3"] {
        let part = scratch.file(&format!("{}.work", &shard[..1]));
        let made = split(&part, &["--shard", shard]);
        assert!(
            made.stdout
                .contains(&format!("part {shard} has 8 positions")),
            "{}",
            made.stdout
        );
        all.extend(leaves(&part));
        let answer = object(&["solve", "--from", &part, "--engine", "obsequi", "--json"]);
        assert_eq!(
            (&answer["proof"], &answer["shard"]),
            (&false.into(), &shard.into())
        );
        assert_eq!((&answer["proven"], &answer["open"]), (&8.into(), &0.into()));
        let again = good(&["solve", "--from", &part, "--engine", "obsequi"]);
        assert!(
            again.contains(&format!("shard {shard} complete")),
            "{again}"
        );
        journals.push(format!("{part}.journal"));
    }
    let mut wanted = leaves(&whole);
    all.sort();
    wanted.sort();
    assert_eq!(all, wanted);
    let known: Vec<&str> = ["--known"]
        .into_iter()
        .chain(journals.iter().map(|j| &**j))
        .collect();
    let end = split(&whole, &known);
    assert!(
        end.stdout.contains("Vertical wins if Vertical moves first"),
        "{}",
        end.stdout
    );
    for (bad, message) in [
        ("0/3", "not a part"),
        ("4/3", "not a part"),
        ("x", "not a part"),
    ] {
        let refused = split(&whole, &["--shard", bad]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    let refused = split(&whole, &["--shard", "30/30"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("only 24 positions for 30 parts"),
        "{}",
        refused.stderr
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on() {
    use crate::run::{finish, kill};
    use crate::scratch::Scratch;
    let scratch = Scratch::new();
    let work = scratch.file("8x8.work");
    good(&[
        "split", "8x8", "--plies", "2", "-o", &work, "--engine", "obsequi",
    ]);
    let args = ["solve", "--from", &work, "--engine", "obsequi"];
    let journal = format!("{work}.journal");
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let before = records(&journal);
        let child = program(&args).spawn().unwrap();
        wait_until("a leaf is solved", || records(&journal) > before);
        kill(&child, signal);
        assert_eq!(finish(child).code, code);
    }
    let solved = records(&journal);
    let answer = object(&[
        "solve",
        "--from",
        &work,
        "--threads",
        "2",
        "--json",
        "--engine",
        "obsequi",
    ]);
    assert_eq!(answer["proof"], true);
    assert!(solved < 52, "{solved} leaves solved before the end");
}

/// What a search has finished is not searched again.
#[test]
fn a_search_goes_on_from_its_journal() {
    let scratch = Scratch::new();
    let journal = scratch.file("8x8.journal");
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
    for (sum, record) in [
        ("2x3 + 2x2", "...#..|...#.. V "),
        ("2x3 + 1/2", "...|... + 1/2 V "),
    ] {
        let journal = scratch.file("journal");
        let _ = fs::remove_file(&journal);
        let args = ["solve", sum, "--journal", &journal, "--json", "-q"];
        let first = object(&args);
        let text = fs::read_to_string(&journal).unwrap();
        assert!(text.contains(record), "{text}");
        let again = object(&args);
        assert_eq!(first.get("rests_on"), None);
        assert_eq!(again["rests_on"]["subtrees"], 2);
        assert_eq!(again["rests_on"]["nodes"], first["nodes"]);
        for side in ["vertical_first", "horizontal_first"] {
            assert_eq!(first[side]["winner"], again[side]["winner"]);
            assert_eq!(again[side]["nodes"], 1);
        }
        let same = fs::read_to_string(&journal).unwrap();
        let records = |text: &str| text.lines().filter(|line| line.starts_with('.')).count();
        assert_eq!((records(&text), records(&same)), (2, 2));
    }
}

/// A journal in which one letter was changed is refused, with the line.
#[test]
fn an_edited_journal_is_refused() {
    let scratch = Scratch::new();
    let journal = scratch.file("journal");
    let args = ["solve", "6x8", "--first", "V", "--journal", &journal];
    assert!(run(&args).stdout.contains("6x8"));
    let text = fs::read_to_string(&journal).unwrap();
    let winner = if text.contains(" V V ") {
        " V V "
    } else {
        " V H "
    };
    let other = if winner == " V V " { " V H " } else { " V V " };
    let edited = text.replacen(winner, other, 1);
    assert_ne!(text, edited);
    fs::write(&journal, &edited).unwrap();
    let refused = run(&args);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("line 5"), "{}", refused.stderr);
    assert!(refused.stderr.contains("damaged or edited"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), edited);
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
    let journal = scratch.file("9x9.journal");
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
    use crate::scratch::Scratch;
    use crate::terminal::Session;
    let scratch = Scratch::new();
    let journal = scratch.file("9x9.journal");
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

#[test]
fn bad_files_and_arguments() {
    let scratch = Scratch::new();
    let missing = scratch.file("missing.work");
    let foreign = scratch.file("foreign.work");
    fs::write(&foreign, "hello\n").unwrap();
    let out = scratch.file("out.work");
    for (args, part) in [
        (vec!["solve", "--from", &missing], "missing.work"),
        (vec!["solve", "--from", &foreign], "line 1"),
        (
            vec!["solve", "8x8", "--from", &foreign],
            "cannot be used with",
        ),
        (vec!["solve", "--journal", &foreign], "required"),
        (vec!["solve", "8x8", "--journal", &foreign], "line 1"),
        (
            vec!["solve", "8x8", "--journal", &out, "--engine", "domi"],
            "records no subtrees",
        ),
        (vec!["solve", "-", "--journal", &out], "not with a batch"),
        (vec!["split", "8x8", "-o", &out], "--plies"),
        (
            vec!["split", "q", "--plies", "2", "-o", &out],
            "row 1, column 1",
        ),
        (
            vec!["split", "8x8", "--plies", "2", "-o", "/dev/null/x"],
            "/dev/null/x",
        ),
        (
            vec![
                "split", "4x4", "--plies", "2", "-o", &out, "--known", &foreign,
            ],
            "line 1",
        ),
    ] {
        let run = run(&args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "hello\n");
}
