//! Completions and manual pages.

use crate::run::good;
use crate::scratch::Scratch;
use std::fs;

#[test]
fn completions_know_commands_and_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&["completions", shell]);
        for word in ["solve", "bench", "historical-line-count"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(script.contains("find-worst"), "{shell}");
        }
    }
}

#[test]
fn main_manual_page() {
    let page = good(&["man"]);
    assert!(page.contains(".TH crosscram 1"), "{page}");
    assert!(page.contains("130  interrupted"), "{page}");
}

#[test]
fn manual_pages_of_all_commands() {
    let scratch = Scratch::new();
    let directory = scratch.file("man/pages");
    assert_eq!(good(&["man", "--out", &directory]), "");
    let mut pages: Vec<_> = fs::read_dir(&directory)
        .unwrap()
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let commands = [
        "-analyse",
        "-atlas-add",
        "-atlas-export",
        "-atlas-families",
        "-atlas-open",
        "-atlas-rules",
        "-atlas",
        "-bench",
        "-cluster-coordinate",
        "-cluster-simulate",
        "-cluster-status",
        "-cluster-work",
        "-cluster",
        "-compare",
        "-completions",
        "-estimate",
        "-explain",
        "-man",
        "-match",
        "-moves",
        "-play",
        "-pn",
        "-prove",
        "-reproduce",
        "-serve",
        "-show",
        "-solve",
        "-split",
        "-tournament",
        "-value",
        "-values-build",
        "-values-export",
        "-values-find",
        "-values-info",
        "-values-list",
        "-values",
        "-verify",
        "-work",
        "",
    ];
    assert_eq!(
        pages,
        commands.map(|command| format!("crosscram{command}.1"))
    );
    let solve = fs::read_to_string(directory + "/crosscram-solve.1").unwrap();
    assert!(solve.contains("UNSOUND"), "{solve}");
}
