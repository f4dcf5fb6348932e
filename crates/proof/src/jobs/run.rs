//! A run on the threads of this process.

use super::desk::{Check, Delivery, Desk, DeskError, check_segment};
use super::unit::{Fact, Unit};
use super::work::{WorkError, Worker};
use crosscram_support::stop::Stop;
use crosscram_support::threads::{self, StartError};
use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two reports while nothing comes back.
const TICK: Duration = Duration::from_millis(100);

/// Why a run on threads ended without a proof.
#[derive(Debug)]
pub enum ThreadsError {
    /// The desk.
    Desk(DeskError),
    /// A unit cannot be worked on.
    Work(WorkError),
    /// A thread cannot be started.
    Start(StartError),
    /// A segment of our own does not hold: a fault of this program or of the machine.
    False(String),
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadsError::Desk(error) => error.fmt(f),
            ThreadsError::Work(error) => error.fmt(f),
            ThreadsError::Start(error) => error.fmt(f),
            ThreadsError::False(reason) => {
                write!(f, "a proof of this process does not hold: {reason}")
            }
        }
    }
}

impl std::error::Error for ThreadsError {}

impl From<DeskError> for ThreadsError {
    fn from(error: DeskError) -> Self {
        ThreadsError::Desk(error)
    }
}

impl From<StartError> for ThreadsError {
    fn from(error: StartError) -> Self {
        ThreadsError::Start(error)
    }
}

/// What a thread has done in this run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadState {
    /// Units.
    pub units: u64,
    /// Nodes of their searches.
    pub nodes: u64,
    /// Whether it is at a unit.
    pub busy: bool,
}

/// A segment from a thread.
struct Done {
    thread: usize,
    unit: Unit,
    result: Result<Made, WorkError>,
}

struct Made {
    bytes: Vec<u8>,
    /// What the checker says.
    checked: Result<(), String>,
    line: String,
    nodes: u64,
}

/// Works on units on so many threads until the proof is complete or a stop is requested. Returns whether it is
/// complete. `look` is called after every segment, and now and then.
pub fn run_threads(
    desk: &mut Desk,
    worker: Worker,
    count: usize,
    stop: &Stop,
    mut look: impl FnMut(&mut Desk, &[ThreadState]),
) -> Result<bool, ThreadsError> {
    let inner = stop.child();
    let check = desk.check();
    let facts: Mutex<Vec<Fact>> = Mutex::new({
        let coordinator = desk.coordinator();
        let known = coordinator
            .library()
            .all(|board| coordinator.to_move(board));
        known.collect()
    });
    let (done_sender, done) = mpsc::channel();
    let (mut senders, mut receivers) = (Vec::new(), Vec::new());
    for number in 0..count {
        let (sender, receiver) = mpsc::channel::<Unit>();
        senders.push(sender);
        let own = match number {
            0 => None,
            _ => Some(worker.partner()),
        };
        receivers.push((receiver, own));
    }
    // The first thread has the worker itself, whose tables may be warm.
    receivers[0].1 = Some(worker);
    let parts = Mutex::new(
        receivers
            .into_iter()
            .map(|(receiver, worker)| Some((receiver, worker, done_sender.clone())))
            .collect::<Vec<_>>(),
    );
    drop(done_sender);
    let work = |number: usize| {
        let part = lock(&parts)[number].take();
        if let Some((receiver, Some(worker), sender)) = part {
            serve(number, worker, &receiver, &sender, &facts, check, &inner);
        }
    };
    let lead = || {
        let ended = direct(desk, &facts, &senders, &done, stop, &mut look);
        // Threads end when nobody can send them units, and soon.
        inner.request();
        drop(senders);
        ended
    };
    threads::beside(count, work, lead)?.0
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on units as they come.
fn serve(
    thread: usize,
    mut worker: Worker,
    units: &Receiver<Unit>,
    done: &Sender<Done>,
    facts: &Mutex<Vec<Fact>>,
    check: Check,
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
            let (seconds, checking) = (started.elapsed(), Instant::now());
            let checked = match check {
                Check::OnArrival => check_segment(&segment),
                Check::AtEnd => Ok(()),
            };
            let bytes = segment.to_bytes();
            let line = times(
                &format!("thread-{}", thread + 1),
                &segment,
                seconds,
                checking.elapsed(),
                bytes.len(),
            );
            Made {
                bytes,
                checked,
                line,
                nodes: segment.results.iter().map(|found| found.nodes).sum(),
            }
        });
        if done
            .send(Done {
                thread,
                unit,
                result,
            })
            .is_err()
        {
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

/// Hands units out and takes segments in.
fn direct(
    desk: &mut Desk,
    facts: &Mutex<Vec<Fact>>,
    senders: &[Sender<Unit>],
    done: &Receiver<Done>,
    stop: &Stop,
    look: &mut impl FnMut(&mut Desk, &[ThreadState]),
) -> Result<bool, ThreadsError> {
    let mut idle: Vec<usize> = (0..senders.len()).rev().collect();
    let is_checked = desk.check() == Check::OnArrival;
    let mut states = vec![ThreadState::default(); senders.len()];
    loop {
        while let Some(&thread) = idle.last() {
            if stop.is_requested() {
                break;
            }
            let Some(unit) = desk.issue()? else {
                break;
            };
            idle.pop();
            states[thread].busy = true;
            // A thread that has ended by a panic has no receiver; the panic is passed on later.
            if senders[thread].send(unit).is_err() {
                return Ok(false);
            }
        }
        // While the disk works, so do the threads.
        desk.flush()?;
        if idle.len() == senders.len() {
            // A unit that an earlier failure left under way must not be waited for.
            return Ok(!stop.is_requested() && desk.is_complete()?);
        }
        match done.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
            Ok(Done {
                thread,
                unit,
                result,
            }) => {
                idle.push(thread);
                states[thread].busy = false;
                match result {
                    Err(WorkError::Stopped) => desk.give_back(&unit.id()),
                    Err(error) => return Err(ThreadsError::Work(error)),
                    Ok(made) => {
                        made.checked.map_err(ThreadsError::False)?;
                        let name = format!("thread-{}", thread + 1);
                        if let Delivery::Taken { facts: new } =
                            desk.deliver(&name, &made.bytes, is_checked)?
                        {
                            lock(facts).extend(new);
                        }
                        desk.folder().note_time(&made.line);
                        states[thread].units += 1;
                        states[thread].nodes += made.nodes;
                    }
                }
            }
        }
        look(desk, &states);
    }
}
