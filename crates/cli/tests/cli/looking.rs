//! `crosscram show` and `crosscram moves`.

use crate::run::{good, keys, object, run_with, words};
use serde_json::{Value, json};

#[test]
fn show_draws_and_describes() {
    let expected = "    \
    1 2 3
  1 . . #
  2 . # .

  size        2 rows, 3 columns
  cells       6, 4 free
  tiles       of 2 cells
  to move     Vertical
  moves       Vertical 1, Horizontal 1
  regions     2, of 3 + 1 cells
  symmetries  none
  position    ..#|.#.
  canonical   .#.|..#
  url         ..x-.x.
";
    assert_eq!(good(&["show", "..#|.#. V"]), expected);
    assert!(good(&["show", "11x10"]).contains("\n  11  .  ."));
}

#[test]
fn show_as_json() {
    let text = good(&words("show ..#/.#. --json"));
    let expected = [
        "schema",
        "tile",
        "rows",
        "cols",
        "position",
        "to_move",
        "url",
        "area",
        "free",
        "moves",
        "regions",
        "symmetries",
        "canonical",
    ];
    assert_eq!(keys(&text), expected);
    let shown = object(&words("show 3x3 --tile 3 --json"));
    assert_eq!(shown["moves"], json!({"V": 3, "H": 3}));
    let all = ["upside-down", "left-right", "half-turn", "transposition"];
    assert_eq!(shown["symmetries"], json!(all));
    assert_eq!(shown["to_move"], Value::Null);
}

#[test]
fn show_many() {
    let run = run_with(&["show", "-"], b"1x2\n2x1\n");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout.matches("position").count(), 2);
}

#[test]
fn moves_are_listed() {
    let expected = "Vertical, 2 moves: V1,1 V1,3\nHorizontal, 2 moves: H1,1 H1,2\n";
    assert_eq!(good(&["moves", "...|.#."]), expected);
    assert_eq!(good(&words("moves 1x2 --player v")), "Vertical, 0 moves\n");
    assert_eq!(good(&["moves", "1x2 H"]), "Horizontal, 1 move: H1,1\n");
    let listed = object(&words("moves 1x3 --player H --json"));
    assert_eq!(listed["horizontal"], json!(["H1,1", "H1,2"]));
    assert_eq!(listed["vertical"], Value::Null);
    assert_eq!(
        object(&words("moves 3x3 --tile 3 --json"))["vertical"][0],
        "V1,1"
    );
}

#[test]
fn sequences_are_counted() {
    let expected = "\
Vertical first
  depth  sequences  positions
      0          1          1
      1         12         12
      2        108        108
      3        756        372
";
    assert_eq!(good(&words("moves 4x4 --player V --perft 3")), expected);
    let args = [
        "moves",
        "2x2",
        "--player",
        "H",
        "--perft",
        "4000000000",
        "--json",
    ];
    let counted = object(&args);
    assert_eq!(counted["first"], "H");
    assert_eq!(counted["sequences"], json!([1, 2, 0, 0]));
    assert_eq!(counted["positions"], json!([1, 2, 0, 0]));
}

/// OEIS A332714 for squares.
#[test]
fn placements_are_counted() {
    let expected = [
        "  placements of tiles     131",
        "  reached in play          75",
        "    equally many of both   23",
        "    Vertical one more      26",
        "    Horizontal one more    26",
        "",
    ];
    let expected = expected.join("\n");
    assert_eq!(good(&words("moves 3x3 --count")), expected);
    let counted = object(&words("moves 8x8 --count --json"));
    assert_eq!(counted["reachable"], "43809083383524391");
    let other = object(&words("moves 4x3 --tile 3 --count --json"));
    assert_eq!(
        other["vertical_ahead"],
        object(&words("moves 3x4 --tile 3 --count --json"))["horizontal_ahead"]
    );
    let batch = run_with(&words("moves - --count"), b"16x16\n2x2\n");
    assert_eq!(batch.code, Some(2));
    assert!(batch.stdout.contains("reached in play"));
}

/// Some editors begin a file with a byte order mark.
#[test]
fn a_byte_order_mark_is_skipped() {
    for command in ["solve", "show", "value", "moves"] {
        let run = run_with(&[command, "-"], b"\xef\xbb\xbf2x2\n");
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{command}");
    }
}
