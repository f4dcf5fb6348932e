//! The search of one thread.

use super::children::Surroundings;
use super::exact::ExactSums;
use super::geometry::Geometry;
use super::merge::Merger;
use super::numbers::Numbers;
use super::order::Candidate;
use super::outlook::Outlook;
use super::parts::Parts;
use super::table::Stored;
use super::team::Team;
use super::{Problem, Techniques};
use crate::classic::ordering::positional_values;
use crate::classic::view::{MoveMasks, State, View, all_move_masks, views};
use crate::control::REPORTED_PLIES;
use crate::levels::Levels;
use crate::report::Statistics;
use crate::subtrees::Subtree;
use crosscram_rules::{Bits, Bits256, Board, Player};
use crosscram_values::{RegionTable, Role};
use std::sync::Arc;
use std::time::Instant;

/// Result of searching a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// The search was stopped.
    Stopped,
}

impl From<bool> for Verdict {
    fn from(mover_wins: bool) -> Self {
        if mover_wins {
            Verdict::Win
        } else {
            Verdict::Loss
        }
    }
}

/// Pieces are merged only if the bound misses by at most this many quarters.
const MERGE_MISS: i16 = 4;

/// A table of regions may always have this many bytes.
const SMALLEST_REGIONS: u64 = 256 << 20;

/// A node may be stopped after this many others; a power of two.
const POLL_INTERVAL: u64 = 1024;

/// A position of the search.
#[derive(Clone, Copy)]
pub(super) struct Node<W> {
    pub(super) state: State<W>,
    /// Index of the number that is played along with the board.
    pub(super) number: usize,
    /// Player index of who is to move.
    pub(super) mover: usize,
}

/// What is known of a node's position, by player: his bound.
#[derive(Default)]
struct Frame<W> {
    /// The free cells, by layout.
    free: [W; 2],
    parts: [Parts<W>; 2],
    /// Which of the bounds were found.
    known: [bool; 2],
    around: Surroundings,
    outlook: Outlook,
}

pub(super) struct Worker<'a, W: Bits> {
    pub(super) team: &'a Team<'a, W>,
    pub(super) techniques: Techniques,
    pub(super) views: [View<W>; 2],
    pub(super) masks: [Vec<MoveMasks<W>>; 2],
    pub(super) tile: u32,
    pub(super) positional: [Vec<i16>; 2],
    numbers: Numbers,
    /// One for each shape of lines: a square board needs one, others two.
    geometries: Vec<Geometry<W>>,
    /// Which of them bounds each player.
    geometry_of: [usize; 2],
    /// By depth, the root first.
    frames: Vec<Frame<W>>,
    levels: Levels,
    /// Nodes from which on finished subtrees are kept.
    least_kept: Option<u64>,
    merger: Merger<W>,
    exact: Option<ExactSums<W>>,
    /// Moves of all nodes on the current line, one after another.
    pub(super) candidates: Vec<Candidate>,
    pub(super) nodes: u64,
    pub(super) statistics: Statistics,
}

impl<'a, W: Bits> Worker<'a, W> {
    pub(super) fn new(problem: &Problem<'_>, team: &'a Team<'a, W>) -> Self {
        let board = problem.board;
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let tile = problem.tile.length();
        let views = views(board);
        // All tables of regions together may grow to the size of the table of positions.
        let most_bytes = team.table.bytes() / if rows == cols { 1 } else { 2 };
        let most_bytes = most_bytes.max(SMALLEST_REGIONS);
        let geometry =
            |lines, length| Geometry::new(lines, length, tile, problem.levels, most_bytes);
        // Vertical is bounded in rows, Horizontal in columns.
        let (geometries, geometry_of) = if rows == cols {
            (vec![geometry(rows, cols)], [0, 0])
        } else {
            (vec![geometry(rows, cols), geometry(cols, rows)], [0, 1])
        };
        let statistics = Statistics {
            nodes_by_depth: vec![0; board.area() / tile as usize + problem.numbers.len() + 2],
            table_entries: team.table.entries(),
            table_bytes: team.table.bytes(),
            ..Statistics::default()
        };
        Worker {
            team,
            techniques: problem.techniques,
            masks: all_move_masks(board, problem.tile),
            tile,
            positional: [positional_values(&views[0]), positional_values(&views[1])],
            numbers: problem.numbers.clone(),
            geometries,
            geometry_of,
            frames: Vec::new(),
            levels: problem.levels,
            least_kept: team.least_kept(),
            merger: Merger::default(),
            exact: problem
                .levels
                .values
                .map(|most| ExactSums::new(board, problem.tile, most)),
            candidates: Vec::new(),
            nodes: 0,
            statistics,
            views,
        }
    }

