//! `crosscram estimate`: the predicted cost of a board.

use crate::args::EstimateArgs;
use crate::failure::Failure;
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use crosscram_jobs::{Estimate, EstimateOptions, Range, Reason, Sampled, Unfinished, estimate};
use crosscram_rules::{Board, Player, Position, Question, Tile};
use crosscram_search::{EngineName, Options, Solver, TableSize};
use crosscram_workbench::Versioned;
use serde::Serialize;
use std::io::Write;

/// Table of a sample: samples that need more are given up long before.
const TABLE: TableSize = TableSize::Entries(1 << 24);

/// Runs the command.
pub(crate) fn run(args: &EstimateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let engine = args.search.options(args.tile.length)?;
    let engine = match args.search.engine {
        EngineName::Crosscram if !args.search.has("table") => engine.with_table(TABLE),
        _ => engine,
    };
    let shares = args.search.engine == EngineName::Crosscram && !engine.table().is_none();
    let position = args.board.parse::<Position>();
    let position = position.map_err(|error| failure!("BOARD: {error}"))?;
    let first = args.first.map(|side| side.player());
    let first = first.or(position.to_move).unwrap_or(Player::Vertical);
    let options = EstimateOptions {
        winner: args.winner.map(|side| side.player()),
        plies: args.plies,
        samples: args.samples as usize,
        budget: args.budget,
        seed: args.seed,
        shares,
    };
    let board = position.board;
    let question = Question::new(board, args.tile.length, first);
    let solver = Solver::new(engine.clone());
    solver.check(&question).map_err(Failure::message)?;

    let watch = Watch::with_signals()?;
    let stop = watch.stop_flag();
    let label = format!("sampling {}", board.name());
    let found = Progress::new(args.quiet.quiet).during(&watch, || {
        watch.run(label, |control| {
            estimate(&question, &options, &solver, control, &stop)
        })
    });
    let Some(found) = found else {
        return Err(Failure::Interrupted);
    };
    let prediction = Prediction::new(args, board, first, found.as_ref(), &engine);
    match args.json {
        true => json::write(out, &Versioned::from(&prediction))?,
        false => print(&board.name(), &prediction, out)?,
    }
    match prediction.interrupted {
        Some(_) => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

/// One object.
#[derive(Serialize)]
struct Prediction<'a> {
    position: Board,
    tile: Tile,
    first: Player,
    engine: &'static str,
    seed: u64,
    /// Who is assumed to win, or does, if no search is needed; `null` if it was stopped before that.
    winner: Option<Player>,
    /// Whether no search is needed; all other figures are then missing.
    decided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<Figures<'a>>,
    /// What it was doing when it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The numbers of a sample, and what they come to.
#[derive(Serialize)]
struct Figures<'a> {
    winner_guessed: bool,
    /// Nodes of the search itself, if it was cheap enough to be done.
    solved: Option<u64>,
    #[serde(flatten)]
    sampled: &'a Sampled,
    /// The sample does not show what sharing saves: the numbers are upper bounds at best.
    sharing_unknown: bool,
    threads: usize,
    hours: Range,
    table_bytes: Range,
}

impl<'a> Prediction<'a> {
    fn new(
        args: &EstimateArgs,
        board: Board,
        first: Player,
        found: Result<&'a Estimate, &Unfinished>,
        engine: &Options,
    ) -> Self {
        let mut interrupted = None;
        let (winner, sampled) = match found {
            Err(unfinished) => {
                interrupted = Some(unfinished.to_string());
                (None, None)
            }
            Ok(Estimate::Decided(winner)) => (Some(*winner), None),
            Ok(Estimate::Sampled(sampled)) => {
                if sampled.interrupted {
                    let solved = text::plural(sampled.samples, "position");
                    interrupted = Some(format!("stopped after {solved} of the sample"));
                }
                let figures = Figures::new(args.threads, &board, sampled, engine);
                (Some(sampled.winner), Some(figures))
            }
        };
        Prediction {
            position: board,
            tile: args.tile.length,
            first,
            engine: args.search.engine.name(),
            seed: args.seed,
            winner,
            decided: found.is_ok() && sampled.is_none(),
            sampled,
            interrupted,
        }
    }
}

/// Bytes of the table for each entry.
fn bytes_per_entry(board: &Board, engine: &Options) -> f64 {
    let entries = 1 << 20;
    let solver = Solver::new(engine.clone().with_table(TableSize::Entries(entries)));
    solver.engine().table_bytes(board) as f64 / entries as f64
}

impl<'a> Figures<'a> {
    fn new(threads: usize, board: &Board, sampled: &'a Sampled, engine: &Options) -> Self {
        let per_hour = 3600.0 * sampled.nodes_per_second * threads as f64;
        let entry = sampled.stores_per_node * bytes_per_entry(board, engine);
        Figures {
            winner_guessed: sampled.reason == Reason::Guessed,
            solved: match sampled.reason {
                Reason::Solved(nodes) => Some(nodes),
                Reason::Given | Reason::Guessed => None,
            },
            sampled,
            sharing_unknown: sampled.is_sharing_unknown(),
            threads,
            hours: sampled.nodes.times(1.0 / per_hour),
            table_bytes: sampled.nodes.times(entry),
        }
    }
}

/// A number in words, `middle` followed by both ends.
fn ranged(Range { low, middle, high }: Range, show: impl Fn(f64) -> String) -> [String; 2] {
    let ends = format!("{} to {}", show(low), show(high));
    [show(middle), ends]
}

fn print(name: &str, prediction: &Prediction<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let first = prediction.first.letter();
    let Some(winner) = prediction.winner.map(Player::letter) else {
        let why = prediction.interrupted.as_deref().unwrap_or_default();
        return Ok(writeln!(out, "{name}, {first} first: no estimate, {why}")?);
    };
    let Some(figures) = &prediction.sampled else {
        return Ok(writeln!(
            out,
            "{name}: {winner} wins if {first} moves first; the bounds decide it without search"
        )?);
    };
    let sampled = figures.sampled;
    let why = match sampled.reason {
        Reason::Guessed => ", which is a guess from some samples".to_string(),
        Reason::Solved(nodes) => format!(", as a search of {} shows", text::plural(nodes, "node")),
        Reason::Given => String::new(),
    };
    writeln!(
        out,
        "{name}, {first} first, assuming that {winner} wins{why}"
    )?;
    let nodes = text::rounded;
    let hours = |hours: f64| match hours {
        h if h < 1.0 / 60.0 => text::seconds(h * 3600.0),
        h if h < 1.0 => format!("{:.1} minutes", h * 60.0),
        h => format!("{h:.1} hours"),
    };
    let (positions, solved) = (
        text::grouped(sampled.positions),
        text::grouped(sampled.samples),
    );
    let plies = sampled.plies;
    let (mean, error) = (nodes(sampled.mean), nodes(sampled.standard_error));
    let largest = nodes(sampled.largest as f64);
    let in_sample = sampled.sharing.in_sample;
    let [alone, alone_ends] = ranged(sampled.alone, nodes);
    let [in_all, shares] = ranged(sampled.sharing.in_all, |share| format!("{share:.3}"));
    let [whole, whole_ends] = ranged(sampled.nodes, nodes);
    let [time, times] = ranged(figures.hours, hours);
    let threads = text::plural(figures.threads as u64, "thread");
    let rate = text::rate(sampled.nodes_per_second);
    let [memory, memories] = ranged(figures.table_bytes, |bytes| text::bytes(bytes as u64));
    let rows = [
        (
            "positions",
            format!("{positions} at ply {plies}, of which {solved} were solved"),
        ),
        (
            "each",
            format!("{mean} nodes on average, standard error {error}, the largest {largest}"),
        ),
        (
            "alone",
            format!("{alone} nodes if each has a table of its own (90 %: {alone_ends})"),
        ),
        (
            "sharing",
            format!("x {in_sample:.3} with one table in the sample, x {in_all} in all ({shares})"),
        ),
        ("nodes", format!("{whole} ({whole_ends})")),
        (
            "time",
            format!("{time} ({times}), {threads} at {rate} each"),
        ),
        (
            "memory",
            format!(
                "{memory} ({memories}) for a table that keeps everything, tables of regions not included"
            ),
        ),
    ];
    // Without a shared table these would only repeat the line before, or say what no engine does.
    let of_sharing = ["sharing", "memory"];
    let shown = |(name, _): &(&str, String)| sampled.shares || !of_sharing.contains(name);
    text::pairs(out, rows.into_iter().filter(shown))?;
    let mut notes = Vec::new();
    if let Some(interrupted) = &prediction.interrupted {
        notes.push(format!(
            "It was {interrupted}: the fewer there are, the less the interval says"
        ));
    }
    if sampled.searched > 0 {
        notes.push(format!(
            "A search of the board itself had not ended after {}",
            text::plural(sampled.searched, "node")
        ));
    }
    if sampled.refuted > 0 {
        notes.push(format!(
            "{winner} loses {} of the samples: earlier first moves were wrong, and a search needs others",
            text::grouped(sampled.refuted)
        ));
    }
    if sampled.unfinished > 0 {
        notes.push(format!(
            "{} given up; {} estimated from positions two plies further down",
            text::plural(sampled.unfinished, "sample"),
            text::grouped(sampled.unfinished - sampled.cut_off)
        ));
    }
    if sampled.cut_off > 0 {
        notes.push(format!(
            "{} cut off: the numbers are too low (a larger --budget or --plies helps)",
            text::plural(sampled.cut_off, "sample")
        ));
    }
    if figures.sharing_unknown {
        notes.push(
            "The sample does not show what sharing saves: this is an upper bound, not an estimate (a larger \
             --budget helps)"
                .to_string(),
        );
    }
    notes.push(
        "Sizes are heavy-tailed: a sample that misses the largest subtrees predicts too little."
            .to_string(),
    );
    Ok(writeln!(out, "  {}", notes.join("\n  "))?)
}
