//! `crosscram value` and `crosscram values`.

use crate::run::{good, object};
use crate::scratch::Scratch;
use crate::session::session;

#[test]
fn a_value_as_text() {
    let expected = "\
...|...
  value        {2|-1/2}
  that is      3/4 +- 5/4
  outcome      the first player wins
  mean         3/4
  temperature  5/4
  stops        Vertical 2, Horizontal -1/2
  birthday     3
  followers    1
  initiative   gote
  incentives   Vertical {5/2|0}; Horizontal {5/2|0}
  left wall    (3, -1) (3/4, 5/4)
  right wall   (-1, -1) (-1, -1/2) (3/4, 5/4)
  Vertical to move: wins with V1,2
    advice of hotstrat: V1,2 in region 1, the hottest
    advice of sentestrat: V1,2 in region 1, the hottest
    orthodox at 5/4: V1,2
  Horizontal to move: wins with H1,1 H1,2 H2,1 H2,2
    advice of hotstrat: H1,1 in region 1, the hottest
    advice of sentestrat: H1,1 in region 1, the hottest
    orthodox at 5/4: H1,1 H1,2 H2,1 H2,2
";
    assert_eq!(good("value 2x3"), expected);
}

#[test]
fn a_value_as_json() {
    session(
        r#"$ value '..#.|..#. V' --json
           ^ {"schema":2,"tile":2,"rows":2,"cols":4,"position":"..#.|..#.","value":"{2|0}","outcome":"1","mean":"1",
           @ /temperature "1"
           @ /regions #2
           @ /regions/1/position .|.
           @ /regions/1/cells ["1,4", "2,4"]
           @ /regions/1/temperature "-1"
           @ /players #1
           @ /players/0/player V
           @ /players/0/advice/hotstrat/region 0"#,
    );
}

#[test]
fn other_tiles_sums_and_games() {
    session(
        r#"$ value 3x3 --tile 3 --json => @ /value +-2
           $ value 1x9 --tile 4 --json => @ /value "-2"
           $ value '2x2 + 2x2 + -3/4' --json => @ /value -3/4 => @ /temperature -1/4
           $ value --game '{0|*} + {1|-1} - ^' --json => @ /value +-1 => @ /regions #0"#,
    );
}

#[test]
fn many_positions() {
    session(
        r#"$ value - --json
           < 2x2\n; remark\n9y9\n1x4
           ? 2
           @ /0/value +-1
           + 9y9
           @ /1/line 3
           @ /2/value "-2"
           # A region over the limit spoils only its own line.
           $ value - --limit 5 --json
           < 3x3\n1x4
           ? 2
           + a region of 9 cells is over the limit of 5 cells
           + "-2""#,
    );
}

#[test]
fn pictures() {
    let scratch = Scratch::new();
    scratch.good("value ..#|... --thermograph t.svg --tikz t.tex");
    scratch.good("value ..#|... --thermograph t.PNG");
    let svg = scratch.read("t.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("mean 0, temperature 1"));
    let png = scratch.bytes("t.PNG");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
    let tex = scratch.read("t.tex");
    assert_eq!(tex.matches("\\begin{tikzpicture}").count(), 2);
    assert!(tex.contains("\\[\\pm 1\\]"));
}

#[test]
fn databases() {
    let scratch = Scratch::new();
    let value = &object("value 4x4 --json")["value"];
    scratch.session(&format!(
        "# Free polyominoes of 2 to 7 cells, and those of 8.
         $ values build --cells 7 -o d.values --json => @ /regions 163
         $ values build --cells 8 -o d.values --json => @ /regions {}
         $ values info d.values --json => @ /complete 8 => @ /tile 2
         $ value 4x4 --database d.values --json => @ /value {value}
         $ value 4x4 --tile 3 --database d.values => ! tiles of 2 cells, not 3",
        163 + 369
    ));
    let mut bytes = scratch.bytes("d.values");
    bytes[100] ^= 1;
    scratch.write("d.values", &bytes);
    scratch.session(
        "$ value 2x2 --database d.values => ! the checksum is wrong
         $ values info d.values => ! the checksum is wrong
         $ values build --cells 3 -o d.values => ! the checksum is wrong",
    );
    let is_same = scratch.bytes("d.values") == bytes;
    assert!(is_same, "a damaged file is left alone");
}

#[test]
fn long_values_are_not_printed() {
    session(
        r#"$ value 4x6 --longest 100 --player V => + value        too long to print; see --longest
           $ value 4x6 --longest 100 --json => @ /value null => @ /mean "0""#,
    );
}

/// The hottest regions that we know: that of 26 cells (Mazur 2026), and one of 28 with an arm that is longer by a tile.
#[test]
fn the_hottest_regions() {
    let hot = ".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######";
    let longer = format!(".########|.########|{hot}");
    for (position, cells, value) in [(hot, 26, "{17/8|-2*}"), (&longer, 28, "{25/8|-1*}")] {
        session(&format!(
            "$ value {position} --json -q
             @ /temperature 33/16
             @ /value {value}
             @ /regions #1
             @ /regions/0/cells #{cells}"
        ));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_computation_and_saves_a_database() {
    use crate::terminal::Session;
    use serde_json::Value;

    let stopped = |line: &str| {
        let mut session = Session::start(line, "");
        session.until(&[" k regions and sums"]);
        session.interrupted()
    };
    let text = stopped("value 7x7 --limit 64");
    let begin = "7x7: interrupted\n  computed   ";
    assert!(text.starts_with(begin), "{text}");
    for part in ["known      0 of its 1 region\n", "the whole  at least "] {
        assert!(text.contains(part), "{text}");
    }

    // Of two regions the small one is known.
    let board = "..#.......|###.......|###.......|###.......|###.......|###.......|###.......";
    let text = stopped(&format!("value {board} --limit 64 --json"));
    let known: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(known["interrupted"], true);
    assert!(known["steps"].as_u64() > Some(0), "{known}");
    let regions = [&known["regions"][0], &known["regions"][1]];
    assert_eq!(
        (&regions[0]["value"], &regions[0]["known"]),
        (&"-1".into(), &true.into())
    );
    assert_eq!(regions[1]["known"], false);
    crate::schemas::check("value-interrupted", &text, true);

    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    let mut session = Session::start(&format!("values build --cells 17 -o {file}"), "");
    // Not every number of cells is shown.
    let is_large = |text: &str| (6..17).any(|n| text.contains(&format!("regions of {n} cells")));
    session.until_any(is_large);
    assert_eq!(session.end("-INT").code, Some(130));
    let complete = scratch.object("values info d.values --json")["complete"].as_u64();
    assert!((Some(5)..Some(17)).contains(&complete), "{complete:?}");
}
