//! Tables 4.1, 4.2, 4.3 and A.1: averages over random orders of moves.

use super::work::{Measure, count, in_parallel};
use super::{Outcome, Table, TableRow};
use crate::options::Options;
use crosscram_papers::schijf1993::TIC_TAC_TOE;

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
    let single = TIC_TAC_TOE.rows().into_iter();
    let single = single.filter(|row| row.seed != "average");
    let (least, most) = single.fold((f64::MAX, 0.0_f64), |(least, most), row| {
        (least.min(row.tree.value), most.max(row.tree.value))
    });
    Outcome {
        rows,
        remarks: vec![
            "an average has to lie within three standard errors of the published one, which is an \
             average over 100 orders itself"
                .to_string(),
            format!(
                "the ten orders that are printed singly need {least} to {most} nodes of the tree; \
                 their random generator is not known"
            ),
        ],
        ..Outcome::default()
    }
}

fn published(metric: &str, column: &str) -> Option<f64> {
    let mut rows = TIC_TAC_TOE.rows().into_iter();
    let row = rows.find(|row| row.seed == "average" && row.metric == metric)?;
    let number = match column {
        "tree" => Some(row.tree),
        "graph" => Some(row.graph),
        "symmetric" => row.symmetric,
        _ => None,
    };
    number.map(|number| number.value)
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
