//! `crosscram values`: databases of region values.

use crate::args::{BuildArgs, ValuesArgs, ValuesCommand};
use crate::failure::Failure;
use crate::json::{self, SCHEMA};
use crate::progress::StatusLine;
use crate::text::{self, Align};
use crate::value::load;
use crate::watch::Watch;
use crosscram_values::games::{GameError, Interrupt};
use crosscram_values::positions::PositionValues;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &ValuesArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.command {
        ValuesCommand::Build(args) => build(args, out),
        ValuesCommand::Info { file, json } => {
            let mut values = load(file)?;
            describe(file, &mut values, None, *json, out)
        }
    }
}

fn build(args: &BuildArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tile = args.tile.length;
    let most = PositionValues::MAX_CELLS;
    if !(1..=most).contains(&args.cells) {
        return Err(Failure::message(format_args!(
            "--cells: from 1 to {most}, not {}",
            args.cells
        )));
    }
    let default = || PathBuf::from(format!("crosscram-tile{tile}.values"));
    let file = args.out.clone().unwrap_or_else(default);
    let mut values = match file.exists() {
        true => load(&file)?,
        false => PositionValues::new(tile),
    };
    if values.tile() != tile {
        return Err(Failure::message(format_args!(
            "{}: values for tiles of {} cells, not {tile}",
            file.display(),
            values.tile()
        )));
    }
    let watch = Watch::with_signals()?;
    let flag = watch.stop_flag();
    values.set_interrupt(Some(Interrupt::new(move || flag.is_requested())));
    let since = Instant::now();
    let mut line = StatusLine::new(args.quiet.quiet);
    let built = values.build(args.cells, |progress| {
        line.show(|| {
            format!(
                "regions of {} cells: {} of {}  {}",
                progress.cells,
                text::grouped(progress.done as u64),
                text::grouped(progress.of as u64),
                text::clock(since.elapsed().as_secs_f64())
            )
        });
    });
    drop(line);
    let failure = |error| Failure::message(format_args!("{}: {error}", file.display()));
    match built {
        Ok(()) | Err(GameError::Interrupted) => values.save(&file).map_err(failure)?,
        Err(error) => return Err(Failure::message(error)),
    }
    describe(&file, &mut values, Some(since), args.json, out)?;
    match built {
        Ok(()) => Ok(()),
        Err(_) => Err(Failure::Interrupted),
    }
}

/// One object.
#[derive(Debug, Serialize)]
struct Described {
    schema: u32,
    file: String,
    tile: u32,
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
        schema: SCHEMA,
        file: file.display().to_string(),
        tile: values.tile().length(),
        complete: values.complete(),
        regions: values.regions_known(),
        games: values.games().len(),
        bytes: fs::metadata(file).map_or(0, |data| data.len()),
        seconds: since.map(|since| json::seconds(since.elapsed())),
    };
    if json {
        return Ok(json::write(out, &described)?);
    }
    writeln!(out, "{}", described.file)?;
    let row = |name: &str, value: String| vec![name.to_string(), value];
    let mut rows = vec![
        row("tiles", format!("of {} cells", described.tile)),
        row(
            "complete",
            format!("all regions of up to {} cells", described.complete),
        ),
        row("regions", text::grouped(described.regions as u64)),
        row("games", text::grouped(described.games as u64)),
        row("size", format!("{} bytes", text::grouped(described.bytes))),
    ];
    if let Some(seconds) = described.seconds {
        rows.push(row("time", text::seconds(seconds)));
    }
    Ok(text::columns(out, 2, &[Align::Left, Align::Left], &rows)?)
}
