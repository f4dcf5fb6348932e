//! Smallest proof and disproof sets by implicit hitting sets.
//!
//! A set of leaves is a proof set if and only if it intersects every disproof set: if it misses one,
//! the leaves of that one may all be lost. So a smallest proof set is a smallest hitting set of the
//! disproof sets, of which only few are needed (the method of Moreno-Centeno and Karp 2013, and of the
//! MaxSAT solver MaxHS, Davies and Bacchus 2011): take a smallest set that hits the disproof sets known
//! so far; if winning it wins the root, it is the answer; if not, add leaves as long as the root is not
//! won, and the remaining leaves are a new minimal disproof set.
//!
//! Only [`Shape::won_nodes`] looks at the graph, so cycles make no difference. Sets that are known
//! stay useful when the graph grows: an expanded leaf is replaced by what it needs now.

use super::effort::{Cut, Effort, unstopped};
use super::hitting::{smallest_hitting_set, without_supersets};
use super::shape::{Leaf, Shape, TooLarge};
use crate::game::Kind;
use crate::numbers::{INFINITY, Numbers};

/// The maximum number of known sets.
const MAX_SETS: usize = 5_000;
/// The maximum number of known sets that are kept when the graph grows: the smallest, which say most.
const MAX_KEPT: usize = 600;

/// What is to be shown of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Proof,
    Disproof,
}

/// A smallest proof set of the root; `None` if there is none. Sorted from left to right.
pub fn smallest_proof_set(shape: &Shape) -> Result<Option<Vec<u32>>, TooLarge> {
    unstopped(|effort| Known::default().smallest(shape, Goal::Proof, &[], effort))
}

/// A smallest disproof set of the root; `None` if there is none. Sorted from left to right.
pub fn smallest_disproof_set(shape: &Shape) -> Result<Option<Vec<u32>>, TooLarge> {
    unstopped(|effort| Known::default().smallest(shape, Goal::Disproof, &[], effort))
}

/// The root's exact numbers, and the leftmost leaf in a smallest set of each kind.
pub fn most_proving(shape: &Shape) -> Result<(Numbers, Option<u32>), TooLarge> {
    unstopped(|effort| most_proving_with(shape, effort))
}

pub(crate) fn most_proving_with(
    shape: &Shape,
    effort: &mut Effort<'_>,
) -> Result<(Numbers, Option<u32>), Cut> {
    KnownSets::default().most_proving(shape, effort)
}

/// Sets that were found for smaller versions of a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownSets {
    disproof: Known,
    proof: Known,
}

impl KnownSets {
    /// Tells of a leaf that was expanded.
    pub(crate) fn expanded(&mut self, shape: &Shape, node: u32) {
        self.disproof.expanded(shape, node, Goal::Disproof);
        self.proof.expanded(shape, node, Goal::Proof);
    }

    /// The root's exact numbers, and the leftmost leaf in a smallest set of each kind.
    pub(crate) fn most_proving(
        &mut self,
        shape: &Shape,
        effort: &mut Effort<'_>,
    ) -> Result<(Numbers, Option<u32>), Cut> {
        // A proof set hits all disproof sets, and the other way round.
        let proof = &self.proof.sets;
        let proof = self.disproof.smallest(shape, Goal::Proof, proof, effort)?;
        let disproof = &self.disproof.sets;
        let disproof = self
            .proof
            .smallest(shape, Goal::Disproof, disproof, effort)?;
        let size = |set: &Option<Vec<u32>>| set.as_ref().map_or(INFINITY, |set| set.len() as u32);
        let numbers = Numbers::new(size(&proof), size(&disproof));
        let (Some(proof), Some(disproof)) = (proof, disproof) else {
            return Ok((numbers, None));
        };
        let common = proof.into_iter().find(|leaf| disproof.contains(leaf));
        Ok((numbers, common))
    }
}

/// Disproof sets, which a proof set must hit, or proof sets, which a disproof set must hit.
#[derive(Clone, Debug, Default)]
struct Known {
    sets: Vec<Vec<u32>>,
}

impl Known {
    /// Replaces a leaf that was expanded by what decides it now: all its children or any one. `kind` says
    /// what these sets are. A child that was there before may be an inner node, of which nothing is said.
    fn expanded(&mut self, shape: &Shape, node: u32, kind: Goal) {
        let wanted = match kind {
            Goal::Proof => Leaf::Won,
            Goal::Disproof => Leaf::Lost,
        };
        let needs_all = (shape.kind(node) == Kind::Min) == (kind == Goal::Proof);
        let children = shape.children(node);
        let is_leaf = |&&child: &&u32| shape.children(child).is_empty();
        let open: Vec<u32> = children
            .iter()
            .filter(is_leaf)
            .copied()
            .filter(|&c| shape.is_open(c))
            .collect();
        let given = children
            .iter()
            .filter(is_leaf)
            .any(|&child| shape.leaf(child) == wanted);
        // Whether every child is an open leaf or has the wanted value already.
        let all_can = children.iter().all(|&child| {
            shape.children(child).is_empty()
                && (shape.is_open(child) || shape.leaf(child) == wanted)
        });
        let mut sets = Vec::new();
        for mut set in std::mem::take(&mut self.sets) {
            let Ok(place) = set.binary_search(&node) else {
                sets.push(set);
                continue;
            };
            set.remove(place);
            let with = |more: &[u32]| {
                let mut set = set.clone();
                set.extend_from_slice(more);
                set.sort_unstable();
                set.dedup();
                set
            };
            match needs_all {
                true if all_can => sets.push(with(&open)),
                true => {}
                false if given => sets.push(set),
                false => sets.extend(open.iter().map(|&child| with(&[child]))),
            }
        }
        sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        sets.dedup();
        sets.truncate(MAX_KEPT);
        self.sets = sets;
    }

