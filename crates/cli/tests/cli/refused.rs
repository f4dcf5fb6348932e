//! What the program refuses, and how it says so.

use crate::run::{refused, run, words};

#[test]
fn boards() {
    for command in ["solve", "show", "moves", "analyse", "explain"] {
        refused(&[command, ""], "the text is empty");
        refused(&[command, "8y8"], "'8y8' is not a size");
        refused(&[command, "0x3"], "at least one row");
        refused(&[command, "16x17"], "at most 256 squares, 16x17 has 272");
        refused(&[command, "99999999999x99999999999"], "256 squares");
        refused(&[command, "99999999999999999999999x2"], "is not a size");
        refused(&[command, "..|.o"], "row 2, column 2: 'o'");
        refused(&[command, "..|...|.."], "row 2 has 3 cells, row 1 has 2");
        refused(&[command, "..|.. W"], "'W' is not a player");
        refused(&[command], "<BOARD>");
    }
}

/// A board with a minus sign looks like an option; the message says what it is.
#[test]
fn boards_that_look_like_options() {
    for command in ["solve", "show", "value", "analyse"] {
        let part = "'-3x4' begins with a minus sign, so it is not read as a board";
        refused(&[command, "-3x4"], part);
    }
    refused(&["solve", "8x8", "-?"], "begins with a minus sign");
    refused(
        &["solve", "8x8", "--nosuch"],
        "unexpected argument '--nosuch'",
    );
    refused(&["solve", "-z", "8x8"], "unexpected argument '-z'");
}

/// An option that would do nothing is refused by its name, never accepted and recorded.
#[test]
fn options_that_an_engine_does_not_have() {
    for (engine, given) in [
        ("triomineering-2016", "--formula thesis"),
        ("triomineering-2016", "--ordering positional"),
        ("triomineering-2016", "--generation staged"),
        ("triomineering-2016", "--root margin"),
        ("triomineering-2016", "--play-safe-moves"),
        ("triomineering-2016", "--historical-line-count"),
        ("triomineering-2016", "--without safe"),
        ("triomineering-2016", "--bounds rows"),
        ("domi", "--second-bound"),
        ("domi", "--root margin"),
        ("domi", "--formula thesis"),
        ("domi", "--no-cover"),
        ("domi", "--without safe"),
        ("obsequi", "--no-child-tests"),
        ("obsequi --no-cover", "--formula thesis"),
        ("obsequi --no-cover", "--second-bound"),
        ("obsequi --tile 3", "--formula program"),
        ("obsequi --tile 3", "--without option"),
        ("obsequi --tile 3", "--historical-line-count"),
        ("domi", "--no-cutoffs"),
        ("obsequi", "--no-symmetry"),
        ("crosscram", "--database none.values"),
        ("crosscram", "--values 8"),
        ("crosscram", "--ordering dynamic"),
        ("crosscram", "--replacement new"),
        ("crosscram", "--play-safe-moves"),
        ("crosscram", "--shift-dominance"),
    ] {
        let line = format!("solve 4x4 --engine {engine} {given}");
        let args: Vec<&str> = line.split(' ').collect();
        let option = given.split(' ').next().unwrap();
        let name = engine.split(' ').next().unwrap();
        refused(
            &args,
            &format!("{option}: the engine {name} has no such part"),
        );
    }
    refused(
        &words("solve 9x9 --bounds regions:40"),
        "bounds: of no use to the engine crosscram here: with tiles of 2 regions have at most 28",
    );
    refused(
        &words("solve 1x31 --engine obsequi --historical-line-count"),
        "line_count: of no use to the engine obsequi here: the program of 2002 had lines of up to",
    );
    refused(
        &words("solve 4x4 --engine obsequi --historical-line-count"),
        "line_count: of no use to the engine obsequi here: the program of 2002 miscounts only lines of 15",
    );
    refused(
        &words("solve 4x4 --tile 3 --engine triomineering-2016 --replacement find-first-scattered"),
        "replacement: of no use to the engine triomineering-2016 here: its table has one entry for all reflections",
    );
    refused(
        &words("solve 4x4 --engine obsequi --formula thesis --without vulnerable1"),
        "formula: of no use to the engine obsequi here",
    );
    // What an engine does anyway cannot be switched on.
    for given in ["obsequi-2014 --second-bound", "domi --play-safe-moves"] {
        let line = format!("solve 4x4 --engine {given}");
        refused(&words(&line), "does so anyway");
    }
    for given in ["--table 2^10", "--replacement new", "--no-symmetry"] {
        let line = format!("solve 4x4 --tile 3 --engine triomineering-2016 --no-table {given}");
        refused(&words(&line), "cannot be used with");
    }
    for given in [
        "--table 1GB",
        "--replacement new",
        "--root score",
        "--historical-line-count",
    ] {
        let line = format!("split 6x6 --plies 2 -o w --engine obsequi {given}");
        let args: Vec<&str> = line.split(' ').collect();
        refused(&args, "a split only evaluates positions");
    }
}

