//! Solves the leaves of a work file on several threads and never loses an answer.
//!
//! Worker threads solve; the caller's thread writes the journal. Answers that arrive while a batch is
//! being written form the next batch, so that small leaves do not wait for the disk one by one. An
//! answer counts as solved only once it is on disk.

mod report;
mod tally;
mod workers;

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crosscram_rules::Question;
use crosscram_search::{LineCount, OptionError, SearchError, Solver};
use crosscram_support::pool::{Order, Pool};
use crosscram_support::threads::StartError;

use crate::legacy::journal::{Game, Journal};
use crate::legacy::{FileError, Stop, Work, provenance};

pub use report::{Ending, Progress, RunReport};
use tally::Tally;
use workers::Workers;

/// The time between two progress reports while nothing is solved.
const TICK: Duration = Duration::from_millis(50);

/// How leaves are solved.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The number of leaves searched at once.
    pub threads: NonZeroUsize,
    /// Whether to stop at the first leaf that the first player does not win, because the work file can
    /// then no longer prove its claim.
    pub stop_at_refutation: bool,
}

impl Default for RunOptions {
    /// One thread that solves all leaves, even after a refutation.
    fn default() -> RunOptions {
        RunOptions {
            threads: NonZeroUsize::MIN,
            stop_at_refutation: false,
        }
    }
}

/// Solves the leaves of `work` that `journal` does not answer yet, and appends the answers to it.
///
/// Every search begins with an empty table of its own, so that an answer and its node count depend only
/// on the leaf. Setting up a table of 2^23 entries takes some 15 ms: for leaves of a few thousand nodes
/// give `solver` a small one.
///
/// The journal is created if there is none, and locked during the run. Records about other positions
/// than the leaves are left alone and counted in the report. When `stop` is requested the running
/// searches end without answer. `progress` is called on this thread after every answer, and at least
/// twenty times a second.
pub fn run(
    work: &Work,
    journal: &Path,
    solver: &Solver,
    options: &RunOptions,
    stop: &Stop,
    mut progress: impl FnMut(&Progress),
) -> Result<RunReport, RunError> {
    if !solver.engine().is_sound() {
        return Err(RunError::Unsound);
    }
    let question = Question::new(*work.board(), work.tile(), work.first());
    solver.check(&question)?;
    let started = Instant::now();
    let mut tally = Tally::new(work);
    let game = Game::of(work.board(), work.tile());
    let (mut journal, opened) = Journal::open(journal, game, |record| tally.add_old(&record))?;
    let pending = tally.pending();
    if !pending.is_empty() && !stop.is_requested() && !tally.ends_at(options) {
        journal.begin(&provenance(solver, work.tile(), &[]))?;
        let refuting = work.first().opponent();
        let workers = Workers {
            work,
            solver,
            halt_at_win: options.stop_at_refutation.then_some(refuting),
            halt: stop.child(),
            searches: Mutex::default(),
        };
        let pool = Pool {
            threads: options.threads.get().min(pending.len()),
            order: Order::OfResults,
            stop: workers.halt.clone(),
            tick: TICK,
        };
        let workers = &workers;
        let start = |stop| move |leaf| workers.solve(leaf, &stop);
        let mut shortage = None;
        pool.run(pending, start, |answers| -> Result<(), RunError> {
            let mut batch = Vec::new();
            for (_, answer) in answers {
                match answer {
                    Ok(solved) => batch.extend(solved),
                    Err(what) => shortage = Some(what),
                }
            }
            if !batch.is_empty() {
                let records: Vec<_> = batch.iter().map(|solved| solved.record).collect();
                journal.append(&records)?;
                batch.iter().for_each(|solved| tally.add_new(solved));
            }
            progress(&tally.progress(started.elapsed(), workers.nodes()));
            Ok(())
        })?;
        if let Some(shortage) = shortage {
            return Err(RunError::OutOfMemory(shortage));
        }
    }
    let ending = match tally.open() {
        0 => Ending::Finished,
        _ if tally.ends_at(options) => Ending::AtRefutation,
        _ => Ending::Stopped,
    };
    Ok(tally.report(ending, opened, started.elapsed()))
}

/// Why leaves could not be solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// An error in the journal.
    File(FileError),
    /// The engine counts lines as in 2002, which may give the wrong winner.
    Unsound,
    /// An option of the engine would do nothing.
    Option(OptionError),
    /// A search lacked memory or threads.
    OutOfMemory(SearchError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::File(error) => error.fmt(f),
            RunError::Option(error) => error.fmt(f),
            RunError::OutOfMemory(shortage) => shortage.fmt(f),
            RunError::Unsound => write!(
                f,
                "line count {} may name the wrong winner: it cannot prove anything",
                LineCount::Unsound2002
            ),
        }
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RunError::File(error) => error.source(),
            RunError::Unsound | RunError::Option(_) | RunError::OutOfMemory(_) => None,
        }
    }
}

impl From<StartError> for RunError {
    fn from(error: StartError) -> RunError {
        RunError::OutOfMemory(error.into())
    }
}

impl From<OptionError> for RunError {
    fn from(error: OptionError) -> RunError {
        RunError::Option(error)
    }
}

impl From<FileError> for RunError {
    fn from(error: FileError) -> RunError {
        RunError::File(error)
    }
}
