//! Judges every move of a position: who wins after it, what proves that, and how it is answered.
//!
//! Marks are proven or missing, never guessed: a move that neither a bound nor the search within its
//! limits decides stays unknown. Positions that are the same by reflection, or by transposition with the
//! players exchanged, are judged once.
//!
//! Who wins at all comes first: it takes one search, and if the player to move has lost, so has every move. Then
//! come the moves, the quick ones first.
//!
//! An [`Analyser`] works for as long as it is let and goes on later: a page that must stay answerable, or a server with
//! many clients, gives it a slice of time after the other. [`analyse`] lets it work to the end.

mod analyser;
mod distance;
mod judge;
mod review;
mod symmetry;

use crate::explain::Level;
pub use analyser::{Analyser, analyse, analyse_and_tell};
use crosscram_rules::{ByFirst, Move, Outcome, Player};
pub use distance::{Distance, Distances};
use judge::Verdict;
pub use review::{Effect, Review, ReviewedMove, Reviewer, review};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Limits of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of all searches together. With one thread of the engine crosscram it is not exceeded; other
    /// searches check it every few thousand nodes.
    pub nodes: u64,
    /// Maximum number of cells of regions that the switch bounds take uncut.
    pub cells: u32,
    /// How long it may work; half of that is for the question who wins at all.
    pub time: Option<Duration>,
}

/// What proves who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Safe moves of one player against real moves of the other.
    Counts,
    /// The board cover.
    Cover,
    /// Switch bounds.
    Switches(Level),
    /// A search of this many nodes.
    Search {
        /// Nodes of the search that decided it.
        nodes: u64,
    },
}

/// As its name.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Reason {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Counts => "counts",
            Reason::Cover => "cover",
            Reason::Switches(level) => level.name(),
            Reason::Search { .. } => "search",
        }
    }

    /// A clause that explains to a player why `winner` wins, for instance after "proven".
    pub fn in_words(self, winner: Player) -> String {
        let loser = winner.opponent();
        match self {
            Reason::Counts => format!(
                "by counting: moves that only {winner} can make outnumber all moves left to {loser}"
            ),
            Reason::Cover => format!(
                "by a board cover: {winner} is sure of more moves than {loser} can ever make"
            ),
            Reason::Switches(level) => {
                let cut = match level {
                    Level::Rows => "into lines and strips",
                    Level::Runs => "into runs of free cells",
                    Level::Regions => "into regions",
                    Level::Across => "into regions, some across their necks",
                    Level::Merge => "into pieces",
                };
                format!(
                    "by a cut: even if the board is cut {cut} to the loss of {winner}, {winner} wins their sum"
                )
            }
            Reason::Search { nodes } => {
                let s = if nodes == 1 { "" } else { "s" };
                format!(
                    "by search: {winner} has an answer to everything ({nodes} position{s} looked at)"
                )
            }
        }
    }

    /// Returns whether no search was needed.
    pub fn is_bound(self) -> bool {
        !matches!(self, Reason::Search { .. })
    }

    /// Nodes searched; none for a bound.
    pub fn nodes(self) -> u64 {
        match self {
            Reason::Search { nodes } => nodes,
            _ => 0,
        }
    }
}

/// What is proven of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether it wins.
    pub wins: bool,
    /// What proves it.
    pub reason: Reason,
    /// Whether the reason is about the position before the move, where every move loses, instead
    /// of the one after it.
    pub whole_position: bool,
}

/// A legal move and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "MoveData"))]
#[serde(into = "MoveData")]
pub struct JudgedMove {
    /// The move.
    pub mov: Move,
    /// What is proven; `None` if unknown.
    pub mark: Option<Mark>,
    /// A winning reply to a losing move; `None` also if none was found within the limits.
    pub refutation: Option<Move>,
}

/// A judged move in data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveData {
    #[serde(rename = "move")]
    mov: Move,
    result: MoveResult,
    /// What proves it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    shown_by: Option<Reason>,
    /// Whether that is about the position before the move.
    whole_position: Option<bool>,
    /// Of the search that showed it.
    nodes: Option<u64>,
    /// A winning answer to a losing move, if one was found.
    refutation: Option<Move>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum MoveResult {
    Wins,
    Loses,
    Unknown,
}

