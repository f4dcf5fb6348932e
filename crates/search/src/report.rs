//! What a search found, and what it cost.

use crosscram_rules::{Move, Player};
use std::time::Duration;

/// The proven answer for one first player.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Who moves first.
    pub first: Player,
    /// Who wins.
    pub winner: Player,
    /// A winning first move, if the first player wins.
    pub best_move: Option<Move>,
    /// Nodes as Obsequi counts them: every call of the search function, statically decided
    /// leaves included, the root not.
    pub nodes: u64,
    /// Wall-clock time, setting up the tables included.
    pub elapsed: Duration,
    /// Where the nodes went.
    pub statistics: Statistics,
}

/// A search that was stopped before it had an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Interrupted {
    /// Who moves first.
    pub first: Player,
    /// First moves that are proven to lose.
    pub refuted: Vec<Move>,
    /// How many first moves there were to try.
    pub of: usize,
    /// Nodes until then.
    pub nodes: u64,
    /// Time until then.
    pub elapsed: Duration,
    /// Where the nodes went.
    pub statistics: Statistics,
}

/// Where the nodes of a search went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes by depth; index 0 is the root's children (depth 1 of the thesis's figures).
    pub nodes_by_depth: Vec<u64>,
    /// Nodes by what ended them.
    pub leaves: Leaves,
    /// Moves that were refuted by the bounds of the position before, so that the position after
    /// them was never visited and is no node.
    pub refuted_children: u64,
    /// Nodes whose moves were searched.
    pub interior: u64,
    /// Won interior nodes by the index of the winning move; the last counts all later ones.
    pub cutoffs_by_try: [u64; 6],
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

impl Statistics {
    /// The numbers of two threads of one search together.
    pub(crate) fn plus(mut self, other: Statistics) -> Statistics {
        let depths = self.nodes_by_depth.len().max(other.nodes_by_depth.len());
        self.nodes_by_depth.resize(depths, 0);
        for (own, other) in self.nodes_by_depth.iter_mut().zip(other.nodes_by_depth) {
            *own += other;
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
}

/// Nodes that needed no search of their moves, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// The mover has more safe moves than the opponent has real ones.
    pub mover_safe: u64,
    /// The opponent has at least as many safe moves as the mover has real ones.
    pub opponent_safe: u64,
    /// The position was in the table.
    pub table: u64,
    /// The cover proves that the mover wins.
    pub mover_cover: u64,
    /// The cover proves that the opponent wins.
    pub opponent_cover: u64,
    /// The switch bounds of rows prove that the mover wins.
    pub mover_rows: u64,
    /// The switch bounds of rows prove that the opponent wins.
    pub opponent_rows: u64,
    /// Runs that choose their line prove that the mover wins.
    pub mover_runs: u64,
    /// Runs that choose their line prove that the opponent wins.
    pub opponent_runs: u64,
    /// The switch bounds of regions prove that the mover wins.
    pub mover_regions: u64,
    /// The switch bounds of regions prove that the opponent wins.
    pub opponent_regions: u64,
    /// Merged pieces prove that the mover wins.
    pub mover_merge: u64,
    /// Merged pieces prove that the opponent wins.
    pub opponent_merge: u64,
    /// Exact values of small regions prove that the mover wins.
    pub mover_values: u64,
    /// Exact values of small regions prove that the opponent wins.
    pub opponent_values: u64,
}

impl Leaves {
    /// A leaf by the best cut, of whole regions or of rows only.
    pub(crate) fn count_cut(&mut self, mover_wins: bool, regions: bool) {
        *match (mover_wins, regions) {
            (true, true) => &mut self.mover_regions,
            (false, true) => &mut self.opponent_regions,
            (true, false) => &mut self.mover_rows,
            (false, false) => &mut self.opponent_rows,
        } += 1;
    }

    fn plus(self, other: Leaves) -> Leaves {
        Leaves {
            mover_safe: self.mover_safe + other.mover_safe,
            opponent_safe: self.opponent_safe + other.opponent_safe,
            table: self.table + other.table,
            mover_cover: self.mover_cover + other.mover_cover,
            opponent_cover: self.opponent_cover + other.opponent_cover,
            mover_rows: self.mover_rows + other.mover_rows,
            opponent_rows: self.opponent_rows + other.opponent_rows,
            mover_runs: self.mover_runs + other.mover_runs,
            opponent_runs: self.opponent_runs + other.opponent_runs,
            mover_regions: self.mover_regions + other.mover_regions,
            opponent_regions: self.opponent_regions + other.opponent_regions,
            mover_merge: self.mover_merge + other.mover_merge,
            opponent_merge: self.opponent_merge + other.opponent_merge,
            mover_values: self.mover_values + other.mover_values,
            opponent_values: self.opponent_values + other.opponent_values,
        }
    }

    /// Name and number of each reason, in the order in which the search tests them.
    pub fn by_reason(&self) -> [(&'static str, u64); 15] {
        [
            ("mover_safe", self.mover_safe),
            ("opponent_safe", self.opponent_safe),
            ("table", self.table),
            ("mover_cover", self.mover_cover),
            ("opponent_cover", self.opponent_cover),
            ("mover_rows", self.mover_rows),
            ("opponent_rows", self.opponent_rows),
            ("mover_regions", self.mover_regions),
            ("opponent_regions", self.opponent_regions),
            ("mover_runs", self.mover_runs),
            ("opponent_runs", self.opponent_runs),
            ("mover_merge", self.mover_merge),
            ("opponent_merge", self.opponent_merge),
            ("mover_values", self.mover_values),
            ("opponent_values", self.opponent_values),
        ]
    }
}
