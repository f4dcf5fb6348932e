//! Options of `compare`.

use super::pn::named;
use super::{EXIT_CODES, QuietArg, TileArg};
use clap::Args;
use crosscram_pn::Algorithm;
use crosscram_pn::games::LeafEvaluation;
use crosscram_rules::Position;
use std::path::PathBuf;

/// Compare alpha-beta with proof-number searches on the same boards
///
/// Each search has the same evaluation of positions and tries the same moves. Nodes, seconds and
/// memory are printed side by side; a search that needs more than --up-to nodes is given up. The
/// default boards take about a minute.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
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
        value_parser = named::<LeafEvaluation>(LeafEvaluation::NAMES),
        value_name = "NAMES",
        value_delimiter = ',',
        default_values = ["plain", "domi", "cover", "switch"]
    )]
    pub(crate) leaves: Vec<LeafEvaluation>,

    /// Give up a search after this many nodes (1000000, 1M); alpha-beta with its table always ends
    #[arg(long, value_name = "NODES", default_value = "1M", value_parser = super::nodes)]
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
        let searches = Compared::SEARCHES.map(|search| Algorithm::NAMES[search as usize]);
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
            None => text.parse().map(Compared::Search),
        }
    }
}
