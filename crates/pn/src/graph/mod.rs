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
//! cycles in place. A depth-first search does not have this fault.

mod certain;
mod collect;
mod draw;
mod expand;
mod index;
mod jobs;
mod state;
mod store;
mod update;

use crate::base::{Base, Method, proving};
use crate::draw::{Drawing, NotDrawn};
use crate::exact::Shape;
use crate::game::{Game, Key};
use crate::numbers::Numbers;
use crate::options::{Algorithm, Evaluation, Options};
use crate::report::{Ending, Observer};
use crate::state::{StateError, StateReader, StateWriter};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use store::{Edge, Store};

pub use jobs::{Child, JobGraph};

/// A search on a graph.
pub(crate) struct GraphSearch<'g, G: Game> {
    base: Base<'g, G>,
    store: Store<G::Position, G::Move>,
    /// For each node, the number of the last expansion of which it was an ancestor.
    ancestor_since: Vec<u64>,
    /// Scratch.
    moves: Vec<G::Move>,
    children: Vec<Edge<G::Move>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

impl<'g, G: Game> GraphSearch<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        let mut search = GraphSearch {
            base: Base::new(game, options),
            store: Store::new(),
            ancestor_since: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            queue: VecDeque::new(),
            queued: Vec::new(),
        };
        let position = game.root();
        let numbers = search.base.leaf(&position);
        let hash = search.shared_key(&position).mix();
        let root = search.create(position, numbers, None);
        search.store.enter(root, hash);
        search
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

    /// Evaluates a leaf if necessary, expands it, and updates its ancestors.
    fn develop(&mut self, node: u32) -> Result<(), Ending> {
        if self.base.options.evaluation == Evaluation::Delayed {
            let numbers = self.base.assessed(self.store.position(node));
            if numbers.is_solved() {
                self.store.numbers[node as usize] = numbers;
                self.base.statistics.updates += 1;
                self.update_parents(node);
                return Ok(());
            }
        }
        self.expand(node)?;
        self.update(node);
        Ok(())
    }

    /// Whether positions share a node only after a converting move ([`Game::is_converting`]).
    fn is_converting(&self) -> bool {
        self.base.options.algorithm == Algorithm::Converting
    }

    /// The key by which positions share a node.
    fn shared_key(&self, position: &G::Position) -> G::Key {
        match self.is_converting() {
            true => self.base.game.key(position),
            false => self.base.key(position),
        }
    }
}

impl<'g, G: Game> Method<'g, G> for GraphSearch<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        self.store.numbers[0]
    }

    fn best_move(&self) -> Option<G::Move> {
        let edges = self.store.edges(0).iter();
        let children = edges.map(|edge| (self.store.numbers[edge.child as usize], edge.mov));
        proving(self.root(), self.store.kind(0), children)
    }

    fn measure(&mut self) {
        let statistics = &mut self.base.statistics;
        statistics.live = self.store.len() as u64;
        statistics.peak = statistics.peak.max(statistics.live);
        // Includes the marks and flags of every node.
        let bytes = self.store.bytes() + 9 * self.store.len() as u64;
        statistics.bytes = statistics.bytes.max(bytes);
    }

    fn ending(&self) -> Ending {
        match self.is_certain() {
            true => Ending::Solved,
            false => Ending::Doubtful,
        }
    }

    /// Selects the most-proving node, makes room for its children, expands it and updates.
    fn step(&mut self, _: &mut dyn Observer) -> Result<(), Ending> {
        let mut node = self.most_proving();
        if let Some(most) = self.base.options.max_nodes {
            let wanted = u64::from(self.base.game.mobility(self.store.position(node)));
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

    fn drawing(&self) -> Result<Drawing, NotDrawn> {
        self.drawn()
    }

    fn shape(&self) -> Option<Shape> {
        Some(self.bare())
    }

    fn expand_where(&mut self, wanted: &dyn Fn(&G::Position) -> bool) -> Result<(), Ending> {
        let mut node = 0;
        while (node as usize) < self.store.len() {
            let is_leaf = !self.store.is_expanded(node) && self.store.repeats(node).is_none();
            let is_open = !self.store.numbers[node as usize].is_solved();
            if is_leaf && is_open && wanted(self.store.position(node)) {
                self.develop(node)?;
            }
            node += 1;
        }
        Ok(())
    }

    fn write(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        self.write_nodes(out)
    }

    fn read(&mut self, input: StateReader<&mut dyn Read>) -> Result<(), StateError> {
        self.read_nodes(input)
    }
}
