//! A graph with cycles as a graph without (Fig. 5.3).

use super::shape::{Leaf, Shape, TooLarge};

/// The maximum number of nodes of a converted graph, which has one for every path.
const MAX_NODES: usize = 100_000;

/// A graph without cycles that was made from one with cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The graph. Its node 0 is the additional root.
    pub shape: Shape,
    /// For each node the node of the original that it stands for; the additional root has none.
    pub stands_for: Vec<Option<u32>>,
    /// Whether the node repeats one above it, and therefore is lost.
    pub is_repetition: Vec<bool>,
}

impl Shape {
    /// Converts the graph: a root is added above the root, every path to an inner node gets a node of
    /// its own, a node that repeats one above it is lost, and open leaves are shared (Fig. 5.3). The
    /// additional root has the numbers of the original root.
    pub fn converted(&self) -> Result<Converted, TooLarge> {
        let mut converted = Converted {
            shape: Shape::new(),
            stands_for: Vec::new(),
            is_repetition: Vec::new(),
        };
        if self.is_empty() {
            return Ok(converted);
        }
        let top = converted.add(self.kind(0).other(), Leaf::Open, None);
        let mut shared: Vec<Option<u32>> = vec![None; self.len()];
        // The copy of a node, and the number of its children that were converted.
        let first = converted.copy(self, 0, top, &mut shared);
        let mut path: Vec<(u32, u32, usize)> = vec![(0, first, 0)];
        while let Some((node, copy, next)) = path.last_mut() {
            let (node, copy) = (*node, *copy);
            let Some(&child) = self.children(node).get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            if converted.shape.len() > MAX_NODES {
                return Err(TooLarge);
            }
            if self.children(child).is_empty() {
                converted.copy(self, child, copy, &mut shared);
            } else if path.iter().any(|(above, ..)| *above == child) {
                let end = converted.add(self.kind(child), Leaf::Lost, Some(child));
                converted.is_repetition[end as usize] = true;
                converted.shape.connect(copy, end);
            } else {
                let below = converted.copy(self, child, copy, &mut shared);
                path.push((child, below, 0));
            }
        }
        Ok(converted)
    }
}

impl Converted {
    /// A converted graph as a graph file. The first copy of a node has its name, the others primes.
    pub fn text<'a>(&self, name: impl Fn(u32) -> &'a str) -> String {
        let mut copies = vec![0; self.shape.len()];
        let names = self.stands_for.iter().map(|node| match node {
            None => "+".to_string(),
            Some(node) => {
                let primes = "'".repeat(copies[*node as usize]);
                copies[*node as usize] += 1;
                format!("{}{primes}", name(*node))
            }
        });
        let names: Vec<String> = names.collect();
        let mut text =
            String::from("; A graph without its cycles (Fig. 5.3); + is the additional root.\n");
        for (node, name) in names.iter().enumerate() {
            let node = node as u32;
            let children = self.shape.children(node);
            let children: Vec<&str> = children
                .iter()
                .map(|&child| names[child as usize].as_str())
                .collect();
            let kind = self.shape.kind(node).name();
            match (children.is_empty(), self.shape.leaf(node)) {
                (false, _) => text += &format!("{name} {kind}: {}\n", children.join(" ")),
                (true, Leaf::Won) => text += &format!("{name} win\n"),
                (true, Leaf::Lost) => text += &format!("{name} loss\n"),
                (true, Leaf::Open) => {}
            }
        }
        text
    }

    fn add(&mut self, kind: crate::game::Kind, leaf: Leaf, stands_for: Option<u32>) -> u32 {
        self.stands_for.push(stands_for);
        self.is_repetition.push(false);
        self.shape.add(kind, leaf)
    }

    /// Adds a copy of a node below `parent`; an open leaf has one copy only.
    fn copy(&mut self, from: &Shape, node: u32, parent: u32, shared: &mut [Option<u32>]) -> u32 {
        let copy = match shared[node as usize] {
            Some(copy) => copy,
            None => self.add(from.kind(node), from.leaf(node), Some(node)),
        };
        if from.is_open(node) {
            shared[node as usize] = Some(copy);
        }
        self.shape.connect(parent, copy);
        copy
    }
}
