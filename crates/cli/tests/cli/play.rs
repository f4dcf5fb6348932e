//! `crosscram play`, driven by a script on standard input.

use crate::contest::{FIRST, bot};
use crate::run::{Run, object, refused, run_with, words};
use crate::scratch::Scratch;
use std::fs;

/// What is printed for these lines; the command ends well.
#[track_caller]
fn played(args: &[&str], lines: &str) -> String {
    let Run {
        stdout,
        stderr,
        code,
    } = run_with(&[&["play"], args].concat(), lines.as_bytes());
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{args:?}");
    assert!(!stdout.contains('\x1b'), "no colours without a terminal");
    stdout
}

/// What is printed contains all of `parts`, in this order.
#[track_caller]
fn check(args: &[&str], lines: &str, parts: &[&str]) {
    let text = played(args, lines);
    let mut rest = text.as_str();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => panic!("{part:?} is missing in:\n{text}"),
        }
    }
}

#[test]
fn two_people() {
    check(
        &["2x2"],
        "1,1\nquit\n",
        &[
            "2x2: two people\n",
            "    1 2\n  1 . .\n  2 . .\nV> 1,1\n",
            "    1 2\n  1 V .\n  2 V .\nVertical wins: Horizontal has no move left\nover> quit\n",
        ],
    );
    let game = "V2,2\nH2,3\n3,4\n4 2\nv1,1\nH1,4\n3,1\n1,2\n2,5\n";
    check(&["4x5"], game, &["V V H H V", "Vertical wins", "over> "]);
    check(
        &words("3x3 --first h"),
        "2,1\n",
        &[
            "H> 2,1\n",
            "  2 H H .\n",
            "V> ",
            "position: ...|##.|... V\n",
        ],
    );
}

/// Whatever is typed, the game goes on, and nothing is lost.
#[test]
fn bad_input() {
    check(
        &["3x3"],
        "1,1\nH5,5\nV1,1\n2,1\nxyzzy\nundo 7\nsave\nload no-such-file\n1,2 3\n\n\u{7f}\n1,2\n",
        &[
            "line 2: H5,5 is illegal: row 5, column 5 lies outside the 3x3 board",
            "line 3: V1,1 is a move of Vertical, not of the player to move",
            "line 4: H2,1 is illegal: row 2, column 1 is not free",
            "line 5: 'xyzzy' is neither a move such as 2,3 nor a command",
            "line 6: only 1 move can be taken back",
            "line 7: save what? The name of a file is missing",
            "line 8: no-such-file: ",
            "line 9: '1,2 3' is not a move",
            "line 11: '\u{fffd}' is neither",
            "  1 V H H\n  2 V . .\n",
            "position: ###|#..|... V\n",
        ],
    );
    let run = run_with(&["play", "2x2"], b"\xff\xfe\n1,1\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("line 1: ") && run.stdout.contains("Vertical wins"));
}

#[test]
fn undo() {
    check(
        &["3x4"],
        "undo\n1,1\n1,3\nundo\nposition\nundo 1\nposition\n1,1\nresign\nundo\nposition\n",
        &[
            "line 1: there is no move of yours to take back",
            "taken back: H1,3\n",
            "#...|#...|.... H\n",
            "taken back: V1,1\n",
            "....|....|.... V\n",
            "Vertical wins: Horizontal has resigned\nover> undo\nthe game continues\n",
            "#...|#...|.... H\n",
        ],
    );
    // Against a player, his answer is taken back too.
    check(
        &words("4x4 --player random --seed 1"),
        "1,1\nundo\nposition\n",
        &[
            "random plays H",
            "taken back: H",
            " V1,1\n",
            "....|....|....|.... V\n",
        ],
    );
}

#[test]
fn hints_and_values() {
    // Vertical wins at the middle only: elsewhere Horizontal takes a row that is left.
    check(
        &["2x3 V", "--seconds", "600"],
        "hint\n",
        &["V1,2: wins, proven by "],
    );
    check(
        &words("..#|..#|.#. --seconds 600"),
        "values\n",
        &[
            "  1 + + #\n",
            "V1,1  wins",
            "+ 2 win, - 1 lose, ? 0 unknown; to: the value after the move",
        ],
    );
    check(
        &words("5x5 --seconds 600"),
        "hint\n",
        &["every move loses, proven"],
    );
    // Too little to find out: unknown is called unknown.
    check(
        &words("10x10 --budget 0 --seconds 600"),
        "hint\nvalues\n",
        &[
            "a guess: nothing is proven",
            "?  ?  ?  ?  ?",
            "+ 0 win, - 0 lose, ? 90 unknown",
        ],
    );
    check(
        &["1x2"],
        "hint\nvalues\n",
        &["Horizontal wins", "line 1: the game is over"],
    );
}

#[test]
fn save_and_load() {
    let scratch = Scratch::new();
    let file = scratch.file("saved.game");
    let lines = format!(
        "1,1\n2,3\nsave {file}\nsave {file}\n3,2\nsave! {file}\nundo 3\nload {file}\nposition\n"
    );
    check(
        &words("4x4 --tile 2"),
        &lines,
        &[
            "saved in ",
            "line 4: ",
            " exists already; save! ",
            "saved in ",
            "#...|#.##|.#..|.#.. H\n",
        ],
    );
    check(
        &["--load", &file],
        "undo\nposition\n",
        &["#...|#.##|....|.... V\n"],
    );
    fs::write(&file, "..#|... H\n").unwrap();
    check(
        &["--load", &file],
        "2,1\n",
        &["H> 2,1", "  2 H H .\n", "Horizontal wins"],
    );
    for (text, part) in [
        ("..#|.o. H\n", "row 2, column 2"),
        ("{\"schema\":1}", "missing field"),
    ] {
        fs::write(&file, text).unwrap();
        let run = run_with(&["play", "--load", &file], b"");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains(part),
            "{}",
            run.stderr
        );
        // During a game the same mistake changes nothing.
        let lines = format!("1,1\nload {file}\nposition\n");
        check(&["2x3"], &lines, &["line 2: ", part, "#..|#.. H\n"]);
    }
}

