//! Figures that switch parts of the search on and off: Figs. 4.6, 4.7 and 6.4, with the graphs
//! Figs. 4.5 and 6.3.

use super::charts::{Kind, draw};
use crate::lab::{Measurement, Measurements, Task};
use crate::options::Options;
use crate::plan::{Draft, Measure, engine_of, search, searches};
use crate::result::{Reproduction, Row};
use crosscram_papers::Number;
use crosscram_papers::bullock2002::{Ablation, DepthNodes, FIG_4_6, FIG_4_7, FIG_6_4};
use crosscram_plot::{LineStyle, Series};
use crosscram_rules::{Board, Outcome, Player};
use crosscram_search::Ordering;
use crosscram_support::columns::grouped;

/// The published nodes of a row.
type Column = fn(&DepthNodes) -> u64;

/// The two orderings of Fig. 4.6 with their columns.
const ORDERINGS: [(Ordering, Column); 2] = [
    (Ordering::Primary, |row| row.primary),
    (Ordering::Dynamic, |row| row.primary_symmetry),
];

/// 8x8, Vertical first.
fn square(engine: &str) -> Task {
    let board = Board::empty(8, 8).expect("64 cells");
    search(board, Player::Vertical, &engine_of(engine))
}

fn with_ordering(ordering: Ordering) -> String {
    format!("--engine obsequi --ordering {ordering}")
}

pub(super) fn plan_4_6(options: &Options<'_>) -> Vec<Draft> {
    let depths = FIG_4_6.rows();
    let mut drafts = Vec::new();
    for (ordering, nodes) in ORDERINGS {
        let total = depths.iter().map(nodes).sum();
        let mut draft = |what: &str, published, measure, outcome| {
            let engine = with_ordering(ordering);
            let mut row = Row::new(what, Some(Number::from(published)))
                .variant(ordering.name())
                .command(format!("solve 8x8 --first V {engine} --stats"));
            row.published_outcome = outcome;
            let tasks = vec![square(&engine)];
            drafts.push(Draft::new(row, tasks, measure, total, options));
        };
        for row in &depths {
            let measure = Measure::AtDepth(row.depth);
            draft(&row.depth.to_string(), nodes(row), measure, None);
        }
        draft("all", total, Measure::Total, Some(Outcome::First));
    }
    drafts
}

pub(super) fn finish_4_6(result: &mut Reproduction, answers: &Measurements) {
    let rows = &result.rows;
    let mut remarks = vec![
        "dynamic is the tie-break of the thesis's text; its other tables come from a static \
         positional one (2,023,301 nodes in Fig. 6.1)"
            .to_string(),
    ];
    let mut series = Vec::new();
    for (number, (ordering, _)) in ORDERINGS.into_iter().enumerate() {
        let of_this = |row: &&Row| row.variant == ordering.name();
        let depth = |row: &Row| row.what.parse::<f64>().ok();
        let published = rows.iter().filter(of_this);
        let published = published.filter_map(|row| Some((depth(row)?, row.published?.value)));
        let published = Series::new(format!("{ordering}, published")).points(published);
        series.push(published.line(LineStyle::Dashed).paired_with(number));
        let by_depth = by_depth(answers, &square(&with_ordering(ordering)));
        let listed = rows
            .iter()
            .filter(of_this)
            .filter(|row| depth(row).is_some())
            .count();
        let deeper: u64 = by_depth.iter().skip(listed).sum();
        if deeper > 0 {
            let deeper = grouped(deeper);
            remarks.push(format!(
                "{ordering}: {deeper} nodes deeper than the published ones"
            ));
        }
        series.push(depths(format!("{ordering}, ours"), by_depth).paired_with(number));
    }
    let title = "Move ordering without and with symmetry, 8x8";
    result.remarks.extend(remarks);
    draw(result, ("4.5", ""), Kind::Depths, title, series);
}

pub(super) fn plan_4_7(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for published in FIG_4_7.rows() {
        let (rows, cols) = (published.rows, published.cols);
        let board = Board::empty(rows, cols).expect("a board of the thesis");
        let choices = [
            ("played", " --play-safe-moves", published.safe_played),
            ("ignored", "", published.safe_ignored),
        ];
        for (safe_moves, option, published) in choices {
            let engine = format!("--engine obsequi{option}");
            let row = Row::new(format!("{rows}x{cols}"), Some(published.into()))
                .variant(format!("safe moves {safe_moves}"))
                .command(format!("solve {rows}x{cols} {engine}"));
            let tasks = searches(board, &engine);
            drafts.push(Draft::new(row, tasks, Measure::Total, published, options));
        }
    }
    drafts
}

/// Obsequi without a part of its evaluation.
struct Evaluation {
    name: String,
    engine: String,
    nodes: u64,
}

/// The lines of Fig. 6.4.
fn evaluations() -> Vec<Evaluation> {
    let evaluation = |row: Ablation| {
        let (name, option) = match row.without {
            None => ("all".to_string(), String::new()),
            Some("cover") => ("no cover".to_string(), " --no-cover".to_string()),
            Some(without) => (format!("all - {without}"), format!(" --without {without}")),
        };
        Evaluation {
            name,
            engine: format!("--engine obsequi{option}"),
            nodes: row.nodes,
        }
    };
    FIG_6_4.rows().into_iter().map(evaluation).collect()
}

pub(super) fn plan_6_4(options: &Options<'_>) -> Vec<Draft> {
    let draft = |one: Evaluation| {
        let row = Row::new(one.name, Some(one.nodes.into()));
        let mut row = row.command(format!("solve 8x8 --first V {}", one.engine));
        row.published_outcome = Some(Outcome::First);
        let tasks = vec![square(&one.engine)];
        Draft::new(row, tasks, Measure::Total, one.nodes, options)
    };
    evaluations().into_iter().map(draft).collect()
}

pub(super) fn finish_6_4(result: &mut Reproduction, answers: &Measurements) {
    let series = evaluations()
        .into_iter()
        .map(|one| depths(one.name, by_depth(answers, &square(&one.engine))));
    let title = "Parts of the evaluation left out, 8x8";
    draw(result, ("6.3", ""), Kind::Depths, title, series);
    let remark = "the nodes by depth of Fig. 6.3 are published only as a graph";
    result.remark(remark.to_string());
}

fn by_depth<'a>(answers: &'a Measurements, task: &Task) -> &'a [u64] {
    match answers.get(task) {
        Some(Measurement::Searched { by_depth, .. }) => by_depth,
        _ => &[],
    }
}

fn depths(name: String, by_depth: &[u64]) -> Series {
    let points = by_depth.iter().zip(1u32..);
    Series::new(name).points(points.map(|(&nodes, depth)| (f64::from(depth), nodes as f64)))
}
