//! `crosscram bench`, and pipes that close early.

use crate::run::{Run, finish, good, keys, objects, program, run};
use crate::scratch::Scratch;
use serde_json::Value;
use std::io::{BufRead, BufReader};

/// One engine only, to keep the test short.
const SHORT: &str = "bench --engine obsequi-2014 --json";

#[test]
fn signature_is_the_sum_and_does_not_change() {
    let text = good(SHORT);
    let lines = objects(&text);
    let (total, boards) = lines.split_last().unwrap();
    assert_eq!(boards.len(), 2);
    let nodes = boards.iter().map(|board| board["nodes"].as_u64().unwrap());
    let sum: u64 = nodes.sum();
    assert_eq!(total["signature"], sum);
    assert_eq!(total["suite"], "classic");
    assert_eq!(objects(&good(SHORT)).last().unwrap()["signature"], sum);
    let keys = keys(text.lines().next().unwrap()).join(" ");
    let expected = "schema engine board vertical_first horizontal_first nodes seconds";
    assert_eq!(keys, expected);
}

#[test]
fn text_ends_with_the_signature() {
    let text = good("bench --engine obsequi-2014");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("obsequi-2014   7x7 "), "{text}");
    assert!(lines[2].starts_with("signature "), "{text}");
}

#[test]
fn closed_pipe_is_quiet() {
    for args in ["bench", "bench --json", "solve 6x6 --stats"] {
        let mut child = program(args).spawn().unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::with_capacity(1, child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        drop(stdout);
        assert!(line.contains("6x6"), "{line}");
        finish(child).ended_well(args);
    }
}

/// With valgrind or without, there is a clear answer.
#[test]
fn instructions_without_valgrind() {
    let mut program = program("bench --instructions");
    let run = Run::from(program.env("PATH", "/nonexistent").output().unwrap());
    assert_eq!(run.code, Some(2));
    let reason = "error: --instructions needs valgrind";
    assert!(run.stderr.starts_with(reason), "{}", run.stderr);
}

#[test]
fn instructions_with_valgrind() {
    let run = run("bench --engine obsequi-2014 --instructions --json");
    if run.code == Some(2) && run.stderr.contains("not installed") {
        return;
    }
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines = objects(&run.stdout);
    assert_eq!(lines.len(), 1);
    let count = |key: &str| lines[0][key].as_u64().unwrap();
    let each = count("instructions") / count("nodes");
    assert_eq!(each, count("instructions_per_node"));
}

/// Every part that is switched off is a line for each of two boards, and a bar of the drawing.
#[test]
fn the_crosscram_suite_switches_parts_off() {
    let scratch = Scratch::new();
    let text = scratch.good("bench --suite crosscram --json --svg ablation.svg");
    let lines = objects(&text);
    let is_changed = |line: &&Value| !line["changed"].is_null();
    let changed: Vec<_> = lines.iter().filter(is_changed).collect();
    let nodes = |name: &str, board: &str| {
        let is_it = |line: &&&Value| line["changed"] == name && line["board"] == board;
        let found = changed.iter().find(is_it).unwrap();
        found["nodes"].as_u64().unwrap()
    };
    assert_eq!(changed.len() % 2, 0);
    assert_eq!(nodes("nothing", "8x8"), 48_451);
    assert!(nodes("without merging", "8x8") > nodes("nothing", "8x8"));
    assert!(nodes("rows only", "7x9") > 10 * nodes("nothing", "7x9"));
    let svg = scratch.read("ablation.svg");
    assert!(svg.contains("without merging") && svg.contains("48,451"));
}