impl From<JudgedMove> for MoveData {
    fn from(judged: JudgedMove) -> MoveData {
        let reason = judged.mark.map(|mark| mark.reason);
        MoveData {
            mov: judged.mov,
            result: match judged.wins() {
                Some(true) => MoveResult::Wins,
                Some(false) => MoveResult::Loses,
                None => MoveResult::Unknown,
            },
            shown_by: reason,
            whole_position: judged.mark.map(|mark| mark.whole_position),
            nodes: reason
                .filter(|reason| !reason.is_bound())
                .map(Reason::nodes),
            refutation: judged.refutation,
        }
    }
}

impl JudgedMove {
    /// Whether it is proven to win or to lose.
    pub fn wins(&self) -> Option<bool> {
        self.mark.map(|mark| mark.wins)
    }
}

/// A principal line: the winner plays winning moves; the loser first the move that was hardest to refute,
/// then the moves that the search would try first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrincipalLine {
    /// The moves.
    pub moves: Vec<Move>,
    /// After how many of them a bound decides the game, if one does.
    pub decided_after: Option<usize>,
    /// Which bound.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub decided_by: Option<Reason>,
    /// Whether the line ends because the player to move has no move; else the limits were reached.
    pub complete: bool,
}

/// The moves of one player, as if it were that player's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// Who moves first.
    #[serde(skip)]
    pub first: Player,
    /// Who wins, if known.
    pub winner: Option<Player>,
    /// The bound that decides the position before any move, if there is one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub bound: Option<Reason>,
    /// All legal moves, row by row.
    pub moves: Vec<JudgedMove>,
    /// The principal line, if it is known who wins.
    pub line: Option<PrincipalLine>,
}

/// What is known of all moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The outcome class, if both players were asked about and both winners are known.
    pub outcome: Option<Outcome>,
    /// What is known of each first player that was asked about.
    #[serde(flatten)]
    pub sides: ByFirst<Option<Side>>,
    /// Nodes of all searches, including those that were given up.
    pub nodes: u64,
    /// Whether it ended early: it was stopped, or its time was over.
    pub stopped: bool,
}

impl Analysis {
    /// The players that were asked about, Vertical first.
    pub fn sides(&self) -> impl Iterator<Item = &Side> {
        let ByFirst {
            vertical_first,
            horizontal_first,
        } = &self.sides;
        vertical_first.iter().chain(horizontal_first)
    }
}

/// What an analysis tells while it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Who wins if `first` moves first.
    Winner {
        /// Who moves first.
        first: Player,
        /// Who wins.
        winner: Player,
        /// A winning move of `first`, if one is known already.
        best_move: Option<Move>,
    },
    /// How many moves are judged, of how many.
    Judged {
        /// Moves with a mark.
        known: usize,
        /// All moves.
        of: usize,
    },
}

/// What is wanted after some [`News`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// Nothing more: what is known is enough.
    Nothing,
    /// The first move of the principal line: one that wins, or else the one that is hardest to refute.
    Move,
    /// A principal line.
    Line,
    /// All moves and a principal line.
    Moves,
}

impl Side {
    /// Takes over who wins. If the player to move loses, so does every move.
    fn take(&mut self, verdict: Verdict) {
        self.winner = Some(verdict.winner(self.first));
        if !verdict.mover_wins {
            for judged in &mut self.moves {
                judged.mark = judged.mark.or(Some(Mark::before_move(verdict)));
            }
        }
    }
}

impl Mark {
    /// The mark of every move in a lost position.
    fn before_move(verdict: Verdict) -> Mark {
        Mark {
            wins: verdict.mover_wins,
            reason: verdict.reason,
            whole_position: true,
        }
    }

    /// The mark of the move that led to a position with this verdict.
    fn after_move(verdict: Verdict) -> Mark {
        Mark {
            wins: !verdict.mover_wins,
            reason: verdict.reason,
            whole_position: false,
        }
    }
}
