//! What the threads of one search share.
//!
//! All threads search the same root and share one table. To keep them apart, a thread marks the
//! positions below which it is searching; another thread that comes to such a position as one of
//! several moves to refute puts it off and takes the next one (after Weill's ABDADA, 1996, in the
//! simplified form in which the marks live outside the table). A thread looks now and then whether
//! another has decided a position above it, and goes on there. The first thread with an answer for
//! the root ends the search.
//!
//! Searches in other processes do the same by messages ([`Peers`]).

use super::table::Table;
use crate::control::Control;
use crate::peers::Peers;
use crate::solver::Run;
use crate::tracer::Tracer;
use crosscram_rules::Bits;
use crosscram_support::memory::ZeroedArray;
use crosscram_support::threads::lock;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Marks of positions being searched. A mark that another position overwrites is only lost.
const MARKS: usize = 1 << 15;

pub(super) struct Team<'a, W: Bits> {
    /// Searches at the same time may share it.
    pub(super) table: Arc<Table<W>>,
    pub(super) control: &'a Control,
    pub(super) tracer: Option<&'a dyn Tracer>,
    threads: usize,
    /// Positions above this depth are kept apart.
    shared_depth: usize,
    marks: Option<ZeroedArray<AtomicU64>>,
    /// Searches in other processes.
    pub(super) peers: Option<&'a Peers>,
    nodes: AtomicU64,
    /// The search is stopped at this many nodes.
    max_nodes: AtomicU64,
    over: AtomicBool,
    /// Moves of the root that are proven to lose, by first cell.
    refuted: Mutex<BTreeSet<u16>>,
}

impl<'a, W: Bits> Team<'a, W> {
    pub(super) fn new(
        table: Arc<Table<W>>,
        threads: usize,
        shared_depth: usize,
        run: &Run<'a>,
    ) -> Self {
        Team {
            table,
            control: run.control,
            tracer: run.tracer,
            threads,
            shared_depth,
            peers: run.ensemble.peers,
            marks: (threads > 1).then(|| ZeroedArray::new(MARKS)),
            nodes: AtomicU64::new(0),
            max_nodes: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
            refuted: Mutex::default(),
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Nodes that were counted.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Counts some nodes, and returns how many there are by now. Ends the search if there were enough.
    pub(super) fn count(&self, nodes: u64) -> u64 {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        self.control.report_nodes(total);
        if total > self.max_nodes.load(Relaxed) || self.control.is_stopped() {
            self.finish();
        }
        total
    }

    /// Returns whether to stop.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.control.is_requested()
    }

    /// Ends the search: a thread has the answer, or there were enough nodes.
    pub(super) fn finish(&self) {
        self.over.store(true, Relaxed);
    }

    /// Go on after the answer, for some more nodes.
    pub(super) fn go_on(&self, nodes: u64) {
        let most = self.nodes.load(Relaxed).saturating_add(nodes);
        self.max_nodes.store(most, Relaxed);
        self.over.store(false, Relaxed);
    }

    /// A move of the root is proven to lose.
    pub(super) fn refute(&self, start: u16) {
        lock(&self.refuted).insert(start);
    }

    /// The moves of the root that are proven to lose.
    pub(super) fn refuted(&self) -> Vec<u16> {
        lock(&self.refuted).iter().copied().collect()
    }

    pub(super) fn report_move(&self, depth: usize, index: usize, of: usize) {
        self.control.report_move(depth, index, of);
    }

    /// Returns whether positions at this depth are kept apart.
    #[inline]
    pub(super) fn is_shared(&self, depth: usize) -> bool {
        self.has_company() && depth < self.shared_depth
    }

    /// Returns whether others search the same root.
    #[inline]
    pub(super) fn has_company(&self) -> bool {
        self.marks.is_some() || self.peers.is_some()
    }

    /// Takes in what searches in other processes have found.
    pub(super) fn listen(&self) {
        if let Some(peers) = self.peers {
            peers.solved(|key: W, mover_wins, nodes| {
                self.table.store(key, key.mix(), mover_wins, nodes.into());
            });
        }
    }

    /// Returns whether some thread searches below a position.
    #[inline]
    pub(super) fn is_busy(&self, hash: u64) -> bool {
        let mark = self.marks.as_ref().map(|marks| &marks.as_slice()[at(hash)]);
        mark.is_some_and(|mark| mark.load(Relaxed) == hash)
            || self.peers.is_some_and(|peers| peers.is_busy(hash))
    }

    /// Mark a position, if it is to be kept apart.
    #[inline]
    pub(super) fn begin(&self, hash: u64, depth: usize) -> bool {
        if !self.is_shared(depth) {
            return false;
        }
        if let Some(marks) = &self.marks {
            marks.as_slice()[at(hash)].store(hash, Relaxed);
        }
        if let Some(peers) = self.peers {
            peers.go(depth, hash);
        }
        true
    }

    /// Take a mark away.
    pub(super) fn end(&self, hash: u64, depth: usize) {
        if let Some(marks) = &self.marks {
            marks.as_slice()[at(hash)].store(0, Relaxed);
        }
        if let Some(peers) = self.peers {
            peers.go(depth, 0);
        }
    }
}

fn at(hash: u64) -> usize {
    hash as usize % MARKS
}
