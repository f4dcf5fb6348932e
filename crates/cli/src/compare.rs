//! `crosscram compare`: alpha-beta and proof-number searches on the same boards.

use crate::args::search::named;
use crate::args::{QuietArg, TileArg};
use crate::failure::Failure;
use crate::figure;
use crate::json;
use crate::progress::Progress;
use crate::text::{self, Table};
use crate::watch::Watch;
use clap::Args;
use crosscram_plot::{Axis, Chart, Series};
use crosscram_pn::games::{Domineering, LeafEvaluation};
use crosscram_pn::{Algorithm, AnyGame, Snapshot};
use crosscram_rules::{Player, Position, Question};
use crosscram_search::{Control, Solver, TableSize};
use crosscram_support::names::UnknownName;
use crosscram_support::path::At;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Compare alpha-beta with proof-number searches on the same boards
///
/// Each search has the same evaluation of positions and tries the same moves. Nodes, seconds and
/// memory are printed side by side; a search that needs more than --up-to nodes is given up. The
/// default boards take about a minute.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Sizes or positions; Vertical moves first unless a side to move is given
    #[arg(
        value_name = "BOARD",
        default_values = ["4x4", "4x5", "5x5", "5x6", "6x6", "6x7", "7x7"]
    )]
    pub(crate) boards: Vec<Position>,

    /// The searches, in this order
    #[arg(
        long,
        value_parser = named::<Compared>(&Compared::names()),
        value_name = "NAMES",
        value_delimiter = ',',
        default_values = ["alpha-beta", "tree", "dag", "df-pn"]
    )]
    pub(crate) algorithms: Vec<Compared>,

    /// The evaluations of positions, in this order
    #[arg(
        long,
        value_parser = named::<LeafEvaluation>(LeafEvaluation::LISTED),
        value_name = "NAMES",
        value_delimiter = ',',
        default_values = ["plain", "domi", "cover", "switch"]
    )]
    pub(crate) leaves: Vec<LeafEvaluation>,

    /// Give up a search after this many nodes (1000000, 1M); alpha-beta with its table always ends
    #[arg(long, value_name = "NODES", default_value = "1M", value_parser = crate::args::nodes)]
    pub(crate) up_to: u64,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Write graphs as SVG files into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) plots: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A search that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// The engine with the same evaluation, with or without a table.
    Engine { table: bool },
    /// A proof-number search.
    Search(Algorithm),
}

const ENGINES: [(&str, &str); 2] = [
    (
        "alpha-beta",
        "Alpha-beta with a transposition table: the engine with the same evaluation (none has plain)",
    ),
    ("alpha-beta-no-table", "The same engine without a table"),
];

impl Compared {
    /// The searches that are right where no position comes again and that can solve boards.
    const SEARCHES: [Algorithm; 6] = [
        Algorithm::Tree,
        Algorithm::Pn2,
        Algorithm::Dag,
        Algorithm::BaseTwin,
        Algorithm::DfPn,
        Algorithm::Pds,
    ];

    /// The names of all, each with what it is.
    fn names() -> Vec<(&'static str, &'static str)> {
        let searches = Compared::SEARCHES.map(|search| Algorithm::LISTED[search as usize]);
        ENGINES.into_iter().chain(searches).collect()
    }

    /// The name on the command line, in tables and plots.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Compared::Engine { table } => ENGINES[usize::from(!table)].0,
            Compared::Search(algorithm) => algorithm.name(),
        }
    }
}

impl std::str::FromStr for Compared {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match ENGINES.iter().position(|(name, _)| *name == text) {
            Some(place) => Ok(Compared::Engine { table: place == 0 }),
            None => text
                .parse()
                .map(Compared::Search)
                .map_err(|error: UnknownName| error.to_string()),
        }
    }
}

/// Entries of the alpha-beta searches' table: enough for every board that is compared here.
const TABLE: TableSize = TableSize::Entries(1 << 20);

/// One search of one board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Row {
    board: String,
    cells: u32,
    first: Player,
    leaves: &'static str,
    search: &'static str,
    /// Whether the first player wins; unknown if the search was given up.
    first_wins: Option<bool>,
    nodes: u64,
    seconds: f64,
    bytes: u64,
}

pub(crate) fn run(args: &CompareArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(directory) = &args.plots {
        fs::create_dir_all(directory).at(directory)?;
    }
    let searches = distinct("--algorithms", &args.algorithms, |search| search.name())?;
    let evaluations = distinct("--leaves", &args.leaves, LeafEvaluation::name)?;
    let watch = Watch::with_signals()?;
    let progress = Progress::new(args.quiet.quiet);
    let mut rows = Vec::new();
    let done: Result<(), Failure> = progress.during(&watch, || {
        for position in &args.boards {
            let position = position.with_tile(args.tile.length);
            for &leaves in &evaluations {
                for &search in &searches {
                    let Some(row) = row(&position, leaves, search, args.up_to, &watch) else {
                        continue;
                    };
                    if args.json {
                        progress.aside(|| json::object(out, &row))?;
                    }
                    rows.push(row);
                }
            }
        }
        Ok(())
    });
    done?;
    if !args.json {
        table(&rows, out)?;
        out.flush()?;
    }
    if let Some(directory) = &args.plots {
        for (name, svg) in charts(&rows, &evaluations, &searches) {
            figure::write(&directory.join(name), svg.as_bytes())?;
        }
    }
    watch.ended()?;
    // Two searches of one board must not contradict each other.
    let contradiction = rows.iter().any(|row| {
        rows.iter().any(|other| {
            (row.board == other.board && row.first == other.first)
                && matches!((row.first_wins, other.first_wins), (Some(a), Some(b)) if a != b)
        })
    });
    Failure::No.when(contradiction)
}

