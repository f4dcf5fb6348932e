//! The checker in Python says the same, of both forms; and the example of the specification.

mod common;

use common::*;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Exit code and standard output of the checker in Python.
fn python(bytes: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new("python3")
        .arg(repository("proofs/check.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("python3");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(bytes).expect("it reads everything");
    drop(input);
    let output = child.wait_with_output().expect("an exit code");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into())
}

/// The same of the checker in Rust.
fn rust(bytes: &[u8]) -> (Option<i32>, String) {
    match verdict(bytes) {
        Ok(proven) => (Some(0), proven.to_string()),
        Err(failure) => (Some(failure.0.into()), String::new()),
    }
}

#[test]
fn both_checkers_agree() {
    let mut random = Random(11);
    let mut codes = [0; 3];
    for round in 0..12 {
        let mut prover = Prover::new(round, 12, 6 + random.below(6));
        let position = random_position(&mut random, &mut prover.solver);
        let node = prover.prove(&position);
        let bytes = certificate(&position, 12, &node);
        assert_eq!(python(&bytes), rust(&bytes));
        let text = certificate_text(&position, 12, &node);
        assert_eq!(python(text.as_bytes()), rust(&bytes), "{text}");
        for _ in 0..3 {
            let mut changed = bytes.clone();
            let at = random.below(changed.len() as u32) as usize;
            changed[at] = [0, 1, 3, 4, 6, 16, 128, 129, 200][random.below(9) as usize];
            let (code, words) = rust(&changed);
            assert_eq!(python(&changed), (code, words), "{changed:?}");
            codes[code.expect("a code") as usize] += 1;
        }
    }
    println!("valid, invalid, unreadable after a change: {codes:?}");
    assert!(codes.iter().all(|&count| count > 0), "{codes:?}");
}

/// The example in `docs/certificate.md` is what the plain writer of the tests writes.
#[test]
fn the_example_of_the_specification() {
    let position = Position::empty(4, 4, 2, true);
    let mut prover = Prover::new(2, 8, 8);
    let node = prover.prove(&position);
    let text = certificate_text(&position, 8, &node);
    let (code, words) = python(text.as_bytes());
    assert_eq!((code, words), rust(&certificate(&position, 8, &node)));
    let specification = std::fs::read_to_string(repository("docs/certificate.md")).expect("it");
    assert!(specification.contains(&format!("```text\n{text}```\n")), "the example is\n{text}");
}
