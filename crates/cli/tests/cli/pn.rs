//! `crosscram pn`.

use crate::pn_graphs::figure;
use crate::run::{good, keys, object, objects, run, run_with, words};
use crate::scratch::Scratch;
use serde_json::Value;
use std::fs;

const MATE: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

/// The answer of one search.
fn searched(game: &str, position: &str, algorithm: &str) -> Value {
    object(&["pn", game, position, "--algorithm", algorithm, "--json"])
}

#[test]
fn every_game_and_algorithm() {
    for algorithm in words("tree dag dcg converting base-twin df-pn pds") {
        let value = |game, position| searched(game, position, algorithm)["value"].clone();
        assert_eq!(value("tictactoe", "empty"), "loss", "{algorithm}");
        assert_eq!(value("domineering", "4x4"), "win", "{algorithm}");
    }
    for algorithm in words("tree pn2 dcg converting base-twin df-pn pds") {
        let answer = searched("chess", MATE, algorithm);
        assert_eq!(
            (&answer["value"], &answer["best_move"]),
            (&"win".into(), &"g3g6".into())
        );
    }
    let exact = "dag-exact dag-exact-as-printed dcg-exact dcg-exact-incremental exact";
    for algorithm in words(exact) {
        let answer = searched("graph", &figure("fig4_2.graph"), algorithm);
        assert_eq!(
            (&answer["proof"], &answer["disproof"]),
            (&2.into(), &1.into())
        );
    }
}

/// The count of Table B.1.
#[test]
fn published_counts() {
    let nodes = |algorithm| searched("chess", MATE, algorithm)["nodes"].clone();
    assert_eq!(nodes("tree"), 7640);
    assert_eq!(nodes("dcg"), 5782);
}

/// Both players, one after the other.
#[test]
fn both_players_first() {
    let answers = objects(&good(&words("pn domineering 3x4 --first both --json")));
    let values: Vec<_> = answers
        .iter()
        .map(|answer| (&answer["position"], &answer["value"]))
        .collect();
    assert_eq!(
        values,
        [
            (&"3x4 V".into(), &"loss".into()),
            (&"3x4 H".into(), &"win".into())
        ]
    );
    let answers = objects(&good(&words(
        "pn domineering 2x1 --first both --value --json",
    )));
    assert_eq!(answers.len(), 2);
}

/// The whole solution is written, confirmed by the checker, and refused if something in it is changed.
#[test]
fn solutions() {
    let scratch = Scratch::new();
    let file = scratch.file("proof");
    for (game, position, value) in [
        ("chess", MATE, "win"),
        ("tictactoe", "X..|.O.|...", "loss"),
        ("domineering", "4x5 V", "win"),
        ("morris", "empty", "win"),
        ("giveaway", "8/8/8/8/8/2p5/8/1R6 w - -", "win"),
        ("graph", &figure("fig5_7.graph"), "win"),
    ] {
        for algorithm in ["df-pn", "tree"] {
            let args = [
                "pn",
                game,
                position,
                "--json",
                "--algorithm",
                algorithm,
                "--proof",
                &file,
            ];
            let answer = object(&args);
            assert_eq!(answer["value"], value, "{game}");
            assert!(answer["proof_positions"].as_u64().unwrap() > 0);
            let check = ["pn", game, position, "--check", &file];
            let text = good(&check);
            assert!(
                text.contains(&format!(": {value}, confirmed in ")),
                "{text}"
            );
        }
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > 5 {
            // Without one of its positions it is none.
            fs::write(&file, lines[..lines.len() - 1].join("\n")).unwrap();
            let run = run(&["pn", game, position, "--check", &file]);
            assert_eq!(run.code, Some(1), "{game}: {}", run.stdout);
            assert!(
                run.stdout.contains("is not proved: after "),
                "{}",
                run.stdout
            );
        }
        fs::write(
            &file,
            text.replace("crosscram-pn-proof 1", "something else"),
        )
        .unwrap();
        assert_eq!(run(&["pn", game, position, "--check", &file]).code, Some(2));
    }
    for algorithm in ["df-pn", "tree", "dcg"] {
        let text = good(&["pn", "chess", MATE, "--algorithm", algorithm]);
        assert!(text.contains("\n  main line: g3g6 "), "{text}");
    }
}

