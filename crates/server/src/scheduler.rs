//! Tasks in turns: a few threads work on all of them, a slice on each, so that none waits for somebody
//! else's long search to end.

use crate::Allowed;
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use crosscram_workbench::{Event, Progress, Slice, Task};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long one task works before it is the next one's turn. Of a search that is interrupted little is
/// lost: what it has proven is in its table.
const SLICE: Duration = Duration::from_millis(80);

/// Bytes of tables that a task gets at least.
pub(crate) const LEAST: u64 = 2 << 20;

/// Runs tasks. Clones are the same scheduler.
#[derive(Clone)]
pub(crate) struct Scheduler(Arc<Inner>);

struct Inner {
    allowed: Allowed,
    state: Mutex<State>,
    ready: Condvar,
    /// Stops everything.
    stop: Stop,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// Tasks that were admitted and are not over, by client.
    admitted: HashMap<IpAddr, usize>,
    tasks: usize,
    /// Bytes promised to them.
    reserved: u64,
    /// Tasks that a thread works on now.
    running: usize,
    finished: u64,
    cancelled: u64,
}

/// What the scheduler is doing.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(crate) struct Load {
    tasks: usize,
    running: usize,
    reserved_bytes: u64,
    finished: u64,
    cancelled: u64,
}

/// Why a task is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Busy {
    /// This client has as many as one may have.
    Client(usize),
    /// There are as many as there may be.
    Server,
}

/// The right to run a task, and its share of the memory; both are given back when it goes away.
pub(crate) struct Ticket {
    inner: Arc<Inner>,
    client: IpAddr,
    bytes: u64,
}

impl Ticket {
    /// Bytes that the task may use for its tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.inner.state();
        state.tasks -= 1;
        state.reserved -= self.bytes;
        if let Some(count) = state.admitted.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                state.admitted.remove(&self.client);
            }
        }
    }
}

struct Job {
    task: Box<dyn Task>,
    events: Sender<Event>,
    stop: Stop,
    _ticket: Ticket,
}

