//! Pictures for papers, and output that cannot be written.

use crate::run::{good, run, run_with, words};
use crate::scratch::Scratch;
use std::fs;

#[track_caller]
fn drawn(scratch: &Scratch, args: &[&str]) -> String {
    for ending in ["svg", "png", "tex"] {
        let file = scratch.file(&format!("f.{ending}"));
        let run = run(&[args, &["--figure", &file]].concat());
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
        assert!(!run.stdout.is_empty());
        let bytes = fs::read(&file).unwrap();
        match ending {
            "png" => assert!(bytes.starts_with(b"\x89PNG")),
            "tex" => {
                let text = String::from_utf8(bytes).unwrap();
                assert!(text.contains("\\begin{tikzpicture}"));
                // As wide as the line at most.
                assert!(text.contains("\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi"));
                assert_eq!(text.matches('{').count(), text.matches('}').count());
            }
            _ => assert!(bytes.starts_with(b"<svg ")),
        }
    }
    fs::read_to_string(scratch.file("f.svg")).unwrap()
}

#[test]
fn boards_analyses_values_and_games_are_drawn() {
    let scratch = Scratch::new();
    let board = drawn(&scratch, &["show", "..#|.#."]);
    assert_eq!(
        board.matches("fill=\"#cccccc\"").count(),
        2,
        "blocked cells"
    );
    let analysis = drawn(&scratch, &words("analyse 4x4 -q"));
    assert!(analysis.contains("Vertical first: Vertical wins"));
    let value = drawn(&scratch, &words("value 2x3"));
    assert!(value.contains("{2|-1/2}") && value.contains("temperature"));
    let game = scratch.file("game.json");
    let text = r#"{"schema":1,"kind":"crosscram game","board":"...|...|...","tile":2,"first":"H","moves":["H2,1","V1,3"]}"#;
    fs::write(&game, text).unwrap();
    let tiles = drawn(&scratch, &["show", "--game", &game]);
    assert_eq!(
        tiles.matches("stroke=\"#0072b2\"").count(),
        1,
        "a tile of Vertical"
    );
    assert_eq!(
        tiles.matches("stroke=\"#d55e00\"").count(),
        1,
        "a tile of Horizontal"
    );
    assert!(good(&["show", "--game", &game]).contains("position    ..#|###|..."));
}

#[test]
fn play_saves_pictures() {
    let scratch = Scratch::new();
    let file = scratch.file("game.svg");
    let input = format!("1,1\n2,2\nsave {file}\nquit\n");
    run_with(&words("play 3x3"), input.as_bytes());
    let picture = fs::read_to_string(file).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">2</text>"));
}

#[test]
fn long_values_break_in_latex() {
    let scratch = Scratch::new();
    let file = scratch.file("t.tex");
    run(&["value", "4x5", "--tikz", &file, "--player", "V"]);
    let short = fs::read_to_string(&file).unwrap();
    run(&["value", "4x6", "--tikz", &file, "--player", "V"]);
    let long = fs::read_to_string(&file).unwrap();
    assert!(
        short.contains("\\[") && !short.contains("\\allowbreak"),
        "{short}"
    );
    assert!(long.contains("\\begin{quote}\\raggedright") && long.contains("\\mid\\allowbreak "));
    assert!(!long.contains("\\left"));
}

/// The result is printed before a picture fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_result() {
    for line in [
        "explain 4x4 --svg /dev/full",
        "match random random --board 2x2 --games 4 --svg /dev/full -q",
        "value 2x2 --tikz /dev/full",
    ] {
        let run = run(&words(line));
        assert_eq!(run.code, Some(2), "{line}");
        assert!(run.stdout.len() > 50, "{line}: {}", run.stdout);
        assert!(run.stderr.contains("/dev/full: "), "{line}: {}", run.stderr);
    }
    // Nor does a proof or a picture of a search that cannot be written.
    for (line, result) in [
        ("prove 6x6 -o /dev/full", "6x6: V wins if V moves first\n"),
        ("pn tictactoe empty --proof /dev/full", ": loss"),
        ("pn domineering 4x4 --plot /dev/full", "4x4 V: win"),
        (
            "pn domineering 4x4 --algorithm dag --draw /dev/full",
            "4x4 V: win",
        ),
    ] {
        let run = run(&words(line));
        assert_eq!(run.code, Some(2), "{line}");
        assert!(run.stdout.contains(result), "{line}: {}", run.stdout);
        assert!(run.stderr.contains("/dev/full: "), "{line}: {}", run.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    use crate::run::program;
    for line in ["--help", "solve --help", "--version", "-h"] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = program(&words(line)).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("standard output"), "{line}: {error}");
    }
}
