//! Options of `value` and `values`.

use super::{BOARD_HELP, EXIT_CODES, QuietArg, Side, TileArg, short};
use crate::value::Coupons;
use clap::Args;
use crosscram_rules::{Dyadic, Move};
use std::path::PathBuf;

/// Compute the game value of a position: canonical form, thermograph, advice
///
/// Vertical is Left. Values are printed in CGSuite's notation. The position is split into regions;
/// each has a value of its own, and the values add up. Cost grows about twelvefold with every five
/// cells of a region: 5x6 takes seconds, 6x6 a minute or two.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ValueArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = value_help())]
    pub(crate) board: String,

    /// Refuse boards in BOARD: only values in CGSuite's notation, as '{2|-1/2} + *'
    #[arg(long, conflicts_with_all = ["length", "database", "last", "player", "ambient", "coupons"])]
    pub(crate) game: bool,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Refuse positions with a larger region than this many cells
    #[arg(long, value_name = "CELLS", default_value_t = 40)]
    pub(crate) limit: u32,

    /// Look regions up in a file made by `crosscram values build`
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,

    /// Whose moves to advise on [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) player: Option<Side>,

    /// The opponent's last move, already on the board, for the advice of sentestrat
    #[arg(long, value_name = "MOVE")]
    pub(crate) last: Option<Move>,

    /// List the orthodox moves at this temperature [default: that of the hottest region]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) ambient: Option<Dyadic>,

    /// Also play the position together with coupons: the largest, and the step down to the next (2:1/8)
    ///
    /// In each turn a player places a tile or takes the largest coupon. Both play sentestrat. The smaller the
    /// step, the nearer the gain by the position is to its mean.
    #[arg(long, value_name = "FIRST:STEP", value_parser = Coupons::parse)]
    pub(crate) coupons: Option<Coupons>,

    /// Also compute incentives and the reduced form of large values, which can take very long
    #[arg(long)]
    pub(crate) incentives: bool,

    /// Print values of up to this many characters
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) longest: u64,

    /// Draw the thermograph into this file, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) thermograph: Option<PathBuf>,

    /// Draw boards and thermograph into this file, as SVG, PNG or TikZ (.tex) by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    /// Write board, value and thermograph for LaTeX with TikZ into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) tikz: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

fn value_help() -> String {
    format!(
        "{BOARD_HELP}\n\nPositions and values in CGSuite's notation can be added, subtracted, multiplied by \
         integers and compared: '3x3 - 2.2x3 + *', '2x3 >= 1/2'. Relations are <, <=, =, >=, >, !=, || \
         (confused), <| and |>; if one does not hold, the exit code is 1. A board that begins with a minus \
         sign needs -- before it."
    )
}