    /// The tables of regions in use.
    pub(super) fn region_tables(&self) -> impl Iterator<Item = Arc<RegionTable<W>>> {
        self.geometries.iter().map(Geometry::region_table)
    }

    /// The table's key of a node, the same for all reflections.
    fn key(&self, node: &Node<W>) -> W {
        let key = node.state.canonical();
        if self.numbers.len() == 1 {
            // The number of free cells tells who is to move.
            return key;
        }
        let mark = (node.number << 1 | node.mover) as u32;
        key | W::from_field(mark, self.views[0].lines * self.views[0].length)
    }

    /// Begin with a node: nothing is known of it yet.
    fn enter(&mut self, node: &Node<W>, depth: usize) {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, Frame::default);
        }
        let before = depth.checked_sub(1).map(|before| &self.frames[before]);
        let outlook = before.map_or_else(Outlook::default, |before| before.outlook.next());
        let frame = &mut self.frames[depth];
        frame.free = node.state.free;
        frame.known = [false; 2];
        frame.outlook = outlook;
    }

    /// Find out what the bound of `player` is, from that of the last position before of which it
    /// is known, if there is one.
    #[inline]
    fn bound(&mut self, player: usize, node: &Node<W>, depth: usize) {
        let quarters = self.numbers.quarters(node.number, player);
        // A player is bounded in the layout of his opponent's lines.
        let layout = 1 - player;
        let geometry = &mut self.geometries[self.geometry_of[player]];
        geometry.note_evaluation();
        let (before, after) = self.frames.split_at_mut(depth);
        let Frame {
            parts, free, known, ..
        } = &mut after[0];
        known[player] = true;
        match before.iter().rev().find(|frame| frame.known[player]) {
            Some(before) => {
                let covered = before.free[layout] & !free[layout];
                parts[player].after(&before.parts[player], covered, quarters, geometry);
            }
            None => parts[player].of(free[layout], quarters, geometry),
        }
    }

    /// Whether merged pieces prove a win of `player` in `role`.
    fn merged(&mut self, player: usize, node: &Node<W>, role: Role, depth: usize) -> bool {
        let parts = &self.frames[depth].parts[player];
        let quarters = self.numbers.quarters(node.number, player);
        let geometry = &mut self.geometries[self.geometry_of[player]];
        self.frames[depth].known[player]
            && parts.total.at_least_as(role) >= -MERGE_MISS
            && self.merger.wins(parts, quarters, role, geometry)
    }

    /// Whether the choices of runs prove a win of `player` in `role`.
    fn with_runs(&mut self, player: usize, node: &Node<W>, role: Role, depth: usize) -> bool {
        let parts = &self.frames[depth].parts[player];
        let quarters = self.numbers.quarters(node.number, player);
        let geometry = &self.geometries[self.geometry_of[player]];
        self.frames[depth].known[player]
            && parts.total.at_least_as(role) >= -MERGE_MISS
            && parts.total_with_runs(quarters, geometry).at_least_as(role) >= 0
    }

    /// Whether safe and real moves decide a node. For dominoes the bounds know as much; longer
    /// tiles leave so many safe moves that counting first saves most of the work.
    fn decided_by_counts(&mut self, node: &Node<W>) -> Option<bool> {
        let totals = self.count(&node.state);
        let decided = totals.winner(node.mover);
        match decided {
            Some(true) => self.statistics.leaves.mover_safe += 1,
            Some(false) => self.statistics.leaves.opponent_safe += 1,
            None => {}
        }
        decided
    }

    /// Whether the bounds decide a node. Fills its frame.
    pub(super) fn decide(&mut self, node: &Node<W>, depth: usize) -> Option<bool> {
        let (mover, other) = (node.mover, 1 - node.mover);
        if self.tile > 2
            && self.numbers.len() == 1
            && let Some(verdict) = self.decided_by_counts(node)
        {
            return Some(verdict);
        }
        self.enter(node, depth);
        if let Some(verdict) = self.decided_by_cuts(node, depth) {
            return Some(verdict);
        }
        if self.levels.runs {
            if self.with_runs(mover, node, Role::First, depth) {
                self.statistics.leaves.mover_runs += 1;
                return Some(true);
            }
            if self.with_runs(other, node, Role::Second, depth) {
                self.statistics.leaves.opponent_runs += 1;
                return Some(false);
            }
        }
        if self.levels.merge {
            if self.merged(mover, node, Role::First, depth) {
                self.statistics.leaves.mover_merge += 1;
                return Some(true);
            }
            if self.merged(other, node, Role::Second, depth) {
                self.statistics.leaves.opponent_merge += 1;
                return Some(false);
            }
        }
        self.decided_by_values(node, depth)
    }

    /// Whether the bounds without merging decide a node. The better one comes first; a hopeless one
    /// is not found at all.
    fn decided_by_cuts(&mut self, node: &Node<W>, depth: usize) -> Option<bool> {
        let outlook = self.frames[depth].outlook;
        let leader = outlook.leader();
        let both = depth == 0 || self.exact.is_some() || outlook.is_old(self.tile);
        for player in [leader, 1 - leader] {
            if player != leader && !both {
                let lead = self.frames[depth].parts[leader].total.at_least();
                if outlook.is_hopeless(lead) {
                    return None;
                }
            }
            self.bound(player, node, depth);
            let is_mover = player == node.mover;
            let role = if is_mover { Role::First } else { Role::Second };
            if self.frames[depth].parts[player].total.at_least_as(role) >= 0 {
                self.statistics
                    .leaves
                    .count_cut(is_mover, self.levels.regions.is_some());
                return Some(is_mover);
            }
        }
        let frame = &mut self.frames[depth];
        let bounds = [0, 1].map(|player| frame.parts[player].total.at_least());
        frame.outlook = Outlook::of(bounds);
        None
    }

    /// Whether exact values of small regions decide a node whose frame is filled.
    fn decided_by_values(&mut self, node: &Node<W>, depth: usize) -> Option<bool> {
        let exact = self.exact.as_mut()?;
        let quarters = [0, 1].map(|player| self.numbers.quarters(node.number, player));
        let decided = exact.decide(&self.frames[depth].parts, quarters, node.mover);
        match decided {
            Some(true) => self.statistics.leaves.mover_values += 1,
            Some(false) => self.statistics.leaves.opponent_values += 1,
            None => {}
        }
        decided
    }

    /// Does the player to move win? `depth` is zero at the root; the frames above belong to the
    /// positions that led here.
    pub(super) fn node(&mut self, node: &Node<W>, depth: usize) -> Verdict {
        let key = self.key(node);
        self.node_with_key(node, key, key.mix(), depth)
    }

    /// The same for a node whose key in the table, and its hash, are known.
    fn node_with_key(&mut self, node: &Node<W>, key: W, hash: u64, depth: usize) -> Verdict {
        let nodes_before = self.nodes;
        self.nodes += 1;
        self.statistics.nodes_by_depth[depth] += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.team.is_over(POLL_INTERVAL) {
            return Verdict::Stopped;
        }
        if let Some(mover_wins) = self.team.table.probe(key, hash) {
            self.statistics.leaves.table += 1;
            return mover_wins.into();
        }
        if let Some(mover_wins) = self.decide(node, depth) {
            return mover_wins.into();
        }
        if depth == 0
            && self.make_strips(node)
            && let Some(mover_wins) = self.decide(node, depth)
        {
            return mover_wins.into();
        }
        self.statistics.interior += 1;
        let started = self.least_kept.map(|_| Instant::now());
        let shared = self.team.begin(hash, depth);
        let verdict = self.expand(node, depth);
        if shared {
            self.team.end(hash);
        }
        if verdict != Verdict::Stopped {
            let size = self.nodes - nodes_before;
            let mover_wins = verdict == Verdict::Win;
            if let Some(started) = started
                && self.least_kept.is_some_and(|least| size >= least)
            {
                self.keep(node, mover_wins, size, started);
            }
            self.statistics.stores += 1;
            match self.team.table.store(key, hash, mover_wins, size) {
                Stored::Free => {}
                Stored::Replaced => self.statistics.replaced += 1,
                Stored::Refused => self.statistics.refused += 1,
            }
        }
        verdict
    }

    /// If the root is an almost empty board that the bounds do not decide, the search is not a
    /// trivial one, and the tables of strips are wanted at once; whether they are new.
    fn make_strips(&mut self, root: &Node<W>) -> bool {
        let view = &self.views[0];
        let area = view.lines * view.length;
        if root.state.free[0].count() * 4 < area * 3 {
            return false;
        }
        let geometries = self.geometries.iter_mut();
        geometries.fold(false, |new, geometry| geometry.make_strips() | new)
    }

    /// Hand a finished subtree to whoever keeps them.
    #[cold]
    fn keep(&self, node: &Node<W>, mover_wins: bool, nodes: u64, started: Instant) {
        let view = &self.views[Player::Horizontal.index()];
        let cells = node.state.free[Player::Horizontal.index()];
        let free = Bits256::from_words((0..W::WORDS).map(|i| cells.word(i)));
        let board = Board::from_free_bits(view.lines as usize, view.length as usize, free);
        let to_move = Player::ALL[node.mover];
        if let (Ok(board), 1) = (board, self.numbers.len()) {
            self.team.keep(Subtree {
                board,
                to_move,
                winner: if mover_wins {
                    to_move
                } else {
                    to_move.opponent()
                },
                nodes,
                elapsed: started.elapsed(),
            });
        }
    }

    /// Search the moves of a node until one wins.
    fn expand(&mut self, node: &Node<W>, depth: usize) -> Verdict {
        let base = self.candidates.len();
        let verdict = self.try_moves(node, depth, base);
        self.candidates.truncate(base);
        verdict
    }

    fn try_moves(&mut self, node: &Node<W>, depth: usize, base: usize) -> Verdict {
        let mut remaining = self.moves(&node.state, node.mover);
        self.frames[depth].around.clear();
        let mut index = 0;
        // Moves that other threads are searching are put off to the end of the list.
        let mut put_off: Vec<u16> = Vec::new();
        loop {
            if base + index == self.candidates.len()
                && !self.push_more(&node.state, node.mover, &mut remaining)
            {
                break;
            }
            if depth < REPORTED_PLIES {
                let total = self.candidates.len() - base;
                self.team.report_move(depth, index, total);
            }
            let start = self.candidates[base + index].start;
            index += 1;
            let child = self.child(node, start);
            let key = self.key(&child);
            let hash = key.mix();
            // While the child is tested, its place in the table arrives in the cache.
            self.team.table.prefetch(hash);
            if self.is_refuted(node, start, depth) {
                self.statistics.refuted_children += 1;
                self.note_refuted(start, depth);
                continue;
            }
            if index > 1 && self.team.is_shared(depth) && self.team.is_busy(hash) {
                put_off.push(start);
                continue;
            }
            match self.node_with_key(&child, key, hash, depth + 1) {
                Verdict::Loss => {
                    self.statistics.cutoffs_by_try[(index - 1).min(5)] += 1;
                    return Verdict::Win;
                }
                Verdict::Win => self.note_refuted(start, depth),
                Verdict::Stopped => return Verdict::Stopped,
            }
        }
        for start in put_off {
            match self.visit(node, start, depth) {
                Verdict::Loss => {
                    self.statistics.cutoffs_by_try[5] += 1;
                    return Verdict::Win;
                }
                Verdict::Win => self.note_refuted(start, depth),
                Verdict::Stopped => return Verdict::Stopped,
            }
        }
        self.try_number(node, depth)
    }

    fn note_refuted(&self, start: u16, depth: usize) {
        if depth == 0 {
            self.team.refute(start);
        }
    }

    /// First cells of all moves worth trying, best first.
    pub(super) fn ordered_moves(&mut self, node: &Node<W>) -> Vec<u16> {
        let mut remaining = self.moves(&node.state, node.mover);
        while self.push_more(&node.state, node.mover, &mut remaining) {}
        let moves = self.candidates.drain(..);
        moves.map(|candidate| candidate.start).collect()
    }

    /// A winning move of the root, which is known to be won; `None` if none is found soon, or if
    /// the move is one in the number.
    pub(super) fn winning_move(&mut self, root: &Node<W>) -> Option<u16> {
        let moves = self.ordered_moves(root);
        // A root that the bounds decide has an incomplete frame.
        self.enter(root, 0);
        for player in [0, 1] {
            self.bound(player, root, 0);
        }
        // What is known or seen at once comes first.
        for &start in &moves {
            let child = self.child(root, start);
            let key = self.key(&child);
            if self.team.table.probe(key, key.mix()) == Some(false)
                || self.decide(&child, 1) == Some(false)
            {
                return Some(start);
            }
        }
        let mut moves = moves.into_iter();
        moves.find(|&start| self.visit(root, start, 0) == Verdict::Loss)
    }

    /// A move in the number, which is never better than another unless all are numbers.
    fn try_number(&mut self, node: &Node<W>, depth: usize) -> Verdict {
        let Some(number) = self.numbers.after(node.number, node.mover) else {
            return Verdict::Loss;
        };
        let child = Node {
            number,
            mover: 1 - node.mover,
            ..*node
        };
        match self.node(&child, depth + 1) {
            Verdict::Loss => Verdict::Win,
            Verdict::Win => Verdict::Loss,
            Verdict::Stopped => Verdict::Stopped,
        }
    }

    /// Whether the opponent's bound shows that he, moving first, wins after this move.
    #[inline]
    pub(super) fn is_refuted(&mut self, node: &Node<W>, start: u16, depth: usize) -> bool {
        let other = 1 - node.mover;
        if !self.techniques.test_children || !self.frames[depth].known[other] {
            return false;
        }
        let quarters = self.numbers.quarters(node.number, other);
        let tile = self.masks[node.mover][usize::from(start)].free[node.mover];
        let Frame { parts, around, .. } = &mut self.frames[depth];
        let geometry = &mut self.geometries[self.geometry_of[other]];
        around.first_wins_after(&parts[other], tile, quarters, geometry)
    }

    pub(super) fn child(&self, node: &Node<W>, start: u16) -> Node<W> {
        Node {
            state: node
                .state
                .after(&self.masks[node.mover][usize::from(start)]),
            number: node.number,
            mover: 1 - node.mover,
        }
    }

    fn visit(&mut self, node: &Node<W>, start: u16, depth: usize) -> Verdict {
        self.node(&self.child(node, start), depth + 1)
    }
}

#[cfg(test)]
impl<W: Bits> Worker<'_, W> {
    /// The root's position is another one than before.
    pub(super) fn forget_surroundings(&mut self) {
        self.frames[0].around.clear();
    }

    /// Whether the bounds decide a child of the root, found from those of the root.
    pub(super) fn decide_child(&mut self, root: &Node<W>, start: u16) -> Option<bool> {
        self.decide(&self.child(root, start), 1)
    }
}
