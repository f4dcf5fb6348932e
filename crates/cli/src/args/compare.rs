//! Options of `compare`.

use super::{EXIT_CODES, QuietArg, TileArg};
use clap::Args;
use crosscram_rules::Position;
use std::path::PathBuf;

/// Compare alpha-beta with proof-number searches on the same boards
///
/// Each search has the same evaluation of positions and tries the same moves. Nodes, seconds and
/// memory are printed side by side; a search that needs more than --up-to nodes is given up.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct CompareArgs {
    /// Sizes or positions; Vertical moves first unless a side to move is given
    #[arg(
        value_name = "BOARD",
        default_values = ["4x4", "4x5", "5x5", "5x6", "6x6", "6x7", "7x7"]
    )]
    pub(crate) boards: Vec<Position>,

    /// Give up a proof-number search after this many nodes (1000000, 1M)
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
