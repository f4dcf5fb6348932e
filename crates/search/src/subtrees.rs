//! Subtrees that a search has finished, so that it can go on after an interruption.

use crosscram_rules::{Board, Player};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A position whose winner a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The position.
    pub board: Board,
    /// Who is to move.
    pub to_move: Player,
    /// Who wins.
    pub winner: Player,
    /// Nodes of the subtree, as far as they were not known already.
    pub nodes: u64,
    /// Time it took, on one thread.
    pub elapsed: Duration,
}

/// The mailbox between a search and whoever keeps its subtrees.
#[derive(Debug, Default)]
pub(crate) struct Subtrees {
    /// Nodes from which on a subtree is kept; 0 if none is.
    least: AtomicU64,
    finished: Mutex<Vec<Subtree>>,
    known: Mutex<Vec<Subtree>>,
}

impl Subtrees {
    pub(crate) fn keep(&self, least: u64) {
        self.least.store(least.max(1), Relaxed);
    }

    /// Nodes from which on a subtree is kept, if any is.
    pub(crate) fn least(&self) -> Option<u64> {
        Some(self.least.load(Relaxed)).filter(|&least| least > 0)
    }

    pub(crate) fn finish(&self, subtree: Subtree) {
        open(&self.finished).push(subtree);
    }

    pub(crate) fn take_finished(&self) -> Vec<Subtree> {
        std::mem::take(&mut open(&self.finished))
    }

    pub(crate) fn remember(&self, known: Vec<Subtree>) {
        open(&self.known).extend(known);
    }

    pub(crate) fn take_known(&self) -> Vec<Subtree> {
        std::mem::take(&mut open(&self.known))
    }
}

fn open(list: &Mutex<Vec<Subtree>>) -> MutexGuard<'_, Vec<Subtree>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