#[test]
fn options_of_solve() {
    refused(&words("solve 4x4 --first X"), "possible values: V, H, both");
    refused(&words("solve 4x4 --tile 9"), "2 to 8 cells, not 9");
    refused(&words("solve 4x4 --tile 1"), "2 to 8 cells, not 1");
    refused(&words("solve 4x4 --tile two"), "2 to 8 cells, not 'two'");
    refused(
        &words("solve 4x4 --engine best"),
        "possible values: domi, obsequi, obsequi-2014",
    );
    refused(
        &words("solve 4x4 --table lots"),
        "'lots' is not a table size",
    );
    refused(&words("solve 4x4 --table 0"), "'0' is not a table size");
    refused(&words("solve 4x4 --threads 0"), "not a number from 1");
    refused(&words("solve 4x4 --threads -1"), "error");
    refused(
        &words("solve 4x4 --without luck"),
        "unknown part of the cover 'luck'",
    );
    refused(
        &words("solve 4x4 --without safe --no-cover"),
        "cannot be used with",
    );
    refused(
        &words("solve 4x4 --no-cover"),
        "--no-cover: the engine crosscram has no such part",
    );
    refused(
        &words("solve 4x4 --bounds rows --engine obsequi"),
        "--bounds: the engine obsequi has no such part",
    );
    refused(&words("solve 4x4 --bounds rows,columns"), "'columns'");
    refused(&["solve", "4x4 + 1/3"], "1/3");
    refused(&["solve", "4x4 +"], "BOARD");
    refused(&["solve", "12x12 + 13x13"], "side by side");
    refused(
        &["solve", "4x4 + 1/4", "--engine", "domi"],
        "number: of no use to the engine domi here: it does not know numbers",
    );
    refused(
        &words("solve 4x4 --without safe --engine domi"),
        "--without: the engine domi has no such part",
    );
    refused(&words("solve 4x4 --replacement oldest"), "find-worst");
    refused(&words("solve 4x4 --ordering best"), "dynamic");
}

#[test]
fn judging() {
    for command in ["analyse", "explain"] {
        refused(&[command, "4x4", "--cells", "0"], "1..=28");
        refused(&[command, "4x4", "--cells", "29"], "1..=28");
        refused(&[command, "4x4", "--first", "X"], "possible values: V, H");
        refused(&[command, "4x4", "--tile", "9"], "2 to 8 cells, not 9");
    }
    refused(&words("analyse 4x4 --budget many"), "number of nodes");
    refused(&words("analyse 4x4 --budget -1"), "error");
    for seconds in ["soon", "-1", "inf", "1e300"] {
        let option = format!("--seconds={seconds}");
        refused(&["analyse", "4x4", &option], "not a number of seconds");
    }
    refused(&words("explain - --svg cuts.svg"), "many positions");
    let nowhere = "/dev/null/cuts.svg";
    // The cuts are printed before the picture fails.
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

#[test]
fn other_commands() {
    refused(
        &words("moves 4x4 --player X"),
        "possible values: V, H, both",
    );
    refused(&words("moves 4x4 --perft -1"), "error");
    refused(&words("moves 4x4 --perft many"), "many");
    refused(&words("bench --suite best"), "possible values: classic");
    refused(&["completions", "dos"], "possible values: bash");
    refused(&words("man --out /dev/null/pages"), "/dev/null/pages");
    refused(&["slove", "4x4"], "unrecognized subcommand 'slove'");
}
