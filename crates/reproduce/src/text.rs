//! Results as aligned tables for people.

use crate::result::{Ours, Reproduction, Row};
use crosscram_papers::Number;
use crosscram_support::columns::{Align, aligned, grouped};
use serde_json::Value;
use std::fmt::Write;

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One line for each row.
    List,
    /// One line for each subject. These columns are printed for each variant; other columns only if
    /// they are the same for all variants.
    Wide(&'static [&'static str]),
}

/// A heading and the cells below it.
#[derive(Clone)]
struct Column {
    head: String,
    align: Align,
    cells: Vec<String>,
}

impl Reproduction {
    /// The figure or table with a heading and remarks, lines ended.
    pub fn to_text(&self) -> String {
        self.heading() + &self.table(&self.rows) + &self.closing()
    }

    /// Returns whether rows can be printed one by one, before the others are known.
    pub fn is_streamed(&self) -> bool {
        !self.expected.is_empty()
    }

    /// The heading and the heads of the columns, for rows that are printed one by one.
    pub fn to_text_before_rows(&self) -> String {
        let table = self.table(&self.without_times(&self.expected));
        let heads = table.lines().next().unwrap_or_default().trim_end();
        format!("{}{heads}\n", self.heading())
    }

    /// The last row in the columns that the expected rows need; nothing if its line holds others that are still
    /// to come.
    pub fn last_row_to_text(&self) -> String {
        let Some(last) = self.rows.last() else {
            return String::new();
        };
        let in_line = |row: &&Row| match self.experiment.layout {
            Layout::List => std::ptr::eq(*row, last),
            Layout::Wide(_) => row.what == last.what,
        };
        let line: Vec<&Row> = self.rows.iter().filter(in_line).collect();
        let is_wide = matches!(self.experiment.layout, Layout::Wide(_));
        let others = self
            .expected
            .iter()
            .filter(|row| !is_wide || row.what != last.what);
        let wanted = self.expected.iter().filter(|row| row.what == last.what);
        if is_wide && line.len() < wanted.count() {
            return String::new();
        }
        let rows: Vec<Row> = others.chain(line).cloned().collect();
        let table = self.table(&self.without_times(&rows));
        format!("{}\n", table.lines().last().unwrap_or_default())
    }

    /// The rows, in a wide layout without their times: those differ, so there is no column for them.
    fn without_times(&self, rows: &[Row]) -> Vec<Row> {
        let mut rows = rows.to_vec();
        if let Layout::Wide(_) = self.experiment.layout {
            rows.iter_mut().for_each(|row| row.seconds = None);
        }
        rows
    }

    /// What follows after the rows: lines and remarks.
    pub fn to_text_after_rows(&self) -> String {
        self.closing()
    }

    /// Its number and title, line ended.
    pub(crate) fn heading(&self) -> String {
        let experiment = self.experiment;
        match experiment.heading {
            Some(heading) => format!("{heading}: {}\n", experiment.title),
            None => format!(
                "{} {}: {}\n",
                self.paper.noun, experiment.id, experiment.title
            ),
        }
    }

    fn table(&self, rows: &[Row]) -> String {
        let columns = match self.experiment.layout {
            Layout::List => self.columns(rows),
            Layout::Wide(heads) => wide(rows, &self.columns(rows), heads),
        };
        let align: Vec<Align> = columns.iter().map(|column| column.align).collect();
        let lines = columns.first().map_or(0, |column| column.cells.len());
        let heads = columns.iter().map(|column| column.head.as_str()).collect();
        let cells = (0..lines).map(|line| {
            let cells = columns.iter().map(|column| column.cells[line].as_str());
            cells.collect::<Vec<_>>()
        });
        let cells: Vec<Vec<&str>> = [heads].into_iter().chain(cells).collect();
        aligned(2, &align, &cells)
    }

