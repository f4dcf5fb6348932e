//! Tables 1 and 2: outcomes and nodes.

use super::sheet::Cell;
use super::{Experiment, Sheet, both, empty};
use crate::options::Options;
use crosscram_papers::brueggemann2016::{TABLE_1, TABLE_2};
use crosscram_rules::{Outcome, Player, Question, Tile};
use crosscram_search::triomineering::Techniques;
use crosscram_search::{EngineName, Solver};

const HEADS: &[&str] = &[
    "board",
    "published_outcome",
    "outcome",
    "published_nodes",
    "nodes",
    "ratio",
    "seconds",
    "note",
];

/// Nodes of ours, if the board was searched.
type Searched = Option<(Option<Outcome>, u64, f64)>;

fn row(sheet: &mut Sheet, board: String, published: (Outcome, u64), ours: Searched) {
    let (outcome, nodes, seconds) = match ours {
        Some((outcome, nodes, seconds)) => (outcome, Some(nodes), Some(seconds)),
        None => (None, None, None),
    };
    sheet.judge(Some(published.0), outcome);
    let ratio = nodes.map(|nodes| Cell::Ratio(nodes as f64 / published.1 as f64));
    let note = if nodes.is_none() {
        "skipped: above the limit"
    } else {
        ""
    };
    sheet.row(vec![
        Cell::text(board),
        Cell::text(published.0.code()),
        Cell::outcome(outcome),
        Cell::Count(published.1),
        Cell::count(nodes),
        ratio.unwrap_or(Cell::Nothing),
        Cell::seconds(seconds),
        Cell::text(note),
    ]);
}

fn equal_counts(sheet: &mut Sheet) {
    let column = |row: &[Cell], head: &str| {
        let at = HEADS.iter().position(|name| *name == head);
        at.map(|at| row[at].clone())
    };
    let searched = sheet.rows.iter();
    let searched: Vec<_> = searched
        .filter(|row| column(row, "nodes") != Some(Cell::Nothing))
        .collect();
    let equal = searched
        .iter()
        .filter(|row| column(row, "nodes") == column(row, "published_nodes"))
        .count();
    let all = searched.len();
    let agree = searched
        .iter()
        .filter(|row| column(row, "outcome") == column(row, "published_outcome"))
        .count();
    sheet.remarks.push(format!(
        "{agree} of {all} outcomes and {equal} of {all} node counts equal the published ones"
    ));
}

pub(super) fn triomineering(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let mut sheet = Sheet::new(experiment, HEADS);
    for line in TABLE_1.rows() {
        let (rows, cols) = (line.rows, line.cols);
        let published = (line.outcome, line.nodes.unwrap_or(u64::MAX));
        let name = line.to_string();
        if published.1 > options.up_to {
            row(&mut sheet, name, published, None);
            continue;
        }
        // The count is that of the transposed board, where the players change roles.
        let board = empty(cols, rows);
        let Some(found) = both(options.watch, &board, Techniques::ALL, u64::MAX) else {
            sheet.interrupted = true;
            return sheet;
        };
        let outcome = found.outcome.map(Outcome::transposed);
        row(
            &mut sheet,
            name,
            published,
            Some((outcome, found.nodes, found.seconds)),
        );
    }
    equal_counts(&mut sheet);
    sheet
}

pub(super) fn domineering(experiment: &'static Experiment, options: &Options<'_>) -> Sheet {
    let mut sheet = Sheet::new(experiment, HEADS);
    for line in TABLE_2.rows() {
        let (rows, cols) = (line.rows, line.cols);
        let published = (line.outcome, line.nodes.unwrap_or(u64::MAX));
        let name = line.to_string();
        if published.1 > options.up_to {
            row(&mut sheet, name, published, None);
            continue;
        }
        let mut reports = Vec::new();
        for first in Player::ALL {
            let label = format!("{rows}x{cols} {} first", first.letter());
            options.watch.watch(&label, &mut |control| {
                let question = Question::new(empty(rows, cols), Tile::DOMINO, first);
                let report = Solver::new(EngineName::Domi).solve(&question, control);
                reports.extend(report.winner().map(|winner| (winner, report)));
            });
        }
        let [(vertical, _), (horizontal, _)] = reports.as_slice() else {
            sheet.interrupted = true;
            return sheet;
        };
        let outcome = Outcome::from_winners(*vertical, *horizontal);
        // Of a square the count is that of one search: both are the same, turned.
        let counted = if rows == cols {
            &reports[..1]
        } else {
            &reports[..]
        };
        let nodes = counted.iter().map(|(_, report)| report.nodes).sum();
        let seconds = counted
            .iter()
            .map(|(_, report)| report.elapsed.as_secs_f64())
            .sum();
        row(
            &mut sheet,
            name,
            published,
            Some((Some(outcome), nodes, seconds)),
        );
    }
    equal_counts(&mut sheet);
    sheet.remarks.push(
        "the published counts are those of another program, DOMI, whose table and ties differ"
            .to_string(),
    );
    sheet
}
