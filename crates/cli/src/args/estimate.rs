//! Options of `crosscram estimate`.

use super::nodes;
use super::{EXIT_CODES, OneSide, QuietArg, SearchArgs, TileArg, threads};
use clap::Args;

/// Predict how many nodes, how much time and memory a board would take
///
/// Solves a random sample of the positions that a proof needs a few plies down, each alone and all
/// with one table, and extrapolates both to all of them. Samples that take too long are given up and
/// estimated from positions further down. The sizes of subtrees are heavy-tailed, so the true number
/// may lie outside the printed interval: more samples and another seed show how stable it is. A published
/// engine keeps nothing in its table from one position to the next, so that the number is that of all
/// positions solved separately, as 10x10 was in 2002.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct EstimateArgs {
    #[arg(
        value_name = "BOARD",
        help = "A size (11x11) or a position ('..#|.#. V')"
    )]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<OneSide>,

    /// Who is assumed to win [default: who does, if that is found out soon, else a guess]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) winner: Option<OneSide>,

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
