//! Section 8, "Future Work": game values inside the search.

use super::sheet::Cell;
use super::{Experiment, Sheet, both, empty};
use crate::options::Options;
use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_rules::Outcome;
use crosscram_search::triomineering::Techniques;

/// Sizes of regions whose exact values are used.
const SIZES: [u32; 3] = [8, 12, 16];

const HEADS: &[&str] = &[
    "board",
    "outcome",
    "nodes",
    "seconds",
    "nodes_8",
    "seconds_8",
    "nodes_12",
    "seconds_12",
    "nodes_16",
    "seconds_16",
];

/// Boards of fewer nodes show nothing.
const FEWEST_NODES: u64 = 10_000;

pub(super) fn wish(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let mut sheet = Sheet::new(experiment, HEADS);
    let mut totals = [0_u64; 1 + SIZES.len()];
    for line in TABLE_1.rows() {
        let (rows, cols, published) = (line.rows, line.cols, line.outcome);
        let nodes = line.nodes.unwrap_or(u64::MAX);
        if !(FEWEST_NODES..=options.up_to).contains(&nodes) {
            continue;
        }
        let board = empty(cols, rows);
        let mut cells = vec![
            Cell::text(format!("{rows}x{cols}")),
            Cell::outcome(Some(published)),
        ];
        for (i, values) in [0].into_iter().chain(SIZES).enumerate() {
            let techniques = Techniques {
                values,
                ..Techniques::ALL
            };
            let Some(found) = both(options.watch, &board, techniques, u64::MAX) else {
                sheet.interrupted = true;
                return sheet;
            };
            sheet.judge(Some(published), found.outcome.map(Outcome::transposed));
            totals[i] += found.nodes;
            cells.extend([Cell::Count(found.nodes), Cell::Seconds(found.seconds)]);
        }
        sheet.row(cells);
    }
    let share = |i: usize| 100.0 * totals[i] as f64 / totals[0].max(1) as f64;
    sheet.remarks.push(format!(
        "nodes of all these boards together with exact values of regions of up to 8, 12 and 16 \
         cells: {:.1} %, {:.1} % and {:.1} % of those without",
        share(1),
        share(2),
        share(3)
    ));
    sheet
}
