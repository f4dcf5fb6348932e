//! The search of one thread.

use super::Problem;
use super::bounds::{Bounds, Decision, Node};
use super::effort::Effort;
use super::order::MoveOrder;
use super::tables::Tables;
use super::team::Team;
use crate::control::REPORTED_PLIES;
use crate::report::{Reason, Searched, Statistics};
use crate::tracer::{Found, Proof, Trace};
use crosscram_rules::Bits;
use crosscram_support::clock::Instant;
use std::sync::Arc;

/// Nodes are counted, and limits of nodes looked at, once in this many; a power of two.
const COUNT_INTERVAL: u64 = 1024;
/// A request to stop is looked for once in this many nodes; a power of two. Early nodes, whose
/// regions are not known yet, take milliseconds each.
const POLL_INTERVAL: u64 = 4;

/// Whether another thread has decided a position above is looked for once in this many nodes; a power
/// of two.
const ABANDON_INTERVAL: u64 = 64;

/// Positions below which so many nodes were searched are told to searches in other processes.
const TOLD_NODES: u64 = 4;

/// A position on the line of play that other threads may be searching too.
struct Open<W> {
    depth: usize,
    key: W,
    hash: u64,
}

pub(super) struct Worker<'a, W: Bits> {
    pub(super) team: &'a Team<'a, W>,
    pub(super) bounds: Bounds<W>,
    /// Regions grow with the nodes of the search.
    pub(super) grows: bool,
    pub(super) order: MoveOrder<W>,
    /// The positions after the moves in the order's list, as the table knows them.
    pub(super) keys: Vec<(W, u64)>,
    test_children: bool,
    effort: Effort,
    /// Cells of the board.
    area: u32,
    /// Its rows and columns.
    size: (usize, usize),
    trace: Trace<'a>,
    /// The line of play as far as threads share it, without the root, whose answer ends the search.
    open: Vec<Open<W>>,
    /// Depth of a position that another thread has decided: the search returns there.
    abandoned: Option<usize>,
    /// First cell of the move that won the last won node; `None` for a move in the number.
    winning: Option<u16>,
    pub(super) nodes: u64,
    /// Nodes that the team knows of.
    counted: u64,
    /// When it is told of the others.
    count_at: u64,
    pub(super) statistics: Statistics,
}

impl<'a, W: Bits> Worker<'a, W> {
    pub(super) fn new(problem: &Problem, team: &'a Team<'a, W>, tables: &Arc<Tables>) -> Self {
        let board = &problem.board;
        let plies = board.area() / problem.tile.length() as usize + problem.numbers.len();
        let statistics = Statistics {
            nodes_by_depth: vec![0; plies + 2],
            ..Statistics::default()
        };
        let regions = match team.table.is_none() {
            true => problem.region_bytes(),
            false => team.table.bytes(),
        };
        // The tables of regions may grow to the size of the table of positions.
        let mut bounds = Bounds::new(problem, regions, tables);
        bounds.grow(team.nodes());
        Worker {
            team,
            bounds,
            grows: true,
            order: MoveOrder::new(problem),
            keys: Vec::new(),
            test_children: problem.techniques.test_children,
            effort: problem.effort,
            area: board.area() as u32,
            size: (board.rows(), board.cols()),
            trace: Trace::new(team.tracer, board),
            open: Vec::new(),
            abandoned: None,
            winning: None,
            nodes: 0,
            counted: 0,
            count_at: team.control.left().clamp(1, COUNT_INTERVAL),
            statistics,
        }
    }

    /// The key of a node in the table.
    #[inline]
    pub(super) fn key(&self, node: &Node<W>) -> W {
        node.key(self.bounds.numbers().len() > 1, self.area)
    }

    /// The same with its hash.
    #[inline]
    pub(super) fn hashed_key(&self, node: &Node<W>) -> (W, u64) {
        let key = self.key(node);
        (key, key.mix())
    }

