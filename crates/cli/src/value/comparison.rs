//! Two sums compared, for people.

use super::print::value_text;
use crate::text;
use crosscram_values::games::{Comparison, Relation};
use crosscram_workbench::Answer;
use std::io::{self, Write};

/// Prints it.
pub(super) fn print(out: &mut impl Write, answer: &Answer<Comparison>) -> io::Result<()> {
    let Answer { shape, answer } = answer;
    let found = match answer.relation {
        Relation::Less => "the left side is less",
        Relation::Greater => "the left side is greater",
        Relation::Equal => "both sides are equal",
        _ => "they are confused: whoever moves first wins the difference",
    };
    let holds = if answer.holds { "yes" } else { "no" };
    writeln!(out, "{}: {holds}, {found}", shape.position())?;
    let sides = [("left", &answer.left), ("right", &answer.right)];
    text::pairs(
        out,
        sides.map(|(name, value)| (name, value_text(value.as_deref()))),
    )
}
