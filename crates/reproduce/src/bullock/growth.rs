//! Fig. 5.1: how fast the search tree of 10x10 grows.

use crate::lab::{Measurement, Measurements, Task};
use crate::options::Options;
use crate::plan::{Draft, Measure};
use crate::result::{Ours, Reproduction, Row};
use crosscram_papers::Number;
use crosscram_papers::bullock2002::FIG_5_1;
use crosscram_support::columns::grouped;

/// Depth 5 needs 3.4 GB and minutes, about as long as a search of this many nodes.
const COST_OF_DEPTH_5: u64 = 1_000_000_000;

/// The cost of counting down to a depth at which `positions` are published.
fn cost(depth: usize, positions: u64) -> u64 {
    match depth {
        0..5 => positions,
        _ => positions.max(COST_OF_DEPTH_5),
    }
}

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let published = FIG_5_1.rows();
    let costs = published.iter().map(|row| cost(row.depth, row.nodes));
    let costs: Vec<u64> = costs.collect();
    // One task for all rows: to the deepest depth that is affordable.
    let deepest = costs.iter().rposition(|&cost| cost <= options.up_to);
    let deepest = deepest.unwrap_or(0);
    let mut drafts = Vec::new();
    for row in published {
        let depth = row.depth;
        let mut draft = |what: &str, published: Option<u64>, measure, until: usize| {
            let published = published.map(Number::from);
            let row = Row::new(format!("{what} at depth {depth}"), published);
            let tasks = vec![Task::Growth(deepest)];
            drafts.push(Draft::new(row, tasks, measure, costs[until], options));
        };
        let positions = Measure::Positions(depth);
        draft("positions", Some(row.nodes), positions, depth);
        draft("branching", row.branching, Measure::Branching(depth), depth);
        if depth + 1 < costs.len() {
            let published = row.effective_branching;
            draft("growth", published, Measure::Effective(depth), depth + 1);
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, answers: &Measurements) {
    let remarks = &mut result.remarks;
    remarks.extend([
        "ours are all different positions up to reflection; from depth 3 on the published numbers \
         are larger, as if a bounded table had forgotten some"
            .to_string(),
        "branching is the average number of moves, growth the number of positions for each one a \
         ply before, both with the fraction cut off as in the thesis; branching 79 at depth 3 is \
         neither the average over sequences nor that over positions (80.19 both)"
            .to_string(),
    ]);
    let mut rows = result.rows.iter();
    if rows.any(|row| matches!(row.ours, Ours::Skipped(_))) {
        remarks.push(format!(
            "depth 5 takes 3.4 GB and minutes: only with a limit of {} nodes or more",
            grouped(COST_OF_DEPTH_5)
        ));
    }
    let grown = answers.values().find_map(|answer| match answer {
        Measurement::Grown {
            branching, seconds, ..
        } => Some((branching, seconds)),
        _ => None,
    });
    if let Some((branching, seconds)) = grown {
        let exact = branching.iter().map(|value| format!("{value:.2}"));
        let exact: Vec<String> = exact.collect();
        remarks.push(format!("branching to two decimals: {}", exact.join(", ")));
        remarks.push(format!("counted in {seconds:.1} seconds"));
    }
}
