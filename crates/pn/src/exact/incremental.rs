//! Complete sets of every node of a graph with cycles, kept up to date (the incremental algorithm of
//! section 5.3).
//!
//! The sets of a node are those that it has as the root of the graph. After an expansion only the
//! ancestors of the expanded node are computed anew. Most follow from the sets of their children. A
//! node that lies on a cycle and has several parents does not, says the thesis, so its sets are computed
//! along every path, as those of a root (Fig. 5.4). The root counts as one of these: the graph has one
//! more node above it that leads to it.

use super::effort::{Cut, Effort};
use super::sets::{Both, LeafSet, combined, of_leaf, smallest_numbers};
use super::shape::Shape;
use crate::components::components;
use crate::numbers::Numbers;

/// The complete sets of every node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeSets {
    sets: Vec<Both>,
    /// The bit of each open leaf in the sets; bits of expanded leaves are used again.
    bits: Vec<Option<u32>>,
    used: LeafSet,
    /// How often the sets of a node were computed.
    pub(crate) computed: u64,
}

impl NodeSets {
    /// The exact numbers of a node as the root of the graph.
    pub(crate) fn numbers(&self, node: u32) -> Numbers {
        let (proof, disproof) = &self.sets[node as usize];
        smallest_numbers(proof, disproof)
    }

    /// The leftmost leaf in the first smallest set of each kind of the root.
    pub(crate) fn most_proving(&self, shape: &Shape) -> Option<u32> {
        let (proof, disproof) = &self.sets[0];
        let smallest = |sets: &[LeafSet]| sets.iter().copied().min_by_key(|set| set.count_ones());
        let common = smallest(proof)? & smallest(disproof)?;
        let mut leaves = shape.open_leaves().into_iter();
        leaves.find(|&leaf| self.bits[leaf as usize].is_some_and(|bit| common >> bit & 1 == 1))
    }

    /// Computes the sets of `changed` nodes and of all their ancestors.
    pub(crate) fn update(
        &mut self,
        shape: &Shape,
        changed: &[u32],
        effort: &mut Effort<'_>,
    ) -> Result<(), Cut> {
        self.sets.resize_with(shape.len(), Both::default);
        self.bits.resize(shape.len(), None);
        self.number_leaves(shape, changed)?;
        let mut affected = vec![false; shape.len()];
        let mut pending = changed.to_vec();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut affected[node as usize], true) {
                pending.extend_from_slice(shape.parents(node));
            }
        }
        let component = components(shape.len(), |node| shape.children(node));
        for node in self.order(shape, &component, &affected) {
            self.computed += 1;
            self.sets[node as usize] = match must_walk(shape, &component, node) {
                true => {
                    let home = component[node as usize];
                    let inside = |other: u32| component[other as usize] == home;
                    self.along_every_path(shape, node, &inside, &mut Vec::new(), effort)?
                }
                false => self.by_children(shape, node, effort)?,
            };
        }
        Ok(())
    }

    /// Gives new open leaves a bit and takes that of expanded ones back.
    fn number_leaves(&mut self, shape: &Shape, changed: &[u32]) -> Result<(), Cut> {
        for &node in changed {
            if let Some(bit) = self.bits[node as usize].filter(|_| !shape.is_open(node)) {
                self.bits[node as usize] = None;
                self.used &= !(1 << bit);
            }
        }
        for &node in changed {
            if shape.is_open(node) && self.bits[node as usize].is_none() {
                let bit = self.used.trailing_ones();
                if bit == LeafSet::BITS {
                    return Err(Cut::TooLarge);
                }
                self.used |= 1 << bit;
                self.bits[node as usize] = Some(bit);
            }
        }
        Ok(())
    }

    /// The affected nodes, each after those from which its sets follow.
    fn order(&self, shape: &Shape, component: &[u32], affected: &[bool]) -> Vec<u32> {
        let mut nodes: Vec<u32> = (0..shape.len() as u32).collect();
        nodes.retain(|&node| affected[node as usize]);
        // Inside a component first what is computed along every path, then the rest, which has no
        // cycle of its own, from below.
        let heights = heights_inside(shape, component);
        nodes.sort_by_cached_key(|&node| {
            let walks = must_walk(shape, component, node);
            let height = if walks { 0 } else { 1 + heights[node as usize] };
            (component[node as usize], height)
        });
        nodes
    }

    fn by_children(&self, shape: &Shape, node: u32, effort: &mut Effort<'_>) -> Result<Both, Cut> {
        let children = shape.children(node);
        if children.is_empty() {
            return Ok(of_leaf(
                shape.leaf(node),
                self.bits[node as usize].unwrap_or(0),
            ));
        }
        let sets = children
            .iter()
            .map(|&child| self.sets[child as usize].clone());
        combined(shape.kind(node), sets, effort)
    }

    /// The sets of a node of a component at the end of a path; nodes outside have theirs already.
    fn along_every_path(
        &self,
        shape: &Shape,
        node: u32,
        inside: &impl Fn(u32) -> bool,
        path: &mut Vec<u32>,
        effort: &mut Effort<'_>,
    ) -> Result<Both, Cut> {
        effort.step()?;
        if !inside(node) {
            return Ok(self.sets[node as usize].clone());
        }
        if path.contains(&node) {
            return Ok((vec![], vec![0]));
        }
        path.push(node);
        let mut sets = Vec::new();
        for &child in shape.children(node) {
            sets.push(self.along_every_path(shape, child, inside, path, effort)?);
        }
        path.pop();
        combined(shape.kind(node), sets.into_iter(), effort)
    }
}

/// Returns whether the sets of a node are computed along every path.
fn must_walk(shape: &Shape, component: &[u32], node: u32) -> bool {
    let home = component[node as usize];
    let on_cycle = |other: &u32| component[*other as usize] == home;
    let is_transposition = shape.parents(node).len() > 1 || node == 0;
    is_transposition && shape.children(node).iter().any(on_cycle)
}

/// For each node the length of the longest way down inside its component that passes only nodes whose
/// sets follow from their children. There is no cycle of such nodes: a cycle that can be reached has
/// a node with a parent outside it.
fn heights_inside(shape: &Shape, component: &[u32]) -> Vec<u32> {
    let below = |node: u32| {
        let same = move |child: &u32| component[*child as usize] == component[node as usize];
        let children = shape.children(node).iter().copied().filter(same);
        children.filter(|&child| !must_walk(shape, component, child))
    };
    let mut heights: Vec<Option<u32>> = vec![None; shape.len()];
    for start in 0..shape.len() as u32 {
        let mut pending = vec![start];
        while let Some(&node) = pending.last() {
            let missing: Vec<u32> = below(node)
                .filter(|&child| heights[child as usize].is_none())
                .collect();
            if missing.is_empty() || heights[node as usize].is_some() {
                let highest = below(node)
                    .filter_map(|child| heights[child as usize])
                    .max();
                heights[node as usize] = Some(highest.map_or(0, |height| height + 1));
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
    }
    heights.into_iter().map(Option::unwrap_or_default).collect()
}
