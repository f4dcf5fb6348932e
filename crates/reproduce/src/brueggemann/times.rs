//! Table 3 and Fig. 9: the effect of each technique.

use super::empty;
use crate::experiment::{Experiment, OnRow};
use crate::lab::{self, Measurement};
use crate::options::Options;
use crate::plan::{outcome, tromino_searches};
use crate::result::{Reproduction, Row};
use crosscram_papers::Number;
use crosscram_papers::brueggemann2016::{Seconds, TABLE_3};
use crosscram_plot::{Axis, Chart, LineStyle, Series};
use crosscram_rules::notation::parse_size;
use crosscram_search::SearchError;
use crosscram_search::triomineering::Techniques;

/// As wide as most counts of nodes.
const MANY_NODES: u64 = 10_000_000;

/// The published seconds of a row.
type Column = fn(&Seconds) -> Number;

/// Whether the plain variants decided positions by safe and real moves: the paper does not say.
const READINGS: [(&str, bool); 2] = [("", true), (NO_CUTOFFS, false)];
const NO_CUTOFFS: &str = ", no cut-offs";

/// Name, column of the published seconds, and the techniques in use.
const TECHNIQUES: [(&str, Column, Techniques); 5] = [
    ("alpha-beta", |row| row.alpha_beta_s, Techniques::ALPHA_BETA),
    (
        "transposition table",
        |row| row.transposition_s,
        Techniques::TRANSPOSITION,
    ),
    ("symmetry", |row| row.symmetry_s, Techniques::SYMMETRY),
    (
        "move ordering",
        |row| row.move_ordering_s,
        Techniques::ORDERING,
    ),
    ("all techniques", |row| row.all_s, Techniques::ALL),
];

/// A row that is still to be measured.
struct Planned {
    row: Row,
    side: usize,
    techniques: Techniques,
    /// The places of the reading and of the techniques in their lists.
    place: (usize, usize),
}

fn plan() -> Vec<Planned> {
    let mut plan = Vec::new();
    for published in TABLE_3.rows() {
        let side = published.area.isqrt();
        for (r, (reading, cutoffs)) in READINGS.into_iter().enumerate() {
            for (i, (name, column, techniques)) in TECHNIQUES.into_iter().enumerate() {
                let row = Row::new(format!("{side}x{side}"), Some(column(&published)));
                plan.push(Planned {
                    row: row.variant(format!("{name}{reading}")).not_compared(),
                    side,
                    techniques: Techniques {
                        cutoffs,
                        ..techniques
                    },
                    place: (r, i),
                });
            }
        }
    }
    plan
}

/// Two searches for each row.
pub(super) fn searches(_: &Experiment, _: &Options<'_>) -> usize {
    2 * plan().len()
}

pub(super) fn run(
    result: &mut Reproduction,
    options: &Options<'_>,
    on_row: &mut OnRow<'_>,
) -> Result<(), SearchError> {
    let mut given_up = [[false; TECHNIQUES.len()]; READINGS.len()];
    let expected = plan().into_iter().map(|Planned { row, .. }| {
        let seconds = row.published.map_or(0.0, |published| published.value);
        row.measured(seconds).more([("nodes", MANY_NODES.into())])
    });
    result.expected = expected.collect();
    for planned in plan() {
        let Planned {
            mut row,
            side,
            techniques,
            place: (r, i),
        } = planned;
        if given_up[r][i] {
            row.skip("skipped: the smaller board was too much");
            result.rows.push(row);
            on_row(result);
            continue;
        }
        let tasks = tromino_searches(empty(side, side), techniques, options.up_to);
        let answers = lab::perform_both(&tasks, options.watch)?;
        let seconds: Option<f64> = answers.iter().map(Measurement::seconds).sum();
        let Some(seconds) = seconds else {
            result.rows.push(row);
            return Ok(());
        };
        given_up[r][i] = outcome(&tasks, &answers.each_ref()).is_none();
        match given_up[r][i] {
            true => row.skip("not finished: above the limit of nodes"),
            false => {
                let nodes: u64 = answers.iter().map(Measurement::nodes).sum();
                row = row.measured(seconds).more([("nodes", nodes.into())]);
            }
        }
        result.rows.push(row);
        on_row(result);
    }
    result.remark("published: seconds of a Java program on an i7-3630QM at 2.4 GHz; whether its plain variants decided \
         positions by safe and real moves is not printed, so each is run with and without these cut-offs");
    for (reading, _) in READINGS {
        draw(result, reading);
    }
    Ok(())
}

/// Fig. 9 in one reading.
fn draw(result: &mut Reproduction, reading: &str) {
    let name = match reading {
        NO_CUTOFFS => "brueggemann-9-no-cutoffs",
        _ => "brueggemann-9",
    };
    let title = format!("Fig. 9: Triomineering on n x n, seconds by technique{reading}");
    let mut chart = Chart::new(title)
        .x_axis(Axis::linear("cells"))
        .y_axis(Axis::log("seconds"));
    let points = |name: &str, number: fn(&Row) -> Option<f64>| {
        let variant = format!("{name}{reading}");
        let rows = result.rows.iter().filter(move |row| row.variant == variant);
        let cells = |row: &Row| parse_size(&row.what).map(|(rows, cols)| (rows * cols) as f64);
        // A search too quick for the clock cannot be shown on a logarithmic scale.
        rows.filter_map(move |row| Some((cells(row).ok()?, number(row)?.max(1e-6))))
            .collect::<Vec<_>>()
    };
    for (name, ..) in TECHNIQUES {
        chart = chart.series(Series::new(name).points(points(name, Row::ours)));
    }
    for (i, (name, ..)) in TECHNIQUES.into_iter().enumerate() {
        let published = points(name, |row| {
            row.published
                .filter(|seconds| !seconds.is_bound)
                .map(|seconds| seconds.value)
        });
        let series = Series::new(format!("{name}, published")).points(published);
        chart = chart.series(series.line(LineStyle::Dashed).paired_with(i));
    }
    result.draw(name, chart);
}
