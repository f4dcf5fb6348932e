//! `crosscram bench`: a fixed list of boards, for the signature and the speed of the search.

mod ablation;

use crate::args::{BenchArgs, Suite};
use crate::failure::Failure;
use crate::instructions;
use crate::json;
use crate::progress::Progress;
use crate::text;
use crate::watch::Watch;
use crosscram_rules::{Board, Player, Question, Tile};
use crosscram_search::{Ending, EngineName, Options, Solver, TableSize};
use crosscram_workbench::Versioned;
use serde::Serialize;
use std::io::{self, Write};

/// Table of every search: small enough to be quick to set up, large enough that the smaller
/// boards never replace an entry and the larger ones do.
pub(crate) const TABLE: TableSize = TableSize::Entries(1 << 20);

/// The table of the engine crosscram grows as needed; here it never fills.
const GROWING_TABLE: TableSize = TableSize::Entries(1 << 24);

/// One board of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) engine: EngineName,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Whether its instructions are counted: large enough that setting up the search hardly matters,
    /// small enough for valgrind, which is some fifty times slower.
    for_valgrind: bool,
}

impl Case {
    const fn new(engine: EngineName, rows: usize, cols: usize) -> Self {
        Case {
            engine,
            rows,
            cols,
            for_valgrind: false,
        }
    }

    const fn for_valgrind(self) -> Self {
        Case {
            for_valgrind: true,
            ..self
        }
    }

    /// The board's size, as `solve` reads it.
    pub(crate) fn board(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }
}

/// The published solvers: square and oblong, even and odd, thin and thick boards, each solved in
/// at most some seconds.
const CLASSIC: &[Case] = &[
    Case::new(EngineName::Obsequi, 6, 6),
    Case::new(EngineName::Obsequi, 6, 7),
    Case::new(EngineName::Obsequi, 6, 8).for_valgrind(),
    Case::new(EngineName::Obsequi, 7, 7).for_valgrind(),
    Case::new(EngineName::Obsequi, 7, 8),
    Case::new(EngineName::Obsequi, 4, 12),
    Case::new(EngineName::Obsequi, 2, 21),
    Case::new(EngineName::Obsequi, 5, 9),
    Case::new(EngineName::Obsequi, 8, 8),
    Case::new(EngineName::Domi, 5, 9),
    Case::new(EngineName::Domi, 6, 6).for_valgrind(),
    Case::new(EngineName::Domi, 7, 7),
    Case::new(EngineName::Obsequi2014, 7, 7).for_valgrind(),
    Case::new(EngineName::Obsequi2014, 6, 9),
];

/// The engine crosscram, among them boards on which the published solvers take minutes.
const CROSSCRAM: &[Case] = &[
    Case::new(EngineName::Crosscram, 7, 7).for_valgrind(),
    Case::new(EngineName::Crosscram, 6, 8).for_valgrind(),
    Case::new(EngineName::Crosscram, 6, 10),
    Case::new(EngineName::Crosscram, 6, 11),
    Case::new(EngineName::Crosscram, 7, 9),
    Case::new(EngineName::Crosscram, 8, 8),
    Case::new(EngineName::Crosscram, 4, 13),
    Case::new(EngineName::Crosscram, 4, 16),
    Case::new(EngineName::Crosscram, 2, 23),
];

/// Boards that take the engine crosscram from some seconds to some minutes.
const LONG: &[Case] = &[
    Case::new(EngineName::Crosscram, 6, 12),
    Case::new(EngineName::Crosscram, 7, 11),
    Case::new(EngineName::Crosscram, 4, 19),
    Case::new(EngineName::Crosscram, 4, 21),
    Case::new(EngineName::Crosscram, 8, 10),
    Case::new(EngineName::Crosscram, 6, 14),
    Case::new(EngineName::Crosscram, 9, 9),
    Case::new(EngineName::Crosscram, 10, 10),
];

