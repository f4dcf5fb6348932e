//! Results as JSON, one object per row.

use crate::result::{FigureResult, Ours};
use serde::Serialize;

/// Version of the objects' form.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    paper: &'static str,
    figure: &'static str,
    what: &'a str,
    variant: Option<&'a str>,
    published: Option<u64>,
    ours: Option<u64>,
    ratio: Option<f64>,
    comparable: bool,
    published_outcome: Option<&'static str>,
    outcome: Option<&'static str>,
    failed: bool,
    seconds: Option<f64>,
    skipped: Option<&'a str>,
    interrupted: bool,
    note: Option<&'a str>,
}

impl FigureResult {
    /// One line of JSON for each row. What is not known is `null`.
    pub fn to_json_lines(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let object = Object {
                schema: SCHEMA,
                paper: "bullock2002",
                figure: self.figure.id,
                what: &row.what,
                variant: filled(&row.variant),
                published: row.published,
                ours: row.ours(),
                ratio: row.ratio(),
                comparable: row.comparable,
                published_outcome: row.published_outcome.map(|outcome| outcome.code()),
                outcome: row.outcome.map(|outcome| outcome.code()),
                failed: row.failed(),
                seconds: row.seconds,
                skipped: match &row.ours {
                    Ours::Skipped(reason) => Some(reason),
                    Ours::Measured(_) | Ours::Interrupted => None,
                },
                interrupted: row.ours == Ours::Interrupted,
                note: filled(&row.note),
            };
            text += &serde_json::to_string(&object).expect("plain values");
            text.push('\n');
        }
        text
    }
}

fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