#[test]
fn every_board_and_tile() {
    check(
        &words("....|.#..|.... --tile 3"),
        "1,1\n1,2\n",
        &["  1 V H H H\n  2 V # . .\n  3 V . . .\n"],
    );
    check(
        &words("1x256 --width 30 --first H"),
        "1,255\n",
        &["22222222222222222\n", "HH\n"],
    );
    check(
        &words("16x16 --width 25"),
        "15,16\nmoves\n",
        &[
            "16 ...............V\n",
            "H> moves\nH1,1 H1,2 H1,3 H1,4 H1,5\n",
        ],
    );
    check(&["256x1"], "255,1\n", &["  255 V\n  256 V\n"]);
}

#[test]
fn players_of_all_kinds() {
    let scratch = Scratch::new();
    // The player begins, and a whole game is played against it by taking what it leaves.
    check(
        &words("3x3 --player ordering --as H --seed 4"),
        "help\n",
        &[
            "you are Horizontal, ordering is Vertical (seed 4)",
            "ordering plays V",
            "H> help\n",
            "undo [N]",
        ],
    );
    let first = bot(&scratch, "play-first", FIRST);
    check(
        &["4x4", "--player", &first, "--limit", "600"],
        "1,1\nundo\n1,2\n",
        &[" plays H1,2\n", "taken back: H1,2 V1,1", " plays H1,3\n"],
    );
    // A program that fails once may try again.
    let mark = scratch.file("play-mark");
    let shy = bot(
        &scratch,
        "play-shy",
        &format!("if [ -e {mark} ]; then {FIRST}; else touch {mark}; exit 3; fi"),
    );
    check(
        &["4x4", "--player", &shy, "--limit", "600"],
        "1,1\n2,1\nretry\nquit\n",
        &[
            "gives no move: the program ended (exit status: 3)",
            "line 2: Horizontal is to move, which is not you",
            "H> retry\n",
            " plays H1,2\n",
        ],
    );
    check(
        &words("4x4 --player cmd:./no-such-program"),
        "1,1\n",
        &["cannot be started"],
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_position() {
    use crate::run::{finish, kill, program};
    use std::io::{Read, Write};
    use std::process::Stdio;
    let mut child = program(&["play", "3x3"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1,1\n").unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut text = String::new();
    while !text.contains("H> ") {
        let mut bytes = [0; 256];
        let count = stdout.read(&mut bytes).unwrap();
        text += std::str::from_utf8(&bytes[..count]).unwrap();
    }
    kill(&child, "-INT");
    let run = finish(child);
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(text.ends_with("position: #..|#..|... H\n"), "{text}");
    drop(input);
}

#[test]
fn what_is_refused() {
    for (args, part) in [
        (&["8y8"][..], "'8y8' is not a size"),
        (&["16x17"], "at most 256 squares"),
        (&["4x4", "--tile", "1"], "2 to 8 cells"),
        (&["4x4", "--player", "nobody"], "unknown player"),
        (&["4x4", "--as", "X"], "possible values: V, H"),
        (&["--load", "no-such-file"], "no-such-file: "),
        (&["4x4", "--width", "5"], "5 is not in 20.."),
    ] {
        let run = run_with(&[&["play"], args].concat(), b"");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains(part),
            "{}",
            run.stderr
        );
    }
}

/// A turn is a tile or the largest coupon; what is left of the board counts as a number.
#[test]
fn coupons() {
    let args = words("2x3 --coupons 1:1/2");
    check(
        &args,
        "hint\n1,2\nvalues\ncoupon\ncoupon\n",
        &[
            "nobody leads by coupons; the next coupon is 1\n",
            "V> hint\nV1,2: the hottest region has temperature ",
            "V> 1,2\n",
            "  1 . V .\n",
            "H> values\nregion  cells  mean  temperature\n",
            "H> coupon\n",
            "Horizontal leads by 1 by coupons; the next coupon is 1/2\n",
            "V> coupon\n",
            "Horizontal leads by 1/2 by coupons; no coupon is left\n",
            "the game is over: Vertical leads by 3/2 in all (for Vertical: coupons -1/2, board 2)\n",
            "turns: V1,2 H:1 V:1/2\n",
        ],
    );
    check(
        &args,
        "9,9\nfly\nundo\n1,1\nundo\nquit\n",
        &["line 1: ", "line 2: ", "line 3: ", "nobody leads"],
    );
    // Both play what `value --coupons` plays.
    let own = played(
        &words("2x6 --coupons 2:1/4 --player sentestrat"),
        &"hint\n".repeat(3),
    );
    assert!(own.contains("V> hint\n"), "{own}");
    for (given, part) in [
        ("8x8 --coupons 2:1/8 --player sentestrat", "one of 64"),
        ("4x4 --coupons 2:1/8 --player random", "not random"),
        ("4x4 --coupons 2:3", "at least the step"),
        ("4x4 --coupons 2 --seed 1", "cannot be used with"),
    ] {
        refused(&[&["play"][..], &words(given)].concat(), part);
    }
}

/// A person who follows the hints against sentestrat plays the game that `value --coupons` prints.
#[test]
fn coupons_by_advice() {
    let value = object(&words("value 3x4 --coupons 2:1/4 --player V --json"));
    let game = &value["players"][0]["coupons"];
    let turns: Vec<&str> = game["turns"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|turn| turn.as_str())
        .collect();
    let typed: Vec<&str> = turns
        .iter()
        .step_by(2)
        .map(|turn| match turn.split_once(':') {
            Some(_) => "coupon",
            None => *turn,
        })
        .collect();
    let text = played(
        &words("3x4 --coupons 2:1/4 --player sentestrat"),
        &(typed.join("\n") + "\n"),
    );
    let listed = text.split("turns: ").nth(1).unwrap();
    assert_eq!(
        listed.split_whitespace().collect::<Vec<_>>(),
        turns,
        "{text}"
    );
    assert!(text.contains("the game is over: "), "{text}");
}
