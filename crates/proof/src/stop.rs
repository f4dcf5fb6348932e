//! Stopping long work from another thread.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that stops a split or a run, with all its searches, soon after it is raised.
///
/// Clones share the flag. Raising it is one atomic store, so a signal handler may do it.
///
/// ```
/// use crosscram_proof::StopFlag;
///
/// let flag = StopFlag::new();
/// let elsewhere = flag.clone();
/// elsewhere.raise();
/// assert!(flag.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

// Relaxed everywhere: the flag guards no data, and a little delay does no harm.
impl StopFlag {
    /// A flag that nobody has raised yet.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Ask everything under this flag to stop. It cannot be taken back.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether [`StopFlag::raise`] was called.
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Work that was given up because its [`StopFlag`] was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before the end")
    }
}

impl Error for Stopped {}
