//! `crosscram estimate`: the predicted cost of a board.

use crate::args::EstimateArgs;
use crate::failure::Failure;
use crate::input;
use crate::json;
use crate::progress::Progress;
use crate::text::{self, Align};
use crate::watch::Watch;
use crosscram_jobs::{Estimate, EstimateOptions, Range, Reason, Sampled, Unfinished, estimate};
use crosscram_rules::{Board, Player, Position, Question};
use crosscram_search::{EngineName, Options, Solver, TableSize};
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
    let position: Position = args
        .board
        .parse()
        .map_err(|error| Failure::message(format_args!("BOARD: {error}")))?;
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
    let label = format!("sampling {}", input::name(&board));
    let found = Progress::new(args.quiet.quiet).during(&watch, || {
        watch.run(label, |control| {
            estimate(&question, &options, &solver, control, &stop)
        })
    });
    let Some(found) = found else {
        return Err(Failure::Interrupted);
    };
    let prediction = Prediction::new(args, &board, first, found.as_ref(), &engine);
    match args.json {
        true => json::write(out, &prediction)?,
        false => print(&input::name(&board), &prediction, out)?,
    }
    match prediction.interrupted {
        Some(_) => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

/// One object.
#[derive(Serialize)]
struct Prediction {
    schema: u32,
    position: String,
    tile: u32,
    first: char,
    engine: &'static str,
    seed: u64,
    /// Who is assumed to win, or does, if no search is needed; `null` if it was stopped before that.
    winner: Option<char>,
    /// Whether no search is needed; all other figures are then missing.
    decided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<Figures>,
    /// What it was doing when it was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The numbers of a sample.
#[derive(Serialize)]
struct Figures {
    winner_guessed: bool,
    /// Nodes of the search itself, if it was cheap enough to be done.
    solved: Option<u64>,
    /// Nodes after which a search of the board had not ended, if one was tried.
    searched: u64,
    plies: u32,
    positions: u64,
    samples: u64,
    refuted: u64,
    unfinished: u64,
    cut_off: u64,
    /// Whether the searches share a table.
    shares: bool,
    /// The sample does not show what sharing saves: the numbers are upper bounds at best.
    sharing_unknown: bool,
    mean: f64,
    standard_error: f64,
    largest: u64,
    /// Low, middle, high.
    nodes_alone: [f64; 3],
    shared_in_sample: f64,
    /// Low, middle, high.
    shared_in_all: [f64; 3],
    nodes: [f64; 3],
    nodes_per_second: f64,
    threads: usize,
    hours: [f64; 3],
    table_bytes: [f64; 3],
}

impl Prediction {
    fn new(
        args: &EstimateArgs,
        board: &Board,
        first: Player,
        found: Result<&Estimate, &Unfinished>,
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
                let figures = Figures::new(args.threads, board, sampled, engine);
                (Some(sampled.winner), Some(figures))
            }
        };
        Prediction {
            schema: json::SCHEMA,
            position: board.to_string(),
            tile: args.tile.length.length(),
            first: first.letter(),
            engine: args.search.engine.name(),
            seed: args.seed,
            winner: winner.map(Player::letter),
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

impl Figures {
    fn new(threads: usize, board: &Board, sampled: &Sampled, engine: &Options) -> Self {
        let ends = |range: Range| [range.low, range.middle, range.high];
        let per_hour = 3600.0 * sampled.nodes_per_second * threads as f64;
        let entry = sampled.stores_per_node * bytes_per_entry(board, engine);
        Figures {
            winner_guessed: sampled.reason == Reason::Guessed,
            solved: match sampled.reason {
                Reason::Solved(nodes) => Some(nodes),
                Reason::Given | Reason::Guessed => None,
            },
            searched: sampled.searched,
            plies: sampled.plies,
            positions: sampled.positions,
            samples: sampled.samples,
            refuted: sampled.refuted,
            unfinished: sampled.unfinished,
            cut_off: sampled.cut_off,
            shares: sampled.shares,
            sharing_unknown: sampled.is_sharing_unknown(),
            mean: sampled.mean,
            standard_error: sampled.standard_error,
            largest: sampled.largest,
            nodes_alone: ends(sampled.alone),
            shared_in_sample: sampled.sharing.in_sample,
            shared_in_all: [
                sampled.sharing.low,
                sampled.sharing.middle,
                sampled.sharing.high,
            ],
            nodes: ends(sampled.nodes),
            nodes_per_second: sampled.nodes_per_second,
            threads,
            hours: ends(sampled.nodes.times(1.0 / per_hour)),
            table_bytes: ends(sampled.nodes.times(entry)),
        }
    }
}

/// Both ends, in words.
fn interval([low, _, high]: [f64; 3], show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(low), show(high))
}

fn print(name: &str, prediction: &Prediction, out: &mut impl Write) -> Result<(), Failure> {
    let first = prediction.first;
    let Some(winner) = prediction.winner else {
        let why = prediction.interrupted.as_deref().unwrap_or_default();
        return Ok(writeln!(out, "{name}, {first} first: no estimate, {why}")?);
    };
    let Some(figures) = &prediction.sampled else {
        return Ok(writeln!(
            out,
            "{name}: {winner} wins if {first} moves first; the bounds decide it without search"
        )?);
    };
    let why = match (figures.winner_guessed, figures.solved) {
        (true, _) => ", which is a guess from some samples".to_string(),
        (_, Some(nodes)) => format!(", as a search of {} shows", text::plural(nodes, "node")),
        _ => String::new(),
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
    let bytes = |bytes: f64| text::bytes(bytes as u64);
    let rows = [
        (
            "positions",
            format!(
                "{} at ply {}, of which {} were solved",
                text::grouped(figures.positions),
                figures.plies,
                text::grouped(figures.samples)
            ),
        ),
        (
            "each",
            format!(
                "{} nodes on average, standard error {}, the largest {}",
                nodes(figures.mean),
                nodes(figures.standard_error),
                nodes(figures.largest as f64)
            ),
        ),
        (
            "alone",
            format!(
                "{} nodes if each has a table of its own (90 %: {})",
                nodes(figures.nodes_alone[1]),
                interval(figures.nodes_alone, nodes)
            ),
        ),
        (
            "sharing",
            format!(
                "x {:.3} with one table in the sample, x {:.3} in all ({})",
                figures.shared_in_sample,
                figures.shared_in_all[1],
                interval(figures.shared_in_all, |share| format!("{share:.3}"))
            ),
        ),
        (
            "nodes",
            format!(
                "{} ({})",
                nodes(figures.nodes[1]),
                interval(figures.nodes, nodes)
            ),
        ),
        (
            "time",
            format!(
                "{} ({}), {} at {} each",
                hours(figures.hours[1]),
                interval(figures.hours, hours),
                text::plural(figures.threads as u64, "thread"),
                text::rate(figures.nodes_per_second)
            ),
        ),
        (
            "memory",
            format!(
                "{} ({}) for a table that keeps everything, tables of regions not included",
                bytes(figures.table_bytes[1]),
                interval(figures.table_bytes, bytes)
            ),
        ),
    ];
    // Without a shared table these would only repeat the line before, or say what no engine does.
    let of_sharing = ["sharing", "memory"];
    let rows = rows
        .into_iter()
        .filter(|(name, _)| figures.shares || !of_sharing.contains(name));
    let rows: Vec<_> = rows
        .map(|(name, value)| vec![name.to_string(), value])
        .collect();
    text::columns(out, 2, &[Align::Left, Align::Left], &rows)?;
    if let Some(interrupted) = &prediction.interrupted {
        writeln!(
            out,
            "  It was {interrupted}: the fewer there are, the less the interval says"
        )?;
    }
    if figures.searched > 0 {
        writeln!(
            out,
            "  A search of the board itself had not ended after {}",
            text::plural(figures.searched, "node")
        )?;
    }
    if figures.refuted > 0 {
        writeln!(
            out,
            "  {winner} loses {} of the samples: earlier first moves were wrong, and a search \
             needs others",
            text::grouped(figures.refuted)
        )?;
    }
    if figures.unfinished > 0 {
        writeln!(
            out,
            "  {} given up; {} estimated from positions two plies further down",
            text::plural(figures.unfinished, "sample"),
            text::grouped(figures.unfinished - figures.cut_off)
        )?;
    }
    if figures.cut_off > 0 {
        writeln!(
            out,
            "  {} cut off: the numbers are too low (a larger --budget or --plies helps)",
            text::plural(figures.cut_off, "sample")
        )?;
    }
    if figures.sharing_unknown {
        writeln!(
            out,
            "  The sample does not show what sharing saves: this is an upper bound, not an estimate \
             (a larger --budget helps)"
        )?;
    }
    Ok(writeln!(
        out,
        "  Sizes are heavy-tailed: a sample that misses the largest subtrees predicts too little."
    )?)
}
