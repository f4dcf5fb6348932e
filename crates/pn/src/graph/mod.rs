//! Proof-number search on a graph: equal positions share a node.
//!
//! The practical algorithm of Schijf 1993: the numbers of a node follow from those of its
//! children as in a tree, although a leaf that is reached along two paths may then be counted
//! twice (section 4.4). Where positions can repeat, a child that equals an ancestor of the expanded
//! node (along any path) becomes an end node of its own. It counts as lost, and as won once that
//! ancestor is won (section 5.4). So there are no cycles in the graph.
//!
//! Wins are always right. A loss may be wrong if it depends on repetitions: the end node was lost on
//! the path where it was created, but not on every path that now leads to it (Fig. 5.7). So a loss is
//! examined at the end (`certain.rs`), and reported as [`Ending::Doubtful`] if it does not hold with the
//! cycles in place. [`crate::DfPn`] does not have this fault.

mod certain;
mod collect;
mod draw;
mod expand;
mod index;
mod jobs;
mod state;
mod store;
mod update;

use crate::game::{Game, Key};
use crate::numbers::Numbers;
use crate::options::{Evaluation, Initial, Order, assessed, leaf};
use crate::report::{Ending, LOOK_EVERY, Observer, Report, Snapshot, Statistics};
use crosscram_support::{clock::Instant, random::Random};
use std::collections::VecDeque;
use store::{Edge, Store};

pub use jobs::{Child, JobGraph};

/// Which positions share a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// Equal ones.
    #[default]
    Equal,
    /// Symmetric ones too (section 4.6, Appendix A).
    Symmetric,
    /// Symmetric ones too, but children of one expansion do not share a node with each other. Table
    /// A.1 was made with this; it has no other use.
    SymmetricButSiblings,
    /// Equal ones, but only after a converting move ([`Game::is_converting`]): the second method of
    /// section 5.4. No cycle can arise, and a repetition is one on every path, so losses are right too.
    AfterConvertingMoves,
}

/// How numbers are propagated upward. The search is the same with each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Updates {
    /// Along every path to the root (Table 4.2). The number of paths can be enormous.
    AllPaths,
    /// Along every path, until nothing changes (Table 4.3).
    ChangedPaths,
    /// Through a queue that holds each node once at a time, until nothing changes.
    #[default]
    Queue,
}

/// Choices of a graph search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphOptions {
    /// When nodes are evaluated.
    pub evaluation: Evaluation,
    /// The numbers of new leaves.
    pub initial: Initial,
    /// The order of siblings.
    pub order: Order,
    /// Which positions share a node.
    pub sharing: Sharing,
    /// How numbers are propagated upward.
    pub updates: Updates,
    /// The maximum number of nodes in memory; beyond it, nodes that are of no use any more and
    /// least-proving ones are deleted (`collect.rs`).
    pub max_nodes: Option<u64>,
}

/// A search on a graph, which can be interrupted and continued.
pub struct GraphSearch<'g, G: Game> {
    game: &'g G,
    options: GraphOptions,
    store: Store<G::Position, G::Move>,
    random: Random,
    statistics: Statistics,
    /// The maximum number of nodes that this run may create in all.
    limit: u64,
    /// For each node, the number of the last expansion of which it was an ancestor.
    ancestor_since: Vec<u64>,
    /// Scratch.
    moves: Vec<G::Move>,
    children: Vec<Edge<G::Move>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

impl<'g, G: Game> GraphSearch<'g, G> {
    /// A search that has seen the root only.
    pub fn new(game: &'g G, options: GraphOptions) -> Self {
        let position = game.root();
        let numbers = leaf(game, &position, options.evaluation, options.initial);
        let seed = match options.order {
            Order::Given => 0,
            Order::Shuffled(seed) => seed,
        };
        let mut search = GraphSearch {
            game,
            options,
            store: Store::new(),
            random: Random::new(seed),
            statistics: Statistics::default(),
            limit: u64::MAX,
            ancestor_since: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            queue: VecDeque::new(),
            queued: Vec::new(),
        };
        let hash = search.shared_key(&position).mix();
        let root = search.create(position, numbers, None);
        search.enter(root, hash);
        search
    }

    /// The root's numbers.
    pub fn root(&self) -> Numbers {
        self.store.numbers[0]
    }

