//! `crosscram estimate`: the predicted cost of a board.

use crate::args::{QuietArg, SearchArgs, TileArg, nodes, side, threads};
use crate::failure::Failure;
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use clap::Args;
use crosscram_jobs::{Estimate, EstimateOptions, Range, Reason, Sampled, estimate};
use crosscram_rules::{Board, Player, Position, Question, Tile};
use crosscram_search::{EngineName, Options, Solver, TableSize};
use serde::Serialize;
use std::io::Write;

/// Predict how many nodes, how much time and memory a board would take
///
/// Solves a random sample of the positions that a proof needs a few plies down, each alone and all
/// with one table, and extrapolates both to all of them. Samples that take too long are given up and
/// estimated from positions further down. The sizes of subtrees are heavy-tailed, so the true number
/// may lie outside the printed interval: more samples and another seed show how stable it is. A published
/// engine keeps nothing in its table from one position to the next, so that the number is that of all
/// positions solved separately, as 10x10 was in 2002.
#[derive(Debug, Args)]
pub(crate) struct EstimateArgs {
    #[arg(
        value_name = "BOARD",
        help = "A size (11x11) or a position ('..#|.#. V')"
    )]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, ignore_case = true, value_parser = side())]
    pub(crate) first: Option<Player>,

    /// Who is assumed to win [default: who does, if that is found out soon, else a guess]
    #[arg(long, ignore_case = true, value_parser = side())]
    pub(crate) winner: Option<Player>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// How many positions to solve
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) samples: u32,

    /// About how many nodes they may take, each alone (1000000, 1M, 2G); one that takes ten times its
    /// part is given up
    #[arg(long, value_name = "NODES", default_value = "6M", value_parser = nodes)]
    pub(crate) budget: u64,

    /// How many plies from the board they are [default: as few as the budget allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) plies: Option<u32>,

    /// Which positions are drawn: the same seed gives the same sample and the same nodes
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Predict the time for this many threads, as if each were as fast as one; the sample takes one
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,

    #[command(flatten)]
    pub(crate) search: SearchArgs<true>,
}

/// Table of a sample: samples that need more are given up long before.
const TABLE: TableSize = TableSize::Entries(1 << 24);

pub(crate) fn run(args: &EstimateArgs, out: &mut impl Write) -> Result<(), Failure> {
    let engine = args.search.options(args.tile.length)?;
    let engine = match args.search.engine {
        EngineName::Crosscram if !args.search.has("table") => engine.with_table(TABLE),
        _ => engine,
    };
    let shares = args.search.engine == EngineName::Crosscram && !engine.table().is_none();
    let position = args.board.parse::<Position>();
    let position = position.map_err(|error| failure!("BOARD: {error}"))?;
    let first = args.first.or(position.to_move).unwrap_or(Player::Vertical);
    let options = EstimateOptions {
        winner: args.winner,
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
    let (mut winner, mut sampled, mut interrupted) = (None, None, None);
    match &found {
        Err(unfinished) => interrupted = Some(unfinished.to_string()),
        Ok(Estimate::Decided(found)) => winner = Some(*found),
        Ok(Estimate::Sampled(found)) => {
            if found.interrupted {
                let solved = text::plural(found.samples, "position");
                interrupted = Some(format!("stopped after {solved} of the sample"));
            }
            winner = Some(found.winner);
            sampled = Some(figures(args.threads, &board, found, &engine));
        }
    }
    let prediction = Prediction {
        position: board,
        tile: args.tile.length,
        first,
        engine: args.search.engine.name(),
        seed: args.seed,
        winner,
        decided: found.is_ok() && sampled.is_none(),
        sampled,
        interrupted,
    };
    match args.json {
        true => json::object(out, &prediction)?,
        false => print(&board.name(), &prediction, out)?,
    }
    Failure::Interrupted.when(prediction.interrupted.is_some())
}

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

/// Bytes of the table for each entry.
fn bytes_per_entry(board: &Board, engine: &Options) -> f64 {
    let entries = 1 << 20;
    let solver = Solver::new(engine.clone().with_table(TableSize::Entries(entries)));
    solver.engine().table_bytes(board) as f64 / entries as f64
}

fn figures<'a>(
    threads: usize,
    board: &Board,
    sampled: &'a Sampled,
    engine: &Options,
) -> Figures<'a> {
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
    let rows = format!(
        "positions|{positions} at ply {plies}, of which {solved} were solved\n\
         each|{mean} nodes on average, standard error {error}, the largest {largest}\n\
         alone|{alone} nodes if each has a table of its own (90 %: {alone_ends})\n\
         sharing|x {in_sample:.3} with one table in the sample, x {in_all} in all ({shares})\n\
         nodes|{whole} ({whole_ends})\n\
         time|{time} ({times}), {threads} at {rate} each\n\
         memory|{memory} ({memories}) for a table that keeps everything, tables of regions not included"
    );
    let rows = rows.lines().filter_map(|line| line.split_once('|'));
    // Without a shared table these would only repeat the line before, or say what no engine does.
    let of_sharing = ["sharing", "memory"];
    let shown = |(name, _): &(&str, &str)| sampled.shares || !of_sharing.contains(name);
    text::pairs(out, rows.filter(shown))?;
    if let Some(interrupted) = &prediction.interrupted {
        writeln!(
            out,
            "  It was {interrupted}: the fewer there are, the less the interval says"
        )?;
    }
    if sampled.searched > 0 {
        let nodes = text::plural(sampled.searched, "node");
        writeln!(
            out,
            "  A search of the board itself had not ended after {nodes}"
        )?;
    }
    if sampled.refuted > 0 {
        let refuted = text::grouped(sampled.refuted);
        let why = "earlier first moves were wrong, and a search needs others";
        writeln!(out, "  {winner} loses {refuted} of the samples: {why}")?;
    }
    if sampled.unfinished > 0 {
        let given_up = text::plural(sampled.unfinished, "sample");
        let estimated = text::grouped(sampled.unfinished - sampled.cut_off);
        let how = "estimated from positions two plies further down";
        writeln!(out, "  {given_up} given up; {estimated} {how}")?;
    }
    if sampled.cut_off > 0 {
        let samples = text::plural(sampled.cut_off, "sample");
        let advice = "the numbers are too low (a larger --budget or --plies helps)";
        writeln!(out, "  {samples} cut off: {advice}")?;
    }
    if figures.sharing_unknown {
        let advice = "this is an upper bound, not an estimate (a larger --budget helps)";
        writeln!(
            out,
            "  The sample does not show what sharing saves: {advice}"
        )?;
    }
    let missed = "a sample that misses the largest subtrees predicts too little.";
    Ok(writeln!(out, "  Sizes are heavy-tailed: {missed}")?)
}
