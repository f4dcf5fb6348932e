//! Section 8, "Future Work": replacement schemes in a table of fixed size.

use super::empty;
use crate::lab::Measurements;
use crate::options::Options;
use crate::plan::{Draft, Measure, limited_tromino_searches};
use crate::result::{Reproduction, Row};
use crosscram_papers::brueggemann2016::TABLE_1;
use crosscram_plot::{Axis, Chart, Series};
use crosscram_search::Replacement;
use crosscram_search::triomineering::{Limits, Techniques};

/// Squares of Table 1, and the sizes of the table, as powers of two: from too small to large enough.
const BOARDS: [(usize, &[u32]); 4] = [
    (6, &[4, 6, 8]),
    (7, &[6, 8, 10, 12]),
    (8, &[8, 10, 12, 14, 16, 18]),
    (9, &[12, 15, 18]),
];

/// The schemes that the table of this engine has: its entries are not scattered.
fn schemes() -> impl Iterator<Item = Replacement> {
    let all = Replacement::ALL.iter().copied();
    all.filter(|scheme| *scheme != Replacement::FindFirstScattered)
}

/// The program of 2016 keeps what came first.
const FIRST: &str = "first";

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let published = TABLE_1.rows();
    let mut drafts = Vec::new();
    for (side, sizes) in BOARDS {
        let whole = published
            .iter()
            .find(|row| (row.rows, row.cols) == (side, side))
            .and_then(|row| row.nodes)
            .expect("a square of Table 1");
        for &bits in sizes {
            for scheme in [None].into_iter().chain(schemes().map(Some)) {
                let techniques = Techniques {
                    replacement: scheme,
                    ..Techniques::ALL
                };
                let limits = Limits {
                    nodes: u64::MAX,
                    entries: 1 << bits,
                };
                let row = Row::new(format!("{side}x{side} 2^{bits}"), None);
                let row = row.variant(scheme.map_or(FIRST, Replacement::name));
                let tasks = limited_tromino_searches(empty(side, side), techniques, limits).into();
                drafts.push(Draft::new(row, tasks, Measure::Total, whole, options));
            }
        }
    }
    drafts
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    result.remark(format!(
        "nodes of both first players; {FIRST} keeps what came first and counts reflections one by one, as the \
         program of 2016 would with so many entries; the others are those of Breuker et al. and Bullock, \
         with one entry for all reflections"
    ));
    for (side, sizes) in BOARDS {
        let board = format!("{side}x{side} ");
        let variants = [FIRST].into_iter().chain(schemes().map(Replacement::name));
        let mut chart = Chart::new(format!("Triomineering {board}: replacement schemes"))
            .x_axis(Axis::linear("table entries, as a power of 2"))
            .y_axis(Axis::log("nodes"));
        for variant in variants {
            let rows = result.rows.iter().filter(|row| row.variant == variant);
            let points = sizes.iter().filter_map(|&bits| {
                let what = format!("{board}2^{bits}");
                let row = rows.clone().find(|row| row.what == what)?;
                Some((f64::from(bits), row.ours()?))
            });
            chart = chart.series(Series::new(variant).points(points.collect::<Vec<_>>()));
        }
        result.draw(&format!("brueggemann-replacement-{side}"), chart);
    }
}
