//! The command line, and its translation into options of the libraries.

mod arena;
mod atlas;
mod certificate;
// Without the network its options are only parsed.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
mod cluster;
mod compare;
mod estimate;
mod judging;
mod known;
mod pn;
mod reproduce;
mod search;
mod serve;
mod value;
mod values;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use crosscram_rules::{Player, Tile};
use crosscram_search::EngineName;
use crosscram_support::counts::nodes;
use search::engines;
use std::path::PathBuf;

pub(crate) use arena::{ContestArgs, MatchArgs, PlayArgs, ReviewArgs, TournamentArgs};
pub(crate) use atlas::{
    AddArgs, AtlasArgs, AtlasCommand, Colour, DEFAULT_FILE, ExportArgs, FamiliesArgs, KnownArgs,
    OpenArgs, Order,
};
pub(crate) use certificate::{OtherChecker, ProveArgs, UnitArgs, VectorsArg, VerifyArgs, When};
#[cfg(feature = "cluster")]
pub(crate) use cluster::{BrokerArgs, ClusterWorkArgs, CoordinateArgs, DrillName};
pub(crate) use cluster::{ClusterArgs, ClusterCommand, SimulateArgs, StatusArgs};
pub(crate) use compare::{CompareArgs, Compared};
pub(crate) use estimate::EstimateArgs;
pub(crate) use judging::{AnalyseArgs, ExplainArgs};
pub(crate) use pn::{GameName, PnArgs};
pub(crate) use reproduce::ReproduceArgs;
pub(crate) use search::SearchArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use value::ValueArgs;
pub(crate) use values::{
    BuildArgs, ExportValuesArgs, FilterArgs, FindArgs, FormArgs, ListArgs, ValuesArgs,
    ValuesCommand,
};

/// The help text of every `BOARD` argument.
const BOARD_HELP: &str = "\
A size (8x8), a position ('..#|.#.'; '..x-.x.' needs no quotes), or - for standard input

A position is its rows from top to bottom, `.` for a free cell and `#` or `x` for a blocked one, \
with `|`, `/` or `-` between rows. The side to move may follow after a blank: '..#|.#. V'.

With `-`, one position is read from each line of standard input and answered in the same order. \
Blank lines and lines that start with `;` are skipped. A bad line is reported with its number on \
standard error (with --json: as an object on standard output), the others are still answered, and \
the exit code is 2.";

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    \"no\": a published outcome contradicted, an assumption refuted
  2    error: bad arguments or input, or something failed
  130  interrupted";

/// Solve positions of Domineering (crosscram) and look at them
///
/// Vertical (V) and Horizontal (H) place tiles in turn, each only in their own direction; whoever
/// cannot move loses. Rows and columns count from 1, and a move is named by its upper left cell:
/// V2,3.
#[derive(Debug, Parser)]
#[command(name = "crosscram", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the help lists, by what it is for; the rest is called by programs only.
const GROUPS: &[(&str, &str)] = &[
    (
        "Solve and judge",
        "solve analyse explain show moves estimate pn",
    ),
    ("Values", "value values"),
    ("Proofs", "prove verify cluster"),
    ("What is known", "atlas"),
    ("Players", "play review match tournament"),
    ("Papers", "reproduce compare"),
    ("Tools", "serve bench completions man"),
];

