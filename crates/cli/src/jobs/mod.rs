//! `crosscram prove --jobs`: a proof in units of work, in a folder.

pub(crate) mod unit;

use crate::cache;
use crate::failure::Failure;
use crate::json;
use crate::progress::StatusLine;
use crate::prove::Proof;
use crate::prove::ProveArgs;
use crate::text;
use crate::watch::Watch;
use crosscram_certificate::Form;
use crosscram_jobs::cluster::status::{Beginning, Status, WorkerStatus};
use crosscram_jobs::{Certificate, Check, Desk, DeskError, Effort, Folder, Plan, Worker, run_here};
use crosscram_rules::Question;
use crosscram_search::CrosscramOptions;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// When pieces of certificate are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// Before anything rests on them
    #[default]
    Arrival,
    /// When the certificate is complete; if it does not hold, what is false is taken back
    End,
}

/// Nodes of a unit, if nothing else is said: a second or two.
const UNIT_NODES: u64 = 100_000;

/// How often the state is written down.
const STORED: Duration = Duration::from_millis(500);

/// Hints that a unit for another program carries at most.
const HINTS: usize = 1000;

pub(crate) fn run(
    args: &ProveArgs,
    path: &Path,
    name: &str,
    question: &Question,
    options: CrosscramOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let started = Instant::now();
    let wanted = Wanted {
        folder: path,
        output: &args.output,
        resume: args.jobs.resume,
        audit: args.jobs.audit,
        check: args.jobs.check.unwrap_or_default(),
        unit_nodes: args.jobs.unit_nodes,
        checkers: args.threads,
    };
    let mut desk = open(&wanted, question, &options)?;
    let form = if args.text { Form::Text } else { Form::Binary };
    let certificate = match args.jobs.issue {
        Some(units) => issue(args, &mut desk, units as usize, form, out)?,
        None => prove(args, &mut desk, options, form)?,
    };
    let Some(certificate) = certificate else {
        return Err(Failure::No);
    };
    summarize(
        &desk,
        &certificate,
        name,
        &args.output,
        started,
        args.json,
        out,
    )
}

/// Prints what was proven and what it cost.
pub(crate) fn summarize(
    desk: &Desk,
    certificate: &Certificate,
    name: &str,
    output: &Path,
    started: Instant,
    as_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (tally, question) = (desk.tally(), desk.plan().question);
    let facts = desk.coordinator().library().facts() as u64;
    let proof = Proof {
        position: name.to_string(),
        tile: question.tile,
        first: question.first,
        winner: certificate.winner,
        cost: Cost {
            units: tally.segments,
            solved: tally.solved,
            opened: tally.opened,
            facts,
            searched: tally.nodes,
            searched_to_write: tally.writing,
        },
        nodes: certificate.nodes,
        bytes: certificate.bytes,
        hash: certificate.hash,
        seconds: started.elapsed().as_secs_f64(),
    };
    let cost = format!(
        "checked, {}\n  {}: {} solved, {} opened; {}, {}, {} more to write",
        text::seconds(proof.seconds),
        text::plural(tally.segments, "unit"),
        text::grouped(tally.solved),
        text::grouped(tally.opened),
        text::plural(facts, "fact"),
        text::plural(tally.nodes, "node"),
        text::grouped(tally.writing),
    );
    Ok(proof.write(&cost, output, as_json, out)?)
}

/// What is asked of a run.
pub(crate) struct Wanted<'a> {
    /// Where the run is.
    pub(crate) folder: &'a Path,
    /// Where the certificate goes.
    pub(crate) output: &'a Path,
    /// Whether the run is there already.
    pub(crate) resume: bool,
    /// Whether everything is checked first.
    pub(crate) audit: bool,
    /// When segments are checked.
    pub(crate) check: When,
    /// Nodes of a unit.
    pub(crate) unit_nodes: Option<u64>,
    /// How many threads check the certificate.
    pub(crate) checkers: usize,
}

/// Begins a run, or goes on with one.
pub(crate) fn open(
    wanted: &Wanted<'_>,
    question: &Question,
    options: &CrosscramOptions,
) -> Result<Desk, Failure> {
    if wanted.output == Path::new("-") {
        fail!("--jobs: the certificate needs a file, not standard output");
    }
    let check = match wanted.check {
        When::Arrival => Check::OnArrival,
        When::End => Check::AtEnd,
    };
    let plan = Plan {
        question: *question,
        bounds: options.bounds,
        nodes: wanted.unit_nodes.unwrap_or(UNIT_NODES),
    };
    let (path, place) = (wanted.folder, wanted.folder.display());
    let mut desk = match (Folder::exists(path), wanted.resume) {
        (true, false) => Err(failure!(
            "{place}: there is a run already; --resume goes on with it"
        )),
        (false, true) => Err(failure!("--resume: {place}: there is no run")),
        (false, false) => Desk::create(path, plan, check).map_err(Failure::message),
        (true, true) => {
            let found = Folder::peek(path).map_err(Failure::message)?;
            if found.question != plan.question || found.bounds != plan.bounds {
                fail!(
                    "{place}: the run there is about another board, first player, number, tile or --regions"
                );
            }
            let desk = match wanted.audit {
                true => Desk::resume_audited(path, check),
                false => Desk::resume(path, check),
            };
            desk.map_err(|error| match error {
                DeskError::Contradiction(found) if !wanted.audit => {
                    failure!("{found}; --audit finds out which is false")
                }
                error => Failure::message(error),
            })
        }
    }?;
    desk.check_with_threads(wanted.checkers);
    remark(&mut desk);
    Ok(desk)
}

