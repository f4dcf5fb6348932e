//! `--cache`: tables that are kept, and files that are not right.

use crate::run::{Run, good, program, run, run_with};
use crate::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};

/// The tables in a directory, by name, with what they hold.
fn tables_in(directory: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(directory).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.file_name().unwrap() != "lock")
        .collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// An answer up to its nodes, without times.
fn answer(stdout: &str) -> Vec<&str> {
    let lines = stdout.lines();
    let untimed = lines.map(|line| line.split(" nodes").next().unwrap());
    untimed.map(str::trim_end).collect()
}

const SOLVE: [&str; 2] = ["solve", "6x8"];

fn solve_with(directory: &str) -> Run {
    run(&[&SOLVE[..], &["--cache", directory]].concat())
}

#[test]
fn tables_are_kept_and_change_nothing() {
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    let plain = good(&SOLVE);
    let plain = answer(&plain);
    let first = solve_with(directory);
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    let tables = tables_in(directory);
    let names: Vec<_> = tables
        .iter()
        .map(|(path, _)| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let expected = [
        "regions-6x8-tile2-cells16-bits64.table",
        "regions-8x6-tile2-cells16-bits64.table",
    ];
    assert_eq!(names, expected);
    let second = solve_with(directory);
    assert_eq!((second.code, second.stderr.as_str()), (Some(0), ""));
    assert_eq!(answer(&first.stdout), plain);
    assert_eq!(answer(&second.stdout), plain);
    assert_eq!(tables_in(directory), tables, "nothing new was found");
}

/// One line names the file and the reason, the answer is the same, and the file is good again.
#[track_caller]
fn check_rebuilt(damage: impl Fn(&mut Vec<u8>), reason: &str) {
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    let plain = solve_with(directory);
    let tables = tables_in(directory);
    let (path, good) = &tables[0];
    let mut bad = good.clone();
    damage(&mut bad);
    fs::write(path, &bad).unwrap();

    let warned = solve_with(directory);
    assert_eq!(warned.code, Some(0));
    assert_eq!(answer(&warned.stdout), answer(&plain.stdout));
    let expected = format!("warning: {} {reason}", path.display());
    assert!(warned.stderr.starts_with(&expected), "{}", warned.stderr);
    assert!(
        warned.stderr.ends_with("; it will be rebuilt\n"),
        "{}",
        warned.stderr
    );
    assert_eq!(warned.stderr.lines().count(), 1);
    assert_eq!(tables_in(directory), tables, "rebuilt");
    assert_eq!(solve_with(directory).stderr, "");
}

#[test]
fn damaged_files_are_rebuilt() {
    let flip = |bytes: &mut Vec<u8>| bytes[5000] ^= 4;
    check_rebuilt(flip, "is damaged: the checksum of the block at");
    let cut = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() - 1);
    check_rebuilt(cut, "is truncated");
    let foreign = |bytes: &mut Vec<u8>| *bytes = b"hello, world\n".to_vec();
    check_rebuilt(foreign, "is not a table of regions");
    let newer = |bytes: &mut Vec<u8>| bytes[8] = 77;
    check_rebuilt(newer, "has version 77, this program reads 3");
}

#[test]
fn a_table_under_another_name_is_rebuilt() {
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    solve_with(directory);
    let tables = tables_in(directory);
    fs::copy(&tables[1].0, &tables[0].0).unwrap();
    let warned = solve_with(directory);
    let reason = "is for 8 lines of 6 cells";
    assert!(warned.stderr.contains(reason), "{}", warned.stderr);
    assert_eq!(tables_in(directory), tables);
}

#[test]
fn batches_analyses_sums_and_work_files_use_it_too() {
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    let cache = ["--cache", directory];
    let batch = run_with(&[&["solve", "-"], &cache[..]].concat(), b"5x6\n5x7\n5x6\n");
    assert_eq!((batch.code, batch.stderr.as_str()), (Some(0), ""));
    assert_eq!(tables_in(directory).len(), 4);

    let seven = Path::new(directory).join("regions-7x7-tile2-cells16-bits64.table");
    let analyse = ["analyse", "7x7", "--cells", "6", "--budget", "1k"];
    good(&[&analyse[..], &cache[..]].concat());
    assert!(seven.exists());

    let before = tables_in(directory).len();
    good(&[&["solve", "3x3 + 4x4 + 1/4"], &cache[..]].concat());
    assert_eq!(tables_in(directory).len(), before + 2);

    let eight = Path::new(directory).join("regions-8x8-tile2-cells18-bits64.table");
    let work = Path::new(directory).join("w.work");
    let work = work.to_str().unwrap();
    good(&["split", "8x8", "--first", "V", "--plies", "4", "-o", work]);
    good(&[&["solve", "--from", work], &cache[..]].concat());
    assert!(eight.exists());
}

#[test]
fn directories_that_cannot_be_used() {
    for arguments in [&["solve", "4x4"][..], &["analyse", "4x4"]] {
        let run = run(&[arguments, &["--cache", "/dev/null/tables"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        let expected = "error: --cache: cannot write into /dev/null/tables: ";
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    }
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    let other = ["solve", "4x4", "--engine", "obsequi", "--cache"];
    let run = run(&[&other[..], &[directory]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let expected = "error: --cache: the engine obsequi has no such part\n";
    assert_eq!(run.stderr, expected);
    assert!(!Path::new(directory).exists());
}

/// Without an option tables of medium size are kept where the user's caches are.
#[test]
fn the_users_own_cache() {
    let scratch = Scratch::new();
    let directory = &scratch.file("own");
    let solve = |args: &[&str], own: &str| -> Run {
        let mut command = program(args);
        command.env("CROSSCRAM_CACHE", own).output().unwrap().into()
    };
    let plain = good(&SOLVE);
    for own in [directory, directory, "/dev/null/tables"] {
        let run = solve(&SOLVE, own);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_eq!(answer(&run.stdout), answer(&plain));
    }
    let tables = tables_in(directory);
    assert_eq!(tables.len(), 2, "{:?}", tables[0].0);
    // Small tables are not worth a file.
    solve(&["solve", "4x4"], directory);
    solve(&["solve", "5x5", "--no-cache"], directory);
    assert_eq!(tables_in(directory), tables);
    // A damaged file is named and rebuilt.
    fs::write(&tables[0].0, "hello, world").unwrap();
    let warned = solve(&SOLVE, directory);
    assert!(
        warned.stderr.contains("is not a table of regions"),
        "{}",
        warned.stderr
    );
    assert_eq!(tables_in(directory), tables);
    let both = run(&["solve", "4x4", "--no-cache", "--cache", directory]);
    assert_eq!(both.code, Some(2));
    let other = ["solve", "4x4", "--engine", "domi", "--no-cache"];
    let expected = "error: --no-cache: the engine domi has no such part\n";
    assert_eq!(run(&other).stderr, expected);
}

/// What an interrupted search found is kept.
#[cfg(unix)]
#[test]
fn interrupted_searches_keep_what_they_found() {
    use crate::terminal::Session;
    let scratch = Scratch::new();
    let directory = &scratch.file("cache");
    let mut session = Session::start(&["solve", "10x12", "--cache", directory], "");
    // Only then are there regions of both kinds.
    session.until_any(|text| text.contains("k nodes"));
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert_eq!(tables_in(directory).len(), 2);
}