/// A task that was handed over. Dropping it stops the task.
pub(crate) struct Running {
    /// Its events, until it is over.
    pub(crate) events: Receiver<Event>,
    stop: Stop,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.request();
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Scheduler {
    /// Starts the threads; they end when `stop` is requested.
    pub(crate) fn start(threads: usize, allowed: Allowed, stop: &Stop) -> io::Result<Scheduler> {
        let inner = Arc::new(Inner {
            allowed,
            state: Mutex::default(),
            ready: Condvar::new(),
            stop: stop.clone(),
        });
        for _ in 0..threads {
            let inner = Arc::clone(&inner);
            thread::Builder::new()
                .name("worker".into())
                .spawn(move || work(&inner))?;
        }
        Ok(Scheduler(inner))
    }

    /// Asks for the right to run a task. Of the memory that is left, the least that each further task must
    /// have is set aside; of the rest this one gets its share, up to the largest table.
    pub(crate) fn admit(&self, client: IpAddr) -> Result<Ticket, Busy> {
        let allowed = &self.0.allowed;
        let mut state = self.0.state();
        if state.tasks >= allowed.tasks {
            return Err(Busy::Server);
        }
        let count = state.admitted.get(&client).copied().unwrap_or(0);
        if count >= allowed.tasks_of_one {
            return Err(Busy::Client(allowed.tasks_of_one));
        }
        let others = (allowed.tasks - state.tasks) as u64;
        let spare = (allowed.memory - state.reserved).saturating_sub(others * LEAST);
        let bytes = (LEAST + spare / allowed.share).min(allowed.table.max(LEAST));
        state.admitted.insert(client, count + 1);
        state.tasks += 1;
        state.reserved += bytes;
        Ok(Ticket {
            inner: Arc::clone(&self.0),
            client,
            bytes,
        })
    }

    /// Runs a task until it is done or its events are not wanted any more.
    pub(crate) fn run(&self, task: Box<dyn Task>, ticket: Ticket) -> Running {
        let (sender, events) = channel();
        let stop = self.0.stop.child();
        let job = Job {
            task,
            events: sender,
            stop: stop.clone(),
            _ticket: ticket,
        };
        self.0.state().waiting.push_back(job);
        self.0.ready.notify_one();
        Running { events, stop }
    }

    pub(crate) fn load(&self) -> Load {
        let state = self.0.state();
        Load {
            tasks: state.tasks,
            running: state.running,
            reserved_bytes: state.reserved,
            finished: state.finished,
            cancelled: state.cancelled,
        }
    }
}

/// What a thread does: the next task, for a slice, again and again.
fn work(inner: &Inner) {
    loop {
        let mut job = {
            let mut state = inner.state();
            loop {
                if inner.stop.is_requested() {
                    state.waiting.clear();
                    return;
                }
                if let Some(job) = state.waiting.pop_front() {
                    state.running += 1;
                    break job;
                }
                let waited = inner.ready.wait_timeout(state, Duration::from_millis(200));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        let mut events = Vec::new();
        let mut progress = None;
        if !job.stop.is_requested() {
            // A task that panics ends alone: its events end without an answer.
            let step = std::panic::AssertUnwindSafe(|| {
                job.task.step(&Slice::new(SLICE, &job.stop), &mut events)
            });
            progress = std::panic::catch_unwind(step).ok();
        }
        for event in events {
            // Whoever does not listen any more has stopped the task.
            let _ = job.events.send(event);
        }
        let mut state = inner.state();
        state.running -= 1;
        match progress {
            Some(Progress::Done) => state.finished += 1,
            Some(Progress::Working) if !job.stop.is_requested() => {
                state.waiting.push_back(job);
                continue;
            }
            Some(Progress::Working) | None => state.cancelled += 1,
        }
        drop(state);
        // The ticket locks the state.
        drop(job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::RecvTimeoutError;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn allowed() -> Allowed {
        Allowed {
            connections: 8,
            tasks: 3,
            tasks_of_one: 2,
            memory: 64 << 20,
            table: 32 << 20,
            share: 8,
            public: true,
        }
    }

    /// Never done.
    struct Endless;

    impl Task for Endless {
        fn step(&mut self, slice: &Slice, events: &mut Vec<Event>) -> Progress {
            while !slice.is_over() {
                thread::yield_now();
            }
            events.push(Event::new("turn", &()));
            Progress::Working
        }
    }

    #[test]
    fn tasks_take_turns_and_end_when_nobody_listens() {
        let stop = Stop::new();
        let scheduler = Scheduler::start(1, allowed(), &stop).unwrap();
        let start = || {
            let ticket = scheduler.admit(CLIENT).ok().unwrap();
            scheduler.run(Box::new(Endless), ticket)
        };
        let (one, other) = (start(), start());
        for _ in 0..3 {
            assert_eq!(one.events.recv().unwrap().name, "turn");
            assert_eq!(other.events.recv().unwrap().name, "turn");
        }
        drop(one);
        drop(other);
        while scheduler.load().tasks > 0 {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(scheduler.load().cancelled, 2);
        assert_eq!(scheduler.load().reserved_bytes, 0);
        stop.request();
    }

    #[test]
    fn clients_and_everybody_have_limits() {
        let scheduler = Scheduler::start(1, allowed(), &Stop::new()).unwrap();
        let first = scheduler.admit(CLIENT).ok();
        let second = scheduler.admit(CLIENT).ok();
        assert_eq!(scheduler.admit(CLIENT).err(), Some(Busy::Client(2)));
        let stranger = IpAddr::from([127, 0, 0, 9]);
        let third = scheduler.admit(stranger).ok();
        assert_eq!(scheduler.admit(stranger).err(), Some(Busy::Server));
        let given = [&first, &second, &third].map(|ticket| ticket.as_ref().unwrap().bytes());
        assert_eq!(given[0], (2 << 20) + (58 << 20) / 8);
        assert!(given.iter().all(|bytes| *bytes >= 2 << 20));
        assert!(given.iter().sum::<u64>() == scheduler.load().reserved_bytes);
        drop(second);
        assert!(scheduler.admit(CLIENT).is_ok());
    }

    /// However little is free, all tables together have room.
    #[test]
    fn tables_of_all_tasks_have_room() {
        for (public, megabytes) in [(false, 1), (false, 50), (false, 8 << 10), (true, 100)] {
            let limits = crosscram_workbench::Limits {
                table: megabytes << 19,
                tables: megabytes << 20,
                ..crosscram_workbench::Limits::LOCAL
            };
            let allowed = Allowed::new(public, &limits);
            let scheduler = Scheduler::start(1, allowed, &Stop::new()).unwrap();
            let clients =
                (0..allowed.tasks).map(|client| IpAddr::from((client as u128).to_be_bytes()));
            let tickets = clients.map(|client| scheduler.admit(client).ok().unwrap());
            let tickets: Vec<Ticket> = tickets.collect();
            let bytes = tickets.iter().map(Ticket::bytes);
            assert!(
                bytes
                    .clone()
                    .all(|bytes| (LEAST..=limits.table.max(LEAST)).contains(&bytes))
            );
            assert!(
                bytes.sum::<u64>() <= limits.tables.max(LEAST),
                "{megabytes}"
            );
            assert_eq!(scheduler.admit(CLIENT).err(), Some(Busy::Server));
        }
    }

    #[test]
    fn everything_stops_with_the_server() {
        let stop = Stop::new();
        let scheduler = Scheduler::start(1, allowed(), &stop).unwrap();
        let ticket = scheduler.admit(CLIENT).ok().unwrap();
        let running = scheduler.run(Box::new(Endless), ticket);
        assert!(running.events.recv().is_ok());
        stop.request();
        loop {
            match running.events.recv_timeout(Duration::from_secs(60)) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the task goes on"),
            }
        }
    }
}
