//! The result of a search, and its cost.

use crate::options::OptionError;
use crosscram_rules::{Move, Player, Question};
use crosscram_support::clock::Instant;
use crosscram_support::memory::OutOfMemory;
use crosscram_support::threads::StartError;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// The answer to one question, and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The question.
    pub question: Question,
    /// How the search ended.
    pub ending: Ending,
    /// Nodes as Obsequi counts them: every call of the search function, statically decided
    /// leaves included, the root not.
    pub nodes: u64,
    /// Wall-clock time, setting up the tables included.
    pub elapsed: Duration,
    /// Statistics of the nodes.
    pub statistics: Statistics,
}

impl Report {
    /// The report of a search that began at `started`, without statistics.
    pub fn new(question: &Question, ending: Ending, nodes: u64, started: Instant) -> Report {
        Report {
            question: *question,
            ending,
            nodes,
            elapsed: started.elapsed(),
            statistics: Statistics::default(),
        }
    }

    /// The report of a search that could not begin.
    pub fn failed(question: &Question, error: impl Into<SearchError>) -> Report {
        Report {
            question: *question,
            ending: Ending::Failed(error.into()),
            nodes: 0,
            elapsed: Duration::ZERO,
            statistics: Statistics::default(),
        }
    }

    /// Who wins, if that is proven.
    pub fn winner(&self) -> Option<Player> {
        match self.ending {
            Ending::Won { winner, .. } => Some(winner),
            Ending::Interrupted { .. } | Ending::Failed(_) => None,
        }
    }

    /// A winning first move, if the first player wins and one was named.
    pub fn best_move(&self) -> Option<Move> {
        match self.ending {
            Ending::Won { best_move, .. } => best_move,
            Ending::Interrupted { .. } | Ending::Failed(_) => None,
        }
    }

    /// First moves that are proven to lose, and the number of first moves, if there is no answer.
    pub fn refuted(&self) -> (&[Move], usize) {
        match &self.ending {
            Ending::Interrupted { refuted, of } => (refuted, *of),
            Ending::Won { .. } | Ending::Failed(_) => (&[], 0),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a proof.
    Won {
        /// Who wins.
        winner: Player,
        /// A winning first move, if the first player wins. A move in the number is not named.
        best_move: Option<Move>,
    },
    /// It was stopped before a proof.
    Interrupted {
        /// First moves that are proven to lose.
        refuted: Vec<Move>,
        /// The number of first moves to try.
        of: usize,
    },
    /// It could not begin.
    Failed(SearchError),
}

/// Why a search could not begin: it lacked memory or threads, or its engine does not answer such a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SearchError(String);

impl SearchError {
    pub(crate) fn new(message: String) -> SearchError {
        SearchError(message)
    }
}

impl From<StartError> for SearchError {
    fn from(error: StartError) -> SearchError {
        SearchError(format!("{error}; use fewer threads"))
    }
}

impl From<OptionError> for SearchError {
    fn from(error: OptionError) -> SearchError {
        SearchError(error.to_string())
    }
}

impl From<OutOfMemory> for SearchError {
    fn from(error: OutOfMemory) -> SearchError {
        SearchError(format!(
            "{error} for the table of positions; use a smaller one"
        ))
    }
}

/// Result of searching a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Searched {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// The search was stopped.
    Stopped,
}

impl From<bool> for Searched {
    fn from(mover_wins: bool) -> Self {
        match mover_wins {
            true => Searched::Win,
            false => Searched::Loss,
        }
    }
}

/// What became of a position that a table was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// Into an empty place or over the same position.
    Free,
    /// Another position gave way.
    Replaced,
    /// No place.
    Refused,
}

/// Statistics of the nodes of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// Nodes by depth; index 0 is the root's children (depth 1 of the thesis's figures).
    pub nodes_by_depth: Vec<u64>,
    /// Nodes by what ended them.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, u64>")
    )]
    pub leaves: Leaves,
    /// Moves that were refuted by the bounds of their parent, so that the position after them was never
    /// visited and does not count as a node.
    pub refuted_children: u64,
    /// Nodes whose moves were searched.
    pub interior: u64,
    /// Won interior nodes by the index of the winning move; the last counts all later ones.
    pub cutoffs_by_try: [u64; 6],
    /// How well moves were ordered, by the ply of the node, the root's first.
    pub order_by_ply: Vec<MoveOrder>,
    /// Positions written to the transposition table.
    pub stores: u64,
    /// Stores that displaced another position.
    pub replaced: u64,
    /// Stores that the replacement scheme refused.
    pub refused: u64,
    /// Size of the transposition table in entries.
    pub table_entries: u64,
    /// Size of the transposition table in bytes.
    pub table_bytes: u64,
}

