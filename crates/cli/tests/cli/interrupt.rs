//! Ctrl-C: what is known by then is printed, and the exit code is 130.
#![cfg(unix)]

use crate::run::{Run, finish, keys, kill, objects, program, wait_until, words};
use crate::terminal::Session;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// A search that takes hours, stopped when it shows `progress`.
fn stopped(args: &[&str], progress: &str, signal: &str) -> Run {
    let mut session = Session::start(&[&["solve", "10x12"], args].concat(), "");
    session.until(&[progress, " nodes"]);
    session.end(signal)
}

#[test]
fn json_says_what_is_known() {
    let run = stopped(&["--json"], "10x12 V first", "-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert_eq!(keys(&run.stdout).last().unwrap(), "interrupted");
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["interrupted"], true);
    assert_eq!(answer["outcome"], Value::Null);
    let search = &answer["vertical_first"];
    assert_eq!(
        (&search["winner"], &search["best_move"]),
        (&Value::Null, &Value::Null)
    );
    assert!(search["nodes"].as_u64().unwrap() > 0);
    assert_eq!(search["first_moves"], 108);
    assert!(search["refuted"].is_array());
    assert_eq!(answer["horizontal_first"], Value::Null);
}

#[test]
fn text_says_what_is_known() {
    let args = ["--threads", "2", "--engine", "obsequi"];
    let run = stopped(&args, "10x12 V first (+1)", "-TERM");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(
        run.stdout.starts_with("10x12: not solved\n"),
        "{}",
        run.stdout
    );
    for (first, moves) in [("Vertical", 108), ("Horizontal", 110)] {
        let line = format!("\n  {first} first: 0 of {moves} first moves refuted");
        assert!(run.stdout.contains(&line), "{}", run.stdout);
    }
}

/// All threads of one search stop.
#[test]
fn threads_on_one_board_stop() {
    let run = stopped(&["--threads", "2"], "10x12 V first", "-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let first = "\n  Vertical first    interrupted";
    assert!(run.stdout.contains(first), "{}", run.stdout);
    let second = "\n  Horizontal first  not begun";
    assert!(run.stdout.contains(second), "{}", run.stdout);
}

/// The first line of a batch is answered, the second is stopped, the third is never begun.
#[test]
fn batch_keeps_what_is_solved() {
    let mut session = Session::start(&["solve", "-", "--json"], "4x4\n10x12\n3x3\n");
    session.until(&["line 2 V first"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let answers = objects(&run.stdout);
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (&answers[0]["outcome"], answers[0].get("interrupted")),
        (&"1".into(), None)
    );
    assert_eq!(answers[1]["interrupted"], true);
}

/// Waiting for input is no reason not to stop.
#[test]
fn batch_stops_while_it_waits() {
    let mut child = program(&["solve", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1x1\n").unwrap();
    // Kept until the end: a program whose output nobody reads any more ends well.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    drop((input, output));
}

#[test]
fn bench_stops() {
    let mut session = Session::start(&["bench", "--suite", "long"], "");
    session.until(&[" nodes"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(!run.stdout.contains("signature"), "{}", run.stdout);
    let known = "stopped during crosscram ";
    assert!(run.stdout.contains(known), "{}", run.stdout);
    assert!(run.stdout.contains(" of 8 boards measured: "));

    let mut session = Session::start(&words("bench --suite long --json"), "");
    session.until(&[" nodes"]);
    let run = session.end("-INT");
    assert_eq!(run.code, Some(130));
    let part = objects(&run.stdout).pop().unwrap();
    assert!(
        part["boards"].as_u64() < Some(8) && part["of"] == 8,
        "{part}"
    );
    crate::schemas::check("bench", &run.stdout, false);
}

/// What was solved of the sample is an estimate; before that, it says what it was doing.
#[test]
fn estimate_says_what_is_known() {
    let args =
        words("estimate 9x9 --first V --winner V --plies 4 --samples 100000 --budget 1000G --json");
    let mut session = Session::start(&args, "");
    session.until(&["sampling 9x9"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let known: Value = serde_json::from_str(&run.stdout).unwrap();
    let doing = known["interrupted"].as_str().unwrap();
    assert!(doing.starts_with("stopped "), "{doing}");
    crate::schemas::check("estimate", &run.stdout, false);

    let mut session = Session::start(&words("estimate 12x12"), "");
    session.until(&["sampling 12x12"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(
        run.stdout
            .starts_with("12x12, V first: no estimate, stopped while "),
        "{}",
        run.stdout
    );
}

/// Depths that are counted are printed.
#[test]
fn counts_say_what_is_known() {
    let child = program(&words("moves 8x8 --player V --perft 20 --json"))
        .spawn()
        .unwrap();
    wait_until("it listens to signals", || catches_interrupts(child.id()));
    kill(&child, "-INT");
    let run = finish(child);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let counted: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&counted["interrupted"], &counted["sequences"][0]),
        (&true.into(), &1.into())
    );
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
