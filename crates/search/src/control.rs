//! Watching and stopping a running search from another thread.

use crosscram_support::clock::Instant;
use crosscram_support::stop::Stop;
use crosscram_support::threads::lock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

/// How many plies of the current line a search reports.
pub const REPORTED_PLIES: usize = 6;

/// Shared between a search and its observer: stop requests go one way, progress the other.
///
/// All atomics are relaxed: the numbers are for display, and a stop request may arrive some thousand
/// nodes later.
#[derive(Debug, Default)]
pub struct Control {
    stop: Stop,
    nodes: AtomicU64,
    /// Nodes of the searches before this one.
    before: AtomicU64,
    /// The node limit; 0 for none.
    limit: AtomicU64,
    deadline: OnceLock<Instant>,
    /// A deadline of the next search alone.
    next_deadline: Mutex<Option<Instant>>,
    line: [AtomicU32; REPORTED_PLIES],
}

impl Control {
    /// A control that is not stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// A control that is stopped when `stop` is requested, or by itself.
    pub fn under(stop: &Stop) -> Self {
        Control {
            stop: stop.child(),
            ..Self::default()
        }
    }

    /// Returns the flag by which [`Control::stop`] stops the search, for users that outlive the control.
    pub fn stop_flag(&self) -> Stop {
        self.stop.clone()
    }

    /// Asks the search to stop soon. It cannot be taken back.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Returns whether a search must stop: [`Control::stop`] was called, or a limit is reached.
    pub fn is_stopped(&self) -> bool {
        let limit = self.limit.load(Relaxed);
        limit != 0 && self.nodes() >= limit || self.is_requested()
    }

    /// Returns whether a search must stop for another reason than a node limit. It may be called at any
    /// time, whereas a node limit must always stop a search at the same node.
    pub(crate) fn is_requested(&self) -> bool {
        let passed = |at: Option<Instant>| at.is_some_and(|at| Instant::now() >= at);
        let deadline = self.deadline.get().copied();
        self.stop.is_requested() || passed(deadline) || passed(*lock(&self.next_deadline))
    }

    /// Makes the next searches stop soon after `at`, until [`Control::lift_limit`].
    pub fn limit_time(&self, at: Option<Instant>) {
        *lock(&self.next_deadline) = at;
    }

    /// Limits the next search with this control to `nodes` more nodes. A search by one thread of the engine
    /// crosscram keeps it exactly; others check every few thousand nodes. From then on nodes are counted
    /// over all searches.
    pub fn limit_next(&self, nodes: u64) {
        let before = self.nodes();
        self.before.store(before, Relaxed);
        self.limit
            .store(before.saturating_add(nodes.max(1)), Relaxed);
    }

    /// Nodes until the limit; very many if there is none.
    pub(crate) fn left(&self) -> u64 {
        match self.limit.load(Relaxed) {
            0 => u64::MAX,
            limit => limit.saturating_sub(self.nodes()),
        }
    }

    /// Removes the limits of the last search. [`Control::is_stopped`] then tells whether the last search stopped for
    /// another reason.
    pub fn lift_limit(&self) {
        self.limit.store(0, Relaxed);
        *lock(&self.next_deadline) = None;
    }

    /// Makes all searches stop soon after `at`. Only the first call has an effect.
    pub fn stop_at(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// Nodes searched so far; lags some thousands behind.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// For each of the first plies: which move is being searched (from 1), of how many.
    /// Shorter than [`REPORTED_PLIES`] if the search has not gone that deep yet.
    pub fn line(&self) -> Vec<(u32, u32)> {
        let line = self.line.iter().map(|entry| entry.load(Relaxed));
        let line = line.map(|packed| (packed >> 16, packed & 0xffff));
        line.take_while(|&(_, of)| of != 0).collect()
    }

    /// The fraction of the root's tree before the current line, in `0.0..=1.0`, as if all moves cost the
    /// same. They do not, so it is for progress displays only.
    pub fn completion(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for (index, of) in self.line() {
            width /= f64::from(of);
            done += width * f64::from(index - 1);
        }
        done
    }

    /// Reports the number of nodes searched so far.
    pub fn report_nodes(&self, nodes: u64) {
        self.nodes.store(self.before.load(Relaxed) + nodes, Relaxed);
    }

    pub(crate) fn report_move(&self, ply: usize, index: usize, of: usize) {
        if let Some(entry) = self.line.get(ply) {
            entry.store((index as u32 + 1) << 16 | of as u32, Relaxed);
            if let Some(next) = self.line.get(ply + 1) {
                next.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_for_one_search_each() {
        let control = Control::new();
        control.report_nodes(5_000);
        assert!(!control.is_stopped());
        control.limit_next(1_000);
        control.report_nodes(999);
        assert_eq!((control.nodes(), control.is_stopped()), (5_999, false));
        control.report_nodes(1_000);
        assert!(control.is_stopped());
        control.limit_next(10);
        assert!(!control.is_stopped());
        control.report_nodes(10);
        assert!(control.is_stopped());
        control.lift_limit();
        assert!(!control.is_stopped());
        control.stop_at(Instant::now());
        assert!(control.is_stopped());
    }

    #[test]
    fn a_time_for_one_search() {
        let control = Control::new();
        control.limit_time(Some(Instant::now()));
        assert!(control.is_stopped());
        control.lift_limit();
        assert!(!control.is_stopped());
    }

    #[test]
    fn completion_counts_what_lies_behind_the_line() {
        let control = Control::new();
        assert_eq!(control.completion(), 0.0);
        control.report_move(0, 2, 4);
        assert_eq!(control.completion(), 0.5);
        control.report_move(1, 1, 2);
        assert_eq!(control.line(), [(3, 4), (2, 2)]);
        assert_eq!(control.completion(), 0.625);
        control.report_move(0, 3, 4);
        assert_eq!(control.line(), [(4, 4)]);
    }
}
