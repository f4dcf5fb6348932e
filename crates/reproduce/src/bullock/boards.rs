//! Figures about empty boards: Figs. 1.2, 6.1, 6.2 and the tables of chapter 8.

use super::charts::{Kind, draw};
use super::recorded;
use crate::lab::Measurements;
use crate::options::Options;
use crate::plan::{Draft, Measure, searches};
use crate::result::{Reproduction, Row};
use crosscram_papers::{Number, SolvedBoard, Table, bullock2002};
use crosscram_plot::{LineStyle, Series};
use crosscram_rules::notation::parse_size;
use crosscram_search::{LineCount, Replacement};

/// Lines from this length on were miscounted by the program of 2002.
const MISCOUNTED_FROM: usize = 15;

/// Nodes to expect where the thesis has none, by comparison with the neighbouring boards.
const ESTIMATES: [(&str, u64); 2] = [("4x20", 1_000_000_000), ("6x13", 10_000_000_000)];

/// The searches of a board by an engine as the command line names it.
fn draft(published: &SolvedBoard, engine: &str, options: &Options<'_>) -> Draft {
    let name = published.to_string();
    let row = Row::new(&name, published.nodes.map(Number::from));
    let mut row = row.command(format!("solve {published} {engine}"));
    row.published_outcome = Some(published.outcome);
    let estimate = ESTIMATES.iter().find(|(board, _)| *board == name);
    let cost = published.nodes.or(estimate.map(|(_, nodes)| *nodes));
    let cost = cost.unwrap_or(u64::MAX);
    let tasks = searches(published.board(), engine);
    Draft::new(row, tasks, Measure::Total, cost, options)
}

/// The row, or the two rows of a long board: as counted in 2002, and counted correctly.
fn drafts(published: &SolvedBoard, options: &Options<'_>) -> Vec<Draft> {
    let mut scheme = Replacement::FindFirst;
    let mut note = match published.nodes {
        None => "not computed in the thesis",
        Some(_) => "",
    };
    if let Some(listed) = listed_scheme(published) {
        (scheme, note) = match listed {
            None => (
                Replacement::TwoBig,
                "published: sum over 650,531 positions of ply 8",
            ),
            Some(Replacement::TwoBig) => (Replacement::TwoBig, "two-big table"),
            Some(other) => (other, ""),
        };
    }
    let with_note = |line_count: LineCount| {
        let count = match line_count {
            LineCount::Unsound2002 => " --historical-line-count",
            LineCount::Exact => "",
        };
        let engine = format!("--engine obsequi --replacement {scheme}{count}");
        let mut draft = draft(published, &engine, options);
        draft.row.note = note.to_string();
        if draft.is_skipped()
            && let Some(once) = recorded::note(published, line_count)
        {
            let separator = if note.is_empty() { "" } else { "; " };
            draft.row.note += &format!("{separator}{once}");
        }
        draft
    };
    if published.rows.max(published.cols) < MISCOUNTED_FROM {
        return vec![with_note(LineCount::Exact)];
    }
    let counts = [LineCount::Unsound2002, LineCount::Exact].into_iter();
    let drafts = counts.map(|line_count| {
        let mut draft = with_note(line_count);
        draft.row.variant = line_count.name().to_string();
        draft.row.comparable = line_count == LineCount::Unsound2002;
        draft
    });
    drafts.collect()
}

/// The replacement scheme that Fig. 6.2 lists for a board; `Some(None)` for 10x10, which was not one
/// search.
fn listed_scheme(board: &SolvedBoard) -> Option<Option<Replacement>> {
    let mut rows = bullock2002::FIG_6_2_SCHEMES.rows().into_iter();
    let row = rows.find(|row| (row.rows, row.cols) == (board.rows, board.cols))?;
    let scheme = row.replacement.map(str::parse);
    Some(scheme.transpose().expect("a scheme of ours"))
}

/// Says why some boards have two rows, if any has.
pub(super) fn explain_long_lines(result: &mut Reproduction) {
    let exact = |row: &Row| row.variant == LineCount::Exact.name();
    if result.rows.iter().any(exact) {
        result.remark(format!(
            "the program of 2002 miscounted lines of {MISCOUNTED_FROM} and more cells: compare \
             the published numbers with {}, and believe exact",
            LineCount::Unsound2002
        ));
    }
}

/// A table of boards that Obsequi solved.
pub(super) fn plan(table: Table<SolvedBoard>, options: &Options<'_>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = table
        .rows()
        .iter()
        .flat_map(|published| drafts(published, options))
        .collect();
    for Draft { row, .. } in &mut drafts {
        if row.what == "4x9" && row.published == Some(Number::exact(13_570.0)) {
            row.note = "misprint? Fig. 8.4 has 13,549".to_string();
            row.comparable = false;
        }
    }
    drafts
}

/// A table of boards that DOMI solved.
pub(crate) fn plan_domi(table: Table<SolvedBoard>, options: &Options<'_>) -> Vec<Draft> {
    let drafts = table.rows().into_iter().map(|published| {
        let mut draft = draft(&published, "--engine domi", options);
        draft.row.comparable = false;
        draft
    });
    drafts.collect()
}

pub(crate) fn finish_domi(result: &mut Reproduction, _: &Measurements) {
    result.remark(
        "the program DOMI was never published; how it counts nodes, orders equal moves and hashes \
         is unknown, so the outcomes have to agree but the counts do not",
    );
    let ratios: Vec<f64> = result.rows.iter().filter_map(Row::ratio).collect();
    let (low, high) = ratios.iter().fold((f64::MAX, 0f64), |(low, high), &ratio| {
        (low.min(ratio), high.max(ratio))
    });
    if !ratios.is_empty() {
        let range = format!("ratios from {low:.2} to {high:.2}");
        result.remark(range);
    }
}

/// The graph of a table of chapter 8: nodes over the number of columns.
pub(super) fn growth_chart(result: &mut Reproduction, boards: &str) {
    let rows = &result.rows;
    let place = |row: &Row| parse_size(&row.what).map_or(f64::NAN, |(_, cols)| cols as f64);
    let is_exact = |row: &&Row| row.variant == LineCount::Exact.name();
    // Missing values become gaps in the line.
    let point = |row: &Row, nodes: Option<f64>| (place(row), nodes.unwrap_or(f64::NAN));
    let main = || rows.iter().filter(|row| !is_exact(row));
    let published = main().map(|row| point(row, row.published.map(|nodes| nodes.value)));
    let ours = main().map(|row| point(row, row.ours()));
    let mut all = vec![
        Series::new("published")
            .line(LineStyle::Dashed)
            .points(published),
        Series::new("ours").paired_with(0).points(ours),
    ];
    let exact: Vec<_> = rows.iter().filter(is_exact).collect();
    if !exact.is_empty() {
        let points = exact.into_iter().map(|row| point(row, row.ours()));
        all.push(
            Series::new("ours, long lines exact")
                .points(points)
                .paired_with(1),
        );
    }
    let graph = result.experiment.alias.expect("the number of the graph");
    let title = format!("Proof tree size of {boards} boards");
    draw(result, (graph, ""), Kind::Boards, &title, all);
    explain_long_lines(result);
}
