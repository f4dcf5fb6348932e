//! `crosscram explain --cover`: the board cover of Bullock's thesis.

use crate::run::{good, object, words};
use crate::scratch::Scratch;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Chapter 3's worked example: a 6x10 position whose cover has every number that the thesis prints of
/// Figs 3.3 and 3.7. The figures are drawings; docs/cover.md says how this position was found.
pub(crate) const EXAMPLE: &str =
    ".##..#....|.##..#....|..##.#....|.#.#.#....|.#.#....#.|.....##.#.";

/// The cover of one player in the JSON form.
fn cover<'a>(found: &'a Value, player: &str) -> &'a Value {
    let mut covers = found["covers"].as_array().unwrap().iter();
    covers.find(|cover| cover["player"] == player).unwrap()
}

#[test]
fn the_worked_example_of_chapter_3() {
    let found = object(&["explain", EXAMPLE, "--cover", "--first", "H", "--json"]);
    let vertical = cover(&found, "V");
    let counts = &vertical["counts"];
    for (name, number) in [
        ("protective", 3),
        ("vulnerable2", 4),
        ("vulnerable2_protected", 0),
        ("vulnerable1", 2),
        ("vulnerable1_protected", 1),
        ("safe", 5),
        ("unavailable", 0),
    ] {
        assert_eq!(counts[name], number, "{name}");
    }
    assert_eq!(counts["options"], json!([2, 1, 0]));
    let terms = &vertical["second"]["terms"];
    // After an odd protective area became two vulnerable ones of type 2.
    assert_eq!(terms["areas"]["protective"], 2);
    assert_eq!(terms["areas"]["vulnerable2"], 6);
    let numbers = |part: &str, names: &[&str]| -> Vec<i64> {
        let numbers = names.iter().map(|name| terms[part][name].as_i64());
        numbers.map(Option::unwrap).collect()
    };
    let lower = [
        "protective",
        "vulnerable2",
        "vulnerable1",
        "safe",
        "remainders",
    ];
    assert_eq!(numbers("lower", &lower), [2, 2, 1, 5, 0]);
    let upper = [
        "protected2",
        "protected1",
        "remainders",
        "odd_option",
        "dead",
        "unavailable",
    ];
    assert_eq!(numbers("upper", &upper), [0; 6]);
    assert_eq!(terms["upper"]["options"], json!([0, 0, 1]));
    assert_eq!(
        (&terms["squares"], &terms["available"]),
        (&22.into(), &21.into())
    );
    assert_eq!(
        (&terms["moves"], &terms["opponent_moves"]),
        (&10.into(), &10.into())
    );
    assert_eq!(
        (
            &vertical["proves"]["horizontal_first"],
            &vertical["domi_proves"]["horizontal_first"]
        ),
        (&true.into(), &false.into())
    );
    // Breuker's bounds of the same position.
    assert_eq!(
        (&vertical["safe"], &vertical["opponent_real"]),
        (&5.into(), &15.into())
    );

    let text = good(&["explain", EXAMPLE, "--cover", "--first", "H"]);
    for part in [
        "Horizontal first: Vertical wins",
        "moves(V) = 2⌊2/2⌋ + ⌊6/3⌋ + ⌊2/2⌋ + 5 + f = 2 + 2 + 1 + 5 + 0 = 10",
        "avail(H) = squares 22 - unavail 0 - unplayable 1 = 21, at most 10 moves",
        "DOMI's bounds: Vertical has at least 5 (safe moves), Horizontal at most 15 (real moves)",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cover.md");
    let page = fs::read_to_string(page).unwrap();
    let shown = text
        .split("\nHorizontal's cover")
        .next()
        .unwrap()
        .trim_end();
    assert!(
        page.contains(EXAMPLE) && page.contains(shown),
        "docs/cover.md shows:\n{shown}"
    );
}

/// Fig. 4.4: on 6x4 with Horizontal first the tie-break leads two lines of play into one position.
#[test]
fn reflections_break_ties_as_in_figure_4_4() {
    let after = |moves: [&str; 2]| {
        let mut args = words("explain 6x4 --cover --json --after");
        args.extend(moves);
        object(&args)
    };
    // Vertical's tiles are reflections of each other by the middle between rows 3 and 4.
    for moves in [["H2,1", "V2,3"], ["H2,1", "V4,3"]] {
        let found = after(moves);
        let listed = found["moves"].as_array().unwrap();
        let find = |name: &str| listed.iter().find(|mov| mov["move"] == name).unwrap();
        let reflection = find("H5,1");
        assert_eq!(reflection["reflected"], 1);
        let place = reflection["thesis_order"].as_u64();
        let rivals = listed.iter().filter(|mov| {
            mov["stage"] == "scored"
                && mov["score"] == reflection["score"]
                && mov["reflected"].is_null()
        });
        let mut number = 0;
        for rival in rivals {
            assert!(rival["thesis_order"].as_u64() > place, "{rival}");
            number += 1;
        }
        assert!(number > 0, "no ties");
    }
    let position = |moves: [&str; 2]| {
        let mut args = words("explain 6x4 --cover --json --after");
        args.extend(moves);
        args.push("H5,1");
        let board = object(&args)["position"].as_str().unwrap().to_string();
        good(&["show", &board])
            .lines()
            .find(|line| line.contains("canonical"))
            .unwrap()
            .to_string()
    };
    assert_eq!(position(["H2,1", "V2,3"]), position(["H2,1", "V4,3"]));
}

#[test]
fn drawings_and_batches() {
    let scratch = Scratch::new();
    let file = scratch.file("cover.svg");
    let text = good(&["explain", "..#.|....|.#..", "--cover", "--svg", &file]);
    assert!(
        text.contains("Vertical's cover") && text.contains("Horizontal's cover"),
        "{text}"
    );
    assert!(
        text.contains("Moves of Vertical") && text.contains("Moves of Horizontal"),
        "{text}"
    );
    let svg = fs::read_to_string(&file).unwrap();
    assert!(
        svg.starts_with("<svg")
            && svg.contains("Vertical&#39;s cover") | svg.contains("Vertical's cover")
    );
    // A board without moves, one square, and a large one.
    for board in ["#", "1x1", "16x16"] {
        good(&["explain", board, "--cover"]);
    }
}
