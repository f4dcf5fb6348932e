//! Table 3 and Fig. 9: what each technique gives.

use super::sheet::Cell;
use super::{Experiment, Sheet, both, empty};
use crate::options::Options;
use crosscram_papers::Number;
use crosscram_papers::brueggemann2016::{Seconds, TABLE_3};
use crosscram_plot::{Axis, Chart, Line, Series};
use crosscram_search::triomineering::Techniques;

/// The published seconds of a row.
type Column = fn(&Seconds) -> Number;

/// Name, column of the published seconds, and what is switched on.
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

const HEADS: &[&str] = &[
    "board",
    "technique",
    "published_seconds",
    "seconds",
    "nodes",
    "note",
];

pub(super) fn times(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let mut sheet = Sheet::new(experiment, HEADS);
    let mut given_up = [false; TECHNIQUES.len()];
    let mut ours: Vec<Vec<(f64, f64)>> = vec![Vec::new(); TECHNIQUES.len()];
    let mut published = ours.clone();
    for row in TABLE_3.rows() {
        let area = row.area;
        let side = area.isqrt();
        for (i, (name, column, techniques)) in TECHNIQUES.into_iter().enumerate() {
            let printed = column(&row);
            if !printed.is_bound {
                published[i].push((area as f64, printed.value));
            }
            let mut cells = vec![
                Cell::text(format!("{side}x{side}")),
                Cell::text(name),
                Cell::text(printed.to_string()),
            ];
            if given_up[i] {
                let note = Cell::text("skipped: the smaller board was too much");
                cells.extend([Cell::Nothing, Cell::Nothing, note]);
                sheet.row(cells);
                continue;
            }
            let board = empty(side, side);
            let Some(found) = both(options.watch, &board, techniques, options.up_to) else {
                sheet.interrupted = true;
                return sheet;
            };
            given_up[i] = found.outcome.is_none();
            let note = match given_up[i] {
                true => "not finished: above the limit of nodes",
                false => {
                    // A search too quick for the clock has no place on a logarithmic scale.
                    ours[i].push((area as f64, found.seconds.max(1e-6)));
                    ""
                }
            };
            let seconds = Some(found.seconds).filter(|_| !given_up[i]);
            let nodes = Some(found.nodes).filter(|_| !given_up[i]);
            cells.extend([Cell::seconds(seconds), Cell::count(nodes), Cell::text(note)]);
            sheet.row(cells);
        }
    }
    sheet.remarks.push(
        "published: seconds of a Java program on an i7-3630QM at 2.4 GHz; which of the cut-offs by \
         safe and real moves its plain variants kept is not printed, ours keep both"
            .to_string(),
    );
    let mut chart = Chart::new("Fig. 9: Triomineering on n x n, seconds by technique")
        .id("brueggemann-9")
        .x_axis(Axis::linear("cells"))
        .y_axis(Axis::log("seconds"));
    for (i, (name, _, _)) in TECHNIQUES.into_iter().enumerate() {
        chart = chart.series(Series::new(name).points(ours[i].iter().copied()));
    }
    for (i, (name, _, _)) in TECHNIQUES.into_iter().enumerate() {
        let series = Series::new(format!("{name}, published"));
        let points = published[i].iter().copied();
        chart = chart.series(series.points(points).line(Line::Dashed).paired_with(i));
    }
    sheet.charts.push(("brueggemann-9".to_string(), chart));
    sheet
}
