//! A result: rows of cells under headings, remarks and charts.

use super::Experiment;
use crate::text::{Align, Column, aligned, grouped};
use crosscram_plot::Chart;
use crosscram_rules::Outcome;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::fmt::Write;

/// What stands in a row under one heading.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(u64),
    Seconds(f64),
    Ratio(f64),
    Nothing,
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    pub(super) fn outcome(outcome: Option<Outcome>) -> Cell {
        outcome.map_or(Cell::Nothing, |outcome| Cell::text(outcome.code()))
    }

    pub(super) fn count(count: Option<u64>) -> Cell {
        count.map_or(Cell::Nothing, Cell::Count)
    }

    pub(super) fn seconds(seconds: Option<f64>) -> Cell {
        seconds.map_or(Cell::Nothing, Cell::Seconds)
    }

    fn print(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Seconds(seconds) => format!("{seconds:.3}"),
            Cell::Ratio(ratio) => format!("{ratio:.4}"),
            Cell::Nothing => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Count(count) => Value::from(*count),
            Cell::Seconds(number) | Cell::Ratio(number) => {
                Value::from((number * 1e6).round() / 1e6)
            }
            Cell::Nothing => Value::Null,
        }
    }
}

/// One experiment with its numbers.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Which experiment.
    pub experiment: &'static Experiment,
    /// Headings, which are also the keys of the JSON form.
    pub(super) heads: &'static [&'static str],
    pub(super) rows: Vec<Vec<Cell>>,
    /// What has to be known about all of them, and what they show together.
    pub remarks: Vec<String>,
    /// Lines of text after the table.
    pub(super) lines: Vec<String>,
    pub(super) charts: Vec<(String, Chart)>,
    /// Whether an outcome contradicts a published one.
    pub contradicted: bool,
    /// Whether everything was stopped before the end.
    pub interrupted: bool,
}

impl Sheet {
    pub(super) fn new(experiment: &'static Experiment, heads: &'static [&'static str]) -> Sheet {
        Sheet {
            experiment,
            heads,
            rows: Vec::new(),
            remarks: Vec::new(),
            lines: Vec::new(),
            charts: Vec::new(),
            contradicted: false,
            interrupted: false,
        }
    }

    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.heads.len());
        self.rows.push(cells);
    }

    /// Take note of an outcome of ours, and of a published one.
    pub(super) fn judge(&mut self, published: Option<Outcome>, ours: Option<Outcome>) {
        self.contradicted |= matches!((published, ours), (Some(a), Some(b)) if a != b);
    }

    /// The graphs as file names and SVG texts.
    pub fn charts(&self) -> Vec<(String, String)> {
        let charts = self.charts.iter();
        charts
            .map(|(name, chart)| (format!("{name}.svg"), chart.to_svg()))
            .collect()
    }

    /// The experiment as a table with a heading and remarks, lines ended.
    pub fn to_text(&self) -> String {
        let Experiment { id, title, .. } = self.experiment;
        let kind = if id.contains('.') || *id == "8" {
            "Section"
        } else {
            "Table"
        };
        let mut text = format!("{kind} {id}: {title}\n");
        let columns = self.heads.iter().enumerate().map(|(i, head)| {
            let cells: Vec<String> = self.rows.iter().map(|row| row[i].print()).collect();
            let words = self
                .rows
                .iter()
                .all(|row| matches!(row[i], Cell::Text(_) | Cell::Nothing));
            Column {
                head: head.replace('_', " "),
                align: if words { Align::Left } else { Align::Right },
                cells,
            }
        });
        let columns: Vec<Column> = columns
            .filter(|column| column.cells.iter().any(|cell| !cell.is_empty()))
            .collect();
        text += &aligned(&columns);
        for line in &self.lines {
            let _ = writeln!(text, "  {line}");
        }
        for remark in &self.remarks {
            let _ = writeln!(text, "  * {remark}");
        }
        if self.contradicted {
            text += "  * FAILED: an outcome contradicts the published one\n";
        }
        if self.interrupted {
            text += "  * interrupted\n";
        }
        text
    }

    /// One line of JSON for each row. What is not known is `null`.
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut object = vec![
                ("schema", Value::from(1)),
                ("paper", Value::from("brueggemann2016")),
                ("table", Value::from(self.experiment.id)),
            ];
            let cells = self.heads.iter().zip(row);
            object.extend(cells.map(|(head, cell)| (*head, cell.json())));
            text += &serde_json::to_string(&Ordered(object)).expect("plain values");
            text.push('\n');
        }
        text
    }
}

/// An object whose keys stay in this order.
struct Ordered(Vec<(&'static str, Value)>);

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
