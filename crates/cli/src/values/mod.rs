//! `crosscram values`: databases of region values, and lists of positions by their values.

mod filter;
mod list;
pub(crate) mod row;

use crate::args::{QuietArg, TileArg};
use crate::failure::Failure;
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::value::{load, open};
use crate::watch::Watch;
use clap::{Args, Subcommand};
use crosscram_rules::notation::parse_size;
use crosscram_rules::{Outcome, Tile};
use crosscram_support::path::At;
use crosscram_values::games::{GameError, Interrupt};
use crosscram_values::positions::PositionValues;
pub(crate) use filter::{Condition, parse_outcome};
use serde::Serialize;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Build and describe databases of region values; list positions by their values
#[derive(Debug, Args)]
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

pub(crate) fn run(args: &ValuesArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.command {
        ValuesCommand::Build(args) => build(args, out),
        ValuesCommand::List(args) => list::list(args, out),
        ValuesCommand::Find(args) => list::find(args, out),
        ValuesCommand::Export(args) => list::export(args, out),
        ValuesCommand::Info { file, json } => {
            let mut values = load(file)?;
            describe(file, &mut values, None, *json, out)
        }
    }
}

/// Refuses regions of more cells than can be computed.
fn check(cells: u32) -> Result<(), Failure> {
    let most = PositionValues::MAX_CELLS;
    match (1..=most).contains(&cells) {
        true => Ok(()),
        false => Err(failure!("--cells: from 1 to {most}, not {cells}")),
    }
}

/// Ctrl-C stops what is computed.
fn set_interrupt(values: &mut PositionValues, watch: &Watch) {
    let flag = watch.stop_flag();
    values.set_interrupt(Some(Interrupt::new(move || flag.is_requested())));
}

fn build(args: &BuildArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tile = args.tile.length;
    check(args.cells)?;
    let default = || PathBuf::from(format!("crosscram-tile{tile}.values"));
    let file = args.out.clone().unwrap_or_else(default);
    let mut lock = Some(claim(&file)?);
    // A build that was killed at once leaves an empty file.
    let known = fs::metadata(&file).is_ok_and(|data| data.len() > 0);
    let mut values = open(known.then_some(file.as_path()), tile)?;
    let watch = Watch::with_signals()?;
    set_interrupt(&mut values, &watch);
    let since = Instant::now();
    let mut line = StatusLine::new(args.quiet.quiet);
    let known = values.complete();
    let (mut saved_at, mut cost) = (Instant::now(), Duration::ZERO);
    let mut trouble = None;
    let stop = watch.stop_flag();
    let built = values.build(args.cells, |values, progress| {
        line.show(|| {
            format!(
                "regions of {} cells: {} of {}  {}",
                progress.cells,
                text::grouped(progress.done as u64),
                text::grouped(progress.of as u64),
                text::clock(since.elapsed().as_secs_f64())
            )
        });
        // Saving takes a few percent of the time.
        let size_done = progress.done == progress.of && progress.cells > known;
        let long_ago = saved_at.elapsed() > (20 * cost).max(Duration::from_secs(60));
        if trouble.is_none() && (size_done || long_ago) {
            let begun = Instant::now();
            match values.save_locked(&file) {
                Ok(locked) => lock = locked.or(lock.take()),
                Err(error) => {
                    trouble = Some(error);
                    stop.request();
                }
            }
            (saved_at, cost) = (Instant::now(), begun.elapsed());
        }
    });
    drop(line);
    let saved = match (&built, trouble) {
        (_, Some(error)) => Err(error),
        (Ok(()) | Err(GameError::Interrupted), None) => values.save_locked(&file).map(drop),
        (Err(error), None) => return Err(Failure::message(error)),
    };
    describe(&file, &mut values, Some(since), args.json, out)?;
    out.flush()?;
    saved.at(&file)?;
    Failure::Interrupted.when(built.is_err())
}

/// Opens the file, or makes an empty one, and locks it against other builds.
fn claim(file: &Path) -> Result<File, Failure> {
    loop {
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(file);
        let opened = opened.at(file)?;
        if let Err(TryLockError::WouldBlock) = opened.try_lock() {
            fail!("{}: another build is writing this file", file.display());
        }
        // Whoever had it until now may have put a new file in its place.
        if is_at(&opened, file) {
            return Ok(opened);
        }
    }
}

/// Returns whether an open file is the one of this name.
#[cfg(unix)]
fn is_at(opened: &File, file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |data: fs::Metadata| (data.dev(), data.ino());
    let (own, there) = (opened.metadata(), fs::metadata(file));
    own.map(number).ok() == there.map(number).ok()
}

/// Elsewhere an open file is not replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A database.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Described {
    file: String,
    tile: Tile,
    /// All connected regions of up to this many cells are included.
    complete: u32,
    regions: usize,
    games: usize,
    bytes: u64,
    seconds: Option<f64>,
}

fn describe(
    file: &Path,
    values: &mut PositionValues,
    since: Option<Instant>,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let described = Described {
        file: file.display().to_string(),
        tile: values.tile(),
        complete: values.complete(),
        regions: values.regions_known(),
        games: values.games_stored(),
        bytes: fs::metadata(file).map_or(0, |data| data.len()),
        seconds: since.map(|since| json::seconds(since.elapsed())),
    };
    if json {
        return Ok(json::object(out, described)?);
    }
    writeln!(out, "{}", described.file)?;
    let complete = format!("all regions of up to {} cells", described.complete);
    let mut rows = vec![
        ("tiles", format!("of {} cells", described.tile.length())),
        ("complete", complete),
        ("regions", text::grouped(described.regions as u64)),
        ("games", text::grouped(described.games as u64)),
        ("size", format!("{} bytes", text::grouped(described.bytes))),
    ];
    if let Some(seconds) = described.seconds {
        rows.push(("time", text::seconds(seconds)));
    }
    Ok(text::pairs(out, rows)?)
}
