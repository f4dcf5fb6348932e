//! Options of `analyse` and `explain`.

use super::known;
use super::nodes;
use super::{BOARD_HELP, CacheArg, EXIT_CODES, QuietArg, Side, TileArg, short};
use clap::Args;
use crosscram_players::Spec;
use crosscram_rules::Move;
use crosscram_search::TableSize;
use crosscram_search::explain::Explainer;
use std::path::PathBuf;
use std::time::Duration;

/// Judge every legal move: does it win, what shows it, how is it answered
///
/// Every verdict is proven: by a bound (counts, cover, rows, runs, regions, merge) or by search. Moves
/// that are not decided within the budget are unknown. Ctrl-C prints what is known by then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct AnalyseArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Whose moves [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Instead, show the subgames and how this player scores every move, as it sees them (repeatable)
    ///
    /// Any player with an evaluation function (ordering, proportional:depth=3, values, ...; see
    /// docs/players.md), at its own depth and without its random part. Subgames are the rectangles of free
    /// cells that lie in no larger one; with each, who wins it as published: 1 or 2, the first or second
    /// player, V or H whoever begins, several codes if it is not known.
    #[arg(
        long,
        value_name = "PLAYER",
        value_parser = known::evaluating_player(player),
        hide_possible_values = true,
        conflicts_with_all = ["budget", "seconds", "most", "table", "cache", "no_cache", "quiet"]
    )]
    pub(crate) player: Vec<Spec>,

    /// Maximum number of nodes of all searches of a position together (1000000, 1M, 2G; 0: bounds only)
    #[arg(long, value_name = "NODES", default_value = "10M", value_parser = nodes)]
    pub(crate) budget: u64,

    /// Maximum number of seconds for a position
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) seconds: Option<Duration>,

    #[command(flatten)]
    pub(crate) cells: CellsArg,

    /// Size of each transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB)
    #[arg(long, value_name = "SIZE", default_value = "2^22")]
    pub(crate) table: TableSize,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Draw the verdicts on a board for each player, as SVG, PNG or TikZ (.tex) by the file's ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Show the cut that proves a win without search, or the board cover
///
/// Forbidding a player some moves never helps that player. So to Vertical a board is worth at least the
/// sum of the pieces into which cuts between rows divide it, and to Horizontal the same with columns.
/// Shows for each player, moving first and second, the best cut found: its pieces, their vectors, the
/// sum, and what it proves or by how much it falls short.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ExplainArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Who moves first [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    #[command(flatten)]
    pub(crate) cells: CellsArg,

    /// Show the board covers of Bullock's thesis instead
    ///
    /// Draws for each player the protective, vulnerable, safe and option areas and the unavailable
    /// squares that the engine obsequi finds, with both theorems of chapter 3 term by term, DOMI's bounds,
    /// and the score and order of every move. For dominoes only.
    #[arg(long, conflicts_with = "most")]
    pub(crate) cover: bool,

    /// Moves to play on the board before (V1,2 H3,1 ...), for the tie-break by reflections of --cover
    #[arg(long, value_name = "MOVES", requires = "cover", num_args = 1..)]
    pub(crate) after: Vec<Move>,

    /// Also draw the cuts, or the covers, into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CellsArg {
    /// Maximum size of regions that switch bounds take uncut, in cells; more is slower but stronger
    #[arg(
        long = "cells",
        value_name = "N",
        default_value_t = Explainer::CELLS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(Explainer::MAX_CELLS))
    )]
    pub(crate) most: u32,
}

/// A player whose scores can be shown.
fn player(text: &str) -> Result<Spec, String> {
    let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
    match spec.has_evaluation() {
        true => Ok(spec),
        false => Err(format!("{spec} has no evaluation function")),
    }
}

/// A number of seconds, also with a fraction.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "not a number of seconds".to_string())
}
