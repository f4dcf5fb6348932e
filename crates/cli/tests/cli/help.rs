//! Help texts, compared with files. `UPDATE_SNAPSHOTS=1 cargo test -p crosscram` writes them anew.

use crate::run::{Run, good, program};
use std::path::Path;
use std::{env, fs};

#[track_caller]
fn check(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        text == expected,
        "the help text differs from {}; run with UPDATE_SNAPSHOTS=1 if it should:\n{text}",
        file.display()
    );
}

#[test]
fn main_help() {
    check("help.txt", &good(&["--help"]));
    check("help-short.txt", &good(&["-h"]));
}

#[test]
fn command_helps() {
    for command in [
        "solve",
        "show",
        "moves",
        "analyse",
        "atlas",
        "explain",
        "estimate",
        "value",
        "values",
        "bench",
        "prove",
        "work",
        "cluster",
        "verify",
        "split",
        "pn",
        "compare",
        "reproduce",
        "match",
        "tournament",
        "play",
        "review",
        "serve",
        "completions",
        "man",
    ] {
        check(&format!("help-{command}.txt"), &good(&[command, "--help"]));
    }
    for part in ["build", "list", "find", "export"] {
        let help = good(&["values", part, "--help"]);
        check(&format!("help-values-{part}.txt"), &help);
    }
    for part in ["open", "families", "rules", "add", "export"] {
        let help = good(&["atlas", part, "--help"]);
        check(&format!("help-atlas-{part}.txt"), &help);
    }
    for part in ["coordinate", "work", "status", "simulate"] {
        let help = good(&["cluster", part, "--help"]);
        check(&format!("help-cluster-{part}.txt"), &help);
    }
    check("help-solve-short.txt", &good(&["solve", "-h"]));
}

/// Help fits into narrow terminals, and breaks lines between words.
#[test]
fn help_is_as_wide_as_the_terminal() {
    let help = |command: &str, columns: &str| -> String {
        let mut program = program(&[command, "--help"]);
        Run::from(program.env("COLUMNS", columns).output().unwrap()).stdout
    };
    for command in ["solve", "pn", "value", "play"] {
        let (narrow, wide) = (help(command, "40"), help(command, "100"));
        // A word that is longer than the line stands alone; clap does not break the usage.
        let fits = |line: &str| {
            let is_short = line.chars().count() <= 40 || !line.trim().contains(' ');
            is_short || line.starts_with("Usage: ")
        };
        let long: Vec<&str> = narrow.lines().filter(|line| !fits(line)).collect();
        assert!(long.is_empty(), "{command}: {long:#?}");
        assert!(wide.lines().any(|line| line.chars().count() > 60));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(words(&narrow), words(&wide), "{command}");
        for word in ["transposition", "positions", "standard"] {
            let count = |text: &str| {
                text.split_whitespace()
                    .filter(|own| own.contains(word))
                    .count()
            };
            assert_eq!(count(&narrow), count(&wide), "{command}: {word}");
        }
    }
}

#[test]
fn version() {
    assert_eq!(
        good(&["--version"]),
        concat!("crosscram ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
