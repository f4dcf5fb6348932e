//! Nodes and edges of a graph.

use super::index::Index;
use crate::game::Kind;
use crate::numbers::Numbers;

/// Marks a missing node or link.
const NONE: u32 = u32::MAX;

/// A node without its numbers and its position.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// First of its edges.
    first: u32,
    /// Number of its edges.
    count: u16,
    kind: Kind,
    is_repetition: bool,
    /// Whether it is in the index.
    is_entered: bool,
    /// The parent that created it; the root has none.
    born_of: u32,
    /// List of all other parents.
    more_parents: u32,
    /// List of the end nodes that repeat this one; of such an end node, the node it repeats.
    repetitions: u32,
}

/// An edge to a child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<M> {
    pub(crate) child: u32,
    pub(crate) mov: M,
}

/// An item of a list: a node, and the next item.
#[derive(Clone, Copy, Debug)]
struct Link {
    node: u32,
    next: u32,
}

/// All nodes and edges. Numbers are stored apart because updates use nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Store<P, M> {
    pub(crate) numbers: Vec<Numbers>,
    nodes: Vec<Node>,
    positions: Vec<P>,
    edges: Vec<Edge<M>>,
    links: Vec<Link>,
    /// The hash of each node in the index, needed to grow it.
    hashes: Vec<u64>,
    index: Index,
}

impl<P, M: Copy> Store<P, M> {
    pub(crate) fn new() -> Self {
        Store {
            numbers: Vec::new(),
            nodes: Vec::new(),
            positions: Vec::new(),
            edges: Vec::new(),
            links: Vec::new(),
            hashes: Vec::new(),
            index: Index::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether `more` nodes with an edge each can be added.
    pub(crate) fn has_room_for(&self, more: usize) -> bool {
        let most = NONE as usize - 1;
        self.nodes.len() + more <= most
            && self.edges.len() + more <= most
            && self.links.len() + more <= most
            && more <= usize::from(u16::MAX)
    }

    /// Creates a leaf.
    pub(crate) fn create(
        &mut self,
        position: P,
        kind: Kind,
        numbers: Numbers,
        born_of: Option<u32>,
    ) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            first: 0,
            count: 0,
            kind,
            is_repetition: false,
            is_entered: false,
            born_of: born_of.unwrap_or(NONE),
            more_parents: NONE,
            repetitions: NONE,
        });
        self.numbers.push(numbers);
        self.positions.push(position);
        self.hashes.push(0);
        id
    }

    /// Enters a node into the index under the hash of its key.
    pub(crate) fn enter(&mut self, node: u32, hash: u64) {
        self.hashes[node as usize] = hash;
        self.nodes[node as usize].is_entered = true;
        let hashes = &self.hashes;
        self.index
            .insert(hash, node, |other| hashes[other as usize]);
    }

    /// Looks up the node with this hash for which `is_it` is true.
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.index.find(hash, is_it)
    }

    /// Makes a new node an end node that repeats `original`.
    pub(crate) fn mark_repetition(&mut self, node: u32, original: u32) {
        let next = self.nodes[original as usize].repetitions;
        self.nodes[original as usize].repetitions = self.link(node, next);
        let end = &mut self.nodes[node as usize];
        (end.is_repetition, end.repetitions) = (true, original);
    }

    /// Gives a leaf its edges. The parents of the children are not changed.
    pub(crate) fn attach(&mut self, node: u32, edges: &[Edge<M>]) {
        let entry = &mut self.nodes[node as usize];
        (entry.first, entry.count) = (self.edges.len() as u32, edges.len() as u16);
        self.edges.extend_from_slice(edges);
    }

    /// Adds a parent besides the one that created the node.
    pub(crate) fn add_parent(&mut self, node: u32, parent: u32) {
        let next = self.nodes[node as usize].more_parents;
        self.nodes[node as usize].more_parents = self.link(parent, next);
    }

    fn link(&mut self, node: u32, next: u32) -> u32 {
        self.links.push(Link { node, next });
        self.links.len() as u32 - 1
    }

    /// Returns whether a node is in the index, so that others can share it.
    pub(crate) fn is_entered(&self, node: u32) -> bool {
        self.nodes[node as usize].is_entered
    }

    /// The hash of a node in the index.
    pub(crate) fn hash(&self, node: u32) -> u64 {
        self.hashes[node as usize]
    }

    /// Takes all positions out, to be used in another store.
    pub(crate) fn take_positions(&mut self) -> Vec<P> {
        std::mem::take(&mut self.positions)
    }

    pub(crate) fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    pub(crate) fn position(&self, node: u32) -> &P {
        &self.positions[node as usize]
    }

    pub(crate) fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node as usize].count > 0
    }

    pub(crate) fn edges(&self, node: u32) -> &[Edge<M>] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..first as usize + usize::from(count)]
    }

    pub(crate) fn born_of(&self, node: u32) -> Option<u32> {
        Some(self.nodes[node as usize].born_of).filter(|&parent| parent != NONE)
    }

    /// All parents, the creating one first.
    pub(crate) fn parents(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let others = self.list(self.nodes[node as usize].more_parents);
        self.born_of(node).into_iter().chain(others)
    }

    /// The node that this end node repeats, if it is one.
    pub(crate) fn repeats(&self, node: u32) -> Option<u32> {
        let entry = &self.nodes[node as usize];
        entry.is_repetition.then_some(entry.repetitions)
    }

    /// The end nodes that repeat this node.
    pub(crate) fn repetitions(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let entry = &self.nodes[node as usize];
        self.list(if entry.is_repetition {
            NONE
        } else {
            entry.repetitions
        })
    }

    fn list(&self, mut at: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::from_fn(move || {
            let link = self.links.get(at as usize)?;
            at = link.next;
            Some(link.node)
        })
    }

    /// Computes the numbers of an expanded node from those of its children.
    pub(crate) fn recomputed(&self, node: u32) -> Numbers {
        let children = self.edges(node).iter();
        let numbers = children.map(|edge| self.numbers[edge.child as usize]);
        Numbers::of_children(self.kind(node), numbers)
    }

    /// Bytes of memory that nodes, edges and the index take.
    pub(crate) fn bytes(&self) -> u64 {
        let per_node = size_of::<Numbers>() + size_of::<Node>() + size_of::<P>() + 8;
        let edges = self.edges.len() * size_of::<Edge<M>>();
        let links = self.links.len() * size_of::<Link>();
        (self.nodes.len() * per_node + edges + links + self.index.bytes()) as u64
    }
}
