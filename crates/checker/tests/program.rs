//! The program: what it prints, its exit codes, its size.

mod common;

use common::*;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(bytes: &[u8]) -> Output {
    run_with(bytes, &[])
}

fn run_with(bytes: &[u8], arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crosscram-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    // It may stop reading before the end.
    let _ = input.write_all(bytes);
    drop(input);
    child.wait_with_output().expect("an exit code")
}

#[test]
fn exit_codes_and_words() {
    let position = Position::empty(2, 2, 2, true);
    let bytes = certificate(&position, 16, &Node::Whole);
    let valid = run(&bytes);
    assert_eq!(valid.status.code(), Some(0));
    let words = "Valid, 1 nodes.\nProven: on the board of 2 rows and 2 columns plus the number 0, \
                 with tiles of 2 cells, if Vertical moves first, Vertical wins.\n";
    assert_eq!(String::from_utf8_lossy(&valid.stdout), words);
    let node = Node::Move(false, 1, Box::new(Node::All(false, vec![])));
    assert_eq!(run(&certificate(&position, 16, &node)).status.code(), Some(0));
    // Horizontal loses moving first: after that tile Vertical has no move.
    let position = Position { left_first: false, ..position };
    let node = Node::All(false, vec![Node::Whole, Node::Whole]);
    let invalid = run(&certificate(&position, 16, &node));
    assert_eq!(invalid.status.code(), Some(1));
    let reason = "invalid: the pieces are worth too little; node 2 says: on the board of 2 rows and 2 \
                  columns plus the number 0, with tiles of 2 cells, if Vertical moves first, Vertical \
                  wins.\n##\n..\n";
    assert_eq!(String::from_utf8_lossy(&invalid.stderr), reason);
    // Something follows the end.
    assert_eq!(run(&[&bytes[..], &[0]].concat()).status.code(), Some(2));
    let unreadable = run(&bytes[..9]);
    assert_eq!(unreadable.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unreadable.stderr).starts_with("unreadable: "));
}

/// The user says how many vectors are kept, besides four for each byte of the file.
#[test]
fn numbers_of_vectors() {
    let bytes = certificate(&Position::empty(4, 4, 2, true), 16, &Node::Whole);
    let few = run_with(&bytes, &["/dev/stdin", "0"]);
    assert_eq!(few.status.code(), Some(2));
    let reason = "unreadable: the pieces have too many different vectors; node 1 says";
    assert!(String::from_utf8_lossy(&few.stderr).starts_with(reason));
    for enough in ["10000", "18446744073709551615"] {
        assert_eq!(run_with(&bytes, &["/dev/stdin", enough]).status.code(), Some(0));
    }
    for wrong in [&["/dev/stdin", "many"][..], &["/dev/stdin", "1", "2"], &["/dev/stdin", "-1"]] {
        let refused = run_with(&bytes, wrong);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).starts_with("usage: "));
    }
}

/// The file that is named, or an error that says why it cannot be read.
#[test]
fn files() {
    let check = |path: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscram-check"));
        command.arg(path).stdin(Stdio::null()).output().expect("the program")
    };
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let text = check(repository);
    assert_eq!(text.status.code(), Some(2));
    let reason = "unreadable: not a certificate of version 1\n";
    assert_eq!(String::from_utf8_lossy(&text.stderr), reason);
    let missing = check(concat!(env!("CARGO_MANIFEST_DIR"), "/nowhere"));
    assert_eq!(missing.status.code(), Some(2));
    assert!(!missing.stderr.is_empty());
}

#[test]
fn at_most_700_lines() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let files = std::fs::read_dir(sources).expect("sources").map(|entry| entry.unwrap().path());
    let lines: usize =
        files.map(|path| std::fs::read_to_string(path).unwrap().lines().count()).sum();
    assert!(lines <= 700, "{lines}");
}
