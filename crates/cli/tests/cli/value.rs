//! `crosscram value` and `crosscram values`.

use crate::run::{good, keys, object, objects, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_value_as_text() {
    let text = good(&["value", "2x3"]);
    assert_eq!(
        text,
        "\
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
"
    );
}

#[test]
fn a_value_as_json() {
    let text = good(&["value", "..#.|..#. V", "--json"]);
    let expected = [
        "schema", "tile", "rows", "cols", "position", "value", "outcome", "mean",
    ];
    assert_eq!(keys(&text)[..8], expected);
    let object = &objects(&text)[0];
    assert_eq!(object["value"], "{2|0}");
    assert_eq!(object["outcome"], "1");
    assert_eq!(
        (&object["mean"], &object["temperature"]),
        (&"1".into(), &"1".into())
    );
    let regions = object["regions"].as_array().unwrap();
    assert_eq!(regions.len(), 2);
    assert_eq!(regions[1]["position"], ".|.");
    assert_eq!(regions[1]["cells"], json!(["1,4", "2,4"]));
    assert_eq!(regions[1]["temperature"], "-1");
    let players = object["players"].as_array().unwrap();
    assert_eq!(players.len(), 1);
    assert_eq!(players[0]["player"], "V");
    assert_eq!(players[0]["advice"]["hotstrat"]["region"], 0);
}

#[test]
fn other_tiles_sums_and_games() {
    assert_eq!(object(&words("value 3x3 --tile 3 --json"))["value"], "+-2");
    assert_eq!(object(&words("value 1x9 --tile 4 --json"))["value"], "-2");
    let sum = object(&["value", "2x2 + 2x2 + -3/4", "--json"]);
    assert_eq!(sum["value"], "-3/4");
    assert_eq!(sum["temperature"], "-1/4");
    let game = object(&["value", "--game", "{0|*} + {1|-1} - ^", "--json"]);
    assert_eq!(game["value"], "+-1");
    assert_eq!(game["regions"].as_array().unwrap().len(), 0);
}

#[test]
fn many_positions() {
    let run = run_with(&["value", "-", "--json"], b"2x2\n; remark\n9y9\n1x4\n");
    assert_eq!(run.code, Some(2));
    let objects = objects(&run.stdout);
    assert_eq!(objects[0]["value"], "+-1");
    assert!(objects[1]["error"].as_str().unwrap().contains("9y9"));
    assert_eq!(objects[2]["value"], "-2");
    // A region over the limit spoils only its own line.
    let run = run_with(&["value", "-", "--limit", "5", "--json"], b"3x3\n1x4\n");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stdout
            .contains("a region of 9 cells is over the limit of 5 cells")
    );
    assert!(run.stdout.contains("\"-2\""));
}

#[test]
fn pictures() {
    let scratch = Scratch::new();
    let [svg, png, tex] = ["t.svg", "t.PNG", "t.tex"].map(|name| scratch.file(name));
    good(&["value", "..#|...", "--thermograph", &svg, "--tikz", &tex]);
    good(&["value", "..#|...", "--thermograph", &png]);
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("mean 0, temperature 1"));
    let png = fs::read(png).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
    let tex = fs::read_to_string(tex).unwrap();
    assert_eq!(tex.matches("\\begin{tikzpicture}").count(), 2);
    assert!(tex.contains("\\[\\pm 1\\]"));
}

