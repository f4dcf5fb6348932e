//! The answer of a proof-number search as text and as JSON.

use super::Asked;
use crate::json;
use crate::text;
use crosscram_pn::{Algorithm, Found, Proven, Sides};
use serde::Serialize;
use std::io::{self, Write};

/// An answer with what it is about.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Answer<T> {
    game: String,
    position: String,
    #[serde(flatten)]
    sides: Option<Sides>,
    algorithm: Algorithm,
    #[serde(flatten)]
    answer: T,
}

/// What was found, and by how many threads.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Searched {
    threads: usize,
    #[serde(flatten)]
    found: Found,
}

/// Writes an answer as JSON, with whether the side to move wins.
pub(super) fn write<T: Serialize>(
    asked: &Asked<'_>,
    value: Option<Proven>,
    answer: T,
    out: &mut impl Write,
) -> io::Result<()> {
    let answer = Answer {
        game: asked.args.game.name(),
        position: asked.name.to_string(),
        sides: asked.first.map(|first| Sides::new(first, value)),
        algorithm: asked.options.algorithm,
        answer,
    };
    json::object(out, answer)
}

/// Prints the result of a search and its cost.
pub(super) fn print(asked: &Asked<'_>, found: Found, out: &mut impl Write) -> io::Result<()> {
    let Asked { name, options, .. } = asked;
    if asked.args.json {
        let threads = options.threads;
        return write(asked, found.value, Searched { threads, found }, out);
    }
    let report = found.report;
    let answer = match (found.value, found.best_move) {
        (Some(Proven::Win), Some(best)) => format!("win with {best}"),
        (Some(value), _) => value.to_string(),
        (None, _) => format!("not solved ({}), numbers {}", report.ending, report.root),
    };
    writeln!(out, "{name}: {answer}")?;
    if let (Some(line), Some(positions)) = (found.main_line, found.proof_positions)
        && !line.is_empty()
    {
        let positions = text::plural(positions, "position");
        writeln!(
            out,
            "  main line: {} (solution of {positions})",
            line.join(" ")
        )?;
    }
    let statistics = report.statistics;
    let seconds = report.elapsed.as_secs_f64();
    writeln!(
        out,
        "  {}: {}, {}, {}, {}",
        options.algorithm,
        text::plural(statistics.nodes, "node"),
        text::plural(statistics.expansions, "expansion"),
        text::seconds(seconds),
        text::rate(report.new_nodes as f64 / seconds),
    )?;
    let mut details = vec![format!("{}", text::plural(statistics.updates, "update"))];
    for (number, what) in [
        (statistics.removed, "removed as solved"),
        (statistics.forgotten, "forgotten"),
    ] {
        if number > 0 {
            details.push(format!("{} {what}", text::grouped(number)));
        }
    }
    if statistics.repetitions > 0 {
        details.push(text::plural(statistics.repetitions, "repetition"));
    }
    details.push(format!(
        "at most {} in {} kB",
        text::grouped(statistics.peak),
        text::grouped(statistics.bytes.div_ceil(1000)),
    ));
    writeln!(out, "  {}", details.join(", "))
}
