//! `crosscram values`: databases of region values, and lists of positions by their values.

mod filter;
mod list;
pub(crate) mod row;

use crate::args::{BuildArgs, ValuesArgs, ValuesCommand};
use crate::failure::Failure;
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::value::{load, open};
use crate::watch::Watch;
use crosscram_rules::Tile;
use crosscram_support::path::At;
use crosscram_values::games::{GameError, Interrupt};
use crosscram_values::positions::PositionValues;
use crosscram_workbench::Versioned;
pub(crate) use filter::{Condition, parse_outcome};
use serde::Serialize;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs the command.
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
    match built {
        Ok(()) => Ok(()),
        Err(_) => Err(Failure::Interrupted),
    }
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
        return Ok(json::write(out, &Versioned::from(described))?);
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
