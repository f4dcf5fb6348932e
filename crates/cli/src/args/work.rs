//! Options of `split` and `solve --from`.

use super::{EXIT_CODES, SearchArgs, TileArg};
use clap::{Args, ValueEnum};
use crosscram_jobs::legacy::Shard;
use crosscram_rules::Player;
use std::path::PathBuf;

/// Options of `solve --from`.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Solve the leaves of a work file made by `crosscram split`, instead of a board
    ///
    /// Every solved leaf is written to the journal at once. A run that was interrupted, even killed,
    /// resumes if it is started again. The table is that of one leaf, by default with 2^18 entries.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["board", "first", "length", "stats"],
        help_heading = "Work files"
    )]
    pub(crate) from: Option<PathBuf>,

    /// The file of answers
    ///
    /// With --from, the solved leaves [default: the work file's name with .journal]. With a board
    /// and the engine crosscram, all finished subtrees of some size: a search that was interrupted,
    /// even killed, resumes if it is started again with the same journal.
    #[arg(long, value_name = "FILE", help_heading = "Work files")]
    pub(crate) journal: Option<PathBuf>,

    /// Stop at the first leaf that refutes the assumption
    #[arg(long, requires = "from", help_heading = "Work files")]
    pub(crate) stop_at_refutation: bool,
}

/// Split a big board into positions that can be solved one by one
///
/// Assumes that the first player wins every position after N plies, and writes the positions that a
/// proof then needs: one move wherever the first player moves, all moves of the opponent,
/// transpositions and reflections removed (Bullock 2002, section 5.2). `crosscram solve --from
/// FILE` solves them. If some are lost, split again with --known: other moves of the first player
/// then replace the refuted ones.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SplitArgs {
    #[arg(
        value_name = "BOARD",
        help = "A size (10x10) or a position ('..#|.#. V')"
    )]
    pub(crate) board: String,

    /// Number of plies from the board to the positions
    #[arg(long, value_name = "N")]
    pub(crate) plies: u32,

    /// The work file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Who moves first [default: the position's side to move, else V]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<OneSide>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Use the answers in these journals
    #[arg(long, value_name = "JOURNAL", num_args = 1..)]
    pub(crate) known: Vec<PathBuf>,

    /// Write only part I of N of the positions, for several machines (3/8)
    ///
    /// The parts are the same whoever makes them, and together they are all positions. When all are
    /// solved, splitting again with --known and all their journals concludes.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the number of a shard, `3/8`.
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let shard = numbers.and_then(|(number, of)| Shard::new(number, of));
    shard.ok_or_else(|| "not a part of a number of parts (1/8 to 8/8)".to_string())
}

/// One player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OneSide {
    /// Vertical
    #[value(name = "V", alias = "vertical")]
    Vertical,
    /// Horizontal
    #[value(name = "H", alias = "horizontal")]
    Horizontal,
}

impl OneSide {
    pub(crate) fn player(self) -> Player {
        match self {
            OneSide::Vertical => Player::Vertical,
            OneSide::Horizontal => Player::Horizontal,
        }
    }
}
