//! Tables 4.1, 4.2, 4.3 and A.1: averages over random orders of moves.

use super::work::{Measure, count, in_parallel};
use super::{Outcome, Table, TableRow, papers};
use crate::options::Options;
use crate::table::Table as Published;

/// Orders that the thesis averages over, and many more.
const PUBLISHED_SEEDS: u64 = 100;
const MANY_SEEDS: u64 = 10_000;

/// What each table counts: a label, the measure, and where the published average stands.
fn measures(id: &str) -> &'static [(&'static str, Measure, &'static str, &'static str)] {
    match id {
        "4.1" => &[
            ("tree", Measure::TreeNodes, "nodes", "tree"),
            ("graph", Measure::GraphNodes, "nodes", "graph"),
        ],
        "4.2" => &[
            ("tree", Measure::TreeUpdates, "updates_full", "tree"),
            ("graph", Measure::GraphUpdates, "updates_full", "graph"),
        ],
        "4.3" => &[
            (
                "tree",
                Measure::ReducedTreeUpdates,
                "updates_stop_when_unchanged",
                "tree",
            ),
            (
                "graph",
                Measure::ReducedGraphUpdates,
                "updates_stop_when_unchanged",
                "graph",
            ),
        ],
        _ => &[
            ("tree", Measure::TreeNodes, "nodes", "tree"),
            (
                "symmetric, siblings apart",
                Measure::SymmetricNodes,
                "nodes",
                "symmetric",
            ),
            ("symmetric, all merged", Measure::MergedNodes, "nodes", "-"),
        ],
    }
}

pub(super) fn run(table: &Table, options: &Options<'_>) -> Outcome {
    let measures = measures(table.id);
    let counts = in_parallel(measures.len(), options, |number| {
        count(measures[number].1, MANY_SEEDS, options.watch)
    });
    let mut rows = Vec::new();
    for (&(variant, _, metric, column), counts) in measures.iter().zip(&counts) {
        let published = published(metric, column);
        for seeds in [PUBLISHED_SEEDS, MANY_SEEDS] {
            rows.push(row(variant, published, seeds, counts));
        }
    }
    let single = Published::parse(papers::TIC_TAC_TOE);
    let single: Vec<u64> = single
        .lines()
        .filter(|line| line.text("seed") != "average")
        .map(|line| line.value("tree"))
        .collect();
    let (least, most) = (single.iter().min(), single.iter().max());
    Outcome {
        rows,
        remarks: vec![
            "an average has to lie within three standard errors of the published one, which is an \
             average over 100 orders itself"
                .to_string(),
            format!(
                "the ten orders that are printed singly need {} to {} nodes of the tree; their \
                 random generator is not known",
                least.expect("ten rows"),
                most.expect("ten rows"),
            ),
        ],
        ..Outcome::default()
    }
}

fn published(metric: &str, column: &str) -> Option<f64> {
    let table = Published::parse(papers::TIC_TAC_TOE);
    let line = table
        .lines()
        .find(|line| line.text("seed") == "average" && line.text("metric") == metric)?;
    if column == "-" {
        return None;
    }
    line.get(column)
}

fn row(variant: &str, published: Option<f64>, seeds: u64, counts: &[u64]) -> TableRow {
    let row = TableRow {
        what: format!("{seeds} orders"),
        variant: variant.to_string(),
        published,
        ..TableRow::default()
    };
    let Some(counts) = counts.get(..seeds as usize) else {
        return TableRow {
            note: "interrupted".to_string(),
            ..row
        };
    };
    let n = seeds as f64;
    let mean = counts.iter().sum::<u64>() as f64 / n;
    let squares = counts.iter().map(|&count| (count as f64 - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (n - 1.0)).sqrt();
    let away = published.map(|published| {
        // Both averages are uncertain.
        let error = deviation * (1.0 / n + 1.0 / PUBLISHED_SEEDS as f64).sqrt();
        (mean - published) / error
    });
    TableRow {
        ours: Some(mean),
        error: Some(deviation / n.sqrt()),
        failed: away.is_some_and(|away| away.abs() > 3.0),
        note: away.map_or(String::new(), |away| format!("{away:+.1} standard errors")),
        ..row
    }
}
