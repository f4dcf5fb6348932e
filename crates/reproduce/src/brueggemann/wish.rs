//! Section 8, "Future Work": game values inside the search.

use super::draft;
use crate::lab::Measurements;
use crate::options::Options;
use crate::plan::Draft;
use crate::result::{Reproduction, Row};
use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_search::triomineering::Techniques;

/// Sizes of regions whose exact values are used, and what to call the searches.
const SIZES: [(u32, &str); 4] = [
    (0, "no values"),
    (8, "values 8"),
    (12, "values 12"),
    (16, "values 16"),
];

/// Boards with fewer nodes are left out, because they show no effect.
const FEWEST_NODES: u64 = 10_000;

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for published in TABLE_1.rows() {
        if !published
            .nodes
            .is_some_and(|nodes| (FEWEST_NODES..=options.up_to).contains(&nodes))
        {
            continue;
        }
        for (values, variant) in SIZES {
            let techniques = Techniques {
                values,
                ..Techniques::ALL
            };
            let mut draft = draft(&published, techniques, options);
            draft.row.variant = variant.to_string();
            draft.row.comparable = values == 0;
            drafts.push(draft);
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    let totals = SIZES.map(|(_, variant)| {
        let rows = result.rows.iter().filter(|row| row.variant == variant);
        rows.filter_map(Row::ours).sum::<f64>()
    });
    let share = |i: usize| 100.0 * totals[i] / totals[0].max(1.0);
    result.remark(format!(
        "nodes of all these boards together with exact values of regions of up to 8, 12 and 16 \
         cells: {:.1} %, {:.1} % and {:.1} % of those without",
        share(1),
        share(2),
        share(3)
    ));
}
