//! Results: one type for the figures and tables of all papers.

use crate::experiment::{Experiment, Paper};
use crosscram_papers::Number;
use crosscram_plot::Chart;
use crosscram_rules::Outcome;
use crosscram_support::named;
use serde_json::Value;

/// Our number, or why there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Ours {
    /// Measured.
    Measured(Number),
    /// Not run, for this reason.
    Skipped(String),
    /// Begun or waiting when the run was stopped.
    #[default]
    Interrupted,
}

named! {
    /// How our number compares with the published one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verdict {
        /// The same number.
        Equal = "equal",
        /// Apart by no more than the row's tolerance.
        Within = "within",
        /// A different number.
        Differs = "differs",
        /// Nothing is published, or the numbers are not meant to be equal, or one is only a bound.
        NotCompared = "not compared",
        /// Our number is missing.
        NotRun = "not run",
    }
}

/// One number of a figure or table, as published and as measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What was run: a board, a depth, a player, a set of positions.
    pub what: String,
    /// The options, where several are compared; else empty.
    pub variant: String,
    /// The published number.
    pub published: Option<Number>,
    /// Our number.
    pub ours: Ours,
    /// The published outcome class.
    pub published_outcome: Option<Outcome>,
    /// Our outcome class.
    pub outcome: Option<Outcome>,
    /// Whether the two numbers are meant to agree.
    pub comparable: bool,
    /// How far apart they may be.
    pub tolerance: f64,
    /// Standard error of our number, if it is an average.
    pub error: Option<f64>,
    /// Whether something else that must agree does not.
    pub faulty: bool,
    /// Total seconds of all searches behind this number.
    pub seconds: Option<f64>,
    /// Further columns.
    pub more: Vec<(&'static str, Value)>,
    /// A note about this row.
    pub note: String,
    /// The arguments of `crosscram` that run it alone; empty if none do.
    pub command: String,
}

impl Row {
    /// A row that is still to be measured.
    pub(crate) fn new(what: impl Into<String>, published: Option<Number>) -> Row {
        Row {
            what: what.into(),
            published,
            comparable: true,
            ..Row::default()
        }
    }

    /// The same for a variant.
    pub(crate) fn variant(self, variant: impl Into<String>) -> Row {
        let variant = variant.into();
        Row { variant, ..self }
    }

    /// The same with numbers that are not meant to agree.
    pub(crate) fn not_compared(mut self) -> Row {
        self.comparable = false;
        self
    }

    /// The same with our number.
    pub(crate) fn measured(mut self, value: f64) -> Row {
        self.measure(value);
        self
    }

