//! Ctrl-C: what is known by then is printed, and the exit code is 130.
#![cfg(unix)]

use crate::run::{finish, keys, kill, objects, program, wait_until};
use crate::terminal::Session;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// A search that takes hours, stopped when it shows `progress`.
fn stopped(options: &str, progress: &str, signal: &str) -> String {
    let mut session = Session::start(&format!("solve 10x12 {options}"), "");
    session.until(&[progress, " nodes"]);
    session.stopped_by(signal)
}

#[test]
fn json_says_what_is_known() {
    let text = stopped("--json", "10x12 V first", "-INT");
    assert_eq!(keys(&text).last().unwrap(), "interrupted");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["interrupted"], true);
    assert_eq!(answer["outcome"], Value::Null);
    let search = &answer["vertical_first"];
    let known = (&search["winner"], &search["best_move"]);
    assert_eq!(known, (&Value::Null, &Value::Null));
    assert!(search["nodes"].as_u64().unwrap() > 0);
    assert_eq!(search["first_moves"], 108);
    assert!(search["refuted"].is_array());
    assert_eq!(answer["horizontal_first"], Value::Null);
}

#[test]
fn text_says_what_is_known() {
    let options = "--threads 2 --engine obsequi";
    let text = stopped(options, " first (+1)", "-TERM");
    assert!(text.starts_with("10x12: not solved\n"), "{text}");
    for (first, moves) in [("Vertical", 108), ("Horizontal", 110)] {
        let line = format!("\n  {first} first: 0 of {moves} first moves refuted");
        assert!(text.contains(&line), "{text}");
    }
}

/// All threads of one search stop.
#[test]
fn threads_on_one_board_stop() {
    let text = stopped("--threads 2", "10x12 V first", "-INT");
    for part in [
        "Vertical first    interrupted",
        "Horizontal first  not begun",
    ] {
        assert!(text.contains(&format!("\n  {part}")), "{text}");
    }
}

/// The first line of a batch is answered, the second is stopped, the third is never begun.
#[test]
fn batch_keeps_what_is_solved() {
    let mut session = Session::start("solve - --json", "4x4\n10x12\n3x3\n");
    session.until(&["line 2 V first"]);
    let answers = objects(&session.interrupted());
    assert_eq!(answers.len(), 2);
    let first = (&answers[0]["outcome"], answers[0].get("interrupted"));
    assert_eq!(first, (&"1".into(), None));
    assert_eq!(answers[1]["interrupted"], true);
}

/// Waiting for input is no reason not to stop.
#[test]
fn batch_stops_while_it_waits() {
    let mut child = program("solve -").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1x1\n").unwrap();
    // Kept until the end: a program whose output is not read any more ends well.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    drop((input, output));
}

#[test]
fn bench_stops() {
    let stopped = |form: &str| {
        let mut session = Session::start(format!("bench --suite long {form}").trim_end(), "");
        session.until(&[" nodes"]);
        session.interrupted()
    };
    let text = stopped("");
    assert!(!text.contains("signature"), "{text}");
    for known in ["stopped during crosscram ", " of 8 boards measured: "] {
        assert!(text.contains(known), "{text}");
    }
    let text = stopped("--json");
    let part = objects(&text).pop().unwrap();
    assert!(part["boards"].as_u64() < Some(8), "{part}");
    assert_eq!(part["of"], 8, "{part}");
    crate::schemas::check("bench", &text, false);
}

/// What was solved of the sample is an estimate; before that, it says what it was doing.
#[test]
fn estimate_says_what_is_known() {
    let stopped = |board: &str, options: &str| {
        let mut session = Session::start(format!("estimate {board} {options}").trim_end(), "");
        session.until(&[&format!("sampling {board}")]);
        session.interrupted()
    };
    let sampled = "--first V --winner V --plies 4 --samples 100000 --budget 1000G --json";
    let text = stopped("9x9", sampled);
    let known: Value = serde_json::from_str(&text).unwrap();
    let doing = known["interrupted"].as_str().unwrap();
    assert!(doing.starts_with("stopped "), "{doing}");
    crate::schemas::check("estimate", &text, false);

    let text = stopped("12x12", "");
    let begin = "12x12, V first: no estimate, stopped while ";
    assert!(text.starts_with(begin), "{text}");
}

/// Depths that are counted are printed.
#[test]
fn counts_say_what_is_known() {
    let mut program = program("moves 8x8 --player V --perft 20 --json");
    let child = program.spawn().unwrap();
    wait_until("it listens to signals", || catches_interrupts(child.id()));
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let counted: Value = serde_json::from_str(&run.stdout).unwrap();
    let known = (&counted["interrupted"], &counted["sequences"][0]);
    assert_eq!(known, (&true.into(), &1.into()));
    crate::schemas::check("perft", &run.stdout, true);
}

/// Returns whether a process catches SIGINT, by `/proc`; true where there is none.
fn catches_interrupts(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    caught.is_some_and(|set| set & 2 != 0)
}
