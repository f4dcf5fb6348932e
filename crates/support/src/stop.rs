//! Stopping long work from another thread.

use crate::clock::Instant;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A request to stop, which long work polls.
///
/// Clones share the request. A [child](Stop::child) stops with its parent, and can be stopped
/// alone. Requesting is one atomic store, which a signal handler may do.
///
/// ```
/// use crosscram_support::stop::Stop;
///
/// let all = Stop::new();
/// let (one, other) = (all.child(), all.child());
/// one.request();
/// assert!(one.is_requested() && !other.is_requested());
/// all.request();
/// assert!(other.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<State>);

#[derive(Debug, Default)]
struct State {
    requested: AtomicBool,
    deadline: Option<Instant>,
    parent: Option<Stop>,
}

// Relaxed everywhere: the flag guards no data, and a little delay does no harm.
impl Stop {
    /// A stop that is not requested yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A stop that is requested when this one is, or by itself.
    #[must_use]
    pub fn child(&self) -> Stop {
        self.child_until(None)
    }

    /// A [child](Stop::child) that also counts as requested from `deadline` on.
    #[must_use]
    pub fn child_until(&self, deadline: Option<Instant>) -> Stop {
        Stop(Arc::new(State {
            requested: AtomicBool::new(false),
            deadline,
            parent: Some(self.clone()),
        }))
    }

    /// Requests the stop, which cannot be taken back. Returns whether this call was the first.
    pub fn request(&self) -> bool {
        !self.0.requested.swap(true, Relaxed)
    }

    /// Returns whether to stop: this or a parent was requested, or a deadline has passed.
    pub fn is_requested(&self) -> bool {
        let State {
            requested,
            deadline,
            parent,
        } = &*self.0;
        requested.load(Relaxed)
            || parent.as_ref().is_some_and(Stop::is_requested)
            || deadline.is_some_and(|at| Instant::now() >= at)
    }
}

/// The error of work that was given up because its [`Stop`] was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before the end")
    }
}

impl Error for Stopped {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn clones_share_the_request_and_the_first_is_told() {
        let stop = Stop::new();
        let clone = stop.clone();
        assert!(!stop.is_requested());
        assert!(clone.request() && !stop.request());
        assert!(stop.is_requested());
        assert!(stop.child().is_requested());
    }

    #[test]
    fn a_deadline_is_for_the_child_alone() {
        let stop = Stop::new();
        let now = Instant::now();
        let past = stop.child_until(Some(now));
        let future = stop.child_until(now.checked_add(Duration::from_secs(1_000_000)));
        assert!(past.is_requested() && past.child().is_requested());
        assert!(!future.is_requested() && !stop.is_requested());
        // A deadline is not a request: the first request still returns true.
        assert!(past.request() && !past.request());
    }
}
