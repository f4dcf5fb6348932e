//! The answer of a proof-number search as text and as JSON.

use super::solution::Solution;
use crate::args::PnArgs;
use crate::json::{self, SCHEMA};
use crate::text;
use crosscram_pn::{Ending, INFINITY, Report};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    game: &'static str,
    position: &'a str,
    algorithm: &'static str,
    threads: usize,
    /// `win`, `loss`, or unknown.
    value: Option<&'static str>,
    /// A move that proves it, if the side to move wins.
    best_move: Option<String>,
    /// The best play of both; unknown if it would take longer than the search.
    main_line: Option<&'a [String]>,
    /// Positions of the whole solution.
    proof_positions: Option<u64>,
    ending: &'static str,
    /// `null` is infinity.
    proof: Option<u32>,
    disproof: Option<u32>,
    nodes: u64,
    expansions: u64,
    updates: u64,
    repetitions: u64,
    removed: u64,
    forgotten: u64,
    live: u64,
    peak: u64,
    bytes: u64,
    /// Nodes of this run; the others were in the file that it continued.
    new_nodes: u64,
    /// Time of this run.
    seconds: f64,
}

/// A number for JSON, in which `null` is infinity.
pub(super) fn finite(number: u32) -> Option<u32> {
    Some(number).filter(|&number| number != INFINITY)
}

fn value(report: &Report) -> Option<&'static str> {
    report.is_win().map(|win| if win { "win" } else { "loss" })
}

/// Why a search ended.
pub(super) fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Solved => "solved",
        Ending::Stopped => "stopped",
        Ending::Full => "memory full",
        Ending::Stuck => "an open leaf has no moves",
        Ending::Cyclic => "positions repeat",
        Ending::Doubtful => "lost, but not proven: that rests on repetitions",
    }
}

/// Prints the result of a search and its cost.
pub(super) fn print(
    args: &PnArgs,
    name: &str,
    report: &Report,
    best: Option<String>,
    solution: Option<Solution>,
    out: &mut impl Write,
) -> io::Result<()> {
    let statistics = report.statistics;
    let seconds = report.elapsed;
    if args.json {
        return json::write(
            out,
            &Object {
                schema: SCHEMA,
                game: args.game.name(),
                position: name,
                algorithm: args.algorithm.name(),
                threads: args.threads.unwrap_or(1),
                value: value(report),
                best_move: best,
                main_line: solution.as_ref().map(|solution| solution.line.as_slice()),
                proof_positions: solution.as_ref().map(|solution| solution.positions),
                ending: ending(report.ending),
                proof: finite(report.root.proof),
                disproof: finite(report.root.disproof),
                nodes: statistics.nodes,
                expansions: statistics.expansions,
                updates: statistics.updates,
                repetitions: statistics.repetitions,
                removed: statistics.removed,
                forgotten: statistics.forgotten,
                live: statistics.live,
                peak: statistics.peak,
                bytes: statistics.bytes,
                new_nodes: report.new_nodes,
                seconds: json::seconds(seconds),
            },
        );
    }
    let found = match (value(report), best) {
        (Some("win"), Some(best)) => format!("win with {best}"),
        (Some(value), _) => value.to_string(),
        (None, _) => format!(
            "not solved ({}), numbers {}",
            ending(report.ending),
            report.root
        ),
    };
    writeln!(out, "{name}: {found}")?;
    if let Some(Solution { line, positions }) = solution
        && !line.is_empty()
    {
        let positions = text::plural(positions, "position");
        writeln!(
            out,
            "  main line: {} (solution of {positions})",
            line.join(" ")
        )?;
    }
    let seconds = seconds.as_secs_f64();
    writeln!(
        out,
        "  {}: {}, {}, {}, {}",
        args.algorithm.name(),
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
