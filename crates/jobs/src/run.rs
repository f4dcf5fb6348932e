//! A run in this process: one unit at a time, on all threads of the engine.

use super::coordinator::Scope;
use super::desk::{Certificate, Delivery, Desk, DeskError};
use super::unit::{Fact, Unit};
use super::work::{WorkError, Worker};
use crosscram_support::stop::Stop;
use crosscram_support::threads::{self, StartError};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two reports while nothing comes back.
const TICK: Duration = Duration::from_millis(100);

/// Why a run ended without a proof.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The desk.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// A unit cannot be worked on.
    #[error(transparent)]
    Work(WorkError),
    /// The thread of the engine cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// The name of this process among workers.
const HERE: &str = "here";

/// What was done in this run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Units.
    pub units: u64,
    /// Nodes of their searches.
    pub nodes: u64,
    /// Whether a unit is under way.
    pub busy: bool,
}

/// What came of a unit.
struct Done {
    unit: Unit,
    result: Result<Made, WorkError>,
}

struct Made {
    bytes: Vec<u8>,
    line: String,
    nodes: u64,
}

/// Works on units until the proof is complete or a stop is requested. Returns whether it is complete. `look` is called
/// after every segment, and now and then. The engine's threads work on the same unit: so they search what one of them
/// would, while units side by side would each have to be proven by itself.
pub fn run_here(
    desk: &mut Desk,
    worker: Worker,
    stop: &Stop,
    mut look: impl FnMut(&mut Desk, &Effort),
) -> Result<bool, RunError> {
    let inner = stop.child();
    let facts: Mutex<Vec<Fact>> = Mutex::new({
        let known = desk.coordinator().library().all();
        known.collect()
    });
    let (sender, units) = mpsc::channel::<Unit>();
    let (done_sender, done) = mpsc::channel();
    let part = Mutex::new(Some((worker, units, done_sender)));
    let work = |_| {
        let part = lock(&part).take();
        if let Some((worker, units, done)) = part {
            serve(worker, &units, &done, &facts, &inner);
        }
    };
    let lead = || {
        let ended = direct(desk, &facts, &sender, &done, stop, &mut look);
        // The thread ends when nothing can send it units, and soon.
        inner.request();
        drop(sender);
        ended
    };
    threads::beside(1, work, lead)?.0
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on units as they come.
fn serve(
    mut worker: Worker,
    units: &Receiver<Unit>,
    done: &Sender<Done>,
    facts: &Mutex<Vec<Fact>>,
    stop: &Stop,
) {
    let mut heard = 0;
    while let Ok(unit) = units.recv() {
        {
            let facts = lock(facts);
            worker.learn(facts[heard..].iter().copied());
            heard = facts.len();
        }
        let started = Instant::now();
        let result = worker.work(&unit, stop).map(|segment| {
            let seconds = started.elapsed();
            let bytes = segment.to_bytes();
            let line = times(HERE, &segment, seconds, Duration::ZERO, bytes.len());
            Made {
                bytes,
                line,
                nodes: segment.results.iter().map(|found| found.nodes).sum(),
            }
        });
        if done.send(Done { unit, result }).is_err() {
            return;
        }
    }
}

/// A line of the times of a run.
pub fn times(
    worker: &str,
    segment: &super::segment::Segment,
    working: Duration,
    checking: Duration,
    bytes: usize,
) -> String {
    let sum =
        |part: fn(&super::segment::Finding) -> u64| segment.results.iter().map(part).sum::<u64>();
    format!(
        "{worker}\t{}\t{}\t{}\t{:.6}\t{:.6}\t{bytes}\t{}",
        segment.results.len(),
        sum(|found| found.nodes),
        sum(|found| found.writing),
        working.as_secs_f64(),
        checking.as_secs_f64(),
        segment.facts(),
    )
}

/// The line of the times of a run that says what the certificate took, and in its last column by how many threads it was
/// checked. No unit has 0 positions.
pub(super) fn times_of_certificate(
    certificate: &Certificate,
    taken: Duration,
    checkers: usize,
) -> String {
    let Certificate { nodes, bytes, .. } = certificate;
    let seconds = taken.as_secs_f64();
    format!("certificate\t0\t{nodes}\t0\t{seconds:.6}\t0.000000\t{bytes}\t{checkers}")
}

/// Hands units out and takes segments in.
fn direct(
    desk: &mut Desk,
    facts: &Mutex<Vec<Fact>>,
    units: &Sender<Unit>,
    done: &Receiver<Done>,
    stop: &Stop,
    look: &mut impl FnMut(&mut Desk, &Effort),
) -> Result<bool, RunError> {
    let mut effort = Effort::default();
    loop {
        if !effort.busy
            && !stop.is_requested()
            && let Some(unit) = desk.issue(Scope::Whole)?
        {
            effort.busy = true;
            // A thread that has ended by a panic has no receiver; the panic is passed on later.
            if units.send(unit).is_err() {
                return Ok(false);
            }
        }
        // While the disk works, so does the engine.
        desk.flush()?;
        if !effort.busy {
            // A unit that an earlier failure left under way must not be waited for.
            return Ok(!stop.is_requested() && desk.is_complete()?);
        }
        match done.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
            Ok(Done { unit, result }) => {
                effort.busy = false;
                match result {
                    Err(WorkError::Stopped) => desk.give_back(&unit.id()),
                    Err(error) => return Err(RunError::Work(error)),
                    Ok(made) => {
                        let delivery = desk.deliver(HERE, &made.bytes, true)?;
                        if let Delivery::Taken { facts: new, .. } = delivery {
                            lock(facts).extend(new);
                        }
                        desk.folder().note_time(&made.line);
                        effort.units += 1;
                        effort.nodes += made.nodes;
                    }
                }
            }
        }
        look(desk, &effort);
    }
}