    /// Returns whether the table knows that the mover of a node wins.
    pub(super) fn probe(&self, node: &Node<W>) -> Option<bool> {
        let (key, hash) = self.hashed_key(node);
        self.team.table.probe(key, hash)
    }

    /// Decides a node by its bounds, and counts by which.
    fn decide(&mut self, node: &Node<W>, depth: usize) -> Option<bool> {
        let Decision { mover_wins, reason } = self.bounds.decide(node, depth)?;
        self.leaf(node, depth, reason, mover_wins);
        Some(mover_wins)
    }

    /// Counts a node that needs no search of its moves.
    #[inline]
    fn leaf(&mut self, node: &Node<W>, depth: usize, reason: Reason, mover_wins: bool) {
        self.statistics.leaves.count(reason, mover_wins);
        if self.trace.wants(1) {
            self.tell(node, depth, mover_wins, Proof::Static(reason), 1, None);
        }
    }

    /// Does the player to move win? `depth` is zero at the root; the frames above belong to the
    /// positions that led here.
    pub(super) fn node(&mut self, node: &Node<W>, depth: usize) -> Searched {
        let (key, hash) = self.hashed_key(node);
        self.node_with_key(node, key, hash, depth)
    }

    /// The same for a node whose key in the table, and its hash, are known.
    fn node_with_key(&mut self, node: &Node<W>, key: W, hash: u64, depth: usize) -> Searched {
        let nodes_before = self.nodes;
        self.nodes += 1;
        self.statistics.nodes_by_depth[depth] += 1;
        if self.nodes >= self.count_at {
            let total = self.team.count(self.nodes - self.counted);
            self.counted = self.nodes;
            if self.grows {
                self.bounds.grow(total);
            }
            // A node limit that is nearer than the next time is kept exactly.
            self.count_at = self.nodes + self.team.control.left().clamp(1, COUNT_INTERVAL);
            if self.team.is_over() {
                return Searched::Stopped;
            }
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.team.is_over() {
            return Searched::Stopped;
        }
        if self.team.has_company() && self.nodes.is_multiple_of(ABANDON_INTERVAL) {
            self.team.listen();
            self.abandoned = self.decided_above(depth);
            if self.abandoned.is_some() {
                return Searched::Stopped;
            }
        }
        if let Some(mover_wins) = self.team.table.probe(key, hash) {
            self.leaf(node, depth, Reason::Table, mover_wins);
            return mover_wins.into();
        }
        if let Some(mover_wins) = self.decide(node, depth) {
            return mover_wins.into();
        }
        if depth == 0
            && self.bounds.make_strips(node)
            && let Some(mover_wins) = self.decide(node, depth)
        {
            return mover_wins.into();
        }
        self.statistics.interior += 1;
        let started = self.trace.is_wanted().then(Instant::now);
        let shared = self.team.begin(hash, depth);
        // The root of a search in another process ends that one, not this.
        if shared && (depth > 0 || self.team.peers.is_some()) {
            self.close(depth);
            self.open.push(Open { depth, key, hash });
        }
        let mut verdict = self.expand(node, depth);
        let mut known = None;
        while verdict == Searched::Stopped && self.abandoned.take_if(|at| *at == depth).is_some() {
            known = self.team.table.probe(key, hash);
            if known.is_some() {
                break;
            }
            // The table has lost it again.
            verdict = self.expand(node, depth);
        }
        if shared {
            self.team.end(hash, depth);
        }
        if let Some(mover_wins) = known {
            return mover_wins.into();
        }
        if verdict != Searched::Stopped {
            let size = self.nodes - nodes_before;
            let mover_wins = verdict == Searched::Win;
            if self.trace.wants(size) {
                self.tell(
                    node,
                    depth,
                    mover_wins,
                    self.proof(node, mover_wins),
                    size,
                    started,
                );
            }
            if self.team.table.is_none() {
                return verdict;
            }
            if let Some(peers) = self.team.peers
                && size >= TOLD_NODES
            {
                peers.tell(key, mover_wins, size);
            }
            let stored = self.team.table.store(key, hash, mover_wins, size);
            self.statistics.count_store(stored);
        }
        verdict
    }

    /// Forgets the positions of the line of play from a depth on.
    fn close(&mut self, depth: usize) {
        while self.open.pop_if(|open| open.depth >= depth).is_some() {}
    }

    /// The depth of the first position above a depth that another thread has decided meanwhile.
    #[cold]
    fn decided_above(&mut self, depth: usize) -> Option<usize> {
        self.close(depth);
        let table = &self.team.table;
        let mut open = self.open.iter();
        let decided = open.find(|open| table.probe(open.key, open.hash).is_some());
        decided.map(|open| open.depth)
    }

    /// What shows the result of the node whose moves were searched last.
    #[cold]
    fn proof(&self, node: &Node<W>, mover_wins: bool) -> Proof {
        match (mover_wins, self.winning) {
            (false, _) => Proof::AllMovesLose,
            (true, None) => Proof::Number,
            (true, Some(start)) => Proof::Move(self.order.name(node.mover, start)),
        }
    }

    /// Tells the tracer of a node.
    #[cold]
    fn tell(
        &self,
        node: &Node<W>,
        depth: usize,
        mover_wins: bool,
        by: Proof,
        nodes: u64,
        started: Option<Instant>,
    ) {
        let found = Found {
            number: self.bounds.numbers().number(node.number),
            mover: node.mover,
            mover_wins,
            by,
            depth,
            nodes,
            started,
        };
        self.trace.tell(node.state.free[1], &found);
    }

    /// Search the moves of a node until one wins.
    fn expand(&mut self, node: &Node<W>, depth: usize) -> Searched {
        let base = self.order.candidates.len();
        let verdict = self.try_moves(node, depth, base);
        self.order.candidates.truncate(base);
        verdict
    }

    fn try_moves(&mut self, node: &Node<W>, depth: usize, base: usize) -> Searched {
        self.bounds.begin_children(depth);
        let break_ties = self.breaks_ties(depth);
        if self.effort.thorough
            && let Some(start) = self.own_winning_move(node, depth)
        {
            return self.won_unvisited(node, start, depth, Reason::Children);
        }
        self.order.push_all(node);
        if let Some(start) = self.known_winning_move(node, base) {
            return self.won_unvisited(node, start, depth, Reason::Table);
        }
        if self.effort.thorough {
            if self.order.good_moves_are_spent(base)
                && let Some(start) = self.instant_win(node, depth, base)
            {
                return self.won_unvisited(node, start, depth, Reason::Children);
            }
            if break_ties {
                self.sort_by_bounds(node, depth, base);
            }
        }
        let mut sorted = base;
        let (mut index, mut searched) = (0, 0);
        // Moves that other threads are searching are put off to the end of the list.
        let mut put_off: Vec<u16> = Vec::new();
        let total = self.order.candidates.len() - base;
        while index < total {
            if depth < REPORTED_PLIES {
                self.team.report_move(depth, index, total);
            }
            if break_ties && base + index >= sorted {
                sorted = self.sort_class(node, depth, base + index);
            }
            let start = self.order.candidates[base + index].start;
            let known = self.keys[base + index];
            index += 1;
            // While the child is tested, its place in the table arrives in the cache.
            self.team.table.prefetch(known.1);
            if self.is_refuted(node, start, depth) {
                self.statistics.refuted_children += 1;
                if self.trace.wants(1) {
                    let by = Proof::Static(Reason::Children);
                    self.tell(&self.child(node, start), depth + 1, true, by, 1, None);
                }
                self.note_refuted(start, depth);
                continue;
            }
            let child = self.child(node, start);
            // Moves that were sorted again are not where their keys are.
            let (key, hash) = match break_ties {
                true => self.hashed_key(&child),
                false => known,
            };
            if index > 1 && self.team.is_shared(depth) && self.team.is_busy(hash) {
                put_off.push(start);
                continue;
            }
            searched += 1;
            match self.node_with_key(&child, key, hash, depth + 1) {
                Searched::Loss => {
                    self.statistics.cutoffs_by_try[(index - 1).min(5)] += 1;
                    self.statistics.count_win(depth, searched);
                    self.winning = Some(start);
                    return Searched::Win;
                }
                Searched::Win => self.note_refuted(start, depth),
                Searched::Stopped => return Searched::Stopped,
            }
        }
        for start in put_off {
            searched += 1;
            match self.visit(node, start, depth) {
                Searched::Loss => {
                    self.statistics.cutoffs_by_try[5] += 1;
                    self.statistics.count_win(depth, searched);
                    self.winning = Some(start);
                    return Searched::Win;
                }
                Searched::Win => self.note_refuted(start, depth),
                Searched::Stopped => return Searched::Stopped,
            }
        }
        self.try_number(node, depth)
    }

    /// Returns whether moves at this depth are sorted by what the bounds say after them.
    pub(super) fn breaks_ties(&self, depth: usize) -> bool {
        self.effort.thorough && depth < self.effort.tie_plies
    }

    /// The mover of a node wins by a move after which the position was not visited, for this reason.
    fn won_unvisited(&mut self, node: &Node<W>, start: u16, depth: usize, by: Reason) -> Searched {
        if self.trace.wants(1) {
            let child = self.child(node, start);
            self.tell(&child, depth + 1, false, Proof::Static(by), 1, None);
        }
        self.winning = Some(start);
        Searched::Win
    }

    fn note_refuted(&self, start: u16, depth: usize) {
        if depth == 0 {
            self.team.refute(start);
        }
    }

    /// A winning move of the root, which is known to be won; `None` if none is found soon, or if
    /// the move is one in the number.
    pub(super) fn winning_move(&mut self, root: &Node<W>) -> Option<u16> {
        let moves = self.order.all(root);
        self.bounds.complete(root);
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
        moves.find(|&start| self.visit(root, start, 0) == Searched::Loss)
    }

    /// A move in the number, which is never better than another unless all are numbers.
    fn try_number(&mut self, node: &Node<W>, depth: usize) -> Searched {
        let Some(child) = self.after_number(node) else {
            return Searched::Loss;
        };
        match self.node(&child, depth + 1) {
            Searched::Loss => {
                self.winning = None;
                Searched::Win
            }
            Searched::Win => Searched::Loss,
            Searched::Stopped => Searched::Stopped,
        }
    }

    /// The position after the mover's move in the number, if it has one.
    pub(super) fn after_number(&self, node: &Node<W>) -> Option<Node<W>> {
        let number = self.bounds.numbers().after(node.number, node.mover)?;
        Some(Node {
            number,
            mover: 1 - node.mover,
            ..*node
        })
    }

    /// Rows and columns of the board.
    pub(super) fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Returns whether the search is to stop.
    pub(super) fn is_over(&self) -> bool {
        self.team.is_over()
    }

    /// Returns whether the bounds of a node show that this move loses.
    #[inline]
    pub(super) fn is_refuted(&mut self, node: &Node<W>, start: u16, depth: usize) -> bool {
        self.test_children
            && self
                .bounds
                .is_refuted(node, self.order.cells(node.mover, start), depth)
    }

    pub(super) fn child(&self, node: &Node<W>, start: u16) -> Node<W> {
        self.order.child(node, start)
    }

    /// Searches the moves of a node that this worker did not come to by searching. Returns the first
    /// cell of the move that wins with the verdict; `None` for a move in the number.
    pub(super) fn expand_alone(&mut self, node: &Node<W>, depth: usize) -> (Searched, Option<u16>) {
        // What is open belongs to another line of play.
        self.open.clear();
        self.bounds.decide(node, depth);
        (self.expand(node, depth), self.winning)
    }

    /// Searches the position after a move.
    fn visit(&mut self, node: &Node<W>, start: u16, depth: usize) -> Searched {
        self.node(&self.child(node, start), depth + 1)
    }
}
