//! Many positions from standard input.

use crate::run::{objects, run_with};
use serde_json::{Value, json};

const INPUT: &[u8] = b"2x2\n\n; a remark\n8y8\n..x-.x. V\r\n##|.\n5x5\n\xff\n3x3";

/// Line numbers of the bad lines of `INPUT`.
const BAD: [u64; 3] = [4, 6, 8];

#[test]
fn good_lines_go_on_and_bad_ones_are_named() {
    let run = run_with("solve -", INPUT);
    assert_eq!(run.code, Some(2));
    let headlines = run.stdout.lines().filter(|line| !line.starts_with(' '));
    let expected = [
        "2x2: the first player wins (1)",
        "..#|.#.: Vertical wins moving first (1v)",
        "5x5: the second player wins (2)",
        "3x3: the first player wins (1)",
    ];
    assert_eq!(headlines.collect::<Vec<_>>(), expected);
    for (line, number) in run.stderr.lines().zip(BAD) {
        let begin = format!("error: line {number}: ");
        assert!(line.starts_with(&begin), "{line}");
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
    let [a, b, c] = BAD;
    let five = ["....."; 5].join("|");
    let expected = json!(["..|..", a, "..#|.#.", b, five, c, "...|...|..."]);
    for line in [
        "solve - --json",
        "solve - --json --threads 3",
        "show - --json",
        "moves - --json",
        "moves - --player V --perft 2 --json",
    ] {
        let run = run_with(line, INPUT);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), ""), "{line}");
        let subjects: Vec<_> = objects(&run.stdout).iter().map(subject).collect();
        assert_eq!(Value::Array(subjects), expected, "{line}");
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
    let answers = |threads: u32| {
        let line = format!("solve - --json --table 2^16 --threads {threads}");
        let text = run_with(&line, input.as_bytes()).ended_well(&line);
        let essence =
            |answer: &Value| ["position", "outcome", "nodes"].map(|key| answer[key].clone());
        objects(&text).iter().map(essence).collect::<Vec<_>>()
    };
    let alone = answers(1);
    assert_eq!(alone.len(), 61);
    assert_eq!(alone, answers(4));
}

#[test]
fn nothing_to_do() {
    for input in ["", "\n", "; nothing\n\n"] {
        let text = run_with("solve -", input.as_bytes()).ended_well("solve -");
        assert_eq!(text, "");
    }
}
