//! `crosscram pn` and `crosscram compare`.

use crate::run::{good, keys, object, objects, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::Value;
use std::fs;
use std::path::Path;

const MATE: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

fn figure(name: &str) -> String {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../papers/data/schijf1993");
    papers.join(name).to_str().unwrap().to_string()
}

#[test]
fn every_game_and_algorithm() {
    for algorithm in ["tree", "dag", "dcg", "df-pn"] {
        let answer = object(&[
            "pn",
            "tictactoe",
            "empty",
            "--algorithm",
            algorithm,
            "--json",
        ]);
        assert_eq!(answer["value"], "loss", "{algorithm}");
        let answer = object(&[
            "pn",
            "domineering",
            "4x4",
            "--algorithm",
            algorithm,
            "--json",
        ]);
        assert_eq!(answer["value"], "win", "{algorithm}");
    }
    for algorithm in ["tree", "dcg", "df-pn"] {
        let answer = object(&["pn", "chess", MATE, "--algorithm", algorithm, "--json"]);
        assert_eq!(
            (&answer["value"], &answer["best_move"]),
            (&"win".into(), &"g3g6".into())
        );
    }
    for algorithm in ["dag-exact", "dag-exact-as-printed", "dcg-exact", "exact"] {
        let args = [
            "pn",
            "graph",
            &figure("fig4_2.graph"),
            "--algorithm",
            algorithm,
            "--json",
        ];
        let answer = object(&args);
        assert_eq!(
            (&answer["proof"], &answer["disproof"]),
            (&2.into(), &1.into())
        );
    }
}

/// The count of Table B.1.
#[test]
fn published_counts() {
    let nodes = |algorithm| {
        let answer = object(&["pn", "chess", MATE, "--algorithm", algorithm, "--json"]);
        answer["nodes"].as_u64().unwrap()
    };
    assert_eq!((nodes("tree"), nodes("dcg")), (7640, 5782));
}

#[test]
fn the_missed_win() {
    let file = figure("fig5_7.graph");
    assert!(good(&["pn", "graph", &file]).contains(": win with c"));
    assert!(good(&["pn", "graph", &file, "--algorithm", "tree"]).contains(": win"));
}

#[test]
fn json_has_its_keys_in_order() {
    let text = good(&words("pn tictactoe XX.|OO.|... --json"));
    assert_eq!(
        keys(&text)[..8],
        [
            "schema",
            "game",
            "position",
            "algorithm",
            "value",
            "best_move",
            "ending",
            "proof"
        ]
    );
    let answer = &objects(&text)[0];
    assert_eq!(answer["best_move"], "1,3");
    assert_eq!(answer["disproof"], Value::Null);
}

#[test]
fn values_of_more_than_two_kinds() {
    let text = good(&words("pn tictactoe empty --value"));
    assert!(text.starts_with("...|...|...: draw\n"), "{text}");
    assert_eq!(
        object(&words("pn tictactoe XX.|OO.|... --value --json"))["value"],
        1
    );
    // Two upright tiles beside each other: two moves ahead of an opponent without any.
    let value =
        |board: &str| object(&["pn", "domineering", board, "--value", "--json"])["value"].clone();
    assert_eq!(value("2x1"), 0);
    assert_eq!(value("4x1"), 1);
    assert_eq!(value("1x2"), -2);
}

#[test]
fn a_position_per_line() {
    let args = ["pn", "tictactoe", "-", "--json"];
    let run = run_with(&args, b"; two\nXX.|OO.|...\n\nXX|OO\nempty\n");
    assert_eq!(run.code, Some(2));
    let answers = objects(&run.stdout);
    assert_eq!(answers.len(), 3);
    assert_eq!(
        (&answers[0]["value"], &answers[2]["value"]),
        (&"win".into(), &"loss".into())
    );
    assert_eq!(answers[1]["line"], 4);
    assert!(answers[1]["error"].as_str().unwrap().contains("3 rows"));
}

#[test]
fn pictures() {
    let scratch = Scratch::new();
    let [svg, dot, plot] = ["a.svg", "a.dot", "plot.svg"].map(|name| scratch.file(name));
    let file = figure("fig4_3.graph");
    for path in [&svg, &dot] {
        good(&["pn", "graph", &file, "--algorithm", "exact", "--draw", path]);
    }
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg") && text.contains("(2,3)"));
    assert!(fs::read_to_string(&dot).unwrap().starts_with("digraph"));
    good(&[
        "pn",
        "tictactoe",
        "empty",
        "--algorithm",
        "tree",
        "--plot",
        &plot,
    ]);
    let text = fs::read_to_string(&plot).unwrap();
    assert!(text.contains("disproof number"));
}

/// A search that was given up goes on where it was, and comes to the same count.
#[test]
fn resumed() {
    for (algorithm, whole) in [("tree", 7640), ("dcg", 5782)] {
        let scratch = Scratch::new();
        let file = scratch.file("state");
        let args = [
            "pn",
            "chess",
            MATE,
            "--algorithm",
            algorithm,
            "--json",
            "--state",
            &file,
        ];
        let first = object(&[&args[..], &["--up-to", "1"]].concat());
        assert_eq!(
            (&first["value"], &first["ending"]),
            (&Value::Null, &"stopped".into())
        );
        let rest = object(&args);
        assert_eq!(
            (&rest["value"], &rest["nodes"]),
            (&"win".into(), &whole.into())
        );
        // Another question does not go on from this file.
        let other = run(&[
            "pn",
            "tictactoe",
            "empty",
            "--algorithm",
            algorithm,
            "--state",
            &file,
        ]);
        assert_eq!(other.code, Some(2));
        assert!(
            other.stderr.contains("holds another search"),
            "{}",
            other.stderr
        );
        fs::write(&file, "nonsense").unwrap();
        let broken = run(&args);
        assert_eq!(broken.code, Some(2));
        assert_eq!(fs::read_to_string(&file).unwrap(), "nonsense");
    }
}

#[test]
fn bad_arguments() {
    for args in [
        &["pn", "go", "empty"][..],
        &["pn", "tictactoe", "XXX"],
        &["pn", "chess", "8/8 w - -"],
        &["pn", "chess", MATE, "--algorithm", "dag"],
        &["pn", "chess", MATE, "--value"],
        &["pn", "domineering", "0x3"],
        &["pn", "graph", "/no/such/file"],
        &["pn", "tictactoe", "empty", "--draw", "a.svg"],
        &["pn", "tictactoe", "empty", "--epsilon", "11"],
        &["pn", "tictactoe", "empty", "--table", "0"],
        &["pn", "graph", "-", "--algorithm", "exact", "--state", "a"],
        &["compare", "0x0"],
    ] {
        let run = run(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(
            run.stderr.starts_with("error: "),
            "{args:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn memory_limits() {
    let answer = object(&words(
        "pn tictactoe empty --algorithm tree --memory 600 --initial one --json",
    ));
    assert_eq!(answer["value"], "loss");
    assert!(answer["peak"].as_u64().unwrap() <= 600);
    assert!(answer["forgotten"].as_u64().unwrap() > 0);
    let answer = object(&words(
        "pn tictactoe empty --algorithm dag --memory 50 --json",
    ));
    assert_eq!(answer["ending"], "memory full");
}

#[test]
fn searches_side_by_side() {
    let scratch = Scratch::new();
    let folder = &scratch.file("plots");
    let rows = objects(&good(&[
        "compare", "3x3", "4x4 H", "--json", "--plots", folder,
    ]));
    // Four searches with each of four evaluations, but no alpha-beta without an evaluation.
    assert_eq!(rows.len(), 2 * 15);
    assert!(rows.iter().all(|row| row["first_wins"] == true));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 12);
    let text = good(&words("compare 5x5 --up-to 10"));
    assert!(text.contains("given up"), "{text}");
}

#[cfg(unix)]
#[test]
fn interrupted() {
    let args = [
        "pn",
        "domineering",
        "9x9",
        "--leaves",
        "plain",
        "--algorithm",
        "tree",
        "--json",
    ];
    let mut session = crate::terminal::Session::start(&args, "");
    session.until(&[" nodes"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert_eq!(objects(&run.stdout)[0]["ending"], "stopped");
}