    /// The game that is searched.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Searches until the root is solved, memory is full, or `observer` stops it.
    pub fn run(&mut self, observer: &mut impl Observer) -> Report {
        let (start, nodes_before) = (Instant::now(), self.statistics.nodes);
        self.limit = observer.limit();
        let ending = loop {
            if self.root().is_solved() {
                break match self.is_certain() {
                    true => Ending::Solved,
                    false => Ending::Doubtful,
                };
            }
            if self.statistics.expansions.is_multiple_of(LOOK_EVERY) && !self.shown_to(observer) {
                break Ending::Stopped;
            }
            if let Err(ending) = self.expand_next() {
                break ending;
            }
        };
        self.shown_to(observer);
        Report {
            ending,
            root: self.root(),
            statistics: self.statistics,
            new_nodes: self.statistics.nodes - nodes_before,
            elapsed: start.elapsed(),
        }
    }

    fn shown_to(&mut self, observer: &mut impl Observer) -> bool {
        let statistics = &mut self.statistics;
        statistics.live = self.store.len() as u64;
        statistics.peak = statistics.peak.max(statistics.live);
        // Includes the marks and flags of every node.
        let bytes = self.store.bytes() + 9 * self.store.len() as u64;
        statistics.bytes = statistics.bytes.max(bytes);
        observer.look(&Snapshot {
            root: self.root(),
            statistics: self.statistics,
        })
    }

    /// The path of equal numbers from the root to a leaf, always to the leftmost child.
    fn most_proving_path(&self) -> Vec<u32> {
        let mut path = vec![0];
        while let Some(next) = self.most_proving_child(path[path.len() - 1]) {
            path.push(next);
        }
        path
    }

    /// The leaf at the end of that path.
    fn most_proving(&self) -> u32 {
        let mut node = 0;
        while let Some(next) = self.most_proving_child(node) {
            node = next;
        }
        node
    }

    /// The leftmost child with the same number; `None` for a leaf.
    fn most_proving_child(&self, node: u32) -> Option<u32> {
        let kind = self.store.kind(node);
        let wanted = self.store.numbers[node as usize].chosen(kind);
        let mut children = self.store.edges(node).iter().map(|edge| edge.child);
        children.find(|&child| self.store.numbers[child as usize].chosen(kind) == wanted)
    }

    /// Selects the most-proving node, makes room for its children, expands it and updates.
    fn expand_next(&mut self) -> Result<(), Ending> {
        let mut node = self.most_proving();
        if let Some(most) = self.options.max_nodes {
            let wanted = u64::from(self.game.mobility(self.store.position(node)));
            if self.store.len() as u64 + wanted > most {
                self.make_room(most, wanted);
                // Deleting nodes renumbers them, and a repetition may have become an open leaf.
                if self.root().is_solved() {
                    return Ok(());
                }
                node = self.most_proving();
            }
        }
        self.develop(node)
    }

    /// Evaluates a leaf if necessary, expands it, and updates its ancestors.
    fn develop(&mut self, node: u32) -> Result<(), Ending> {
        if self.options.evaluation == Evaluation::Delayed {
            let numbers = assessed(self.game, self.store.position(node), self.options.initial);
            if numbers.is_solved() {
                self.store.numbers[node as usize] = numbers;
                self.statistics.updates += 1;
                self.update_parents(node);
                return Ok(());
            }
        }
        self.expand(node)?;
        self.update(node);
        Ok(())
    }

    /// The key by which positions share a node.
    fn shared_key(&self, position: &G::Position) -> G::Key {
        match self.options.sharing {
            Sharing::Equal | Sharing::AfterConvertingMoves => self.game.key(position),
            Sharing::Symmetric | Sharing::SymmetricButSiblings => self.game.symmetric_key(position),
        }
    }

    /// The root's move to the leftmost child that proves its value, if it is the mover's win.
    pub fn best_move(&self) -> Option<G::Move> {
        let kind = self.store.kind(0);
        if !self.root().is_solved() || self.root().chosen(kind) != 0 {
            return None;
        }
        let mut edges = self.store.edges(0).iter();
        let best = edges.find(|edge| self.store.numbers[edge.child as usize].chosen(kind) == 0);
        best.map(|edge| edge.mov)
    }
}
