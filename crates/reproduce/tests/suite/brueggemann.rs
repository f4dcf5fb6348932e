//! The experiments on Triomineering.

use crate::runs::{Stopping, ours, result, results, row, up_to};
use crosscram_reproduce::brueggemann::PAPER;
use crosscram_reproduce::{Options, Reproduction, Row, Verdict};

fn run(id: &str, limit: u64) -> Reproduction {
    result(&PAPER, id, &up_to(limit))
}

#[test]
fn outcomes_and_counts_of_table_1() {
    let result = run("1", 3000);
    assert!(!result.failed() && !result.interrupted());
    let said = "24 of 24 measured numbers equal the published ones";
    assert_eq!(result.remarks, [said]);
    let known = |row: &&Row| row.outcome.is_some();
    assert_eq!(result.rows.iter().filter(known).count(), 24);
    let text = result.to_text();
    assert!(text.contains("skipped: above the limit"), "{text}");
}

#[test]
fn outcomes_of_table_2() {
    let result = run("2", 2000);
    assert!(!result.failed());
    let run = result.rows.iter().filter(|row| row.outcome.is_some());
    assert_eq!(run.count(), 21);
}

#[test]
fn techniques_and_their_chart() {
    let result = run("9", 100_000);
    assert_eq!(result.experiment.id, "3");
    let text = result.to_text();
    let skipped = "skipped: the smaller board was too much";
    assert!(text.contains(skipped), "{text}");
    let pictures = &result.pictures;
    assert_eq!(pictures.len(), 2);
    assert_eq!(pictures[1].0, "brueggemann-9-no-cutoffs.svg");
    assert_eq!(pictures[0].0, "brueggemann-9.svg");
    assert!(pictures[0].1.contains("move ordering, published"));
    let first = result.to_json_lines().lines().next().unwrap().to_string();
    assert!(first.starts_with("{\"schema\":2,\"paper\":\"brueggemann2016\",\"table\":\"3\","));
}

#[test]
fn scaled_boards() {
    let result = run("6.1", 3000);
    let text = result.to_text();
    let line = text.lines().find(|line| line.starts_with("  4x4"));
    let line: Vec<_> = line.unwrap().split_whitespace().collect();
    assert_eq!([line[0], line[1]], ["4x4", "6x6"], "{text}");
    assert_eq!(line[3..], ["1", "1", "yes"], "{text}");
    assert!(result.remarks[0].contains("pairs whose sides scale exactly"));
    assert!(text.contains("Triomineering"), "{text}");
}

#[test]
fn values_need_fewer_nodes() {
    let result = run("values", 20_000);
    assert!(!result.failed());
    let plain = row(&result, "7x7", "no values");
    assert_eq!(plain.ours(), Some(14_753.0));
    assert_eq!(plain.verdict(), Verdict::Equal);
    assert!(ours(&result, "7x7", "values 16") < 14_753.0);
    assert!(result.to_text().contains("values 16 seconds"));
}

#[test]
fn what_is_stopped_says_so() {
    let options = Options {
        watch: &Stopping,
        up_to: 6_000_000,
        threads: 1,
        ..Options::default()
    };
    let all: Vec<_> = PAPER.experiments.iter().collect();
    let results = results(&PAPER, &all, &options);
    // Tables 1 and 2 are one plan; nothing is begun after them.
    assert_eq!(results.len(), 2);
    assert!(results.iter().all(Reproduction::interrupted));
    assert!(results[0].to_text().contains("interrupted"));
}

/// A table that is too small costs nodes, one that is large enough none.
#[test]
fn replacement_schemes() {
    let result = run("replacement", 1000);
    let nodes = |what: &str, scheme: &str| ours(&result, what, scheme);
    assert!(nodes("6x6 2^4", "first") > nodes("6x6 2^8", "first"));
    // `solve` refuses it with this engine, whose entries are not scattered.
    let mut variants = result.rows.iter().map(|row| row.variant.as_str());
    assert!(!variants.any(|scheme| scheme == "find-first-scattered"));
    assert!(nodes("6x6 2^4", "two-big") > 738.0);
    assert!((738.0..750.0).contains(&nodes("6x6 2^8", "find-worst")));
    assert_eq!(result.pictures.len(), 4);
    assert!(result.to_text().contains("skipped: above the limit"));
}
