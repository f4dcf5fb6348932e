//! Watching and stopping a running search from another thread.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// How many plies of the current line a search reports.
pub const REPORTED_PLIES: usize = 6;

/// Shared between a search and whoever watches it: a stop request one way, progress the other.
///
/// Everything is relaxed: the numbers are for people, and a stop request that arrives some
/// thousand nodes later does no harm.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
    line: [AtomicU32; REPORTED_PLIES],
}

impl Control {
    /// A control that nobody has stopped yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ask the search to stop soon. It cannot be taken back.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Nodes searched so far, some thousands behind the truth.
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

    /// The share of the root's tree that is behind the current line, in `0.0..=1.0`, if every
    /// move cost the same. Moves do not cost the same: it is for progress displays only.
    pub fn completion(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for (index, of) in self.line() {
            width /= f64::from(of);
            done += width * f64::from(index - 1);
        }
        done
    }

    pub(crate) fn report_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
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
