//! `crosscram solve --from`: solves the leaves of a work file, and can be resumed.

use crate::args::SolveArgs;
use crate::cache;
use crate::failure::Failure;
use crate::json;
use crate::progress::StatusLine;
use crate::text;
use crate::watch::Watch;
use crosscram_jobs::legacy::{Ending, Progress, RunOptions, RunReport, Work};
use crosscram_rules::Question;
use crosscram_search::TableSize;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The table for one leaf; setting up a larger one takes longer than solving most leaves.
const TABLE: TableSize = TableSize::Entries(1 << 18);

/// Runs the command.
pub(crate) fn run(file: &Path, args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    let work = Work::load(file).map_err(Failure::message)?;
    let mut options = args.search.options(work.tile())?;
    if !args.search.has("table") {
        options = options.with_table(TABLE);
    }
    let session = cache::session(options, &args.cache)?;
    let question = Question::new(*work.board(), work.tile(), work.first());
    session
        .admit(&question, args.threads)
        .map_err(Failure::message)?;
    let journal = match &args.work.journal {
        Some(journal) => journal.clone(),
        None => default_journal(file),
    };
    let run = RunOptions {
        threads: NonZeroUsize::new(args.threads).unwrap_or(NonZeroUsize::MIN),
        stop_at_refutation: args.work.stop_at_refutation,
    };

    let watch = Watch::with_signals()?;
    let mut line = StatusLine::new(args.quiet.quiet);
    let report = crosscram_jobs::legacy::run(
        &work,
        &journal,
        &session,
        &run,
        &watch.stop_flag(),
        |progress| {
            line.show(|| describe(progress));
        },
    )
    .map_err(Failure::message);
    drop(line);
    let report = report?;

    if args.json {
        json::write(out, &Finished::new(&work, &report))?;
    } else {
        print(&work, &journal, &report, out)?;
    }
    match report.ending {
        Ending::Stopped => Err(Failure::Interrupted),
        Ending::Finished | Ending::AtRefutation if report.is_proof() => Ok(()),
        Ending::Finished | Ending::AtRefutation => Err(Failure::No),
    }
}

/// The work file's name with `.journal` behind it.
fn default_journal(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn describe(progress: &Progress) -> String {
    let remaining = progress.remaining.map_or(String::new(), |(low, high)| {
        let [low, high] = [low, high].map(|end| text::clock(end.as_secs_f64()));
        format!("  {low} to {high} left")
    });
    let memory = crosscram_support::memory::resident().map_or(String::new(), text::bytes);
    format!(
        "{} of {} leaves solved  {} refuted  {}{remaining}  {} nodes  {memory}",
        progress.solved,
        progress.total,
        progress.refuted,
        text::clock(progress.elapsed.as_secs_f64()),
        text::rounded(progress.nodes as f64),
    )
}

fn print(
    work: &Work,
    journal: &Path,
    report: &RunReport,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if report.cut > 0 {
        writeln!(
            out,
            "cut {} of an unfinished record off the journal",
            text::plural(report.cut, "byte")
        )?;
    }
    writeln!(out, "{}", report.conclusion(work, journal))?;
    writeln!(
        out,
        "  {} nodes, {} of search; this run solved {} in {}",
        text::grouped(report.nodes),
        text::clock(report.search_time.as_secs_f64()),
        leaves(report.fresh as u64),
        text::clock(report.elapsed.as_secs_f64()),
    )?;
    Ok(())
}

/// A number of leaves in words.
fn leaves(count: u64) -> String {
    match count {
        1 => "1 leaf".to_string(),
        count => format!("{} leaves", text::grouped(count)),
    }
}

/// One object for the whole run.
#[derive(Serialize)]
struct Finished {
    schema: u32,
    position: String,
    tile: u32,
    first: String,
    plies: u32,
    leaves: usize,
    proven: usize,
    open: usize,
    refuted: Vec<String>,
    /// Whether the whole board is proven; a part of the leaves alone proves nothing.
    proof: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    nodes: u64,
    seconds: f64,
    interrupted: bool,
}

impl Finished {
    fn new(work: &Work, report: &RunReport) -> Self {
        let refuted = report.refuted.iter().map(|position| position.to_string());
        Finished {
            schema: json::SCHEMA,
            position: work.board().to_string(),
            tile: work.tile().length(),
            first: work.first().letter().to_string(),
            plies: work.plies(),
            leaves: report.total,
            proven: report.proven,
            open: report.open(),
            refuted: refuted.collect(),
            proof: report.is_proof() && work.shard().is_none(),
            shard: work.shard().map(|shard| shard.to_string()),
            nodes: report.nodes,
            seconds: report.search_time.as_secs_f64(),
            interrupted: report.ending == Ending::Stopped,
        }
    }
}
