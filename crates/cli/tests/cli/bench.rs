//! `crosscram bench`, and pipes that close early.

use crate::run::{Run, good, keys, objects, program, run, words};
use crate::scratch::Scratch;
use std::io::{BufRead, BufReader, Read};

/// One engine only, to keep the test short.
const SHORT: [&str; 4] = ["bench", "--engine", "obsequi-2014", "--json"];

#[test]
fn signature_is_the_sum_and_does_not_change() {
    let text = good(&SHORT);
    let lines = objects(&text);
    let (total, boards) = lines.split_last().unwrap();
    assert_eq!(boards.len(), 2);
    let sum: u64 = boards
        .iter()
        .map(|board| board["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(total["signature"], sum);
    assert_eq!(total["suite"], "classic");
    assert_eq!(objects(&good(&SHORT)).last().unwrap()["signature"], sum);
    let first = text.lines().next().unwrap();
    let expected = [
        "schema",
        "engine",
        "board",
        "vertical_first",
        "horizontal_first",
        "nodes",
        "seconds",
    ];
    assert_eq!(keys(first), expected);
}

#[test]
fn text_ends_with_the_signature() {
    let text = good(&words("bench --engine obsequi-2014"));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("obsequi-2014   7x7 "), "{text}");
    assert!(lines[2].starts_with("signature "), "{text}");
}

#[test]
fn closed_pipe_is_quiet() {
    for args in [
        &["bench"][..],
        &["bench", "--json"],
        &["solve", "6x6", "--stats"],
    ] {
        let mut child = program(args).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(line.contains("6x6"), "{line}");
        let mut stderr = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut stderr)
            .unwrap();
        assert_eq!(
            (child.wait().unwrap().code(), stderr.as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

/// With valgrind or without, there is a clear answer.
#[test]
fn instructions_without_valgrind() {
    let output = program(&["bench", "--instructions"])
        .env("PATH", "/nonexistent")
        .output();
    let run = Run::from(output.unwrap());
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("error: --instructions needs valgrind"),
        "{}",
        run.stderr
    );
}

#[test]
fn instructions_with_valgrind() {
    let args = [
        "bench",
        "--engine",
        "obsequi-2014",
        "--instructions",
        "--json",
    ];
    let run = run(&args);
    if run.code == Some(2) && run.stderr.contains("not installed") {
        return;
    }
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines = objects(&run.stdout);
    assert_eq!(lines.len(), 1);
    let count = |key: &str| lines[0][key].as_u64().unwrap();
    assert_eq!(
        count("instructions") / count("nodes"),
        count("instructions_per_node")
    );
}

/// Every part that is switched off is a line for each of two boards, and a bar of the drawing.
#[test]
fn the_crosscram_suite_switches_parts_off() {
    let scratch = Scratch::new();
    let drawing = scratch.file("ablation.svg");
    let args = ["bench", "--suite", "crosscram", "--json", "--svg"];
    let text = good(&[&args[..], &[drawing.as_str()]].concat());
    let lines = objects(&text);
    let changed: Vec<_> = lines
        .iter()
        .filter(|line| !line["changed"].is_null())
        .collect();
    let nodes = |name: &str, board: &str| {
        let mut found = changed
            .iter()
            .filter(|line| line["changed"] == name && line["board"] == board);
        found.next().unwrap()["nodes"].as_u64().unwrap()
    };
    assert_eq!(changed.len() % 2, 0);
    assert_eq!(nodes("nothing", "8x8"), 45_432);
    assert!(nodes("without merging", "8x8") > nodes("nothing", "8x8"));
    assert!(nodes("rows only", "7x9") > 10 * nodes("nothing", "7x9"));
    let svg = std::fs::read_to_string(&drawing).unwrap();
    assert!(svg.contains("without merging") && svg.contains("45,432"));
}
