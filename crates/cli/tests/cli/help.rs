//! Help texts, compared with files. `UPDATE_SNAPSHOTS=1 cargo test -p crosscram` writes them anew.

use crate::run::good;
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

#[test]
fn version() {
    assert_eq!(
        good(&["--version"]),
        concat!("crosscram ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