/// The boards of a list that belong to the wanted engine, or all.
fn cases(args: &BenchArgs) -> impl Iterator<Item = Case> {
    let cases = match args.suite {
        Suite::Classic => CLASSIC,
        Suite::Crosscram => CROSSCRAM,
        Suite::Long => LONG,
    };
    let engine = args.engine;
    cases
        .iter()
        .copied()
        .filter(move |case| engine.is_none_or(|engine| case.engine == engine))
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let cases: Vec<Case> = cases(args).collect();
    if args.instructions {
        let cases = cases.into_iter().filter(|case| case.for_valgrind);
        for case in cases {
            Line::Instructions(instructions::count(&case)?).write(out, args.json)?;
        }
        return Ok(());
    }
    let suite = match args.suite {
        Suite::Classic => "classic",
        Suite::Crosscram => "crosscram",
        Suite::Long => "long",
    };
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    progress.during(&watch, || {
        let (mut nodes, mut seconds) = (0, 0.0);
        for (done, case) in cases.iter().enumerate() {
            let measured = match measure(case, options(case.engine, args.suite), &watch) {
                Ok(measured) => measured,
                Err(Unmeasured::Failed(failure)) => return Err(failure),
                Err(Unmeasured::Stopped {
                    search,
                    nodes: cost,
                }) => {
                    let part = Part {
                        suite,
                        boards: done,
                        of: cases.len(),
                        nodes,
                        seconds,
                        stopped: search,
                        stopped_nodes: cost,
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
            ablation::run(args, &watch, &progress, out)?;
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
    board: String,
    vertical_first: u64,
    horizontal_first: u64,
    nodes: u64,
    seconds: f64,
}

/// Why there is no measurement.
#[derive(Debug)]
enum Unmeasured {
    /// Ctrl-C, during this search and after so many nodes of it.
    Stopped {
        search: String,
        nodes: u64,
    },
    Failed(Failure),
}

impl From<Unmeasured> for Failure {
    fn from(unmeasured: Unmeasured) -> Failure {
        match unmeasured {
            Unmeasured::Stopped { .. } => Failure::Interrupted,
            Unmeasured::Failed(failure) => failure,
        }
    }
}

fn measure(case: &Case, options: Options, watch: &Watch) -> Result<Measured, Unmeasured> {
    let failed = |problem: String| Unmeasured::Failed(Failure::Message(problem));
    let board = Board::empty(case.rows, case.cols).map_err(|error| failed(error.to_string()))?;
    // A new solver for each board, so that earlier measurements have no influence.
    let solver = Solver::new(options);
    let mut seconds = 0.0;
    let mut solve = |first: Player| {
        let label = format!("{} {} {} first", case.engine, case.board(), first.letter());
        let question = Question::new(board, Tile::DOMINO, first);
        let stopped = |nodes| Unmeasured::Stopped {
            search: label.clone(),
            nodes,
        };
        let report = watch.search(label.clone(), |control| solver.solve(&question, control));
        let report = report.ok_or_else(|| stopped(0))?;
        seconds += report.elapsed.as_secs_f64();
        match report.ending {
            Ending::Won { .. } => Ok(report.nodes),
            Ending::Interrupted { .. } => Err(stopped(report.nodes)),
            Ending::Failed(shortage) => Err(failed(shortage.to_string())),
        }
    };
    let (vertical_first, horizontal_first) = (solve(Player::Vertical)?, solve(Player::Horizontal)?);
    Ok(Measured {
        changed: None,
        engine: case.engine.name(),
        board: case.board(),
        vertical_first,
        horizontal_first,
        nodes: vertical_first + horizontal_first,
        seconds,
    })
}

impl Line {
    /// Prints it as JSON or for people.
    fn write(self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return json::write(out, &Versioned::from(self));
        }
        match self {
            Line::Board(Measured {
                changed,
                engine,
                board,
                vertical_first,
                horizontal_first,
                nodes,
                seconds,
            }) => {
                let width = if changed.is_some() { 32 } else { 12 };
                writeln!(
                    out,
                    "{:<width$}  {board:>4}  {:>10} + {:>10} = {:>11} nodes  {:>8}  {:>14}",
                    changed.unwrap_or(engine),
                    text::grouped(vertical_first),
                    text::grouped(horizontal_first),
                    text::grouped(nodes),
                    text::seconds(seconds),
                    text::rate(nodes as f64 / seconds),
                )
            }
            Line::All(Total {
                signature, seconds, ..
            }) => writeln!(
                out,
                "signature {signature} ({} nodes, {}, {})",
                text::grouped(signature),
                text::seconds(seconds),
                text::rate(signature as f64 / seconds),
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
