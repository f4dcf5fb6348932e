//! The result of a search and its cost.

use crate::names::named;
use crate::numbers::Numbers;
use crosscram_rules::Player;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Counts that every search keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

named! {
    /// Why a search ended.
    Ending, "ending" {
        /// The root's value is known.
        Solved = "solved", "The end of it";
        /// By the observer.
        Stopped = "stopped", "It was stopped";
        /// For more nodes.
        Full = "memory full", "There is no room";
        /// The most-proving node has neither a value nor a move.
        Stuck = "an open leaf has no moves", "It cannot go on";
        /// The algorithm is for graphs without cycles and met one.
        Cyclic = "positions repeat", "The graph has a cycle";
        /// The numbers say that the root is lost, but that rests on repetitions which count as lost on
        /// every path although they are on some paths only (Fig. 5.7). So the value is not known.
        Doubtful = "lost, but not proven: that rests on repetitions", "The value is not sure";
    }
}

named! {
    /// What is proven of the side to move.
    Proven, "value" {
        Win = "win", "It wins";
        Loss = "loss", "It does not win";
    }
}

impl From<bool> for Proven {
    fn from(is_win: bool) -> Proven {
        match is_win {
            true => Proven::Win,
            false => Proven::Loss,
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Why.
    pub ending: Ending,
    /// The root's numbers.
    #[serde(flatten)]
    pub root: Numbers,
    /// The cost.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// Nodes created in this run; more were there before if the search was continued.
    pub new_nodes: u64,
    /// Time of this run.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub elapsed: Duration,
}

impl Report {
    /// Returns whether the root is won by the max player, if that is known.
    pub fn is_win(&self) -> Option<bool> {
        (self.ending == Ending::Solved).then(|| self.root.is_won())
    }
}

/// Seconds, rounded to microseconds.
fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1e6).round() / 1e6)
}

/// Who moves first on a board, and who wins, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides {
    /// Who moves first.
    pub first: Player,
    /// Who wins.
    pub winner: Option<Player>,
}

impl Sides {
    /// With what is proven of the player who moves first.
    pub fn new(first: Player, value: Option<Proven>) -> Sides {
        let winner = value.map(|value| match value {
            Proven::Win => first,
            Proven::Loss => first.opponent(),
        });
        Sides { first, winner }
    }
}

/// What a search found: all that programs print of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// Whether the side to move wins, if that is known.
    pub value: Option<Proven>,
    /// A move that proves it, if the side to move wins.
    pub best_move: Option<String>,
    /// The best play of both; unknown if it would take longer than the search.
    pub main_line: Option<Vec<String>>,
    /// Positions of the whole solution.
    pub proof_positions: Option<u64>,
    /// How the search ended.
    #[serde(flatten)]
    pub report: Report,
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

/// Lets a search create so many nodes.
#[derive(Clone, Copy, Debug)]
pub struct UpTo(pub u64);

impl Observer for UpTo {
    fn look(&mut self, _snapshot: &Snapshot) -> bool {
        true
    }

    fn limit(&self) -> u64 {
        self.0
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
