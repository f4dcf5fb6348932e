//! A result: rows under headings, and remarks.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::Experiment;
use crate::text::{Align, Column, aligned};

/// One experiment with its numbers.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Which experiment.
    pub experiment: &'static Experiment,
    heads: &'static [&'static str],
    rows: Vec<Vec<String>>,
    /// What has to be known about all of them, and what they show together.
    pub remarks: Vec<String>,
    /// By the name of a reading of the paper: how well its ranking agrees with the published one.
    pub correlations: Vec<(&'static str, f64)>,
    /// Whether something differs that has to agree.
    pub failed: bool,
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
            correlations: Vec::new(),
            failed: false,
            interrupted: false,
        }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.heads.len());
        self.rows.push(cells);
    }

    /// The experiment as a table with a heading and remarks, lines ended.
    pub fn to_text(&self) -> String {
        let kind = match self.experiment.id {
            "figure1" => "Figure 1",
            "1" => "Table 1",
            "2" => "Table 2",
            "3" => "Table 3",
            _ => "Section 5",
        };
        let mut text = format!("{kind}: {}\n", self.experiment.title);
        let columns = self.heads.iter().enumerate().map(|(i, head)| {
            let cells: Vec<String> = self.rows.iter().map(|row| row[i].clone()).collect();
            let numbers = cells.iter().all(|cell| cell.parse::<f64>().is_ok());
            Column {
                head: head.replace('_', " "),
                align: if numbers { Align::Right } else { Align::Left },
                cells,
            }
        });
        text += &aligned(&columns.collect::<Vec<_>>());
        for remark in &self.remarks {
            let _ = writeln!(text, "  * {remark}");
        }
        if self.failed {
            text += "  * FAILED: what has to agree does not\n";
        }
        text
    }

    /// One line of JSON for each row, and one for the correlations.
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        let start = || {
            let mut object = Map::new();
            object.insert("schema".into(), 1.into());
            object.insert("paper".into(), "vandaalen2012".into());
            object.insert("table".into(), self.experiment.id.into());
            object
        };
        for row in &self.rows {
            let mut object = start();
            for (head, cell) in self.heads.iter().zip(row) {
                let number = cell.parse::<f64>().ok();
                let value = number.map_or_else(|| Value::from(cell.as_str()), Value::from);
                object.insert((*head).into(), value);
            }
            let _ = writeln!(text, "{}", Value::from(object));
        }
        if !self.correlations.is_empty() {
            let mut object = start();
            let correlations = self.correlations.iter();
            let correlations: Map<String, Value> = correlations
                .map(|&(name, correlation)| {
                    (
                        name.to_string(),
                        Value::from((correlation * 1e4).round() / 1e4),
                    )
                })
                .collect();
            object.insert("rank_correlations".into(), correlations.into());
            let _ = writeln!(text, "{}", Value::from(object));
        }
        text
    }
}
