//! The running searches, so that other threads can watch and stop them.

use crate::failure::{Failure, INTERRUPTED};
use crosscram_search::Control;
use crosscram_support::stop::Stop;
use std::fmt::Display;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::thread;
use std::time::Instant;

/// All searches of a command. Ctrl-C stops them, the progress display reads them.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    stop: Stop,
    running: Mutex<Vec<Running>>,
    done: AtomicUsize,
    expected: AtomicUsize,
}

/// One running search.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    /// A short description of the search.
    pub(crate) label: String,
    /// When it began.
    pub(crate) since: Instant,
    /// The control of the search.
    pub(crate) control: Arc<Control>,
    /// Whether it is one search from its beginning to its end, which allows a forecast.
    pub(crate) is_one_search: bool,
}

impl Watch {
    /// A watch whose searches stop at the first Ctrl-C or SIGTERM; the second ends the process.
    pub(crate) fn with_signals() -> Result<Arc<Watch>, Failure> {
        let watch = Arc::new(Watch::default());
        let watched = Arc::clone(&watch);
        on_signal(move |_| {
            if !watched.stop() {
                process::exit(i32::from(INTERRUPTED));
            }
        })?;
        Ok(watch)
    }

    /// A watch without signals whose searches stop with `stop`.
    pub(crate) fn under(stop: &Stop) -> Watch {
        Watch {
            stop: stop.child(),
            ..Watch::default()
        }
    }

    /// Stops all searches, including those that have not begun. Returns whether this call was the first.
    pub(crate) fn stop(&self) -> bool {
        self.stop.request()
    }

    /// The stop that [`Watch::stop`] requests.
    pub(crate) fn stop_flag(&self) -> Stop {
        self.stop.child()
    }

    /// Returns whether [`Watch::stop`] was called.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// How the command ends after its answer.
    pub(crate) fn ended(&self) -> Result<(), Failure> {
        Failure::Interrupted.when(self.is_stopped())
    }

    /// Says that so many searches more are to come.
    pub(crate) fn expect(&self, searches: usize) {
        self.expected.fetch_add(searches, Relaxed);
    }

    /// Says how many parts of one search are done, and of how many.
    pub(crate) fn tell_done(&self, done: usize, of: usize) {
        self.done.store(done, Relaxed);
        self.expected.store(of, Relaxed);
    }

    /// How many searches are done, and of how many, as far as [`Watch::expect`] has been told.
    pub(crate) fn done_of(&self) -> Option<(usize, usize)> {
        let (done, all) = (self.done.load(Relaxed), self.expected.load(Relaxed));
        (all > 1).then_some((done, all.max(done)))
    }

    /// The searches that run now, oldest first.
    pub(crate) fn running(&self) -> Vec<Running> {
        self.list().clone()
    }

    /// Runs `work`, of one search or several, under watch; `None` if it was stopped before it began.
    pub(crate) fn run<T>(&self, label: String, work: impl FnOnce(&Control) -> T) -> Option<T> {
        self.run_as(label, false, work)
    }

    /// Runs one search under watch; `None` if it was stopped before it began.
    pub(crate) fn search<T>(&self, label: String, search: impl FnOnce(&Control) -> T) -> Option<T> {
        self.run_as(label, true, search)
    }

    fn run_as<T>(
        &self,
        label: String,
        is_one_search: bool,
        work: impl FnOnce(&Control) -> T,
    ) -> Option<T> {
        if self.is_stopped() {
            return None;
        }
        let control = Arc::new(Control::under(&self.stop));
        self.list().push(Running {
            label,
            since: Instant::now(),
            control: Arc::clone(&control),
            is_one_search,
        });
        let result = work(&control);
        self.list()
            .retain(|running| !Arc::ptr_eq(&running.control, &control));
        self.done.fetch_add(1, Relaxed);
        Some(result)
    }

    /// Ignores poisoning: no update here can be left half done by a panic.
    fn list(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    CtrlC,
    /// SIGTERM.
    #[cfg_attr(not(unix), allow(dead_code))]
    End,
}

/// Calls `handle` on a thread of its own at every Ctrl-C and SIGTERM. SIGHUP is not handled, so that a
/// long search survives under nohup.
#[cfg(unix)]
pub(crate) fn on_signal(mut handle: impl FnMut(Signal) + Send + 'static) -> Result<(), Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let name = |signal| match signal {
        SIGTERM => Signal::End,
        _ => Signal::CtrlC,
    };
    let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]);
    let caught = signals.and_then(|mut signals| {
        let listen = move || signals.forever().for_each(|signal| handle(name(signal)));
        thread::Builder::new().spawn(listen)
    });
    caught.map(drop).map_err(not_caught)
}

fn not_caught(error: impl Display) -> Failure {
    failure!("cannot catch signals: {error}")
}

/// Calls `handle` on a thread of its own at every Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn on_signal(mut handle: impl FnMut(Signal) + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(move || handle(Signal::CtrlC)).map_err(not_caught)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopping_reaches_running_and_future_searches() {
        let watch = Watch::default();
        let stopped = watch.run("first".into(), |control| {
            assert_eq!(watch.running().len(), 1);
            assert!(!control.is_stopped());
            assert!(watch.stop());
            control.is_stopped()
        });
        assert_eq!(stopped, Some(true));
        assert!(watch.running().is_empty());
        assert_eq!(watch.done_of(), None);
        watch.expect(3);
        assert_eq!(watch.done_of(), Some((1, 3)));
        assert!(watch.is_stopped() && !watch.stop());
        assert_eq!(watch.run("second".into(), |_| ()), None);
    }
}
