//! Long work: it runs on a thread of its own without the interpreter's lock, while the caller's thread looks for
//! Ctrl-C and reports progress.

use crate::errors::LimitError;
use crosscram_support::stop::Stop;
use pyo3::prelude::*;
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(200);
/// The stack of the thread that works: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// How far long work has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// What is done, of `total`.
    pub(crate) done: f64,
    pub(crate) total: f64,
    /// Nodes searched so far, where something is searched.
    pub(crate) nodes: u64,
}

/// Does `work`, which must end soon after a request of `stop`. `progress` is called with what `state` returns: done,
/// total, nodes. If it raises, or if a signal arrives, the work is stopped and the exception raised.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    progress: Option<&Py<PyAny>>,
    state: impl Fn() -> Progress + Send + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let finished = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<()>();
            let builder = Builder::new().name("crosscram".into()).stack_size(STACK);
            let worker = builder.spawn_scoped(scope, move || {
                let done = work();
                // The receiver may have stopped listening, but it never goes away before the thread.
                let _ = sender.send(());
                done
            });
            let worker = worker
                .map_err(|error| LimitError::new_err(format!("cannot start a thread: {error}")))?;
            let mut raised = None;
            let mut reported = Instant::now();
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(LOOK) {
                if raised.is_some() {
                    continue;
                }
                let is_due = reported.elapsed() >= REPORT;
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    match progress {
                        Some(progress) if is_due => report(py, progress, state()),
                        _ => Ok(()),
                    }
                });
                if is_due {
                    reported = Instant::now();
                }
                if let Err(error) = looked {
                    stop.request();
                    raised = Some(error);
                }
            }
            let done = worker
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            match raised {
                Some(error) => Err(error),
                None => Ok((done, state())),
            }
        })
    });
    let (done, state) = finished?;
    if let Some(progress) = progress {
        report(py, progress, state)?;
    }
    Ok(done)
}

/// Calls a progress function.
pub(crate) fn report(py: Python<'_>, progress: &Py<PyAny>, state: Progress) -> PyResult<()> {
    let Progress { done, total, nodes } = state;
    progress.call1(py, (done, total, nodes)).map(drop)
}
