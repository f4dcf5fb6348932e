//! Threads that report failure to start as an error instead of ending the process.
//!
//! On `wasm32-unknown-unknown` there is only the caller's thread; asking for more is an error.

use std::error::Error;
use std::fmt;
use std::io;
use std::panic;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Builder};

/// A thread could not be started. None of the work was begun.
#[derive(Debug)]
pub struct StartError {
    wanted: usize,
    error: io::Error,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StartError { wanted, error } = self;
        match wanted {
            1 => write!(f, "cannot start a thread: {error}"),
            _ => write!(f, "cannot start {wanted} threads: {error}"),
        }
    }
}

impl Error for StartError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl From<StartError> for io::Error {
    fn from(error: StartError) -> io::Error {
        io::Error::new(error.error.kind(), error)
    }
}

/// Locks what cannot be left half done, so that a panic of another thread that held it does not matter.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` with each number below `count` in parallel, 0 on the caller's thread. Returns the
/// results in the order of the numbers. A panic on one of the threads is passed on when all have
/// ended.
///
/// ```
/// use crosscram_support::threads;
///
/// assert_eq!(threads::run(1, |number| number + 1)?, [1]);
/// # #[cfg(not(target_family = "wasm"))]
/// assert_eq!(threads::run(3, |number| 10 * number)?, [0, 10, 20]);
/// # Ok::<(), threads::StartError>(())
/// ```
pub fn run<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Result<Vec<T>, StartError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let (first, others) = beside(count - 1, |number| work(number + 1), || work(0))?;
    Ok([first].into_iter().chain(others).collect())
}

/// Calls `work` with the numbers below `count`, each on a thread of its own, while `lead` runs on
/// the caller's. Returns what `lead` returned, and the results of `work` in order.
///
/// No thread begins its work before all are started. A panic is passed on when all have ended; if
/// `lead` may panic, it must make the others end.
pub fn beside<T: Send, R>(
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    lead: impl FnOnce() -> R,
) -> Result<(R, Vec<T>), StartError> {
    beside_built(|_| Builder::new(), count, work, lead)
}

/// Address space of a thread: its default stack, and what the system and the standard library add.
const ROOM: usize = (2 << 20) + (256 << 10);

/// Fewer threads than this are started without checking for address space.
const MANY: usize = 8;

/// Returns an error if `count` threads do not fit into memory. Where the stack of a thread only just
/// fits, the standard library's next small allocation aborts the process; so a single thread with a
/// stack as large as all of them together is tried first.
fn reserve(count: usize) -> io::Result<()> {
    if count < MANY {
        return Ok(());
    }
    let room = count.saturating_mul(ROOM);
    let one = Builder::new().stack_size(room).spawn(|| ())?;
    one.join().map_err(|_| io::ErrorKind::OutOfMemory.into())
}

/// As [`beside`], with threads as `builder` makes them.
fn beside_built<T: Send, R>(
    builder: impl Fn(usize) -> Builder,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    lead: impl FnOnce() -> R,
) -> Result<(R, Vec<T>), StartError> {
    if count == 0 {
        return Ok((lead(), Vec::new()));
    }
    reserve(count).map_err(|error| StartError {
        wanted: count,
        error,
    })?;
    let all_started: OnceLock<bool> = OnceLock::new();
    let (work, gate) = (&work, &all_started);
    thread::scope(|scope| {
        let start = |number| {
            let waiting = move || gate.wait().then(|| work(number));
            builder(number).spawn_scoped(scope, waiting)
        };
        let started: io::Result<Vec<_>> = (0..count).map(start).collect();
        // Cannot fail: it is set nowhere else.
        let _ = gate.set(started.is_ok());
        let started = started.map_err(|error| StartError {
            wanted: count,
            error,
        })?;
        let led = lead();
        let results = started.into_iter().map(|thread| match thread.join() {
            Ok(result) => result.expect("the gate was opened"),
            Err(panic) => panic::resume_unwind(panic),
        });
        Ok((led, results.collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn all_run_at_the_same_time() {
        let barrier = Barrier::new(4);
        let run = run(4, |number| {
            barrier.wait();
            number
        });
        assert_eq!(run.unwrap(), [0, 1, 2, 3]);
    }

    #[test]
    fn nothing_for_nobody() {
        assert_eq!(run(0, |number| number).unwrap(), []);
        assert_eq!(beside(0, |number| number, || 'a').unwrap(), ('a', vec![]));
    }

    #[test]
    fn panics_are_passed_on_after_all_have_ended() {
        let ended = AtomicUsize::new(0);
        let panicked = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            run(3, |number| {
                assert_ne!(number, 1, "on purpose");
                ended.fetch_add(1, Relaxed);
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(ended.into_inner(), 2);
    }

    /// No system gives half of the address space to one stack.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn nothing_begins_if_one_cannot_be_started() {
        let begun = AtomicUsize::new(0);
        let begin = || begun.fetch_add(1, Relaxed);
        let builder = |number| match number {
            2 => Builder::new().stack_size(1 << 47),
            _ => Builder::new(),
        };
        let error = beside_built(builder, 4, |_| begin(), begin).unwrap_err();
        assert!(error.to_string().contains("4 threads"), "{error}");
        assert_eq!(begun.into_inner(), 0);
    }

    #[test]
    fn errors_name_the_number() {
        let error = |wanted| StartError {
            wanted,
            error: io::Error::from(io::ErrorKind::WouldBlock),
        };
        assert!(error(1).to_string().starts_with("cannot start a thread: "));
        let error = io::Error::from(error(64));
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(error.to_string().starts_with("cannot start 64 threads: "));
    }
}
