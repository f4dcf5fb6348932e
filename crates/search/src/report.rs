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
    /// The switch bounds of regions prove that the mover wins.
    pub mover_regions: u64,
    /// The switch bounds of regions prove that the opponent wins.
    pub opponent_regions: u64,
    /// Merged pieces prove that the mover wins.
    pub mover_merge: u64,
    /// Merged pieces prove that the opponent wins.
    pub opponent_merge: u64,
}

impl Leaves {
    /// Name and number of each reason, in the order in which the search tests them.
    pub fn by_reason(&self) -> [(&'static str, u64); 11] {
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
            ("mover_merge", self.mover_merge),
            ("opponent_merge", self.opponent_merge),
        ]
    }
}
