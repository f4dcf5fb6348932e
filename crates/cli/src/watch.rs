//! Which searches are running, so that others can watch and stop them.

use crate::failure::{Failure, INTERRUPTED};
use crosscram_search::Control;
use crosscram_support::stop::Stop;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
#[cfg(unix)]
use std::{io, thread};

/// All searches of a command. Ctrl-C stops them, the progress display reads them.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    stop: Stop,
    running: Mutex<Vec<Running>>,
}

/// One running search.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    /// What is searched, in few words.
    pub(crate) label: String,
    /// When it began.
    pub(crate) since: Instant,
    /// The search's own end of the line.
    pub(crate) control: Arc<Control>,
}

impl Watch {
    /// A watch whose searches stop at the first Ctrl-C or SIGTERM; the second ends the process.
    pub(crate) fn with_signals() -> Result<Arc<Watch>, Failure> {
        let watch = Arc::new(Watch::default());
        let watched = Arc::clone(&watch);
        on_signal(move || {
            if !watched.stop() {
                process::exit(i32::from(INTERRUPTED));
            }
        })
        .map_err(|error| Failure::message(format_args!("cannot catch signals: {error}")))?;
        Ok(watch)
    }

    /// Stops all searches, also those that have not begun. Returns whether this call was the first.
    pub(crate) fn stop(&self) -> bool {
        self.stop.request()
    }

    /// What is requested when everything is stopped.
    pub(crate) fn stop_flag(&self) -> Stop {
        self.stop.child()
    }

    /// Returns whether [`Watch::stop`] was called.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// The searches that run now, oldest first.
    pub(crate) fn running(&self) -> Vec<Running> {
        self.list().clone()
    }

    /// Runs `search` under watch; `None` if everything was stopped before it began.
    pub(crate) fn run<T>(&self, label: String, search: impl FnOnce(&Control) -> T) -> Option<T> {
        if self.is_stopped() {
            return None;
        }
        let control = Arc::new(Control::under(&self.stop));
        self.list().push(Running {
            label,
            since: Instant::now(),
            control: Arc::clone(&control),
        });
        let result = search(&control);
        self.list()
            .retain(|running| !Arc::ptr_eq(&running.control, &control));
        Some(result)
    }

    /// Nothing here can be left half done, so a panic elsewhere does not matter.
    fn list(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Call `handle` on a thread of its own at every Ctrl-C and SIGTERM. SIGHUP is left alone, so that
/// a long search survives under nohup.
#[cfg(unix)]
fn on_signal(mut handle: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new().spawn(move || signals.forever().for_each(|_| handle()))?;
    Ok(())
}

/// Call `handle` on a thread of its own at every Ctrl-C.
#[cfg(not(unix))]
fn on_signal(handle: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handle)
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
        assert!(watch.is_stopped() && !watch.stop());
        assert_eq!(watch.run("second".into(), |_| ()), None);
    }
}
