//! Options of `compare`.

use super::pn::LeafName;
use super::{EXIT_CODES, QuietArg, TileArg};
use clap::{Args, ValueEnum};
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
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        default_values = ["alpha-beta", "tree", "dag", "df-pn"]
    )]
    pub(crate) algorithms: Vec<Compared>,

    /// The evaluations of positions, in this order
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        default_values = ["plain", "domi", "cover", "switch"]
    )]
    pub(crate) leaves: Vec<LeafName>,

    /// Give up a search after this many nodes (1000000, 1M); alpha-beta with its table always ends
    #[arg(long, value_name = "NODES", default_value = "1M", value_parser = super::reproduce::nodes)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compared {
    /// Alpha-beta with a transposition table: the engine with the same evaluation (none has plain)
    AlphaBeta,
    /// The same engine without a table
    AlphaBetaNoTable,
    /// Proof-number search in a tree
    Tree,
    /// The same with a second search at every leaf
    Pn2,
    /// In a graph, where transpositions meet
    Dag,
    /// In a graph with base and twin nodes
    BaseTwin,
    /// Depth first with a table (Nagai 2002)
    DfPn,
    /// Depth first with a table, the predecessor of df-pn (Nagai 1998)
    Pds,
}

impl Compared {
    /// The name on the command line, in tables and plots.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Compared::AlphaBeta => "alpha-beta",
            Compared::AlphaBetaNoTable => "alpha-beta-no-table",
            Compared::Tree => "tree",
            Compared::Pn2 => "pn2",
            Compared::Dag => "dag",
            Compared::BaseTwin => "base-twin",
            Compared::DfPn => "df-pn",
            Compared::Pds => "pds",
        }
    }
}