impl Cli {
    /// Parses the command line. The main help lists the commands in groups, which clap cannot do by itself.
    pub(crate) fn grouped() -> Result<Self, clap::Error> {
        let command = Cli::command();
        let mut list = String::new();
        for (heading, names) in GROUPS {
            list += &format!("{heading}:\n");
            for name in names.split(' ') {
                let about = command
                    .find_subcommand(name)
                    .and_then(|own| own.get_about());
                list += &format!("  {name:<11}  {}\n", about.cloned().unwrap_or_default());
            }
            list.push('\n');
        }
        let matches = command
            .before_help(list.trim_end().to_string())
            .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}")
            .try_get_matches()?;
        Cli::from_arg_matches(&matches)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Analyse(AnalyseArgs),
    Explain(ExplainArgs),
    Show(ShowArgs),
    Moves(MovesArgs),
    Estimate(EstimateArgs),
    Pn(PnArgs),
    Value(ValueArgs),
    Values(ValuesArgs),
    Prove(ProveArgs),
    Verify(VerifyArgs),
    Cluster(ClusterArgs),
    Work(UnitArgs),
    Atlas(AtlasArgs),
    Play(PlayArgs),
    Review(ReviewArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Reproduce(ReproduceArgs),
    Compare(CompareArgs),
    Serve(ServeArgs),
    Bench(BenchArgs),
    /// Print a completion script for a shell
    #[command(after_help = EXIT_CODES)]
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all commands
    #[command(after_help = EXIT_CODES)]
    Man {
        /// Write one page per command into this directory instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Compute who wins, with a winning first move
///
/// The answer is proven by search. Ctrl-C stops it and prints what is known by then; a second
/// Ctrl-C ends the program at once. BOARD may also be a sum of boards, numbers and games that are
/// played together: '6x8 + 1/4', '4x4 - 2x3 + *'.
///
/// On a terminal progress is shown: nodes so far, nodes per second, memory, time. Below, `move 3/28` is the
/// third of 28 first moves, `reply 12/40` the twelfth of 40 replies to it, and so on. From about two seconds on follows how
/// long it may still take, at least and at most, judged by how far the search has come through the moves of
/// the player who seems to lose; a wrong first move of the other player can make it longer.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SolveArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Who moves first [default: the position's side to move, else both in turn]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) first: Option<Side>,

    /// Keep finished subtrees of the search in this folder, and use what is there
    ///
    /// Of some size, and of the engine crosscram. A search that was interrupted, even killed, goes on where it was if it is started again
    /// with the same folder, and `crosscram prove BOARD --jobs DIR` makes a proof of it.
    #[arg(long, value_name = "DIR")]
    pub(crate) journal: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Look an empty rectangle up in the atlas, and search only if it is not there
    ///
    /// An answer from the atlas is published, or follows from published ones. It is printed as a lookup,
    /// with its sources. Either all of an answer is looked up or all of it is searched.
    #[arg(long)]
    pub(crate) atlas: bool,

    /// Number of threads
    ///
    /// With the engine crosscram all of them work on one board, with one table; the winner does not
    /// depend on their number, but node counts and the winning move may. With the published engines,
    /// and in a batch, each works on a search of its own, with a table of its own (the two first
    /// players of a board count as two searches); then nothing depends on their number.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Also print statistics of the nodes
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Draw a position and describe it
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ShowArgs {
    #[arg(
        value_name = "BOARD",
        help = short(BOARD_HELP),
        long_help = BOARD_HELP,
        required_unless_present = "game"
    )]
    pub(crate) board: Option<String>,

    /// Show the last position of a game that `crosscram play` saved, with its tiles in a figure
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "length"])]
    pub(crate) game: Option<PathBuf>,

    /// Draw the board into this file, as SVG, PNG or TikZ (.tex) by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// List or count legal moves
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct MovesArgs {
    #[arg(value_name = "BOARD", help = short(BOARD_HELP), long_help = BOARD_HELP)]
    pub(crate) board: String,

    /// Whose moves; with --perft, who begins [default: the side to move, else both]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) player: Option<Side>,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Count the sequences of moves and the distinct positions up to this many plies
    #[arg(long, value_name = "DEPTH")]
    pub(crate) perft: Option<u32>,

    /// Count all placements of tiles, and those that play can reach (OEIS A332714 on squares)
    ///
    /// A placement is a set of tiles; different tiles that cover the same cells count as different. Play
    /// reaches those in which the players have placed equally many tiles, or one of them one more.
    #[arg(long, conflicts_with_all = ["perft", "player"])]
    pub(crate) count: bool,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Solve a fixed list of boards and print node counts and speed
///
/// One thread, a fixed table, both first players. The total node count is the signature of the
/// search: it changes only if the search does.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct BenchArgs {
    /// The list of boards
    #[arg(long, value_enum, default_value_t = Suite::Classic)]
    pub(crate) suite: Suite,

    /// Only the boards of this engine
    #[arg(long, value_name = "NAME", value_parser = engines())]
    pub(crate) engine: Option<EngineName>,

    /// Leave out the measurements with parts switched off (crosscram)
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw the measurements with parts switched off as SVG into this file (crosscram)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plain", "instructions"])]
    pub(crate) svg: Option<PathBuf>,

    /// Count instructions under valgrind instead, on the small boards of the list
    #[arg(long)]
    pub(crate) instructions: bool,

    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// A list of boards for `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// The published solvers: DOMI, Obsequi, Obsequi of 2014
    Classic,
    /// The engine crosscram, then with each of its parts switched off
    Crosscram,
    /// The engine crosscram on large boards up to 10x10, with as much memory as is free
    Long,
}

#[derive(Debug, Args)]
pub(crate) struct TileArg {
    /// Length of the tiles, from 2 to 8
    #[arg(long = "tile", value_name = "K", default_value = "2")]
    pub(crate) length: Tile,
}

#[derive(Debug, Args)]
pub(crate) struct CacheArg {
    /// Keep the tables of regions of the engine crosscram in this directory
    ///
    /// They are read before a search and written after it, also after Ctrl-C, so that the next one
    /// on a board of that size need not compute them again. Answers and nodes do not depend on it. A
    /// damaged file is not used, but rebuilt. The directory is made if necessary; its files can be
    /// deleted at any time. Without this option tables of medium size are kept in the directory that
    /// CROSSCRAM_CACHE names, or else in `crosscram` where the system keeps caches (`~/.cache`).
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub(crate) cache: Option<PathBuf>,

    /// Neither read nor write tables of regions
    #[arg(long)]
    pub(crate) no_cache: bool,
}

#[derive(Debug, Args)]
pub(crate) struct QuietArg {
    /// Show no progress on standard error (without a terminal there is none anyway)
    #[arg(short, long, visible_alias = "no-progress")]
    pub(crate) quiet: bool,
}

/// One player or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// Vertical
    #[value(name = "V", alias = "vertical")]
    Vertical,
    /// Horizontal
    #[value(name = "H", alias = "horizontal")]
    Horizontal,
    /// Each in turn
    #[value(name = "both")]
    Both,
}

impl Side {
    /// The players meant by an option, a position's side to move, or neither; Vertical first.
    pub(crate) fn players(asked: Option<Side>, to_move: Option<Player>) -> Vec<Player> {
        match (asked, to_move) {
            (Some(Side::Vertical), _) => vec![Player::Vertical],
            (Some(Side::Horizontal), _) => vec![Player::Horizontal],
            (None, Some(player)) => vec![player],
            (Some(Side::Both), _) | (None, None) => vec![Player::Vertical, Player::Horizontal],
        }
    }
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

/// The maximum number of threads; a larger number is probably a typing error.
const MAX_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=MAX_THREADS) => Ok(n),
        _ => Err(format!("not a number from 1 to {MAX_THREADS}")),
    }
}

/// The first paragraph of a help text.
fn short(help: &str) -> &str {
    help.split("\n\n").next().unwrap_or(help)
}
