//! Results as JSON, one object per row.

use crate::result::{Ours, Reproduction, Row};
use crosscram_papers::Number;
use crosscram_rules::SCHEMA;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

impl Reproduction {
    /// One line of JSON for each row, those about all rows last. Unknown values are `null`.
    pub fn to_json_lines(&self) -> String {
        self.to_json_lines_after(0)
    }

    /// The same without the first `printed` rows.
    pub fn to_json_lines_after(&self, printed: usize) -> String {
        let rows = self.rows.iter().skip(printed).chain(&self.overall);
        rows.map(|row| self.row_to_json(row)).collect()
    }

    /// One row as a line of JSON.
    pub fn row_to_json(&self, row: &Row) -> String {
        serde_json::to_string(&JsonLine(self, row)).expect("plain values") + "\n"
    }
}

struct JsonLine<'a>(&'a Reproduction, &'a Row);

impl Serialize for JsonLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonLine(
            Reproduction {
                paper, experiment, ..
            },
            row,
        ) = self;
        let (ours, skipped) = match &row.ours {
            Ours::Measured(number) => (Some(*number), None),
            Ours::Skipped(reason) => (None, Some(reason)),
            Ours::Interrupted => (None, None),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("paper", paper.id)?;
        map.serialize_entry(&paper.noun.to_lowercase(), experiment.id)?;
        map.serialize_entry("what", &row.what)?;
        map.serialize_entry("variant", &filled(&row.variant))?;
        map.serialize_entry("published", &row.published.map(value))?;
        map.serialize_entry("published_is_bound", &is_bound(row.published))?;
        map.serialize_entry("ours", &ours.map(value))?;
        map.serialize_entry("ours_is_bound", &is_bound(ours))?;
        map.serialize_entry("error", &row.error)?;
        map.serialize_entry("ratio", &row.ratio())?;
        map.serialize_entry("comparable", &row.comparable)?;
        map.serialize_entry("verdict", row.verdict().name())?;
        map.serialize_entry(
            "published_outcome",
            &row.published_outcome.map(|outcome| outcome.code()),
        )?;
        map.serialize_entry("outcome", &row.outcome.map(|outcome| outcome.code()))?;
        for (name, value) in &row.more {
            map.serialize_entry(name, value)?;
        }
        map.serialize_entry("failed", &row.failed())?;
        map.serialize_entry("seconds", &row.seconds)?;
        map.serialize_entry("skipped", &skipped)?;
        map.serialize_entry("interrupted", &(row.ours == Ours::Interrupted))?;
        map.serialize_entry("note", &filled(&row.note))?;
        map.serialize_entry("command", &filled(&row.command))?;
        map.end()
    }
}

/// Integers without a decimal point.
pub(crate) fn number(number: f64) -> Value {
    match number.fract() == 0.0 {
        true => Value::from(number as i64),
        false => Value::from(number),
    }
}

fn value(of: Number) -> Value {
    number(of.value)
}

fn is_bound(number: Option<Number>) -> bool {
    number.is_some_and(|number| number.is_bound)
}

fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
