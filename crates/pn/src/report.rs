//! The result of a search and its cost.

use crate::numbers::Numbers;
use std::time::Duration;

/// Counts that every search keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes created, the root included. Depth-first search: positions that were generated.
    pub nodes: u64,
    /// Nodes whose children were generated.
    pub expansions: u64,
    /// Recomputations of a node's numbers.
    pub updates: u64,
    /// End nodes that stand for a repetition.
    pub repetitions: u64,
    /// Nodes removed because their value, or that of a node above, was known.
    pub removed: u64,
    /// Nodes removed to make room.
    pub forgotten: u64,
    /// Nodes in memory at the end. Depth-first search: entries of the table that are in use.
    pub live: u64,
    /// The maximum number of nodes in memory at any time.
    pub peak: u64,
    /// The maximum number of bytes that nodes, edges and tables took.
    pub bytes: u64,
}

impl Statistics {
    /// Adds what another thread of the same search did. What is in memory is shared and not added.
    pub(crate) fn add_work(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.expansions += other.expansions;
        self.updates += other.updates;
        self.repetitions += other.repetitions;
    }

    /// All numbers, in the order of state files.
    pub(crate) fn numbers(&mut self) -> [&mut u64; 9] {
        [
            &mut self.nodes,
            &mut self.expansions,
            &mut self.updates,
            &mut self.repetitions,
            &mut self.removed,
            &mut self.forgotten,
            &mut self.live,
            &mut self.peak,
            &mut self.bytes,
        ]
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The root's value is known.
    Solved,
    /// The observer stopped it.
    Stopped,
    /// No room for more nodes.
    Full,
    /// The most-proving node has neither a value nor a move.
    Stuck,
    /// The algorithm is for graphs without cycles and met one.
    Cyclic,
    /// The numbers say that the root is lost, but that rests on repetitions which count as lost on
    /// every path although they are on some paths only (Fig. 5.7). So the value is not known.
    Doubtful,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why.
    pub ending: Ending,
    /// The root's numbers.
    pub root: Numbers,
    /// The cost.
    pub statistics: Statistics,
    /// Nodes created in this run; more were there before if the search was continued.
    pub new_nodes: u64,
    /// Time of this run.
    pub elapsed: Duration,
}

impl Report {
    /// Returns whether the root is won by the max player, if that is known.
    pub fn is_win(&self) -> Option<bool> {
        (self.ending == Ending::Solved).then(|| self.root.is_won())
    }
}

/// The state of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The root's numbers.
    pub root: Numbers,
    /// The cost so far.
    pub statistics: Statistics,
}

/// Watches a running search.
pub trait Observer {
    /// Called every few hundred expansions. Returns false to stop the search.
    fn look(&mut self, snapshot: &Snapshot) -> bool;

    /// The maximum number of nodes that the search may create. An expansion that would exceed it
    /// stops the search. Asked once, when a search begins or goes on.
    fn limit(&self) -> u64 {
        u64::MAX
    }
}

impl<F: FnMut(&Snapshot) -> bool> Observer for F {
    fn look(&mut self, snapshot: &Snapshot) -> bool {
        self(snapshot)
    }
}

/// Lets every search run to its end.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn look(&mut self, _snapshot: &Snapshot) -> bool {
        true
    }
}

/// Expansions between two calls of the observer.
pub(crate) const LOOK_EVERY: u64 = 256;
