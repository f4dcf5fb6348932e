//! `crosscram show` and `crosscram moves`.

use crate::run::{object, run_with};
use crate::session::session;

#[test]
fn show_draws_and_describes() {
    session(
        r"$ show '..#|.#. V'
          |     1 2 3
          |   1 . . #
          |   2 . # .
          |
          |   size        2 rows, 3 columns
          |   cells       6, 4 free
          |   tiles       of 2 cells
          |   to move     Vertical
          |   moves       Vertical 1, Horizontal 1
          |   regions     2, of 3 + 1 cells
          |   symmetries  none
          |   position    ..#|.#.
          |   canonical   .#.|..#
          |   url         ..x-.x.
          $ show 11x10 => + \n  11  .  .",
    );
}

#[test]
fn show_as_json() {
    session(
        r#"$ show ..#/.#. --json
           { schema tile rows cols position to_move url area free moves regions symmetries canonical
           $ show 3x3 --tile 3 --json
           @ /moves {"V": 3, "H": 3}
           @ /symmetries ["upside-down", "left-right", "half-turn", "transposition"]
           @ /to_move null"#,
    );
}

#[test]
fn show_many() {
    session("$ show - => = position => = position\n< 1x2\n< 2x1");
}

#[test]
fn moves_are_listed() {
    session(
        r#"$ moves ...|.#.
           | Vertical, 2 moves: V1,1 V1,3
           | Horizontal, 2 moves: H1,1 H1,2
           $ moves 1x2 --player v => | Vertical, 0 moves
           $ moves '1x2 H' => | Horizontal, 1 move: H1,1
           $ moves 1x3 --player H --json => @ /horizontal ["H1,1", "H1,2"] => @ /vertical null
           $ moves 3x3 --tile 3 --json => @ /vertical/0 V1,1"#,
    );
}

#[test]
fn sequences_are_counted() {
    session(
        r"$ moves 4x4 --player V --perft 3
          | Vertical first
          |   depth  sequences  positions
          |       0          1          1
          |       1         12         12
          |       2        108        108
          |       3        756        372
          $ moves 2x2 --player H --perft 4000000000 --json
          @ /first H
          @ /sequences [1, 2, 0, 0]
          @ /positions [1, 2, 0, 0]",
    );
}

/// OEIS A332714 for squares.
#[test]
fn placements_are_counted() {
    session(
        r#"$ moves 3x3 --count
           |   placements of tiles     131
           |   reached in play          75
           |     equally many of both   23
           |     Vertical one more      26
           |     Horizontal one more    26
           $ moves 8x8 --count --json => @ /reachable "43809083383524391"
           $ moves - --count => ! --count: => + reached in play
           < 16x16\n2x2"#,
    );
    let turned = object("moves 3x4 --tile 3 --count --json");
    let other = object("moves 4x3 --tile 3 --count --json");
    assert_eq!(other["vertical_ahead"], turned["horizontal_ahead"]);
}

/// Some editors begin a file with a byte order mark.
#[test]
fn a_byte_order_mark_is_skipped() {
    for command in ["solve", "show", "value", "moves"] {
        run_with(&[command, "-"], b"\xef\xbb\xbf2x2\n").ended_well(command);
    }
}
