//! The command line, and its translation into options of the libraries.

// Without the network its options are only parsed.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
mod cluster;
pub(crate) mod known;
pub(crate) mod search;

use crate::{
    analyse, atlas, bench, compare, estimate, explain, jobs, moves, play, pn, prove, reproduce,
    review, serve, show, solve, tournament, value, values, verify,
};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use crosscram_rules::{Player, Tile};
use crosscram_search::explain::Explainer;
use search::parsed;
use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "cluster")]
pub(crate) use cluster::{BrokerArgs, ClusterWorkArgs, CoordinateArgs, DrillName};
pub(crate) use cluster::{ClusterArgs, ClusterCommand, SimulateArgs, StatusArgs};
pub(crate) use crosscram_support::counts::nodes;
pub(crate) use search::SearchArgs;

/// The help text of every `BOARD` argument.
pub(crate) const BOARD_HELP: &str = "\
A size (8x8), a position ('..#|.#.'; '..x-.x.' needs no quotes), or - for standard input

A position is its rows from top to bottom, `.` for a free cell and `#` or `x` for a blocked one, \
with `|`, `/` or `-` between rows. The side to move may follow after a blank: '..#|.#. V'.

With `-`, one position is read from each line of standard input and answered in the same order. \
Blank lines and lines that start with `;` are skipped. A bad line is reported with its number on \
standard error (with --json: as an object on standard output), the others are still answered, and \
the exit code is 2.";

/// The help text about players.
pub(crate) const PLAYERS: &str = "\
Players:
  random, ordering:depth=2, perfect:budget=500ms, ...   built in; a wrong name lists them all
  cmd:./mybot --level 3   a program that speaks the line protocol of docs/protocol.md

";

/// The last of the help of every command.
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
#[command(name = "crosscram", version)]
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

/// Every command ends its help with the exit codes.
fn with_exit_codes(command: clap::Command) -> clap::Command {
    let own = command.get_after_help().cloned().unwrap_or_default();
    let command = command.after_help(format!("{own}{EXIT_CODES}"));
    command.mut_subcommands(with_exit_codes)
}

impl Cli {
    /// All commands with their options and help.
    pub(crate) fn definition() -> clap::Command {
        with_exit_codes(Cli::command())
    }

    /// Parses the command line. The main help lists the commands in groups, which clap cannot do by itself.
    pub(crate) fn grouped() -> Result<Self, clap::Error> {
        let command = Cli::definition();
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
    Solve(solve::SolveArgs),
    Analyse(analyse::AnalyseArgs),
    Explain(explain::ExplainArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Estimate(estimate::EstimateArgs),
    Pn(pn::options::PnArgs),
    Value(value::ValueArgs),
    Values(values::ValuesArgs),
    Prove(prove::ProveArgs),
    Verify(verify::VerifyArgs),
    Cluster(ClusterArgs),
    Work(jobs::unit::UnitArgs),
    Atlas(atlas::AtlasArgs),
    Play(play::PlayArgs),
    Review(review::ReviewArgs),
    Match(tournament::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Reproduce(reproduce::ReproduceArgs),
    Compare(compare::CompareArgs),
    Serve(serve::ServeArgs),
    Bench(bench::BenchArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all commands
    Man {
        /// Write one page per command into this directory instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
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

/// A parser of one player.
pub(crate) fn side() -> impl TypedValueParser<Value = Player> {
    let name = |name, help, alias| PossibleValue::new(name).help(help).alias(alias);
    let names = [
        name("V", "Vertical", "vertical"),
        name("H", "Horizontal", "horizontal"),
    ];
    parsed(names.into())
}

/// The maximum number of threads; a larger number is probably a typing error.
const MAX_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=MAX_THREADS) => Ok(n),
        _ => Err(format!("not a number from 1 to {MAX_THREADS}")),
    }
}

/// The first paragraph of a help text.
pub(crate) fn short(help: &str) -> &str {
    help.split("\n\n").next().unwrap_or(help)
}

/// A number of seconds, also with a fraction.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "not a number of seconds".to_string())
}

/// Reads a time of at least a millisecond.
pub(crate) fn limit(text: &str) -> Result<Duration, String> {
    let limit = duration(text)?;
    match limit.as_millis() {
        0 => Err("less than a millisecond".to_string()),
        _ => Ok(limit),
    }
}