    fn closing(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let _ = writeln!(text, "  {line}");
        }
        for remark in &self.remarks {
            let _ = writeln!(text, "  * {remark}");
        }
        if self.rows.iter().any(Row::contradicts) {
            text += "  * FAILED: an outcome contradicts the published one\n";
        } else if self.failed() {
            text += "  * FAILED: what has to agree does not\n";
        }
        text
    }

    /// A column for each thing that any row has.
    fn columns(&self, rows: &[Row]) -> Vec<Column> {
        let experiment = self.experiment;
        let mut columns = Vec::new();
        let mut column = |head: &str, align: Align, cell: &dyn Fn(&Row) -> String| {
            let cells: Vec<String> = rows.iter().map(cell).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let head = head.replace('_', " ");
                columns.push(Column { head, align, cells });
            }
        };
        let number = |number: Number| {
            let bound = if number.is_bound { ">" } else { "" };
            match experiment.decimals {
                0 => format!("{bound}{}", grouped(number.value.round() as u64)),
                decimals => format!("{bound}{:.decimals$}", number.value),
            }
        };
        let decimals = |number: Option<f64>, decimals: usize| {
            number.map_or(String::new(), |number| format!("{number:.decimals$}"))
        };
        column(experiment.subject, Align::Left, &|row| row.what.clone());
        column(experiment.variant, Align::Left, &|row| row.variant.clone());
        column("outcome", Align::Left, &outcome);
        column("published", Align::Right, &|row| {
            row.published.map_or(String::new(), number)
        });
        column("ours", Align::Right, &|row| match row.ours {
            Ours::Measured(ours) => number(ours),
            Ours::Skipped(_) | Ours::Interrupted => "-".to_string(),
        });
        column("+-", Align::Right, &|row| decimals(row.error, 1));
        column("ratio", Align::Right, &|row| decimals(row.ratio(), 4));
        column("seconds", Align::Right, &|row| decimals(row.seconds, 2));
        for name in distinct(
            rows.iter()
                .flat_map(|row| row.more.iter().map(|cell| cell.0)),
        ) {
            let value = |row: &Row| {
                let cell = row.more.iter().find(|(other, _)| *other == name);
                cell.map(|(_, value)| value.clone())
            };
            let words = rows.iter().filter_map(value).any(|value| value.is_string());
            let align = if words { Align::Left } else { Align::Right };
            column(name, align, &|row| value(row).map_or(String::new(), print));
        }
        column("note", Align::Left, &note);
        columns
    }
}

/// One line for each subject, see [`Layout::Wide`].
fn wide(all: &[Row], columns: &[Column], heads: &[&str]) -> Vec<Column> {
    let subjects = distinct(all.iter().map(|row| row.what.as_str()));
    let variants = distinct(all.iter().map(|row| row.variant.as_str()));
    let cells = |column: &Column, what: &str, variant: Option<&str>| -> Vec<String> {
        let rows = all.iter().zip(&column.cells);
        rows.filter(|(row, _)| row.what == what && variant.is_none_or(|v| row.variant == v))
            .map(|(_, cell)| cell.clone())
            .collect()
    };
    let mut shared = Vec::new();
    for column in columns
        .iter()
        .filter(|column| !heads.contains(&&*column.head))
    {
        let cells = subjects.iter().map(|what| {
            let mut cells = cells(column, what, None);
            cells.dedup();
            (cells.len() == 1).then(|| cells.remove(0))
        });
        if let Some(cells) = cells.collect() {
            shared.push(Column {
                cells,
                ..column.clone()
            });
        }
    }
    let mut wide = Vec::new();
    for variant in variants {
        for column in columns
            .iter()
            .filter(|column| heads.contains(&&*column.head))
        {
            let cell = |what: &&str| cells(column, what, Some(variant)).pop();
            wide.push(Column {
                head: match column.head.as_str() {
                    "ours" => variant.to_string(),
                    head => format!("{variant} {head}"),
                },
                align: column.align,
                cells: subjects
                    .iter()
                    .map(|what| cell(what).unwrap_or_default())
                    .collect(),
            });
        }
    }
    let note = shared.iter().position(|column| column.head == "note");
    let place = note.unwrap_or(shared.len());
    shared.splice(place..place, wide);
    shared
}

/// Each once, in the order of first appearance.
pub(crate) fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

fn print(value: Value) -> String {
    match value {
        Value::String(text) => text,
        value => value.to_string(),
    }
}

fn outcome(row: &Row) -> String {
    match (row.published_outcome, row.outcome) {
        (Some(published), Some(ours)) if row.contradicts() => {
            format!("{} BUT PUBLISHED {}", ours.code(), published.code())
        }
        (_, Some(ours)) => ours.code().to_string(),
        // In brackets, because it is not ours.
        (Some(published), None) => format!("({})", published.code()),
        (None, None) => String::new(),
    }
}

/// Why the number is missing or wrong, and the row's note.
fn note(row: &Row) -> String {
    let state = match &row.ours {
        Ours::Measured(_) if row.faulty => "DIFFERS",
        Ours::Measured(_) => "",
        Ours::Skipped(reason) => reason,
        Ours::Interrupted => "interrupted",
    };
    let parts = [state, &row.note];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}
