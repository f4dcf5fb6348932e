//! Pictures for papers, and output that cannot be written.

use crate::scratch::Scratch;
use crate::session::session;

#[track_caller]
fn drawn(scratch: &Scratch, line: &str) -> String {
    for ending in ["svg", "png", "tex"] {
        let run = scratch.run(&format!("{line} --figure f.{ending}"));
        assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
        assert!(!run.stdout.is_empty());
    }
    assert!(scratch.bytes("f.png").starts_with(b"\x89PNG"));
    let tex = scratch.read("f.tex");
    assert!(tex.contains("\\begin{tikzpicture}"));
    // As wide as the line at most.
    assert!(tex.contains("\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi"));
    assert_eq!(tex.matches('{').count(), tex.matches('}').count());
    let svg = scratch.read("f.svg");
    assert!(svg.starts_with("<svg "));
    svg
}

#[test]
fn boards_analyses_values_and_games_are_drawn() {
    let scratch = Scratch::new();
    let board = drawn(&scratch, "show ..#|.#.");
    let count = board.matches("fill=\"#cccccc\"").count();
    assert_eq!(count, 2, "blocked cells");
    let analysis = drawn(&scratch, "analyse 4x4 -q");
    assert!(analysis.contains("Vertical first: Vertical wins"));
    let value = drawn(&scratch, "value 2x3");
    assert!(value.contains("{2|-1/2}") && value.contains("temperature"));
    let text = r#"{"schema":1,"kind":"crosscram game","board":"...|...|...","tile":2,"first":"H","moves":["H2,1","V1,3"]}"#;
    scratch.write("game.json", text);
    let tiles = drawn(&scratch, "show --game game.json");
    for (colour, player) in [("#0072b2", "Vertical"), ("#d55e00", "Horizontal")] {
        let stroke = format!("stroke=\"{colour}\"");
        assert_eq!(tiles.matches(&stroke).count(), 1, "a tile of {player}");
    }
    scratch.session("$ show --game game.json => + position    ..#|###|...");
}

#[test]
fn play_saves_pictures() {
    let scratch = Scratch::new();
    scratch.session("$ play 3x3\n< 1,1\\n2,2\\nsave game.svg\\nquit");
    let picture = scratch.read("game.svg");
    assert!(picture.starts_with("<svg ") && picture.contains(">2</text>"));
}

#[test]
fn long_values_break_in_latex() {
    let scratch = Scratch::new();
    let latex = |board: &str| {
        scratch.run(&format!("value {board} --tikz t.tex --player V"));
        scratch.read("t.tex")
    };
    let (short, long) = (latex("4x5"), latex("4x6"));
    let is_short = short.contains("\\[") && !short.contains("\\allowbreak");
    assert!(is_short, "{short}");
    assert!(long.contains("\\begin{quote}\\raggedright") && long.contains("\\mid\\allowbreak "));
    assert!(!long.contains("\\left"));
}

/// The result is printed before a picture fails; nor is it lost with a proof or a picture of a search.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_result() {
    session(
        r"$ explain 4x4 --svg /dev/full => ! /dev/full:\s => + Vertical wins moving first
          $ match random random --board 2x2 --games 4 --svg /dev/full -q => ! /dev/full:\s => + 4 games on 2x2
          $ value 2x2 --tikz /dev/full => ! /dev/full:\s => + temperature  1
          $ prove 6x6 -o /dev/full => ! /dev/full:\s => + 6x6: V wins if V moves first\n
          $ pn tictactoe empty --proof /dev/full => ! /dev/full:\s => + : loss
          $ pn domineering 4x4 --plot /dev/full => ! /dev/full:\s => + 4x4 V: win
          $ pn domineering 4x4 --algorithm dag --draw /dev/full => ! /dev/full:\s => + 4x4 V: win",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    use crate::run::program;
    for line in ["--help", "solve --help", "--version", "-h"] {
        let mut full = std::fs::OpenOptions::new();
        let full = full.write(true).open("/dev/full").unwrap();
        let output = program(line).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("standard output"), "{line}: {error}");
    }
}
