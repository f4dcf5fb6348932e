//! Options of `value` and `values`.

use super::{BOARD_HELP, EXIT_CODES, QuietArg, Side, TileArg, short};
use clap::{Args, Subcommand};
use crosscram_rules::Move;
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

    /// BOARD is a value in CGSuite's notation, as '{2|-1/2} + *', not a position
    #[arg(long, conflicts_with_all = ["length", "database", "last", "player", "tikz"])]
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
    #[arg(long, value_name = "MOVE", value_parser = last_move)]
    pub(crate) last: Option<Move>,

    /// Also compute incentives of large values, which can take very long
    #[arg(long)]
    pub(crate) incentives: bool,

    /// Print values of up to this many characters
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) longest: u64,

    /// Draw the thermograph into this file, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) thermograph: Option<PathBuf>,

    /// Write board, value and thermograph for LaTeX with TikZ into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) tikz: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Build and describe databases of region values
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ValuesArgs {
    #[command(subcommand)]
    pub(crate) command: ValuesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ValuesCommand {
    Build(BuildArgs),
    /// Describe a database, after checking it
    #[command(after_help = EXIT_CODES)]
    Info {
        /// The database
        file: PathBuf,

        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
}

/// Compute the values of all connected regions up to some size
///
/// An existing database is extended. Ctrl-C saves what is computed by then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct BuildArgs {
    /// Maximum number of cells of a region
    #[arg(long, value_name = "N")]
    pub(crate) cells: u32,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// The database [default: crosscram-tileK.values]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

fn value_help() -> String {
    format!(
        "{BOARD_HELP}\n\nA sum of positions and numbers is written with plus signs: \
         '2x3 + ..|.# + 1/4'."
    )
}

fn last_move(text: &str) -> Result<Move, String> {
    text.parse()
        .map_err(|error: crosscram_rules::ParseError| error.to_string())
}