    /// The smallest set that reaches the goal, and so hits all these sets. Sets that it finds are kept.
    /// Those of `reaching` are known to reach the goal; one of them may be the smallest.
    fn smallest(
        &mut self,
        shape: &Shape,
        goal: Goal,
        reaching: &[Vec<u32>],
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, Cut> {
        let leaves = relevant_leaves(shape);
        let mut numbers = vec![usize::MAX; shape.len()];
        for (number, &leaf) in leaves.iter().enumerate() {
            numbers[leaf as usize] = number;
        }
        // Returns whether the goal is reached if these leaves turn out as wished and the others do not.
        let reached = |set: &[bool]| {
            // Leaves that decide nothing have no number.
            let wanted = |leaf: u32| {
                set.get(numbers[leaf as usize])
                    .is_some_and(|&wanted| wanted)
            };
            match goal {
                Goal::Proof => shape.won_nodes(wanted)[0],
                Goal::Disproof => !shape.won_nodes(|leaf| !wanted(leaf))[0],
            }
        };
        if !reached(&vec![true; leaves.len()]) {
            return Ok(None);
        }
        let numbered = |set: &Vec<u32>| {
            let numbers = set.iter().map(|&leaf| numbers[leaf as usize]);
            let mut numbers: Vec<usize> = numbers.filter(|&number| number != usize::MAX).collect();
            numbers.sort_unstable();
            numbers
        };
        let known = self.sets.iter().map(numbered).collect();
        let mut known = without_supersets(known, leaves.len());
        // The smallest set so far that reaches the goal.
        let mut smallest = reaching.iter().map(numbered).min_by_key(Vec::len);
        loop {
            let hitting = smallest_hitting_set(&known, leaves.len(), smallest.as_ref(), effort)?;
            let mut set = vec![false; leaves.len()];
            hitting.iter().for_each(|&leaf| set[leaf] = true);
            if reached(&set) {
                return Ok(Some(hitting.into_iter().map(|leaf| leaves[leaf]).collect()));
            }
            // Each set that is missed is hit by one more leaf, until the goal is reached. That costs less than another
            // smallest hitting set for each of them.
            while !reached(&set) {
                let missed = self.missed(&leaves, &mut set.clone(), &reached, effort)?;
                let hits = |&leaf: &usize| known.iter().filter(|set| set.contains(&leaf)).count();
                let most = missed.iter().copied().rev().max_by_key(hits);
                set[most.expect("a set that is missed has leaves")] = true;
                // Small sets first: they make the better lower bound.
                let place = known.partition_point(|set| set.len() <= missed.len());
                known.insert(place, missed);
                if known.len() > MAX_SETS {
                    return Err(Cut::TooLarge);
                }
            }
            let found: Vec<usize> = (0..leaves.len()).filter(|&leaf| set[leaf]).collect();
            if smallest.as_ref().is_none_or(|set| found.len() < set.len()) {
                smallest = Some(found);
            }
        }
    }

    /// A minimal set that `set` misses: `set` is extended as long as it does not reach the goal, and what is left out is
    /// that set. It is kept.
    fn missed(
        &mut self,
        leaves: &[u32],
        set: &mut [bool],
        reached: &impl Fn(&[bool]) -> bool,
        effort: &mut Effort<'_>,
    ) -> Result<Vec<usize>, Cut> {
        for leaf in 0..leaves.len() {
            effort.step()?;
            if !set[leaf] {
                set[leaf] = true;
                set[leaf] = !reached(set);
            }
        }
        let missed: Vec<usize> = (0..leaves.len()).filter(|&leaf| !set[leaf]).collect();
        let mut nodes: Vec<u32> = missed.iter().map(|&leaf| leaves[leaf]).collect();
        nodes.sort_unstable();
        self.sets.push(nodes);
        Ok(missed)
    }
}

/// The open leaves on which the root may depend, from left to right: what is below a node whose value is known whatever
/// the leaves are decides nothing.
fn relevant_leaves(shape: &Shape) -> Vec<u32> {
    let (surely, possibly) = (shape.won_nodes(|_| false), shape.won_nodes(|_| true));
    let mut found = Vec::new();
    let mut seen = vec![false; shape.len()];
    let mut pending = if shape.is_empty() { vec![] } else { vec![0] };
    while let Some(node) = pending.pop() {
        let at = node as usize;
        if std::mem::replace(&mut seen[at], true) || surely[at] || !possibly[at] {
            continue;
        }
        if shape.is_open(node) {
            found.push(node);
        }
        pending.extend(shape.children(node).iter().rev());
    }
    found
}
