//! `crosscram bench`: a fixed list of boards, for the signature and the speed of the search; the engine crosscram also with each of
//! its parts switched off in turn.

use crate::args::QuietArg;
use crate::args::search::engines;
use crate::failure::Failure;
use crate::figure;
use crate::instructions;
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use clap::{Args, ValueEnum};
use crosscram_plot::{Bar, bars};
use crosscram_rules::{Player, Position, Question, Tile};
use crosscram_search::{Ending, EngineName, Options, Solver, TableSize};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Solve a fixed list of boards and print node counts and speed
///
/// One thread, a fixed table, both first players. The total node count is the signature of the
/// search: it changes only if the search does.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The list of boards
    #[arg(long, value_enum, default_value_t = Suite::Classic)]
    pub(crate) suite: Suite,

    /// Only the boards of this engine
    #[arg(long, value_name = "NAME", value_parser = engines())]
    pub(crate) engine: Option<EngineName>,

    /// Leave out the measurements with parts switched off (crosscram)
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw the measurements with parts switched off as SVG into this file (crosscram)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plain", "instructions"])]
    pub(crate) svg: Option<PathBuf>,

    /// Count instructions under valgrind instead, on the small boards of the list
    #[arg(long)]
    pub(crate) instructions: bool,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A list of boards for `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// The published solvers: DOMI, Obsequi, Obsequi of 2014
    Classic,
    /// The engine crosscram, then with each of its parts switched off
    Crosscram,
    /// The engine crosscram on large boards up to 10x10, with as much memory as is free
    Long,
}

/// Table of every search: small enough to be quick to set up, large enough that the smaller
/// boards never replace an entry and the larger ones do.
pub(crate) const TABLE: TableSize = TableSize::Entries(1 << 20);

/// The table of the engine crosscram grows as needed; here it never fills.
const GROWING_TABLE: TableSize = TableSize::Entries(1 << 24);

/// One board of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) engine: EngineName,
    /// The board's size, as `solve` reads it.
    pub(crate) board: &'static str,
    for_valgrind: bool,
}

/// Engines with their boards. Instructions are counted on those with a star: large enough that setting up the search hardly
/// matters, small enough for valgrind, which is some fifty times slower.
type List = [(EngineName, &'static str)];

/// The published solvers: square and oblong, even and odd, thin and thick boards, each solved in
/// at most some seconds.
const CLASSIC: &List = &[
    (
        EngineName::Obsequi,
        "6x6 6x7 6x8* 7x7* 7x8 4x12 2x21 5x9 8x8",
    ),
    (EngineName::Domi, "5x9 6x6* 7x7"),
    (EngineName::Obsequi2014, "7x7* 6x9"),
];

/// The engine crosscram, among them boards on which the published solvers take minutes.
const CROSSCRAM: &List = &[(
    EngineName::Crosscram,
    "7x7* 6x8* 6x10 6x11 7x9 8x8 4x13 4x16 2x23",
)];

/// Boards that take the engine crosscram from some seconds to some minutes.
const LONG: &List = &[(
    EngineName::Crosscram,
    "6x12 7x11 4x19 4x21 8x10 6x14 9x9 10x10",
)];

/// The boards of a list that belong to the wanted engine, or all.
fn cases(list: &'static List, wanted: Option<EngineName>) -> impl Iterator<Item = Case> {
    let lists = list
        .iter()
        .filter(move |(engine, _)| wanted.is_none_or(|wanted| wanted == *engine));
    lists.flat_map(|&(engine, boards)| {
        boards.split(' ').map(move |board| Case {
            engine,
            board: board.trim_end_matches('*'),
            for_valgrind: board.ends_with('*'),
        })
    })
}

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (suite, list) = match args.suite {
        Suite::Classic => ("classic", CLASSIC),
        Suite::Crosscram => ("crosscram", CROSSCRAM),
        Suite::Long => ("long", LONG),
    };
    let cases: Vec<Case> = cases(list, args.engine).collect();
    if args.instructions {
        for case in cases.iter().filter(|case| case.for_valgrind) {
            Line::Instructions(instructions::count(case)?).write(out, args.json)?;
        }
        return Ok(());
    }
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    progress.during(&watch, || {
        let (mut nodes, mut seconds) = (0, 0.0);
        for (boards, case) in cases.iter().enumerate() {
            let measured = match measure(case, options(case.engine, args.suite), &watch)? {
                Ok(measured) => measured,
                Err((stopped, stopped_nodes)) => {
                    let part = Part {
                        suite,
                        boards,
                        of: cases.len(),
                        nodes,
                        seconds,
                        stopped,
                        stopped_nodes,
                    };
                    progress.aside(|| Line::Stopped(part).write(out, args.json))?;
                    return Err(Failure::Interrupted);
                }
            };
            nodes += measured.nodes;
            seconds += measured.seconds;
            progress.aside(|| Line::Board(measured).write(out, args.json))?;
        }
        let total = Total {
            suite,
            signature: nodes,
            seconds,
        };
        progress.aside(|| Line::All(total).write(out, args.json))?;
        if args.suite == Suite::Crosscram && !args.plain {
            run_variants(args, &watch, &progress, out)?;
        }
        Ok(())
    })
}

/// The options with which an engine is measured.
fn options(engine: EngineName, suite: Suite) -> Options {
    let options = engine.options();
    match suite {
        Suite::Classic => options.with_table(TABLE),
        Suite::Crosscram => options.with_table(GROWING_TABLE),
        // As large as the memory allows.
        Suite::Long => options,
    }
}

/// What is printed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Line {
    Board(Measured),
    All(Total),
    Stopped(Part),
    Instructions(instructions::Counted),
}

/// The cost of one board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Measured {
    /// What of the engine was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<&'static str>,
    engine: &'static str,
    board: &'static str,
    vertical_first: u64,
    horizontal_first: u64,
    nodes: u64,
    seconds: f64,
}

/// Solves a board; or the search that was stopped, and its nodes by then.
fn measure(
    case: &Case,
    options: Options,
    watch: &Watch,
) -> Result<Result<Measured, (String, u64)>, Failure> {
    let position: Position = case.board.parse().map_err(Failure::message)?;
    // A new solver for each board, so that earlier measurements have no influence.
    let solver = Solver::new(options);
    let (mut nodes, mut seconds) = ([0; 2], 0.0);
    for first in Player::ALL {
        let label = format!("{} {} {} first", case.engine, case.board, first.letter());
        let question = Question::new(position.board, Tile::DOMINO, first);
        let Some(report) = watch.search(label.clone(), |control| solver.solve(&question, control))
        else {
            return Ok(Err((label, 0)));
        };
        seconds += report.elapsed.as_secs_f64();
        match report.ending {
            Ending::Won { .. } => nodes[first.index()] = report.nodes,
            Ending::Interrupted { .. } => return Ok(Err((label, report.nodes))),
            Ending::Failed(shortage) => return Err(Failure::message(shortage)),
        }
    }
    Ok(Ok(Measured {
        changed: None,
        engine: case.engine.name(),
        board: case.board,
        vertical_first: nodes[0],
        horizontal_first: nodes[1],
        nodes: nodes.iter().sum(),
        seconds,
    }))
}

impl Line {
    /// Prints it as JSON or for people.
    fn write(self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return json::object(out, self);
        }
        match self {
            Line::Board(measured) => {
                let width = if measured.changed.is_some() { 32 } else { 12 };
                writeln!(
                    out,
                    "{:<width$}  {:>4}  {:>10} + {:>10} = {:>11} nodes  {:>8}  {:>14}",
                    measured.changed.unwrap_or(measured.engine),
                    measured.board,
                    text::grouped(measured.vertical_first),
                    text::grouped(measured.horizontal_first),
                    text::grouped(measured.nodes),
                    text::seconds(measured.seconds),
                    text::rate(measured.nodes as f64 / measured.seconds),
                )
            }
            Line::All(total) => writeln!(
                out,
                "signature {} ({} nodes, {}, {})",
                total.signature,
                text::grouped(total.signature),
                text::seconds(total.seconds),
                text::rate(total.signature as f64 / total.seconds),
            ),
            Line::Stopped(part) => writeln!(
                out,
                "stopped during {}, after {} of it; {} of {} boards measured: {}, {}",
                part.stopped,
                text::plural(part.stopped_nodes, "node"),
                part.boards,
                part.of,
                text::plural(part.nodes, "node"),
                text::seconds(part.seconds),
            ),
            Line::Instructions(counted) => writeln!(
                out,
                "{:<12}  {:>4} V first  {:>14} instructions  {:>10} nodes  {:>8} instructions/node",
                counted.engine,
                counted.board,
                text::grouped(counted.instructions),
                text::grouped(counted.nodes),
                text::grouped(counted.instructions_per_node),
            ),
        }
    }
}

/// The last line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Total {
    suite: &'static str,
    /// All nodes together.
    signature: u64,
    seconds: f64,
}

/// What is known when Ctrl-C ends it: no signature, which all boards belong to.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Part {
    suite: &'static str,
    /// How many boards were measured, and of how many.
    boards: usize,
    of: usize,
    /// Their nodes and seconds.
    nodes: u64,
    seconds: f64,
    /// The search that was stopped, and its nodes by then.
    stopped: String,
    stopped_nodes: u64,
}

/// A square board and an oblong one.
const VARIED: &List = &[(EngineName::Crosscram, "8x8 7x9")];

/// What is changed, with the options.
const VARIANTS: [(&str, &str); 9] = [
    ("nothing", ""),
    ("without merging", "--bounds rows,regions,across"),
    ("without cuts across", "--bounds rows,regions,merge"),
    ("rows only", "--bounds rows"),
    ("without rows", "--bounds regions,across,merge"),
    ("every child visited", "--no-child-tests"),
    ("without the positional tie-break", "--ordering primary"),
    (
        "regions of 12 cells",
        "--bounds rows,regions:12,across,merge",
    ),
    (
        "regions of 20 cells",
        "--bounds rows,regions:20,across,merge",
    ),
];

fn run_variants(
    args: &BenchArgs,
    watch: &Watch,
    progress: &Progress,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut rows: Vec<Bar> = Vec::new();
    for (name, changes) in VARIANTS {
        let mut numbers = Vec::new();
        let options = Options::read(changes).map_err(Failure::message)?;
        let options = options.with_table(GROWING_TABLE);
        for case in cases(VARIED, None) {
            let measured = measure(&case, options.clone(), watch)?;
            let mut measured = measured.map_err(|_| Failure::Interrupted)?;
            numbers.push(measured.nodes as f64);
            measured.changed = Some(name);
            progress.aside(|| Line::Board(measured).write(out, args.json))?;
        }
        rows.push((name.to_string(), numbers));
    }
    let Some(path) = &args.svg else {
        return Ok(());
    };
    let names: Vec<&str> = cases(VARIED, None).map(|case| case.board).collect();
    let title = "Nodes, both first players, by what is changed";
    figure::write(path, bars(title, &names, &rows).to_svg().as_bytes())
}
