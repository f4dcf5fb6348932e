//! Complete proof and disproof sets, as the thesis defines them.
//!
//! A *proof set* of a node is a set of open leaves such that the node is won if they all are; a
//! *minimal* one contains no smaller proof set; the *complete* proof set holds all minimal ones. They
//! follow from those of the children: the union of all, or all unions of one set of each child
//! (Fig. 3.2). In a graph with cycles this is done along every path, and a node that is already on
//! the path is lost there (Fig. 5.4; the printed figure has the two cases of a max node exchanged).
//!
//! The numbers of sets grow exponentially. This is the definition made executable, for small
//! graphs.

use super::effort::{Cut, Effort, unstopped};
use super::shape::{Leaf, Shape, TooLarge};
use crate::game::Kind;
use crate::numbers::{INFINITY, Numbers};

/// A set of open leaves, by their number in [`Shape::open_leaves`].
pub(super) type LeafSet = u128;

/// The maximum number of minimal sets.
const MAX_SETS: usize = 20_000;

/// The complete sets of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteSets {
    proof: Vec<LeafSet>,
    disproof: Vec<LeafSet>,
    leaves: Vec<u32>,
}

impl CompleteSets {
    /// Computes the sets of the root of a graph, with or without cycles.
    pub fn of_root(shape: &Shape) -> Result<CompleteSets, TooLarge> {
        unstopped(|effort| Self::of_root_with(shape, effort))
    }

    pub(crate) fn of_root_with(
        shape: &Shape,
        effort: &mut Effort<'_>,
    ) -> Result<CompleteSets, Cut> {
        let leaves = shape.open_leaves();
        if leaves.len() > LeafSet::BITS as usize {
            return Err(Cut::TooLarge);
        }
        let mut numbers = vec![0; shape.len()];
        for (number, &leaf) in leaves.iter().enumerate() {
            numbers[leaf as usize] = number as u32;
        }
        let mut walk = Walk {
            shape,
            numbers,
            path: Vec::new(),
            visits: 0,
        };
        let (proof, disproof) = walk.sets(0, effort)?;
        Ok(CompleteSets {
            proof,
            disproof,
            leaves,
        })
    }

    /// The root's exact numbers: the sizes of the smallest sets.
    pub fn numbers(&self) -> Numbers {
        smallest_numbers(&self.proof, &self.disproof)
    }

    /// The minimal proof sets, smallest first, each from left to right.
    pub fn proof_sets(&self) -> Vec<Vec<u32>> {
        self.named(&self.proof)
    }

    /// The minimal disproof sets, smallest first, each from left to right.
    pub fn disproof_sets(&self) -> Vec<Vec<u32>> {
        self.named(&self.disproof)
    }

    fn named(&self, sets: &[LeafSet]) -> Vec<Vec<u32>> {
        let leaves = |set: LeafSet| {
            let with = self.leaves.iter().enumerate();
            let with = with.filter(move |(bit, _)| set >> bit & 1 == 1);
            with.map(|(_, &leaf)| leaf).collect()
        };
        sets.iter().map(|&set| leaves(set)).collect()
    }

    /// The leftmost leaf that is in the first smallest proof set and in the first smallest
    /// disproof set; there is one in every graph that is not solved (theorems 1 and 2).
    pub fn most_proving(&self) -> Option<u32> {
        let smallest = |sets: &[LeafSet]| sets.iter().copied().min_by_key(|set| set.count_ones());
        let common = smallest(&self.proof)? & smallest(&self.disproof)?;
        self.leaves.get(common.trailing_zeros() as usize).copied()
    }
}

struct Walk<'a> {
    shape: &'a Shape,
    numbers: Vec<u32>,
    path: Vec<u32>,
    visits: usize,
}

/// Proof sets and disproof sets.
pub(super) type Both = (Vec<LeafSet>, Vec<LeafSet>);

