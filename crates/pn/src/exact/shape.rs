//! The bare shape of a search graph, for exact computations and drawings.

use crate::game::{Kind, Value};
use crate::numbers::Numbers;

/// What is known of a node by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Not yet expanded, value unknown.
    Open,
    /// Won.
    Won,
    /// Lost.
    Lost,
}

impl Leaf {
    /// The numbers of a leaf that counts as one.
    pub(crate) fn numbers(self) -> Numbers {
        match self {
            Leaf::Open => Numbers::ONE,
            Leaf::Won => Numbers::WON,
            Leaf::Lost => Numbers::LOST,
        }
    }
}

impl From<Value> for Leaf {
    fn from(value: Value) -> Leaf {
        match value {
            Value::Win => Leaf::Won,
            Value::Loss => Leaf::Lost,
            Value::Unknown => Leaf::Open,
        }
    }
}

impl From<Numbers> for Leaf {
    fn from(numbers: Numbers) -> Leaf {
        match (numbers.is_solved(), numbers.is_won()) {
            (false, _) => Leaf::Open,
            (true, true) => Leaf::Won,
            (true, false) => Leaf::Lost,
        }
    }
}

/// Nodes and edges of a search graph, possibly with cycles. Node 0 is the root. A node with
/// children is an inner node; what [`Leaf`] says matters only for the others.
///
/// Endless play counts as lost, as everywhere in this crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    kinds: Vec<Kind>,
    leaves: Vec<Leaf>,
    children: Vec<Vec<u32>>,
    parents: Vec<Vec<u32>>,
}

impl Shape {
    /// A graph without nodes.
    pub fn new() -> Shape {
        Shape::default()
    }

    /// Adds a leaf.
    pub fn add(&mut self, kind: Kind, leaf: Leaf) -> u32 {
        self.kinds.push(kind);
        self.leaves.push(leaf);
        self.children.push(Vec::new());
        self.parents.push(Vec::new());
        self.kinds.len() as u32 - 1
    }

    /// Adds an edge; the child becomes the rightmost one.
    pub fn connect(&mut self, parent: u32, child: u32) {
        self.children[parent as usize].push(child);
        self.parents[child as usize].push(parent);
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Who chooses at a node.
    pub fn kind(&self, node: u32) -> Kind {
        self.kinds[node as usize]
    }

    /// What is known of a leaf; meaningless for inner nodes.
    pub fn leaf(&self, node: u32) -> Leaf {
        self.leaves[node as usize]
    }

    /// Sets what is known of a leaf.
    pub fn set_leaf(&mut self, node: u32, leaf: Leaf) {
        self.leaves[node as usize] = leaf;
    }

    /// The children, from left to right.
    pub fn children(&self, node: u32) -> &[u32] {
        &self.children[node as usize]
    }

    /// The parents, in the order in which the edges were added.
    pub fn parents(&self, node: u32) -> &[u32] {
        &self.parents[node as usize]
    }

    /// Returns whether a node has neither children nor value.
    pub fn is_open(&self, node: u32) -> bool {
        self.children(node).is_empty() && self.leaf(node) == Leaf::Open
    }

    /// The open leaves, in the order of a depth-first walk from the root, leftmost first.
    pub fn open_leaves(&self) -> Vec<u32> {
        let mut found = Vec::new();
        let mut seen = vec![false; self.len()];
        let mut pending = if self.is_empty() { vec![] } else { vec![0] };
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            if self.is_open(node) {
                found.push(node);
            }
            pending.extend(self.children(node).iter().rev());
        }
        found
    }

    /// Computes which nodes are won if exactly the open leaves with `is_won` are won: the smallest set
    /// that contains the won leaves, each max node with a child in it and each min node with all
    /// children in it.
    pub fn won_nodes(&self, is_won: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut won = vec![false; self.len()];
        // The number of children of a min node that are not won yet.
        let mut missing: Vec<usize> = self.children.iter().map(Vec::len).collect();
        let mut pending = Vec::new();
        for node in 0..self.len() as u32 {
            if self.children(node).is_empty() {
                let leaf = self.leaf(node);
                if leaf == Leaf::Won || leaf == Leaf::Open && is_won(node) {
                    won[node as usize] = true;
                    pending.push(node);
                }
            }
        }
        while let Some(node) = pending.pop() {
            for &parent in self.parents(node) {
                missing[parent as usize] -= 1;
                let enough = self.kind(parent) == Kind::Max || missing[parent as usize] == 0;
                if enough && !std::mem::replace(&mut won[parent as usize], true) {
                    pending.push(parent);
                }
            }
        }
        won
    }

    /// The nodes that can be reached from a node, itself first.
    pub(super) fn reached_from(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        let mut reachable = Vec::new();
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                reachable.push(node);
                pending.extend(self.children(node).iter().rev());
            }
        }
        reachable
    }

    /// The same graph with another node as its root; nodes that it does not reach are left out.
    #[must_use]
    pub fn rooted_at(&self, root: u32) -> Shape {
        let reachable = self.reached_from(root);
        let mut numbers = vec![None; self.len()];
        for (number, &node) in reachable.iter().enumerate() {
            numbers[node as usize] = Some(number as u32);
        }
        let mut shape = Shape::new();
        for &node in &reachable {
            shape.add(self.kind(node), self.leaf(node));
        }
        for (number, &node) in reachable.iter().enumerate() {
            let children = self.children(node).iter();
            for child in children.filter_map(|&child| numbers[child as usize]) {
                shape.connect(number as u32, child);
            }
        }
        shape
    }

    /// The root's numbers if it is won or lost whatever the open leaves are.
    pub fn root_value(&self) -> Option<Numbers> {
        if self.won_nodes(|_| false)[0] {
            Some(Numbers::WON)
        } else if !self.won_nodes(|_| true)[0] {
            Some(Numbers::LOST)
        } else {
            None
        }
    }
}

/// A graph is too large for an exact computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph is too large for an exact computation")]
pub struct TooLarge;