/// The moves that were tried at won nodes of one ply, until one won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveOrder {
    /// Nodes at which the mover wins by one of its moves.
    pub won: u64,
    /// Moves that were searched there, the winning ones included.
    pub tried: u64,
}

impl MoveOrder {
    /// Moves that were tried before the one that won (section 5.4 of Bullock's thesis).
    pub fn mistakes(&self) -> u64 {
        self.tried - self.won
    }
}

impl Statistics {
    /// Counts a node of this ply at which the last of `tried` moves wins.
    #[inline]
    pub(crate) fn count_win(&mut self, ply: usize, tried: usize) {
        if self.order_by_ply.len() <= ply {
            self.order_by_ply.resize(ply + 1, MoveOrder::default());
        }
        self.order_by_ply[ply].won += 1;
        self.order_by_ply[ply].tried += tried as u64;
    }

    /// Counts a position that was offered to the table.
    #[inline]
    pub(crate) fn count_store(&mut self, stored: Stored) {
        self.stores += 1;
        match stored {
            Stored::Free => {}
            Stored::Replaced => self.replaced += 1,
            Stored::Refused => self.refused += 1,
        }
    }

    /// Adds the statistics of two threads of one search.
    pub(crate) fn plus(mut self, other: Statistics) -> Statistics {
        let depths = self.nodes_by_depth.len().max(other.nodes_by_depth.len());
        self.nodes_by_depth.resize(depths, 0);
        for (own, other) in self.nodes_by_depth.iter_mut().zip(other.nodes_by_depth) {
            *own += other;
        }
        let plies = self.order_by_ply.len().max(other.order_by_ply.len());
        self.order_by_ply.resize(plies, MoveOrder::default());
        for (own, other) in self.order_by_ply.iter_mut().zip(other.order_by_ply) {
            own.won += other.won;
            own.tried += other.tried;
        }
        for (own, other) in self.cutoffs_by_try.iter_mut().zip(other.cutoffs_by_try) {
            *own += other;
        }
        self.leaves = self.leaves.plus(other.leaves);
        self.refuted_children += other.refuted_children;
        self.interior += other.interior;
        self.stores += other.stores;
        self.replaced += other.replaced;
        self.refused += other.refused;
        self
    }

    /// Drops the depths that were never reached.
    pub(crate) fn without_empty_depths(mut self) -> Statistics {
        let depths = &mut self.nodes_by_depth;
        while depths.last() == Some(&0) {
            depths.pop();
        }
        self
    }
}

/// What decides a node without a search of its moves, in the order in which engines test it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Safe moves of one player against real moves of the other.
    Counts,
    /// The position was in the table.
    Table,
    /// The board cover.
    Cover,
    /// The switch bounds of rows.
    Rows,
    /// The switch bounds of regions.
    Regions,
    /// Merged pieces.
    Merge,
    /// Exact values of small regions.
    Values,
    /// The bounds of its parent: it was never visited, and does not count as a node.
    Children,
}

/// Nodes that needed no search of their moves, by reason and by who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// By reason; first what the mover wins, then what the opponent wins.
    counts: [[u64; 2]; 8],
}

impl Serialize for Leaves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.by_reason())
    }
}

impl Leaves {
    /// Counts one more leaf.
    pub(crate) fn count(&mut self, reason: Reason, mover_wins: bool) {
        self.counts[reason as usize][usize::from(!mover_wins)] += 1;
    }

    /// Returns how many leaves were decided for this reason and winner.
    pub fn number(&self, reason: Reason, mover_wins: bool) -> u64 {
        self.counts[reason as usize][usize::from(!mover_wins)]
    }

    fn plus(mut self, other: Leaves) -> Leaves {
        for (own, other) in self
            .counts
            .iter_mut()
            .flatten()
            .zip(other.counts.iter().flatten())
        {
            *own += other;
        }
        self
    }

    /// Name and number of each reason, in the order in which the search tests them.
    pub fn by_reason(&self) -> [(&'static str, u64); 13] {
        let [safe, table, cover, rows, regions, merge, values, _] = self.counts;
        [
            ("mover_safe", safe[0]),
            ("opponent_safe", safe[1]),
            ("table", table[0] + table[1]),
            ("mover_cover", cover[0]),
            ("opponent_cover", cover[1]),
            ("mover_rows", rows[0]),
            ("opponent_rows", rows[1]),
            ("mover_regions", regions[0]),
            ("opponent_regions", regions[1]),
            ("mover_merge", merge[0]),
            ("opponent_merge", merge[1]),
            ("mover_values", values[0]),
            ("opponent_values", values[1]),
        ]
    }
}
