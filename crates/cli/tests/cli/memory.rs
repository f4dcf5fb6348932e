//! Too little memory is an error with exit code 2, never an abort.
#![cfg(target_os = "linux")]

use crate::run::{Run, finish};
use std::process::{Command, Stdio};

/// A run that may take `kibibytes` of address space.
fn run_within(kibibytes: u32, args: &str) -> Run {
    run_after(&format!("ulimit -v {kibibytes}"), args)
}

/// A run with the limits that a shell sets.
pub(crate) fn run_after(limits: &str, args: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_crosscram");
    let script = format!("{limits}; exec '{program}' {args}");
    let child = Command::new("sh")
        .args(["-c", &script])
        .env("CROSSCRAM_CACHE", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    finish(child.unwrap())
}

#[test]
fn what_does_not_fit_is_refused_at_once() {
    let table = &["error: ", "2861 MiB", "MiB are free", "--table"][..];
    for (kibibytes, line, parts) in [
        (2_000_000, "solve 8x8 --table 3GB", table),
        (2_000_000, "solve 2x2 --table 3GB", table),
        (2_000_000, "solve '2x2 + 1' --table 3GB", table),
        (2_000_000, "analyse 4x4 --table 3GB", table),
        (
            200_000,
            "solve 8x8 --engine domi --table 300MB",
            &["286 MiB"],
        ),
        (
            200_000,
            "pn domineering 4x4 --table 500",
            &["500 MiB", "--table"],
        ),
        // Threads that cannot be started.
        (
            2_000_000,
            "solve 8x8 --threads 1000",
            &["cannot start ", "threads", "fewer"],
        ),
        // Small pieces that are missing.
        (
            100_000,
            "pn domineering 9x9 --leaves plain --algorithm tree",
            &["error: out of memory: no ", " bytes more", "--memory"],
        ),
    ] {
        let run = run_within(kibibytes, line);
        assert_eq!(run.code, Some(2), "{line}: {}", run.stderr);
        for part in parts {
            assert!(run.stderr.contains(part), "{line}: {}", run.stderr);
        }
    }
}

/// Tables go on with what they have.
#[test]
fn searches_with_little_memory() {
    for args in ["4x4", "8x8 --bounds rows,regions:8,merge"] {
        let text = run_within(60_000, &format!("solve {args}")).ended_well(args);
        assert!(text.contains(": the first player wins"), "{args}");
    }
}
