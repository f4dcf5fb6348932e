//! Too little memory is an error with exit code 2, never an abort.
#![cfg(target_os = "linux")]

use crate::run::{Run, finish};
use std::process::{Command, Stdio};

/// A run that may take `kibibytes` of address space.
fn run_within(kibibytes: u32, args: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_crosscram");
    let script = format!("ulimit -v {kibibytes}; exec '{program}' {args}");
    let child = Command::new("sh")
        .args(["-c", &script])
        .env("CROSSCRAM_CACHE", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    finish(child.unwrap())
}

/// The command ends with exit code 2 and says all of `parts`.
#[track_caller]
fn check(kibibytes: u32, args: &str, parts: &[&str]) {
    let run = run_within(kibibytes, args);
    assert_eq!(run.code, Some(2), "{args}: {}", run.stderr);
    for part in parts {
        assert!(run.stderr.contains(part), "{args}: {}", run.stderr);
    }
}

#[test]
fn tables_that_do_not_fit_are_refused_at_once() {
    let parts = ["error: ", "2861 MiB", "MiB are free", "--table"];
    check(2_000_000, "solve 8x8 --table 3GB", &parts);
    check(2_000_000, "solve 2x2 --table 3GB", &parts);
    check(2_000_000, "solve '2x2 + 1' --table 3GB", &parts);
    check(2_000_000, "analyse 4x4 --table 3GB", &parts);
    check(
        200_000,
        "solve 8x8 --engine domi --table 300MB",
        &["286 MiB"],
    );
    check(
        200_000,
        "pn domineering 4x4 --table 500",
        &["500 MiB", "--table"],
    );
}

#[test]
fn threads_that_cannot_be_started() {
    let parts = ["cannot start ", "threads", "fewer"];
    check(2_000_000, "solve 8x8 --threads 1000", &parts);
}

#[test]
fn small_pieces_that_are_missing() {
    let parts = ["error: out of memory: no ", " bytes more", "--memory"];
    check(
        100_000,
        "pn domineering 9x9 --leaves plain --algorithm tree",
        &parts,
    );
}

/// Tables go on with what they have.
#[test]
fn searches_with_little_memory() {
    for args in ["4x4", "8x8 --bounds rows,regions:8,merge"] {
        let run = run_within(60_000, &format!("solve {args}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args}");
        assert!(run.stdout.contains(": the first player wins"), "{args}");
    }
}
