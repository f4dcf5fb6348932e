//! Figures about empty boards: Figs. 1.2, 6.1, 6.2 and the tables of chapter 8.

use super::Conclusion;
use super::charts::{Kind, chart};
use crate::lab::Answers;
use crate::options::Options;
use crate::plan::{Draft, Measure, searches};
use crate::result::Row;
use crosscram_papers::{SolvedBoard, Table, bullock2002};
use crosscram_plot::{Line, Series};
use crosscram_search::{ClassicOptions, LineCount, Program, Replacement};

/// Lines from this length on were miscounted by the program of 2002.
const MISCOUNTED_FROM: usize = 15;

/// Nodes to expect where the thesis has none, by comparison with the neighbouring boards.
const ESTIMATES: [(&str, u64); 2] = [("4x20", 1_000_000_000), ("6x13", 10_000_000_000)];

fn draft(published: &SolvedBoard, config: &ClassicOptions, options: &Options<'_>) -> Draft {
    let name = published.to_string();
    let mut row = Row::new(&name, published.nodes);
    row.published_outcome = Some(published.outcome);
    let estimate = ESTIMATES.iter().find(|(board, _)| *board == name);
    let cost = published.nodes.or(estimate.map(|(_, nodes)| *nodes));
    let tasks = searches(published.board(), config);
    Draft::new(
        row,
        tasks,
        Measure::Total,
        cost.unwrap_or(u64::MAX),
        options,
    )
}

/// The row, or the two rows of a long board: as counted in 2002, and as it is right.
fn drafts(published: &SolvedBoard, options: &Options<'_>) -> Vec<Draft> {
    let mut config = ClassicOptions::of(Program::Obsequi);
    let mut note = match published.nodes {
        None => "not computed in the thesis",
        Some(_) => "",
    };
    if let Some(scheme) = listed_scheme(published) {
        (config.replacement, note) = match scheme {
            None => (
                Replacement::TwoBig,
                "published: sum over 650,531 positions of ply 8",
            ),
            Some(Replacement::TwoBig) => (Replacement::TwoBig, "two-big table"),
            Some(other) => (other, ""),
        };
    }
    let with_note = |config: &ClassicOptions| {
        let mut draft = draft(published, config, options);
        draft.row.note = note.to_string();
        draft
    };
    if published.rows.max(published.cols) < MISCOUNTED_FROM {
        return vec![with_note(&config)];
    }
    let counts = [LineCount::Unsound2002, LineCount::Exact].into_iter();
    let drafts = counts.map(|line_count| {
        config.line_count = line_count;
        let mut draft = with_note(&config);
        draft.row.variant = line_count.name().to_string();
        draft.row.comparable = line_count == LineCount::Unsound2002;
        draft
    });
    drafts.collect()
}

/// The replacement scheme that Fig. 6.2 has for a board; nothing inside for 10x10, which was not
/// one search.
fn listed_scheme(board: &SolvedBoard) -> Option<Option<Replacement>> {
    let mut rows = bullock2002::FIG_6_2_SCHEMES.rows().into_iter();
    let row = rows.find(|row| (row.rows, row.cols) == (board.rows, board.cols))?;
    let scheme = row.replacement.map(str::parse);
    Some(scheme.transpose().expect("a scheme of ours"))
}

/// Why some boards have two rows, if any has.
fn about_long_lines(rows: &[Row]) -> Option<String> {
    let any = rows
        .iter()
        .any(|row| row.variant == LineCount::Exact.name());
    any.then(|| {
        format!(
            "the program of 2002 miscounted lines of {MISCOUNTED_FROM} and more cells: compare \
             the published numbers with {}, and believe exact",
            LineCount::Unsound2002
        )
    })
}

fn plan(table: Table<SolvedBoard>, options: &Options<'_>) -> Vec<Draft> {
    let boards = table.rows();
    boards
        .iter()
        .flat_map(|published| drafts(published, options))
        .collect()
}

pub(super) fn plan_1_2(options: &Options<'_>) -> Vec<Draft> {
    let config = ClassicOptions::of(Program::Domi);
    let boards = bullock2002::FIG_1_2.rows().into_iter();
    let drafts = boards.map(|published| {
        let mut draft = draft(&published, &config, options);
        draft.row.comparable = false;
        draft
    });
    drafts.collect()
}

pub(super) fn finish_1_2(rows: &[Row], _: &Answers) -> Conclusion {
    let ratios: Vec<f64> = rows.iter().filter_map(Row::ratio).collect();
    let (low, high) = ratios.iter().fold((f64::MAX, 0f64), |(low, high), &ratio| {
        (low.min(ratio), high.max(ratio))
    });
    let mut remarks = vec![
        "the program DOMI was never published; how it counts nodes, orders equal moves and hashes \
         is unknown, so the outcomes have to agree but the counts do not"
            .to_string(),
    ];
    if !ratios.is_empty() {
        remarks.push(format!("ratios from {low:.2} to {high:.2}"));
    }
    Conclusion {
        remarks,
        ..Conclusion::default()
    }
}

pub(super) fn plan_6_1(options: &Options<'_>) -> Vec<Draft> {
    let mut drafts = plan(bullock2002::FIG_6_1, options);
    for draft in &mut drafts {
        if draft.row.what == "4x9" {
            draft.row.note = "misprint? Fig. 8.4 has 13,549".to_string();
            draft.row.comparable = false;
        }
    }
    drafts
}

pub(super) fn plan_6_2(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_6_2, options)
}

pub(super) fn finish_6_2(rows: &[Row], _: &Answers) -> Conclusion {
    Conclusion {
        remarks: about_long_lines(rows).into_iter().collect(),
        ..Conclusion::default()
    }
}

pub(super) fn plan_8_2(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_8_2, options)
}

pub(super) fn plan_8_4(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_8_4, options)
}

pub(super) fn plan_8_6(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_8_6, options)
}

pub(super) fn plan_8_8(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_8_8, options)
}

pub(super) fn plan_8_10(options: &Options<'_>) -> Vec<Draft> {
    plan(bullock2002::FIG_8_10, options)
}

/// The graph of a table of chapter 8: nodes over the number of columns.
pub(super) fn growth_chart(graph: &str, boards: &str, rows: &[Row]) -> Conclusion {
    let place = |row: &Row| {
        let cols = row
            .what
            .split_once('x')
            .and_then(|(_, cols)| cols.parse().ok());
        cols.unwrap_or(f64::NAN)
    };
    let is_exact = |row: &&Row| row.variant == LineCount::Exact.name();
    // What is missing is a gap in the line.
    let point = |row: &Row, nodes: Option<u64>| (place(row), nodes.map_or(f64::NAN, |n| n as f64));
    let main = || rows.iter().filter(|row| !is_exact(row));
    let published = main().map(|row| point(row, row.published));
    let ours = main().map(|row| point(row, row.ours()));
    let mut all = vec![
        Series::new("published")
            .line(Line::Dashed)
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
    let title = format!("Proof tree size of {boards} boards");
    Conclusion {
        remarks: about_long_lines(rows).into_iter().collect(),
        charts: vec![chart(graph, Kind::Boards, &title, all)],
    }
}
