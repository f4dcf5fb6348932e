//! Many positions from standard input.

use crate::run::{objects, run_with};
use serde_json::{Value, json};

const INPUT: &[u8] = b"2x2\n\n; a remark\n8y8\n..x-.x. V\r\n##|.\n5x5\n\xff\n3x3";

/// Line numbers of the bad lines of `INPUT`.
const BAD: [u64; 3] = [4, 6, 8];

#[test]
fn good_lines_go_on_and_bad_ones_are_named() {
    let run = run_with(&["solve", "-"], INPUT);
    assert_eq!(run.code, Some(2));
    let headlines: Vec<_> = run
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        headlines,
        [
            "2x2: the first player wins (1)",
            "..#|.#.: Vertical wins moving first (1v)",
            "5x5: the second player wins (2)",
            "3x3: the first player wins (1)",
        ]
    );
    for (line, number) in run.stderr.lines().zip(BAD) {
        assert!(
            line.starts_with(&format!("error: line {number}: ")),
            "{line}"
        );
    }
    assert_eq!(run.stderr.lines().count(), BAD.len());
}

/// What an object is about: its position, or the number of a bad line.
fn subject(object: &Value) -> Value {
    assert_eq!(object["schema"], 2);
    match object.get("error") {
        Some(error) => {
            assert!(error.is_string());
            object["line"].clone()
        }
        None => object["position"].clone(),
    }
}

#[test]
fn json_keeps_the_order_of_the_lines() {
    let bad = BAD.map(|line| json!(line));
    let [a, b, c] = &bad;
    let expected = [
        &json!("..|.."),
        a,
        &json!("..#|.#."),
        b,
        &json!(".....|.....|.....|.....|....."),
        c,
        &json!("...|...|..."),
    ];
    let commands: [&[&str]; 5] = [
        &["solve", "-", "--json"],
        &["solve", "-", "--json", "--threads", "3"],
        &["show", "-", "--json"],
        &["moves", "-", "--json"],
        &["moves", "-", "--player", "V", "--perft", "2", "--json"],
    ];
    for args in commands {
        let run = run_with(args, INPUT);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""), "{args:?}");
        let subjects: Vec<_> = objects(&run.stdout).iter().map(subject).collect();
        assert_eq!(subjects.iter().collect::<Vec<_>>(), expected, "{args:?}");
    }
}

/// A slow line first, quick ones after it: they wait for their turn.
#[test]
fn many_lines_on_threads() {
    let mut input = "6x7\n".to_string();
    let sizes: Vec<_> = (0..60)
        .map(|i| format!("{}x{}", 1 + i % 4, 1 + i % 5))
        .collect();
    input += &sizes.join("\n");
    let args = ["solve", "-", "--json", "--table", "2^16"];
    let answers = |threads: &[&str]| {
        let run = run_with(&[&args, threads].concat(), input.as_bytes());
        assert_eq!(run.code, Some(0));
        let answers = objects(&run.stdout);
        let essence = |answer: &Value| {
            (
                answer["position"].clone(),
                answer["outcome"].clone(),
                answer["nodes"].clone(),
            )
        };
        answers.iter().map(essence).collect::<Vec<_>>()
    };
    let alone = answers(&[]);
    assert_eq!(alone.len(), 61);
    assert_eq!(alone, answers(&["--threads", "4"]));
}

#[test]
fn nothing_to_do() {
    for input in ["", "\n", "; nothing\n\n"] {
        let run = run_with(&["solve", "-"], input.as_bytes());
        assert_eq!(
            (run.code, run.stdout.as_str(), run.stderr.as_str()),
            (Some(0), "", "")
        );
    }
}