#[test]
fn databases() {
    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    let built = object(&["values", "build", "--cells", "7", "-o", &file, "--json"]);
    // Free polyominoes of 2 to 7 cells.
    assert_eq!(built["regions"], 163);
    let extended = object(&["values", "build", "--cells", "8", "-o", &file, "--json"]);
    assert_eq!(extended["regions"], 163 + 369);
    let info = object(&["values", "info", &file, "--json"]);
    assert_eq!((&info["complete"], &info["tile"]), (&8.into(), &2.into()));
    let value = object(&["value", "4x4", "--database", &file, "--json"]);
    assert_eq!(value["value"], object(&words("value 4x4 --json"))["value"]);

    let wrong = run(&["value", "4x4", "--tile", "3", "--database", &file]);
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.stderr.contains("tiles of 2 cells, not 3"),
        "{}",
        wrong.stderr
    );
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for args in [
        &["value", "2x2", "--database", &file][..],
        &["values", "info", &file],
        &["values", "build", "--cells", "3", "-o", &file],
    ] {
        let damaged = run(args);
        assert_eq!((damaged.code, damaged.stdout.as_str()), (Some(2), ""));
        assert!(
            damaged.stderr.contains("the checksum is wrong"),
            "{}",
            damaged.stderr
        );
    }
    assert_eq!(
        fs::read(&file).unwrap(),
        bytes,
        "a damaged file is left alone"
    );
}

#[test]
fn long_values_are_not_printed() {
    let run = run(&words("value 4x6 --longest 100 --player V"));
    assert!(
        run.stdout
            .contains("value        too long to print; see --longest")
    );
    let object = object(&words("value 4x6 --longest 100 --json"));
    assert!(object["value"].is_null());
    assert_eq!(object["mean"], "0");
}

/// The hottest regions that we know: that of 26 cells, and one of 28 with an arm that is longer by a tile.
#[test]
fn the_hottest_regions() {
    let hot = ".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######";
    let longer = format!(".########|.########|{hot}");
    for (position, cells, value) in [(hot, 26, "{17/8|-2*}"), (&longer, 28, "{25/8|-1*}")] {
        let found = object(&["value", position, "--json", "-q"]);
        assert_eq!(found["temperature"], "33/16");
        assert_eq!(found["value"], value);
        let regions = found["regions"].as_array().unwrap();
        let shape = regions[0]["cells"].as_array().unwrap();
        assert_eq!((regions.len(), shape.len()), (1, cells));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_computation_and_saves_a_database() {
    use crate::terminal::Session;

    let mut session = Session::start(&["value", "7x7", "--limit", "64"], "");
    session.until(&[" k regions and sums"]);
    let stopped = session.end("-INT");
    assert_eq!((stopped.code, stopped.stderr.as_str()), (Some(130), ""));
    let text = &stopped.stdout;
    assert!(
        text.starts_with("7x7: interrupted\n  computed   "),
        "{text}"
    );
    assert!(text.contains("known      0 of its 1 region\n"), "{text}");
    assert!(text.contains("the whole  at least "), "{text}");

    // Of two regions the small one is known.
    let board = "..#.......|###.......|###.......|###.......|###.......|###.......|###.......";
    let mut session = Session::start(&["value", board, "--limit", "64", "--json"], "");
    session.until(&[" k regions and sums"]);
    let stopped = session.end("-INT");
    assert_eq!(stopped.code, Some(130));
    let known: Value = serde_json::from_str(&stopped.stdout).unwrap();
    assert_eq!(known["interrupted"], true);
    assert!(known["steps"].as_u64() > Some(0), "{known}");
    let regions = [&known["regions"][0], &known["regions"][1]];
    assert_eq!(
        (&regions[0]["value"], &regions[0]["known"]),
        (&"-1".into(), &true.into())
    );
    assert_eq!(regions[1]["known"], false);
    crate::schemas::check("value-interrupted", &stopped.stdout, true);

    let scratch = Scratch::new();
    let file = scratch.file("d.values");
    let args = ["values", "build", "--cells", "17", "-o", &file];
    let mut session = Session::start(&args, "");
    // Not every number of cells is shown.
    let is_large = |text: &str| (6..17).any(|n| text.contains(&format!("regions of {n} cells")));
    session.until_any(is_large);
    assert_eq!(session.end("-INT").code, Some(130));
    let info = object(&["values", "info", &file, "--json"]);
    assert!(info["complete"].as_u64() >= Some(5), "{info}");
    assert!(info["complete"].as_u64() < Some(17), "{info}");
}
