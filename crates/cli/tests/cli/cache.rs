//! `--cache`: tables that are kept, and files that are not right.

use crate::run::{Run, good, program};
use crate::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};

/// The tables in a directory, by name, with what they hold.
fn tables_in(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(directory).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| !path.ends_with("lock")).collect();
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

const SOLVE: &str = "solve 6x8";

/// A scratch directory with a folder of tables.
struct Kept {
    scratch: Scratch,
    folder: PathBuf,
}

impl Kept {
    fn new() -> Kept {
        let scratch = Scratch::new();
        let folder = scratch.path("cache");
        Kept { scratch, folder }
    }

    fn solve(&self) -> Run {
        self.scratch.run(&format!("{SOLVE} --cache cache"))
    }

    fn tables(&self) -> Vec<(PathBuf, Vec<u8>)> {
        tables_in(&self.folder)
    }
}

#[test]
fn tables_are_kept_and_change_nothing() {
    let kept = Kept::new();
    let plain = good(SOLVE);
    let first = kept.solve().ended_well(SOLVE);
    let tables = kept.tables();
    let names = tables.iter().map(|(path, _)| path.file_name().unwrap());
    let expected = [
        "regions-6x8-tile2-cells30-bits64.table",
        "regions-8x6-tile2-cells30-bits64.table",
    ];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    let second = kept.solve().ended_well(SOLVE);
    assert_eq!(answer(&first), answer(&plain));
    assert_eq!(answer(&second), answer(&plain));
    assert_eq!(kept.tables(), tables, "nothing new was found");
}

/// One line names the file and the reason, the answer is the same, and the file is good again.
#[track_caller]
fn check_rebuilt(damage: impl Fn(&mut Vec<u8>), reason: &str) {
    let kept = Kept::new();
    let plain = kept.solve();
    let tables = kept.tables();
    let (path, good) = &tables[0];
    let mut bad = good.clone();
    damage(&mut bad);
    fs::write(path, &bad).unwrap();

    let warned = kept.solve();
    assert_eq!(warned.code, Some(0));
    assert_eq!(answer(&warned.stdout), answer(&plain.stdout));
    let expected = format!(
        "warning: cache/{} {reason}",
        path.file_name().unwrap().display()
    );
    assert!(warned.stderr.starts_with(&expected), "{}", warned.stderr);
    let is_rebuilt = warned.stderr.ends_with("; it will be rebuilt\n");
    assert!(is_rebuilt, "{}", warned.stderr);
    assert_eq!(warned.stderr.lines().count(), 1);
    assert_eq!(kept.tables(), tables, "rebuilt");
    assert_eq!(kept.solve().stderr, "");
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
    check_rebuilt(newer, "has version 77, this program reads 4");
}

#[test]
fn a_table_under_another_name_is_rebuilt() {
    let kept = Kept::new();
    kept.solve();
    let tables = kept.tables();
    fs::copy(&tables[1].0, &tables[0].0).unwrap();
    let warned = kept.solve();
    let reason = "is for 8 lines of 6 cells";
    assert!(warned.stderr.contains(reason), "{}", warned.stderr);
    assert_eq!(kept.tables(), tables);
}

#[test]
fn batches_analyses_and_sums_use_it_too() {
    let Kept { scratch, folder } = Kept::new();
    let has = |board: &str| {
        folder
            .join(format!("regions-{board}-bits64.table"))
            .exists()
    };
    scratch.session("$ solve - --cache cache\n< 5x6\\n5x7\\n5x6");
    assert_eq!(tables_in(&folder).len(), 4);
    scratch.good("analyse 7x7 --cells 6 --budget 1k --cache cache");
    assert!(has("7x7-tile2-cells30"));
    let before = tables_in(&folder).len();
    scratch.good("solve '3x3 + 4x4 + 1/4' --cache cache");
    assert_eq!(tables_in(&folder).len(), before + 2);
}

/// Without an option tables of medium size are kept where the user's caches are.
#[test]
fn the_users_own_cache() {
    let scratch = Scratch::new();
    let own = scratch.path("own");
    let solve = |line: &str, own: &Path| -> Run {
        let mut command = program(line);
        command.env("CROSSCRAM_CACHE", own).output().unwrap().into()
    };
    let plain = good(SOLVE);
    for own in [&own, &own, Path::new("/dev/null/tables")] {
        assert_eq!(answer(&solve(SOLVE, own).ended_well(SOLVE)), answer(&plain));
    }
    let tables = tables_in(&own);
    assert_eq!(tables.len(), 2, "{:?}", tables[0].0);
    // Small tables are not worth a file.
    solve("solve 4x4", &own);
    solve("solve 5x5 --no-cache", &own);
    assert_eq!(tables_in(&own), tables);
    // A damaged file is named and rebuilt.
    fs::write(&tables[0].0, "hello, world").unwrap();
    let warned = solve(SOLVE, &own).stderr;
    assert!(warned.contains("is not a table of regions"), "{warned}");
    assert_eq!(tables_in(&own), tables);
}

/// What an interrupted search found is kept.
#[cfg(unix)]
#[test]
fn interrupted_searches_keep_what_they_found() {
    use crate::terminal::Session;
    let kept = Kept::new();
    let folder = kept.folder.to_str().unwrap();
    let mut session = Session::start(&["solve", "10x12", "--cache", folder], "");
    // Only then are there regions of both kinds.
    session.until_any(|text| text.contains("k nodes"));
    session.interrupted();
    assert_eq!(kept.tables().len(), 2);
}
