//! Help texts, compared with files. `UPDATE_SNAPSHOTS=1 cargo test -p crosscram` writes them anew.

use crate::run::{Run, good, program, repository};
use crate::scratch::Scratch;
use std::{env, fs};

#[track_caller]
fn check(name: &str, text: &str) {
    let file = repository("crates/cli/tests/snapshots").join(name);
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

/// Every command, and every part of one as `values-build`: those that have a manual page.
fn commands() -> Vec<String> {
    let scratch = Scratch::new();
    let directory = scratch.file("man/pages");
    assert_eq!(good(&["man", "--out", &directory]), "");
    let solve = fs::read_to_string(format!("{directory}/crosscram-solve.1")).unwrap();
    assert!(solve.contains("UNSOUND"), "{solve}");
    let pages = fs::read_dir(&directory).unwrap();
    let pages = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
    let name = |page: String| Some(page.strip_prefix("crosscram-")?.strip_suffix(".1")?.into());
    let mut names: Vec<String> = pages.filter_map(name).collect();
    names.sort_unstable();
    names
}

/// The groups have every command but the one that only programs call.
#[test]
fn main_help() {
    let help = good(&["--help"]);
    check("help.txt", &help);
    check("help-short.txt", &good(&["-h"]));
    let (list, _) = help.split_once("\nOptions:").unwrap();
    let mut listed: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .collect();
    listed.push("work");
    listed.sort_unstable();
    let mut commands = commands();
    commands.retain(|name| !name.contains('-'));
    assert_eq!(listed, commands);
}

#[test]
fn command_helps() {
    for name in commands() {
        let command: Vec<&str> = name.split('-').chain(["--help"]).collect();
        check(&format!("help-{name}.txt"), &good(&command));
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