/// Several threads find the same values, keep limits, and go on from a file.
#[test]
fn threads() {
    for (game, position, value) in [
        ("chess", MATE, "win"),
        ("tictactoe", "empty", "loss"),
        ("domineering", "5x5 V", "loss"),
        ("morris", "X..|...|...", "loss"),
        ("graph", &figure("fig5_7.graph"), "win"),
    ] {
        let answer = object(&["pn", game, position, "--threads", "3", "--json"]);
        assert_eq!(
            (&answer["value"], &answer["threads"]),
            (&value.into(), &3.into()),
            "{game}"
        );
    }
    let answer = object(&words(
        "pn domineering 5x6 --leaves plain --threads 2 --up-to 5k --json",
    ));
    assert_eq!(answer["ending"], "stopped");
    assert!(answer["nodes"].as_u64().unwrap() <= 5_000, "{answer}");
    let scratch = Scratch::new();
    let state = scratch.file("state");
    let line = "pn domineering 5x5 --leaves domi --threads 2 --json --state";
    let args = [&words(line)[..], &[&state]].concat();
    let half = object(&[&args[..], &["--up-to", "3k"]].concat());
    assert_eq!(half["value"], Value::Null);
    let rest = object(&args);
    assert_eq!(rest["value"], "loss");
    assert!(rest["new_nodes"].as_u64() < rest["nodes"].as_u64());
}

/// Alpha-beta proves wins, and says when a loss would need repetitions.
#[test]
fn alpha_beta() {
    for (game, value) in [("tictactoe", "loss"), ("morris", "win")] {
        assert_eq!(searched(game, "empty", "alpha-beta")["value"], value);
    }
    let line = "pn morris X..|...|... --algorithm alpha-beta --up-to 20k --json";
    assert_eq!(object(&words(line))["ending"], "stopped");
    let line = "pn tictactoe empty --memory 50 --algorithm alpha-beta --json";
    assert!(object(&words(line))["peak"].as_u64().unwrap() <= 50);
}

/// Limits are kept to the node.
#[test]
fn limits() {
    let algorithms = "tree dag dcg converting base-twin df-pn alpha-beta dag-exact-as-printed";
    for algorithm in words(algorithms) {
        let line = format!("pn tictactoe empty --json --algorithm {algorithm}");
        let answer = object(&words(&format!("{line} --up-to 50")));
        assert_eq!(answer["ending"], "stopped", "{algorithm}");
        assert!(answer["nodes"].as_u64().unwrap() <= 50, "{answer}");
        if algorithm != "df-pn" {
            let answer = object(&words(&format!("{line} --memory 60 --up-to 600")));
            assert!(answer["peak"].as_u64().unwrap() <= 60, "{answer}");
        }
    }
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
            "threads",
            "value",
            "best_move",
            "main_line"
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
    good(
        &[
            &words("pn tictactoe empty --algorithm tree --plot")[..],
            &[&plot],
        ]
        .concat(),
    );
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
        let first = object(&[&args[..], &["--up-to", "3000"]].concat());
        assert_eq!(
            (&first["value"], &first["ending"]),
            (&Value::Null, &"stopped".into())
        );
        let rest = object(&args);
        assert_eq!(
            (&rest["value"], &rest["nodes"]),
            (&"win".into(), &whole.into())
        );
        // The speed is that of the nodes that this run has added.
        let before = first["nodes"].as_u64().unwrap();
        assert_eq!(rest["new_nodes"], whole - before);
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
fn memory_limits() {
    let answer = object(&words(
        "pn tictactoe empty --algorithm tree --memory 600 --initial one --json",
    ));
    assert_eq!(answer["value"], "loss");
    assert!(answer["peak"].as_u64().unwrap() <= 600);
    assert!(answer["forgotten"].as_u64().unwrap() > 0);
    let answer = object(&words(
        "pn tictactoe empty --algorithm dag --memory 400 --json",
    ));
    assert_eq!(answer["value"], "loss");
    assert!(answer["peak"].as_u64().unwrap() <= 400);
    assert!(answer["removed"].as_u64().unwrap() > 0);
    let answer = object(&words(
        "pn tictactoe empty --algorithm dag --memory 5 --json",
    ));
    assert_eq!(answer["ending"], "memory full");
}

/// Ctrl-C stops an exact search in the middle of a computation that would take minutes.
#[cfg(unix)]
#[test]
fn exact_search_interrupted() {
    let args = [
        "pn",
        "tictactoe",
        "XO.|...|...",
        "--algorithm",
        "exact",
        "--json",
    ];
    let mut session = crate::terminal::Session::start(&args, "");
    session.until(&[" nodes"]);
    let run = session.end("-INT");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert_eq!(objects(&run.stdout)[0]["ending"], "stopped");
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