impl Walk<'_> {
    /// Proof and disproof sets of a node at the end of the path.
    fn sets(&mut self, node: u32, effort: &mut Effort<'_>) -> Result<Both, Cut> {
        self.visits += 1;
        effort.step()?;
        if self.visits > 100 * MAX_SETS {
            return Err(Cut::TooLarge);
        }
        if self.path.contains(&node) {
            return Ok((vec![], vec![0]));
        }
        if self.shape.children(node).is_empty() {
            return Ok(of_leaf(self.shape.leaf(node), self.numbers[node as usize]));
        }
        self.path.push(node);
        let mut sets = Vec::new();
        for &child in self.shape.children(node) {
            sets.push(self.sets(child, effort)?);
        }
        self.path.pop();
        combined(self.shape.kind(node), sets.into_iter(), effort)
    }
}

/// The sets of a leaf, which has this bit if it is open.
pub(super) fn of_leaf(leaf: Leaf, bit: u32) -> Both {
    match leaf {
        Leaf::Won => (vec![0], vec![]),
        Leaf::Lost => (vec![], vec![0]),
        Leaf::Open => (vec![1 << bit], vec![1 << bit]),
    }
}

/// The sets of an inner node from those of its children (Fig. 3.2).
pub(super) fn combined(
    kind: Kind,
    children: impl Iterator<Item = Both>,
    effort: &mut Effort<'_>,
) -> Result<Both, Cut> {
    // The sets for which one child is enough, and those that need one of every child.
    let (mut any, mut all) = (Vec::new(), vec![0]);
    for (proof, disproof) in children {
        let (of_any, of_all) = match kind {
            Kind::Max => (proof, disproof),
            Kind::Min => (disproof, proof),
        };
        any.extend(of_any);
        any = minimal(any, effort)?;
        all = tensor_union(&all, &of_all, effort)?;
    }
    Ok(match kind {
        Kind::Max => (any, all),
        Kind::Min => (all, any),
    })
}

/// The sizes of the smallest sets.
pub(super) fn smallest_numbers(proof: &[LeafSet], disproof: &[LeafSet]) -> Numbers {
    let least = |sets: &[LeafSet]| sets.iter().map(|set| set.count_ones()).min();
    Numbers {
        proof: least(proof).unwrap_or(INFINITY),
        disproof: least(disproof).unwrap_or(INFINITY),
    }
}

/// The unions of every set of one list with every set of the other.
fn tensor_union(
    a: &[LeafSet],
    b: &[LeafSet],
    effort: &mut Effort<'_>,
) -> Result<Vec<LeafSet>, Cut> {
    if a.len().saturating_mul(b.len()) > 20 * MAX_SETS {
        return Err(Cut::TooLarge);
    }
    let joined = a.iter().flat_map(|x| b.iter().map(move |y| x | y));
    minimal(joined.collect(), effort)
}

/// The sets that contain no other, each once, smallest first.
fn minimal(mut sets: Vec<LeafSet>, effort: &mut Effort<'_>) -> Result<Vec<LeafSet>, Cut> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut minimal: Vec<LeafSet> = Vec::new();
    for set in sets {
        effort.step()?;
        if !minimal.iter().any(|&inner| inner & !set == 0) {
            minimal.push(set);
        }
        if minimal.len() > MAX_SETS {
            return Err(Cut::TooLarge);
        }
    }
    Ok(minimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of section 3.2, with a to d as the bits 0 to 3.
    #[test]
    fn tensor_union_of_the_thesis() {
        let tensor_union =
            |a: &[LeafSet], b: &[LeafSet]| unstopped(|effort| tensor_union(a, b, effort)).unwrap();
        let union = tensor_union(&[0b0011, 0b0100], &[0b0110, 0b1000]);
        // Of {a,b,c}, {a,b,d}, {b,c} and {c,d} the first contains the third.
        assert_eq!(union, [0b0110, 0b1100, 0b1011]);
        assert!(tensor_union(&[], &[1]).is_empty());
    }
}
