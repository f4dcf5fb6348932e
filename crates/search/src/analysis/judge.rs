//! Who wins a position: by a bound if one shows it, else by search within what is left to spend.

use super::symmetry::Symmetry;
use super::{Limits, Reason};
use crate::explain::Explainer;
use crate::{Config, Control, Engine, TableSize, ordered_moves, solve, static_winner};
use crosscram_rules::{Board, Move, Player, Tile};
use std::collections::HashMap;

/// A position and who is to move.
pub(super) type Node = (Board, Player);

/// What is known of a position, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) mover_wins: bool,
    pub(super) reason: Reason,
    /// A winning move, if the search found one.
    best_move: Option<Move>,
}

/// Judges positions of one analysis; all that are the same by symmetry are one.
pub(super) struct Judge<'a> {
    tile: Tile,
    config: &'a Config,
    control: &'a Control,
    limits: Limits,
    explainer: Explainer,
    /// By representative; moves are those of the representative.
    by_counts: HashMap<Node, Option<Verdict>>,
    by_bounds: HashMap<Node, Option<Verdict>>,
    by_search: HashMap<Node, Verdict>,
    /// Positions that a search of so many nodes did not decide.
    given_up: HashMap<Node, u64>,
    spent: u64,
}

/// A table of this many entries costs next to nothing.
const SMALLEST_TABLE: u64 = 1 << 14;

impl<'a> Judge<'a> {
    pub(super) fn new(
        board: &Board,
        tile: Tile,
        config: &'a Config,
        limits: Limits,
        control: &'a Control,
    ) -> Self {
        Judge {
            tile,
            config,
            control,
            limits,
            explainer: Explainer::new(board, tile, limits.cells),
            by_counts: HashMap::new(),
            by_bounds: HashMap::new(),
            by_search: HashMap::new(),
            given_up: HashMap::new(),
            spent: 0,
        }
    }

    /// Nodes searched so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that may still be searched.
    pub(super) fn left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.spent)
    }

    /// Whether nothing more is wanted.
    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// The position after a legal move.
    pub(super) fn after(&self, board: &Board, mov: Move) -> Node {
        let next = board
            .play(mov, self.tile)
            .expect("only legal moves are asked about");
        (next, mov.player().opponent())
    }

    /// What is known without further search.
    pub(super) fn known(&mut self, node: Node) -> Option<Verdict> {
        let (board, to_move, _) = Symmetry::canonical(&node.0, node.1);
        if let Some(&verdict) = self.by_search.get(&(board, to_move)) {
            return Some(verdict);
        }
        self.counted((board, to_move))
            .or_else(|| self.bounded((board, to_move)))
    }

    /// Safe and real moves, and the cover.
    fn counted(&mut self, node: Node) -> Option<Verdict> {
        if let Some(verdict) = self.by_counts.get(&node) {
            return *verdict;
        }
        let tests = [
            (Engine::Domi, Reason::Counts),
            (Engine::Obsequi2014, Reason::Cover),
        ];
        let verdict = tests.into_iter().find_map(|(engine, reason)| {
            let winner = static_winner(&node.0, self.tile, node.1, &engine.config())?;
            Some(Verdict::of(node, winner, reason))
        });
        self.by_counts.insert(node, verdict);
        verdict
    }

    /// Switch bounds.
    fn bounded(&mut self, node: Node) -> Option<Verdict> {
        if let Some(verdict) = self.by_bounds.get(&node) {
            return *verdict;
        }
        let proven = self.explainer.winner(&node.0, node.1);
        let verdict =
            proven.map(|(winner, level)| Verdict::of(node, winner, Reason::Switches(level)));
        self.by_bounds.insert(node, verdict);
        verdict
    }

    /// What a search of about `nodes` nodes finds out, or of what is left of them.
    pub(super) fn search(&mut self, node: Node, nodes: u64) -> Option<Verdict> {
        let nodes = nodes.min(self.left());
        if nodes == 0 || self.is_stopped() {
            return None;
        }
        let (board, to_move, _) = Symmetry::canonical(&node.0, node.1);
        let tried = self.given_up.get(&(board, to_move));
        if tried.is_some_and(|&tried| tried >= nodes) {
            return None;
        }
        // A search cannot fill more entries than it has nodes.
        let enough = TableSize::Entries(nodes.saturating_mul(2).max(SMALLEST_TABLE));
        let config = Config {
            table: smaller(enough, self.config.table),
            ..self.config.clone()
        };
        self.control.limit_next(nodes);
        let found = solve(&board, self.tile, to_move, &config, self.control);
        self.control.lift_limit();
        match found {
            Ok(report) => {
                self.spent += report.nodes;
                let reason = Reason::Search {
                    nodes: report.nodes,
                };
                let mut verdict = Verdict::of((board, to_move), report.winner, reason);
                verdict.best_move = report.best_move;
                self.by_search.insert((board, to_move), verdict);
                Some(verdict)
            }
            Err(stopped) => {
                self.spent += stopped.nodes;
                self.given_up.insert((board, to_move), nodes);
                None
            }
        }
    }

    /// A winning move of the player to move, who is known to win; `None` if it is not found
    /// within what is left to spend.
    pub(super) fn winning_move(&mut self, node: Node) -> Option<Move> {
        let (board, to_move) = node;
        if let Some(found) = self.searched_move(node) {
            return Some(found);
        }
        let moves = ordered_moves(&board, self.tile, to_move, self.config);
        // The cheap tests of all moves come before the dear ones of any.
        for test in [Judge::counted, Judge::known] {
            for &mov in &moves {
                if self.is_stopped() {
                    return None;
                }
                let after = self.after(&board, mov);
                let (next, opponent, _) = Symmetry::canonical(&after.0, after.1);
                if test(self, (next, opponent)).is_some_and(|verdict| !verdict.mover_wins) {
                    return Some(mov);
                }
            }
        }
        self.search(node, u64::MAX)?;
        self.searched_move(node)
    }

    /// The winning move that a search of this position found.
    fn searched_move(&self, node: Node) -> Option<Move> {
        let (board, to_move, symmetry) = Symmetry::canonical(&node.0, node.1);
        let image = self.by_search.get(&(board, to_move))?.best_move?;
        Some(symmetry.move_before(image, &node.0, self.tile))
    }
}

impl Verdict {
    fn of(node: Node, winner: Player, reason: Reason) -> Verdict {
        Verdict {
            mover_wins: winner == node.1,
            reason,
            best_move: None,
        }
    }
}

/// The smaller of two numbers of entries; a size in bytes is left as it is.
fn smaller(enough: TableSize, wanted: TableSize) -> TableSize {
    match (enough, wanted) {
        (TableSize::Entries(enough), TableSize::Entries(wanted)) => {
            TableSize::Entries(enough.min(wanted))
        }
        _ => wanted,
    }
}
