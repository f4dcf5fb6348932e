//! Figures that switch parts of the search on and off: Figs. 4.6, 4.7 and 6.4, with the graphs
//! Figs. 4.5 and 6.3.

use super::Conclusion;
use super::charts::{Kind, chart};
use crate::lab::{Answer, Answers, Task};
use crate::options::Options;
use crate::plan::{Draft, Measure, search, searches};
use crate::result::Row;
use crate::text::grouped;
use crosscram_papers::bullock2002::{DepthNodes, FIG_4_6, FIG_4_7, FIG_6_4};
use crosscram_plot::{Line, Series};
use crosscram_rules::{Board, Outcome, Player};
use crosscram_search::{ClassicOptions, Cover, CoverOptions, Ordering, Program, SafeMoves};

/// The published nodes of a row.
type Column = fn(&DepthNodes) -> u64;

/// The two orderings of Fig. 4.6 with their columns.
const ORDERINGS: [(Ordering, Column); 2] = [
    (Ordering::Primary, |row| row.primary),
    (Ordering::Dynamic, |row| row.primary_symmetry),
];

/// 8x8, Vertical first.
fn square(config: &ClassicOptions) -> Task {
    let board = Board::empty(8, 8).expect("64 cells");
    search(board, Player::Vertical, config)
}

fn with_ordering(ordering: Ordering) -> Task {
    square(&ClassicOptions {
        ordering,
        ..ClassicOptions::of(Program::Obsequi)
    })
}

pub(super) fn plan_4_6(options: &Options<'_>) -> Vec<Draft> {
    let depths = FIG_4_6.rows();
    let mut drafts = Vec::new();
    for (ordering, nodes) in ORDERINGS {
        let total = depths.iter().map(nodes).sum();
        let mut draft = |what: &str, published, measure, outcome| {
            let mut row = Row::new(what, Some(published));
            row.variant = ordering.name().to_string();
            row.published_outcome = outcome;
            let tasks = vec![with_ordering(ordering)];
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

pub(super) fn finish_4_6(rows: &[Row], answers: &Answers) -> Conclusion {
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
        let published = published.filter_map(|row| Some((depth(row)?, row.published? as f64)));
        let published = Series::new(format!("{ordering}, published")).points(published);
        series.push(published.line(Line::Dashed).paired_with(number));
        let by_depth = by_depth(answers, &with_ordering(ordering));
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
    Conclusion {
        remarks,
        charts: vec![chart("4.5", Kind::Depths, title, series)],
    }
}

pub(super) fn plan_4_7(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for published in FIG_4_7.rows() {
        let (rows, cols) = (published.rows, published.cols);
        let board = Board::empty(rows, cols).expect("a board of the thesis");
        let choices = [
            (SafeMoves::Played, published.safe_played),
            (SafeMoves::Ignored, published.safe_ignored),
        ];
        for (safe_moves, published) in choices {
            let mut row = Row::new(format!("{rows}x{cols}"), Some(published));
            row.variant = format!("safe moves {safe_moves}");
            let engine = ClassicOptions {
                safe_moves,
                ..ClassicOptions::of(Program::Obsequi)
            };
            let tasks = searches(board, &engine);
            drafts.push(Draft::new(row, tasks, Measure::Total, published, options));
        }
    }
    drafts
}

/// Obsequi without the part of the evaluation that a line of Fig. 6.4 names, and what to call it.
fn evaluation(without: Option<&str>) -> (String, ClassicOptions) {
    let obsequi = ClassicOptions::of(Program::Obsequi);
    let (name, cover) = match without {
        None => ("all".to_string(), Some(Cover::ALL)),
        Some("cover") => ("no cover".to_string(), None),
        Some(without) => {
            let parts = Cover::parts_named(without).expect("a part of the cover");
            let cover = parts.into_iter().fold(Cover::ALL, Cover::without);
            (format!("all - {without}"), Some(cover))
        }
    };
    let cover = cover.map(|parts| CoverOptions {
        parts,
        ..CoverOptions::OBSEQUI
    });
    (name, ClassicOptions { cover, ..obsequi })
}

fn evaluations() -> Vec<(String, ClassicOptions, u64)> {
    let evaluations = FIG_6_4.rows().into_iter().map(|row| {
        let (name, config) = evaluation(row.without);
        (name, config, row.nodes)
    });
    evaluations.collect()
}

pub(super) fn plan_6_4(options: &Options<'_>) -> Vec<Draft> {
    let drafts = evaluations().into_iter().map(|(name, config, nodes)| {
        let mut row = Row::new(name, Some(nodes));
        row.published_outcome = Some(Outcome::First);
        Draft::new(row, vec![square(&config)], Measure::Total, nodes, options)
    });
    drafts.collect()
}

pub(super) fn finish_6_4(_: &[Row], answers: &Answers) -> Conclusion {
    let series = evaluations()
        .into_iter()
        .map(|(name, config, _)| depths(name, by_depth(answers, &square(&config))));
    let graph = chart(
        "6.3",
        Kind::Depths,
        "Parts of the evaluation left out, 8x8",
        series,
    );
    Conclusion {
        remarks: vec!["the nodes by depth of Fig. 6.3 are published only as a graph".to_string()],
        charts: vec![graph],
    }
}

fn by_depth<'a>(answers: &'a Answers, task: &Task) -> &'a [u64] {
    match answers.get(task) {
        Some(Answer::Searched { by_depth, .. }) => by_depth,
        _ => &[],
    }
}

fn depths(name: String, by_depth: &[u64]) -> Series {
    let points = by_depth.iter().zip(1u32..);
    Series::new(name).points(points.map(|(&nodes, depth)| (f64::from(depth), nodes as f64)))
}
