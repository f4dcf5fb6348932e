//! Tables 4.1, 4.2, 4.3 and A.1: averages over random orders of moves.

use super::work::{Measure, count};
use crate::experiment::{Experiment, OnRow};
use crate::options::Options;
use crate::result::{Reproduction, Row, Verdict};
use crosscram_papers::Number;
use crosscram_papers::schijf1993::TIC_TAC_TOE;
use crosscram_pn::Symmetry;
use crosscram_search::SearchError;
use crosscram_support::columns::grouped;
use crosscram_support::pool::Pool;
use crosscram_support::stop::Stop;

/// The numbers of random orders: those of the thesis, and many more.
const PUBLISHED_SEEDS: u64 = 100;
const MANY_SEEDS: u64 = 10_000;

const TREE: &str = "tree --initial one";
const GRAPH: &str = "dag --initial one";

/// What each table counts: a label, the measure, and the place of the published average.
fn measures(id: &str) -> Vec<(&'static str, Measure, &'static str, &'static str)> {
    let of = |search, symmetry, updates| Measure {
        search,
        symmetry,
        updates,
    };
    let nodes = |search, symmetry| of(search, symmetry, false);
    let updates = |search| of(search, Symmetry::Apart, true);
    let rows = match id {
        "4.1" => &[
            ("tree", nodes(TREE, Symmetry::Apart), "nodes", "tree"),
            ("graph", nodes(GRAPH, Symmetry::Apart), "nodes", "graph"),
        ][..],
        "4.2" => &[
            (
                "tree",
                updates("tree --initial one --full-updates"),
                "updates_full",
                "tree",
            ),
            (
                "graph",
                updates("dag --initial one --updates all-paths"),
                "updates_full",
                "graph",
            ),
        ],
        "4.3" => &[
            ("tree", updates(TREE), "updates_stop_when_unchanged", "tree"),
            (
                "graph",
                updates("dag --initial one --updates changed-paths"),
                "updates_stop_when_unchanged",
                "graph",
            ),
        ],
        _ => &[
            ("tree", nodes(TREE, Symmetry::Apart), "nodes", "tree"),
            (
                "symmetric, siblings apart",
                nodes(GRAPH, Symmetry::ButSiblings),
                "nodes",
                "symmetric",
            ),
            (
                "symmetric, all merged",
                nodes(GRAPH, Symmetry::Shared),
                "nodes",
                "-",
            ),
        ],
    };
    rows.to_vec()
}

/// Searches of random orders, all orders of a measure together.
pub(super) fn searches(experiment: &Experiment, _: &Options<'_>) -> usize {
    measures(experiment.id).len()
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let measures = measures(result.experiment.id);
    // The tree of each order has about as many nodes as the published average.
    let nodes = published("nodes", "tree").map_or(0.0, |nodes| nodes.value);
    let affordable = |seeds: &u64| *seeds as f64 * nodes <= options.up_to as f64;
    let most = [MANY_SEEDS, PUBLISHED_SEEDS].into_iter().find(affordable);
    let rows_of = |(variant, _, metric, column): (&str, Measure, &str, &str), counts: &[u64]| {
        let published = published(metric, column);
        [PUBLISHED_SEEDS, MANY_SEEDS].map(|seeds| {
            let mut row = row(variant, published, seeds, counts);
            if !affordable(&seeds) {
                let about = grouped((seeds as f64 * nodes) as u64);
                row.skip(format!("skipped: above the limit (about {about} nodes)"));
            }
            row
        })
    };
    result.expected = measures.iter().flat_map(|&of| rows_of(of, &[])).collect();
    for row in &mut result.expected {
        row.measure(row.published.map_or(nodes, |published| published.value));
        row.error = Some(100.0);
        row.note = "+0.0 standard errors".to_string();
    }
    let pool = Pool::ordered(options.threads, &Stop::new());
    let start = |_| |of: &(_, Measure, _, _)| count(of.1, most.unwrap_or(0), options.watch);
    pool.run(&measures, start, |counted| {
        for (number, counts) in counted {
            for row in rows_of(measures[number], &counts) {
                result.rows.push(row);
                on_row(result);
            }
        }
        Ok::<(), SearchError>(())
    })?;
    let single = TIC_TAC_TOE.rows().into_iter();
    let single = single.filter(|row| row.seed != "average");
    let (least, most) = single.fold((f64::MAX, 0.0_f64), |(least, most), row| {
        (least.min(row.tree.value), most.max(row.tree.value))
    });
    result.remarks = vec![
        "an average has to lie within three standard errors of the published one, which is an \
         average over 100 orders itself"
            .to_string(),
        format!(
            "the ten orders that are printed singly need {least} to {most} nodes of the tree; \
             their random generator is not known"
        ),
    ];
    Ok(())
}

fn published(metric: &str, column: &str) -> Option<Number> {
    let mut rows = TIC_TAC_TOE.rows().into_iter();
    let row = rows.find(|row| row.seed == "average" && row.metric == metric)?;
    match column {
        "tree" => Some(row.tree),
        "graph" => Some(row.graph),
        "symmetric" => row.symmetric,
        _ => None,
    }
}

fn row(variant: &str, published: Option<Number>, seeds: u64, counts: &[u64]) -> Row {
    let mut row = Row::new(format!("{seeds} orders"), published).variant(variant);
    let Some(counts) = counts.get(..seeds as usize) else {
        return row;
    };
    let n = seeds as f64;
    let mean = counts.iter().sum::<u64>() as f64 / n;
    let squares = counts.iter().map(|&count| (count as f64 - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (n - 1.0)).sqrt();
    row.measure(mean);
    row.error = Some(deviation / n.sqrt());
    if let Some(published) = published {
        // Both averages are uncertain.
        let error = deviation * (1.0 / n + 1.0 / PUBLISHED_SEEDS as f64).sqrt();
        row.tolerance = 3.0 * error;
        row.faulty = row.verdict() == Verdict::Differs;
        row.note = format!("{:+.1} standard errors", (mean - published.value) / error);
    }
    row
}