/// Works on the units with the threads of this process.
fn prove(
    args: &ProveArgs,
    desk: &mut Desk,
    options: CrosscramOptions,
    form: Form,
) -> Result<Option<Certificate>, Failure> {
    let session = cache::session(options, &args.cache)?.with_bounds(desk.plan().bounds);
    session
        .admit(&desk.plan().question, 1)
        .map_err(Failure::message)?;
    let watch = Watch::with_signals()?;
    let mut line = StatusLine::new(args.quiet.quiet);
    let mut pace = Pace::new(desk);
    loop {
        let worker = Worker::new(session.clone());
        let done = run_here(desk, worker, &watch.stop_flag(), |desk, effort| {
            line.show(|| pace.describe(desk));
            pace.store(desk, effort);
        });
        let done = done.map_err(Failure::message)?;
        remark(desk);
        if !done {
            return Err(Failure::Interrupted);
        }
        line.show(|| "the certificate is written and checked".to_string());
        let certificate = desk.finish(&args.output, form).map_err(Failure::message)?;
        remark(desk);
        // Otherwise something was false and is taken back.
        if certificate.is_some() {
            pace.complete(desk);
            return Ok(certificate);
        }
    }
}

/// Takes the segments that were brought, and writes units for other programs.
fn issue(
    args: &ProveArgs,
    desk: &mut Desk,
    units: usize,
    form: Form,
    out: &mut impl Write,
) -> Result<Option<Certificate>, Failure> {
    let taken = desk.collect().map_err(Failure::message)?;
    remark(desk);
    while desk.is_complete().map_err(Failure::message)? {
        let certificate = desk.finish(&args.output, form).map_err(Failure::message)?;
        remark(desk);
        if certificate.is_some() {
            // There is nothing left to work on.
            desk.write_units(0, 0).map_err(Failure::message)?;
            return Ok(certificate);
        }
    }
    let files = desk.write_units(units, HINTS).map_err(Failure::message)?;
    let left = desk.left();
    let folder = desk.folder().path();
    if args.json {
        let wave = Wave {
            taken,
            units: files.len(),
            folder: folder.join("units").display().to_string(),
            left: left.units.middle,
        };
        json::object(out, wave)?;
        return Ok(None);
    }
    writeln!(
        out,
        "{} taken, {} in {}; some {} left",
        text::plural(taken as u64, "segment"),
        text::plural(files.len() as u64, "unit"),
        folder.join("units").display(),
        text::plural(left.units.middle.ceil().max(1.0) as u64, "unit"),
    )?;
    Ok(None)
}

/// Prints what is remarkable.
fn remark(desk: &mut Desk) {
    for remark in desk.remarks() {
        remark!("{remark}");
    }
}

/// How fast it goes.
struct Pace {
    started: Instant,
    facts: usize,
    nodes: u64,
    beginning: Beginning,
    /// When the state was last written down, and that of this process then.
    stored: Option<Instant>,
    here: Option<WorkerStatus>,
}

impl Pace {
    fn new(desk: &Desk) -> Pace {
        Pace {
            started: Instant::now(),
            facts: desk.coordinator().library().facts(),
            nodes: desk.tally().nodes,
            beginning: Beginning::of(desk),
            stored: None,
            here: None,
        }
    }

    /// Writes down now and then how the run is doing, for whoever looks.
    fn store(&mut self, desk: &Desk, effort: &Effort) {
        if self.stored.is_some_and(|at| at.elapsed() < STORED) {
            return;
        }
        self.stored = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs_f64();
        self.here = Some(WorkerStatus {
            worker: "here".to_owned(),
            units: effort.units,
            nodes: effort.nodes,
            // This process knows only facts that it has found itself.
            heard: 0,
            seconds,
            busy: effort.busy,
        });
        self.status(desk).store(desk);
    }

    /// The certificate is written.
    fn complete(&mut self, desk: &Desk) {
        if let Some(here) = &mut self.here {
            here.busy = false;
        }
        let complete = Status {
            complete: true,
            ..self.status(desk)
        };
        complete.store(desk);
    }

    fn status(&self, desk: &Desk) -> Status {
        let folder = desk.folder().path();
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        let name = name.to_string_lossy();
        let workers = self.here.iter().cloned().collect();
        Status::new(&name, desk, &self.beginning, workers, 0)
    }

    /// One line for people.
    fn describe(&mut self, desk: &Desk) -> String {
        let (tally, left) = (desk.tally(), desk.left());
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let facts = desk.coordinator().library().facts();
        let rounded = |number: f64| text::rounded(number.ceil());
        format!(
            "{} solved, {} opened; left {} leaves, {} units ({} to {}); {:.1} facts/s  {}/s  {}",
            tally.solved,
            tally.opened,
            left.leaves,
            rounded(left.units.middle),
            rounded(left.units.low),
            rounded(left.units.high),
            (facts - self.facts.min(facts)) as f64 / seconds,
            text::rounded(tally.nodes.saturating_sub(self.nodes) as f64 / seconds),
            text::clock(seconds),
        )
    }
}

#[derive(Serialize)]
struct Wave {
    taken: usize,
    units: usize,
    folder: String,
    /// Estimate, in units.
    left: f64,
}

/// The cost of a proof in units.
#[derive(Serialize)]
struct Cost {
    /// Segments.
    units: u64,
    /// Positions that were solved in one unit.
    solved: u64,
    /// Positions that were not.
    opened: u64,
    facts: u64,
    /// Nodes of the searches.
    searched: u64,
    /// Nodes that were searched to write proofs down.
    searched_to_write: u64,
}