    /// The same with further columns.
    pub(crate) fn more(mut self, more: impl IntoIterator<Item = (&'static str, Value)>) -> Row {
        self.more.extend(more);
        self
    }

    /// The same with the arguments of `crosscram` that run it alone.
    pub(crate) fn command(self, command: String) -> Row {
        Row { command, ..self }
    }

    /// Our number, if there is one.
    pub fn ours(&self) -> Option<f64> {
        match self.ours {
            Ours::Measured(number) => Some(number.value),
            Ours::Skipped(_) | Ours::Interrupted => None,
        }
    }

    pub(crate) fn measure(&mut self, value: f64) {
        self.ours = Ours::Measured(Number::exact(value));
    }

    pub(crate) fn skip(&mut self, reason: impl Into<String>) {
        self.ours = Ours::Skipped(reason.into());
    }

    /// Ours divided by published, where neither is a bound.
    pub fn ratio(&self) -> Option<f64> {
        match (&self.ours, self.published) {
            (Ours::Measured(ours), Some(published))
                if !ours.is_bound && !published.is_bound && published.value != 0.0 =>
            {
                Some(ours.value / published.value)
            }
            _ => None,
        }
    }

    /// How the two numbers compare.
    pub fn verdict(&self) -> Verdict {
        match (&self.ours, self.published) {
            (Ours::Measured(ours), Some(published))
                if self.comparable && !ours.is_bound && !published.is_bound =>
            {
                let apart = (ours.value - published.value).abs();
                // Fractions are not exact in binary; counts differ by at least 1.
                match apart {
                    _ if apart < 1e-9 => Verdict::Equal,
                    _ if apart <= self.tolerance => Verdict::Within,
                    _ => Verdict::Differs,
                }
            }
            (Ours::Measured(_), _) => Verdict::NotCompared,
            _ => Verdict::NotRun,
        }
    }

    /// Returns whether our outcome contradicts the published one: then one of the two is wrong.
    pub fn contradicts(&self) -> bool {
        matches!((self.published_outcome, self.outcome), (Some(a), Some(b)) if a != b)
    }

    /// Returns whether anything that must agree does not.
    pub fn failed(&self) -> bool {
        self.faulty || self.contradicts()
    }
}

/// A figure or table with its rows, remarks and pictures.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// The paper.
    pub paper: &'static Paper,
    /// Which figure or table of it.
    pub experiment: &'static Experiment,
    /// Its numbers.
    pub rows: Vec<Row>,
    /// Numbers about all rows together; not printed in the table.
    pub overall: Vec<Row>,
    /// Remarks about all of them, and what they show together.
    pub remarks: Vec<String>,
    /// Lines of text between the table and the remarks.
    pub(crate) lines: Vec<String>,
    /// Pictures as file names and SVG texts.
    pub pictures: Vec<(String, String)>,
    /// The rows that are to come, as far as they are known before; for the widths of columns.
    pub(crate) expected: Vec<Row>,
}

impl Reproduction {
    pub(crate) fn new(paper: &'static Paper, experiment: &'static Experiment) -> Reproduction {
        Reproduction {
            paper,
            experiment,
            rows: Vec::new(),
            overall: Vec::new(),
            remarks: Vec::new(),
            lines: Vec::new(),
            pictures: Vec::new(),
            expected: Vec::new(),
        }
    }

    pub(crate) fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.push(remark.into());
    }

    /// Adds a chart with its file name without ending.
    pub(crate) fn draw(&mut self, name: &str, chart: Chart) {
        self.pictures
            .push((format!("{name}.svg"), chart.id(name).to_svg()));
    }

    /// Our numbers of a variant, by a function of each row, added up; `None` if one of them is missing.
    pub(crate) fn sum(&self, variant: &str, number: impl Fn(&Row) -> Option<f64>) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| row.variant == variant);
        rows.map(number).sum()
    }

    /// Returns whether anything that must agree does not.
    pub fn failed(&self) -> bool {
        self.rows.iter().any(Row::failed)
    }

    /// Returns whether any number is missing because the run was stopped.
    pub fn interrupted(&self) -> bool {
        self.rows.iter().any(|row| row.ours == Ours::Interrupted)
    }

    /// Returns in one sentence how the measured numbers compare with the published ones.
    pub(crate) fn summary(&self) -> Option<String> {
        let pairs = self.rows.iter().filter(|row| row.comparable);
        let pairs: Vec<(&Row, f64)> = pairs.filter_map(|row| Some((row, row.ratio()?))).collect();
        let farthest = pairs
            .iter()
            .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()))?;
        let count = |verdict| {
            pairs
                .iter()
                .filter(|(row, _)| row.verdict() == verdict)
                .count()
        };
        let (equal, within) = (count(Verdict::Equal), count(Verdict::Within));
        let mut text = match within {
            0 => format!(
                "{equal} of {} measured numbers equal the published ones",
                pairs.len()
            ),
            _ => format!(
                "{} of {} measured numbers agree with the published ones",
                equal + within,
                pairs.len()
            ),
        };
        if equal + within < pairs.len() {
            let (row, ratio) = farthest;
            text += &format!("; farthest off: {} {}", self.experiment.subject, row.what);
            if !row.variant.is_empty() {
                text += &format!(" ({})", row.variant);
            }
            text += &format!(", ratio {ratio:.4}");
        }
        Some(text)
    }
}
