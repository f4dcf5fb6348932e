//! Small search trees and graphs as pictures, with their numbers and the most-proving path.
//!
//! Squares are max nodes, circles min nodes, as in the thesis; won nodes are green, lost ones red;
//! the path to the most-proving node is bold; the end node of a repetition is dashed. The same
//! search gives the same bytes on every machine.

mod dot;
mod layout;
mod svg;

use crate::exact::TooLarge;
use crate::game::Kind;
use crate::numbers::Numbers;
use crate::options::Algorithm;

/// A node of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnNode {
    /// A few letters inside the node: the move that leads to it, or its name.
    pub name: String,
    /// The whole position, shown as a tooltip.
    pub description: String,
    /// Who chooses.
    pub kind: Kind,
    /// The numbers beside it.
    pub numbers: Numbers,
    /// Whether it is the end node of a repetition.
    pub is_repetition: bool,
}

/// A picture of a search: nodes, of which the first is the root, and edges between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    nodes: Vec<DrawnNode>,
    edges: Vec<(usize, usize)>,
    /// Nodes of the most-proving path, from the root on.
    path: Vec<usize>,
}

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawn {
    /// There are more nodes than a picture can show.
    #[error("{0} nodes are too many for a picture (at most {MAX_DRAWN})")]
    TooMany(u64),
    /// The exact numbers of its nodes are too costly.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search has neither a tree nor a graph.
    #[error("{0} has no tree to draw")]
    Nothing(Algorithm),
}

/// The maximum number of nodes that are drawn.
pub const MAX_DRAWN: u64 = 2_000;

impl Drawing {
    pub(crate) fn check_size(nodes: u64) -> Result<Drawing, NotDrawn> {
        match nodes {
            0..=MAX_DRAWN => Ok(Drawing::default()),
            _ => Err(NotDrawn::TooMany(nodes)),
        }
    }

    /// Adds a node; the first one is the root.
    pub fn add_node(&mut self, node: DrawnNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds an edge to a child, to the right of the others.
    pub fn add_edge(&mut self, parent: usize, child: usize) {
        self.edges.push((parent, child));
    }

    /// Sets the bold path, from the root on.
    pub fn set_path(&mut self, path: Vec<usize>) {
        self.path = path;
    }

    /// All nodes.
    pub fn nodes(&self) -> &[DrawnNode] {
        &self.nodes
    }

    /// All edges, as parent and child.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The names of the nodes on the bold path.
    pub fn path_names(&self) -> Vec<&str> {
        let names = self.path.iter().map(|&node| self.nodes[node].name.as_str());
        names.collect()
    }

    /// The numbers of the node with this name.
    pub fn numbers(&self, name: &str) -> Option<Numbers> {
        let node = self.nodes.iter().find(|node| node.name == name)?;
        Some(node.numbers)
    }

    fn is_bold(&self, parent: usize, child: usize) -> bool {
        self.path.windows(2).any(|pair| pair == [parent, child])
    }
}

/// Returns the name if it fits into a node, or a placeholder.
pub(crate) fn short_name(name: String) -> String {
    match name.chars().count() {
        0..=6 => name,
        _ => "root".to_string(),
    }
}
