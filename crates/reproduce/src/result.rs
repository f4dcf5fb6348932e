//! What came out: rows of published and measured numbers.

use crate::bullock::Figure;
use crosscram_plot::Chart;
use crosscram_rules::Outcome;

/// Our number, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ours {
    /// Measured.
    Measured(u64),
    /// Not run, for this reason.
    Skipped(String),
    /// Begun or waiting when everything was stopped.
    Interrupted,
}

/// One number of a figure, as published and as measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What was run: a board, a depth, a set of positions.
    pub what: String,
    /// With which choices, where the figure compares several; else empty.
    pub variant: String,
    /// The published number.
    pub published: Option<u64>,
    /// Our number.
    pub ours: Ours,
    /// The published outcome class.
    pub published_outcome: Option<Outcome>,
    /// Our outcome class.
    pub outcome: Option<Outcome>,
    /// Seconds of all searches that this number rests on, one after the other.
    pub seconds: Option<f64>,
    /// Whether the two numbers are meant to be equal.
    pub comparable: bool,
    /// What has to be known about this row.
    pub note: String,
}

impl Row {
    /// A row that is still to be measured.
    pub(crate) fn new(what: impl Into<String>, published: Option<u64>) -> Row {
        Row {
            what: what.into(),
            variant: String::new(),
            published,
            ours: Ours::Interrupted,
            published_outcome: None,
            outcome: None,
            seconds: None,
            comparable: true,
            note: String::new(),
        }
    }

    /// Our number, if there is one.
    pub fn ours(&self) -> Option<u64> {
        match self.ours {
            Ours::Measured(number) => Some(number),
            Ours::Skipped(_) | Ours::Interrupted => None,
        }
    }

    /// Ours divided by published.
    pub fn ratio(&self) -> Option<f64> {
        let published = self.published.filter(|&number| number > 0)?;
        Some(self.ours()? as f64 / published as f64)
    }

    /// Whether our outcome contradicts the published one: then one of the two is wrong.
    pub fn failed(&self) -> bool {
        matches!((self.published_outcome, self.outcome), (Some(a), Some(b)) if a != b)
    }

    /// The note, and why there is no number.
    pub(crate) fn remark(&self) -> String {
        let missing = match &self.ours {
            Ours::Measured(_) => "",
            Ours::Skipped(reason) => reason,
            Ours::Interrupted => "interrupted",
        };
        let parts: Vec<&str> = [missing, &self.note]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        parts.join("; ")
    }
}

/// A figure with its rows, remarks and charts.
#[derive(Clone, Debug)]
pub struct FigureResult {
    /// Which figure.
    pub figure: &'static Figure,
    /// Its numbers.
    pub rows: Vec<Row>,
    /// What has to be known about all of them, and what they show together.
    pub remarks: Vec<String>,
    /// Its graphs, each with a file name without folder and ending.
    pub(crate) charts: Vec<(String, Chart)>,
}

impl FigureResult {
    /// Whether any outcome contradicts a published one.
    pub fn failed(&self) -> bool {
        self.rows.iter().any(Row::failed)
    }

    /// Whether any number is missing because everything was stopped.
    pub fn interrupted(&self) -> bool {
        self.rows.iter().any(|row| row.ours == Ours::Interrupted)
    }

    /// The graphs as file names and SVG texts.
    pub fn charts(&self) -> Vec<(String, String)> {
        let drawn = self
            .charts
            .iter()
            .map(|(name, chart)| (format!("{name}.svg"), chart.to_svg()));
        drawn.collect()
    }

    /// How the measured numbers compare with the published ones, in one sentence.
    pub(crate) fn summary(&self) -> Option<String> {
        let pairs = self.rows.iter().filter(|row| row.comparable);
        let pairs: Vec<(&Row, f64)> = pairs.filter_map(|row| Some((row, row.ratio()?))).collect();
        let farthest = pairs
            .iter()
            .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()))?;
        let equal = pairs
            .iter()
            .filter(|(row, _)| row.published == row.ours())
            .count();
        let mut text = format!(
            "{equal} of {} measured numbers equal the published ones",
            pairs.len()
        );
        if equal < pairs.len() {
            text += &format!(
                "; farthest off: {} {}",
                self.figure.subject, farthest.0.what
            );
            if !farthest.0.variant.is_empty() {
                text += &format!(" ({})", farthest.0.variant);
            }
            text += &format!(", ratio {:.4}", farthest.1);
        }
        Some(text)
    }
}