/// The choices of an option, none of which may be there twice.
fn distinct<T: Copy + PartialEq>(
    option: &str,
    chosen: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, Failure> {
    let repeated = (1..chosen.len()).find(|&at| chosen[..at].contains(&chosen[at]));
    match repeated {
        None => Ok(chosen.to_vec()),
        Some(at) => Err(failure!("{option}: {} is there twice", name(chosen[at]))),
    }
}

/// Runs one search; `None` if there is no such search, or if the command was stopped before it.
fn row(
    position: &Position,
    leaves: LeafEvaluation,
    search: Compared,
    up_to: u64,
    watch: &Watch,
) -> Option<Row> {
    let first = position.to_move.unwrap_or(Player::Vertical);
    let board = position.board.name();
    let label = format!("{board} {} {}", leaves.name(), search.name());
    let (first_wins, nodes, seconds, bytes) = watch.run(label, |control| match search {
        Compared::Engine { table } => {
            if !table {
                control.limit_next(up_to);
            }
            let table = if table { TABLE } else { TableSize::NONE };
            alpha_beta(position, first, leaves, table, control)
        }
        Compared::Search(algorithm) => {
            let game = Domineering::new(&position.board, position.tile, first, leaves);
            let mut look = |snapshot: &Snapshot| {
                control.report_nodes(snapshot.statistics.nodes);
                snapshot.statistics.nodes < up_to && !control.is_stopped()
            };
            let report = game.search(&algorithm.into()).run(&mut look).ok()?;
            let seconds = report.elapsed.as_secs_f64();
            let statistics = report.statistics;
            Some((report.is_win(), statistics.nodes, seconds, statistics.bytes))
        }
    })??;
    Some(Row {
        board,
        cells: position.board.free_count(),
        first,
        leaves: leaves.name(),
        search: search.name(),
        first_wins,
        nodes,
        seconds,
        bytes,
    })
}

type Cost = (Option<bool>, u64, f64, u64);

fn alpha_beta(
    position: &Position,
    first: Player,
    leaves: LeafEvaluation,
    table: TableSize,
    control: &Control,
) -> Option<Cost> {
    let solver = Solver::new(leaves.engine()?.options().with_table(table));
    let question = Question::new(position.board, position.tile, first);
    let report = solver.solve(&question, control);
    let first_wins = report.winner().map(|winner| winner == first);
    let seconds = report.elapsed.as_secs_f64();
    let bytes = report.statistics.table_bytes;
    Some((first_wins, report.nodes, seconds, bytes))
}

fn table(rows: &[Row], out: &mut impl Write) -> Result<(), Failure> {
    let titles = "board|first|leaves|search|winner|nodes|seconds|MB";
    let mut table = Table::new("<<<<<>>>", titles);
    for row in rows {
        let winner = match row.first_wins {
            Some(true) => "first",
            Some(false) => "second",
            None => "given up",
        };
        table.add(cells![
            row.board,
            row.first.letter(),
            row.leaves,
            row.search,
            winner,
            text::grouped(row.nodes),
            format!("{:.3}", row.seconds),
            format!("{:.1}", row.bytes as f64 / 1e6),
        ]);
    }
    Ok(table.write(out, 0)?)
}

/// For each evaluation nodes, seconds and memory over the number of cells.
fn charts(
    rows: &[Row],
    evaluations: &[LeafEvaluation],
    searches: &[Compared],
) -> Vec<(String, String)> {
    type Measure = (&'static str, &'static str, fn(&Row) -> f64);
    const MEASURES: [Measure; 3] = [
        ("nodes", "nodes", |row| row.nodes as f64),
        ("seconds", "seconds", |row| row.seconds),
        ("memory", "bytes", |row| row.bytes as f64),
    ];
    let mut charts = Vec::new();
    for leaves in evaluations {
        for (name, label, measure) in MEASURES {
            let of = |row: &&Row| row.leaves == leaves.name();
            let mut chart = Chart::new(format!("Evaluation {}: {name}", leaves.name()))
                .id(format!("compare-{}-{name}", leaves.name()))
                .x_axis(Axis::linear("free cells"))
                .y_axis(Axis::log(label));
            for search in searches.iter().map(|search| search.name()) {
                // Searches that were given up are not compared.
                let found = rows.iter().filter(of).filter(|row| row.search == search);
                let found = found.filter(|row| row.first_wins.is_some());
                let points = found.map(|row| (f64::from(row.cells), measure(row)));
                chart = chart.series(Series::new(search).points(points));
            }
            let file = format!("compare-{}-{name}.svg", leaves.name());
            charts.push((file, chart.to_svg()));
        }
    }
    charts
}
