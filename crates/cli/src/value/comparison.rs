//! Two sums compared.

use super::print::value_text;
use crate::json::SCHEMA;
use crate::text::{self, Align};
use crosscram_values::games::{Game, Games, Relation};
use serde::Serialize;
use std::io::{self, Write};

/// The answer to a comparison.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    schema: u32,
    statement: String,
    tile: u32,
    pub(crate) holds: bool,
    /// The strictest relation that holds: `<`, `=`, `>` or `||`.
    relation: &'static str,
    /// `null` if longer than asked for, as the next.
    left: Option<String>,
    right: Option<String>,
}

impl Comparison {
    /// Compares two games.
    pub(super) fn new(
        games: &mut Games,
        statement: String,
        tile: u32,
        (left, claimed, right): (Game, Relation, Game),
        longest: u64,
    ) -> Comparison {
        let comparison = games.compare(left, right);
        Comparison {
            schema: SCHEMA,
            statement,
            tile,
            holds: claimed.holds(comparison),
            relation: Relation::of(comparison).sign(),
            left: games.text_within(left, longest),
            right: games.text_within(right, longest),
        }
    }

    /// Prints it for people.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let found = match self.relation {
            "<" => "the left side is less",
            ">" => "the left side is greater",
            "=" => "both sides are equal",
            _ => "they are confused: whoever moves first wins the difference",
        };
        let answer = if self.holds { "yes" } else { "no" };
        writeln!(out, "{}: {answer}, {found}", self.statement)?;
        let row = |name: &str, value: &Option<String>| {
            vec![name.to_string(), value_text(value.as_deref())]
        };
        let rows = [row("left", &self.left), row("right", &self.right)];
        text::columns(out, 2, &[Align::Left, Align::Left], &rows)
    }
}
