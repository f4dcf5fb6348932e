//! Options of `values`.

use super::{EXIT_CODES, QuietArg, TileArg};
use crate::values::{Condition, parse_outcome};
use clap::{Args, Subcommand};
use crosscram_rules::Outcome;
use crosscram_rules::notation::parse_size;
use std::path::PathBuf;

/// Build and describe databases of region values; list positions by their values
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ValuesArgs {
    #[command(subcommand)]
    pub(crate) command: ValuesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ValuesCommand {
    Build(BuildArgs),
    List(ListArgs),
    Find(FindArgs),
    Export(ExportValuesArgs),
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
/// An existing database is extended. Ctrl-C saves what is computed by then, and so does every finished size,
/// so that a build that is killed goes on where it was. Two builds cannot write one file.
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

/// List positions with their values
///
/// Goes through all connected regions of up to --cells cells, or those that fit into a board, or with
/// --positions all positions of that board. Reflections count as one. A region is not counted together
/// with its transposed form, whose value is the negative. Ctrl-C prints what is found by then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ListArgs {
    /// Maximum number of cells of a region
    #[arg(long, value_name = "N", required_unless_present = "fits")]
    pub(crate) cells: Option<u32>,

    /// Only regions that fit into a board of this size
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) fits: Option<(usize, usize)>,

    /// All positions of the board of --fits, connected or not
    #[arg(long, requires = "fits", conflicts_with = "cells")]
    pub(crate) positions: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    /// Look regions up in a file made by `crosscram values build`
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) form: FormArgs,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Find the smallest regions with a given value
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct FindArgs {
    /// The value in CGSuite's notation, or a sum with boards in it ('tiny(1)', '2x3 - 1/2')
    #[arg(value_name = "VALUE")]
    pub(crate) value: String,

    /// Maximum number of cells of a region
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) cells: u32,

    /// Number of regions to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) most: u64,

    #[command(flatten)]
    pub(crate) tile: TileArg,

    #[command(flatten)]
    pub(crate) form: FormArgs,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Write the regions of a database as a table
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ExportValuesArgs {
    /// The database
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) form: FormArgs,

    #[command(flatten)]
    pub(crate) quiet: QuietArg,
}

/// Which positions are listed.
#[derive(Debug, Default, Args)]
pub(crate) struct FilterArgs {
    /// Only positions of this value
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) value: Option<String>,

    /// Only temperatures like this: '>1', '>=1/2', '<0', '5/4'
    #[arg(long, value_name = "CONDITION", value_parser = Condition::parse, allow_hyphen_values = true)]
    pub(crate) temperature: Option<Condition>,

    /// Only means like this
    #[arg(long, value_name = "CONDITION", value_parser = Condition::parse, allow_hyphen_values = true)]
    pub(crate) mean: Option<Condition>,

    /// Only this outcome: V, H, 1 (the first player wins) or 2; or L, R, N, P
    #[arg(long, value_name = "CLASS", value_parser = parse_outcome)]
    pub(crate) outcome: Option<Outcome>,

    /// Only the hottest, this many of them, hottest first
    #[arg(long, value_name = "N", conflicts_with = "most", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) hottest: Option<u64>,

    /// Stop after this many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) most: Option<u64>,
}

/// How positions are printed.
#[derive(Debug, Args)]
pub(crate) struct FormArgs {
    /// Print one JSON object per line
    #[arg(long, conflicts_with_all = ["csv", "latex"])]
    pub(crate) json: bool,

    /// Print comma-separated values with a header
    #[arg(long, conflicts_with = "latex")]
    pub(crate) csv: bool,

    /// Print a LaTeX table
    #[arg(long)]
    pub(crate) latex: bool,

    /// Print values of up to this many characters
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) longest: u64,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    match parse_size(text) {
        Ok((rows @ 1.., cols @ 1..)) => Ok((rows, cols)),
        Ok(_) => Err("a board has at least one row and one column".to_string()),
        Err(error) => Err(error.to_string()),
    }
}
