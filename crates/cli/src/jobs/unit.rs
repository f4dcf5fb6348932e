//! `crosscram work`: one unit of a proof.

use crate::args::CacheArg;
use crate::cache;
use crate::failure::Failure;
use crate::json;
use crate::text;
use crate::watch::Watch;
use clap::Args;
use crosscram_jobs::{Unit, WorkError, Worker};
use crosscram_search::{CrosscramOptions, TableSize};
use crosscram_support::atomic;
use serde::Serialize;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Work on one unit of a proof: see `prove --jobs`
///
/// The segment depends on nothing but the unit. It holds the winners that were found, each with a
/// proof, or the moves of what is still open.
#[derive(Debug, Args)]
pub(crate) struct UnitArgs {
    /// The unit; - for standard input
    #[arg(value_name = "UNIT")]
    pub(crate) unit: PathBuf,

    /// Where to write the segment; - for standard output
    #[arg(short = 'o', long = "output", value_name = "SEGMENT")]
    pub(crate) output: PathBuf,

    /// Size of the transposition table, in entries (8388608, 2^23, 8M) or bytes (512MiB, 2GB) [default: 256MiB]
    #[arg(long, value_name = "SIZE")]
    pub(crate) table: Option<TableSize>,

    #[command(flatten)]
    pub(crate) cache: CacheArg,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The table of one unit: many of them may run side by side.
const TABLE: TableSize = TableSize::Bytes(256 << 20);

pub(crate) fn run(args: &UnitArgs, out: &mut impl Write) -> Result<(), Failure> {
    let started = Instant::now();
    let to_stdout = args.output == Path::new("-");
    if to_stdout && args.json {
        fail!("--json: standard output is taken by the segment");
    }
    let unit = Unit::read(&read(&args.unit)?, &args.unit).map_err(Failure::message)?;
    let table = args.table.unwrap_or(TABLE);
    let options = CrosscramOptions {
        bounds: unit.bounds,
        table,
        ..CrosscramOptions::default()
    };
    let mut worker = Worker::new(cache::session(options, &args.cache)?);
    let watch = Watch::with_signals()?;
    let segment = worker.work(&unit, &watch.stop_flag());
    let segment = segment.map_err(|error| match error {
        WorkError::Stopped => Failure::Interrupted,
        error => Failure::message(error),
    })?;
    let bytes = segment.to_bytes();
    if to_stdout {
        return Ok(out.write_all(&bytes)?);
    }
    let failed = |error: io::Error| failure!("{}: {error}", args.output.display());
    atomic::write(&args.output, &bytes).map_err(failed)?;
    let summary = Summary {
        unit: unit.id().to_string(),
        positions: segment.results.len(),
        facts: segment.facts(),
        nodes: segment.results.iter().map(|found| found.nodes).sum(),
        nodes_to_write: segment.results.iter().map(|found| found.writing).sum(),
        bytes: bytes.len(),
        seconds: started.elapsed().as_secs_f64(),
    };
    if args.json {
        return Ok(json::object(out, summary)?);
    }
    writeln!(
        out,
        "{}: {} of {}, {}, {} bytes, {}",
        args.output.display(),
        text::plural(summary.facts as u64, "fact"),
        text::plural(summary.positions as u64, "position"),
        text::plural(summary.nodes, "node"),
        text::grouped(summary.bytes as u64),
        text::seconds(summary.seconds),
    )?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = match path == Path::new("-") {
        false => fs::read(path),
        true => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        }
    };
    read.map_err(|error| failure!("{}: {error}", path.display()))
}

#[derive(Serialize)]
struct Summary {
    unit: String,
    positions: usize,
    facts: usize,
    /// Nodes of the searches.
    nodes: u64,
    /// Nodes that were searched to write proofs down.
    nodes_to_write: u64,
    bytes: usize,
    seconds: f64,
}
