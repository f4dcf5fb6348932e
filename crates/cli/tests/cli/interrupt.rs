//! Ctrl-C: what is known by then is printed, and the exit code is 130.
#![cfg(unix)]

use crate::run::{Run, keys, objects, program};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// The rest of a run that has to end soon.
#[track_caller]
pub(crate) fn finish(mut child: Child) -> Run {
    let deadline = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("still running after the signal");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap().into()
}

/// A search that takes hours, stopped after a moment.
fn stopped(args: &[&str], signal: &str) -> Run {
    let child = program(&[&["solve", "10x12"], args].concat())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    kill(&child, signal);
    finish(child)
}

#[test]
fn json_says_what_is_known() {
    let run = stopped(&["--json"], "-INT");
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
    let run = stopped(&["--threads", "2", "--engine", "obsequi"], "-TERM");
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
    let run = stopped(&["--threads", "2"], "-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let first = "\n  Vertical first    interrupted";
    assert!(run.stdout.contains(first), "{}", run.stdout);
    let second = "\n  Horizontal first  not begun";
    assert!(run.stdout.contains(second), "{}", run.stdout);
}

/// A run that is interrupted `pause` after its first line. All it printed.
fn stopped_after_first_line(mut child: Child, pause: Duration) -> Run {
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    stdout.read_line(&mut text).unwrap();
    thread::sleep(pause);
    kill(&child, "-INT");
    let run = finish(child);
    stdout.read_to_string(&mut text).unwrap();
    Run {
        stdout: text,
        ..run
    }
}

/// The first line of a batch is answered, the second is stopped, the third is never begun.
#[test]
fn batch_keeps_what_is_solved() {
    let mut child = program(&["solve", "-", "--json"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"4x4\n10x12\n3x3\n")
        .unwrap();
    let run = stopped_after_first_line(child, Duration::from_millis(500));
    assert_eq!(run.code, Some(130));
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
    let run = stopped_after_first_line(child, Duration::from_millis(100));
    assert_eq!(run.code, Some(130));
    drop(input);
}

#[test]
fn bench_stops() {
    let child = program(&["bench"]).spawn().unwrap();
    let run = stopped_after_first_line(child, Duration::ZERO);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(!run.stdout.contains("signature"), "{}", run.stdout);
}
