//! What the program refuses, and how it says so: the lines of `tests/refused.tsv`.

use crate::run::Line;
use crate::scratch::Scratch;
use crate::session::session;

#[test]
fn the_table() {
    let scratch = Scratch::new();
    let table = include_str!("../refused.tsv").lines();
    let rows = table.filter(|line| !line.starts_with('#')).skip(1);
    let mut wrong = String::new();
    for row in rows {
        let (line, part) = row.split_once('\t').unwrap();
        let mut args = line.words();
        for command in args[0].clone().split(',') {
            args[0] = command.into();
            let run = scratch.run(&args);
            let says = run.stderr.starts_with("error: ") && run.stderr.contains(part);
            if (run.code, run.stdout.as_str(), says) != (Some(2), "", true) {
                wrong += &format!("{command} of {row}: {run:?}\n");
            }
        }
    }
    assert_eq!(wrong, "");
    assert_eq!(scratch.entries(), 0);
}

/// The cuts are printed before the picture fails.
#[test]
fn a_picture_that_cannot_be_written() {
    session(
        "$ explain 4x4 --svg /dev/null/cuts.svg
         ! /dev/null/cuts.svg
         + Vertical wins moving first",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_memory() {
    session(
        "$ solve 8x8 --table 2^46
         ! MiB of memory
         $ solve 8x8 --table 200000GB
         ! MiB of memory
         $ analyse 8x8 --table 2^46
         ! MiB of memory
         $ solve 16x16 --table 2^40 --threads 2 --engine obsequi
         ! 2 tables of 2^40",
    );
}
