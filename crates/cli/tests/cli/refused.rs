//! What the program refuses, and how it says so: the lines of `tests/refused.tsv`.

use crate::run::{Run, program, refused, run, words};
use crate::scratch::Scratch;
use std::fs;

/// The words of a line of the table; quotes keep blanks together.
fn unquoted(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match c {
            '\'' | '"' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            ' ' if quote.is_none() => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn the_table() {
    let scratch = Scratch::new();
    let table = include_str!("../refused.tsv").lines();
    let rows = table.filter(|line| !line.starts_with('#')).skip(1);
    let mut wrong = String::new();
    for row in rows {
        let (line, part) = row.split_once('\t').unwrap();
        let args = unquoted(line);
        for command in args[0].split(',') {
            let mut program = program(&[command]);
            program.args(&args[1..]).current_dir(scratch.directory());
            let run = Run::from(program.output().unwrap());
            let says = run.stderr.starts_with("error: ") && run.stderr.contains(part);
            if (run.code, run.stdout.as_str(), says) != (Some(2), "", true) {
                wrong += &format!("{command} of {row}: {run:?}\n");
            }
        }
    }
    assert_eq!(wrong, "");
    assert_eq!(fs::read_dir(scratch.directory()).unwrap().count(), 0);
}

/// The cuts are printed before the picture fails.
#[test]
fn a_picture_that_cannot_be_written() {
    let nowhere = "/dev/null/cuts.svg";
    let explained = run(&["explain", "4x4", "--svg", nowhere]);
    assert_eq!(explained.code, Some(2));
    assert!(explained.stdout.contains("Vertical wins moving first"));
    assert!(explained.stderr.contains(nowhere), "{}", explained.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_memory() {
    refused(&words("solve 8x8 --table 2^46"), "MiB of memory");
    refused(&words("solve 8x8 --table 200000GB"), "MiB of memory");
    refused(&words("analyse 8x8 --table 2^46"), "MiB of memory");
    refused(
        &words("solve 16x16 --table 2^40 --threads 2 --engine obsequi"),
        "2 tables of 2^40",
    );
}
