//! `crosscram pn` on graphs from files: the figures of Schijf's thesis.

use crate::run::{good, object, run};
use crate::scratch::Scratch;
use serde_json::Value;
use std::path::Path;

/// The path of a graph of the thesis.
pub(crate) fn figure(name: &str) -> String {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../papers/data/schijf1993");
    papers.join(name).to_str().unwrap().to_string()
}

/// Fig. 5.7: with the nodes of the figure expanded, the practical algorithm for cycles calls a won
/// position lost, and says that it is not sure.
#[test]
fn the_missed_win() {
    let file = figure("fig5_7.graph");
    assert!(good(&["pn", "graph", &file]).contains(": win with c"));
    assert!(good(&["pn", "graph", &file, "--algorithm", "tree"]).contains(": win"));
    let args = [
        "pn",
        "graph",
        &file,
        "--algorithm",
        "dcg",
        "--initial",
        "one",
    ];
    let missed = [&args[..], &["--expand", "a,b,c,e,f,h"]].concat();
    let text = good(&missed);
    assert!(text.contains("not solved (lost, but not proven"), "{text}");
    let answer = object(&[&missed[..], &["--json"]].concat());
    assert_eq!(answer["value"], Value::Null);
    assert_eq!(
        (&answer["proof"], &answer["disproof"]),
        (&Value::Null, &0.into())
    );
    // A graph with cycles is not one for the algorithm without.
    let cyclic = run(&["pn", "graph", &file, "--algorithm", "dag"]);
    assert_eq!(cyclic.code, Some(2));
    assert!(
        cyclic.stderr.contains("here is one: e h e"),
        "{}",
        cyclic.stderr
    );
}

/// Figs. 2.1 to 5.6 as files: what the text says of them.
#[test]
fn static_graphs() {
    let whole = |name: &str| object(&["pn", "graph", &figure(name), "--expand-all", "--json"]);
    let node = |answer: &Value, name: &str| {
        let nodes = answer["nodes"].as_array().unwrap();
        nodes
            .iter()
            .find(|node| node["name"] == name)
            .unwrap()
            .clone()
    };
    let fig4_3 = whole("fig4_3.graph");
    let a = node(&fig4_3, "a");
    assert_eq!(
        (&a["practical"], &a["exact"]),
        (&serde_json::json!([2, 4]), &serde_json::json!([2, 3]))
    );
    assert_eq!(a["disproof_sets"][0], serde_json::json!(["i", "j", "k"]));
    assert_eq!(
        fig4_3["practical_path"],
        serde_json::json!(["a", "b", "d", "g"])
    );
    assert_eq!(fig4_3["most_proving"], "i");
    let fig4_5 = whole("fig4_5.graph");
    assert_eq!(node(&fig4_5, "f")["disproof_form"], "[3] v [g 2]");
    assert_eq!(node(&fig4_5, "a")["disproof_form"], "[3] v [f 1] v [f,g]");
    // g is a leaf, so f is the only node with a dependency number.
    assert_eq!(node(&fig4_5, "f")["dependency"], 1);
    assert_eq!(node(&fig4_5, "g")["transposition"], true);
    let fig4_1 = whole("fig4_1.graph");
    assert_eq!(node(&fig4_1, "T")["transposition"], true);
    let fig4_11 = whole("fig4_11.graph");
    assert_eq!(node(&fig4_11, "b")["exact"], serde_json::json!([null, 0]));
    assert_eq!(node(&fig4_11, "c")["exact"], serde_json::json!([2, 1]));
    let fig5_6 = whole("fig5_6.graph");
    assert_eq!(node(&fig5_6, "a")["derived"], serde_json::json!([2, 1]));
    assert_eq!(node(&fig5_6, "b")["derived"], serde_json::json!([1, 2]));
    for name in [
        "fig5_1.graph",
        "fig5_2.graph",
        "fig5_5.graph",
        "fig5_6.graph",
    ] {
        assert_eq!(whole(name)["cycles"], true, "{name}");
    }
    // A game tree with draws has a value, which the three leftmost ends prove.
    let fig2_1 = figure("fig2_1.graph");
    assert_eq!(
        object(&["pn", "graph", &fig2_1, "--value", "--json"])["value"],
        1
    );
    // Symmetric positions are one node, or two.
    let nodes = |args: &[&str]| {
        let all = [
            &[
                "pn",
                "graph",
                &figure("fig4_10.graph"),
                "--algorithm",
                "dag",
                "--json",
            ],
            args,
        ];
        object(&all.concat())["nodes"].clone()
    };
    assert_eq!(
        (nodes(&[]), nodes(&["--no-symmetry"])),
        (4.into(), 5.into())
    );
    let text = good(&["pn", "graph", &figure("fig4_2.graph"), "--expand-all"]);
    assert!(text.contains("disproof sets: {f} "), "{text}");
}

/// The converted graph has no cycles, and reading it again gives the numbers of the original.
#[test]
fn converted_graphs() {
    let scratch = Scratch::new();
    let file = scratch.file("converted.graph");
    let args = [
        "pn",
        "graph",
        &figure("fig5_2.graph"),
        "--expand-all",
        "--json",
    ];
    let original = object(&[&args[..], &["--convert", &file]].concat());
    let converted = object(&["pn", "graph", &file, "--expand-all", "--json"]);
    assert_eq!(converted["cycles"], false);
    assert_eq!(
        converted["nodes"][0]["exact"],
        original["nodes"][0]["exact"]
    );
    assert_eq!(converted["most_proving"], original["most_proving"]);
}
