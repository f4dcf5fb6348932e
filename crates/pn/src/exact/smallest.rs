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
use super::shape::{Leaf, Shape, TooLarge};
use crate::game::Kind;
use crate::numbers::{INFINITY, Numbers};

/// The maximum number of known sets.
const MAX_SETS: usize = 5_000;
/// The maximum number of known sets that are kept when the graph grows: the smallest, which say most.
const MAX_KEPT: usize = 600;
/// The maximum number of steps in one search for a hitting set.
const MAX_STEPS: u64 = 20_000_000;

/// What is to be shown of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Proof,
    Disproof,
}

/// A smallest proof set of the root; `None` if there is none. Sorted from left to right.
pub fn smallest_proof_set(shape: &Shape) -> Result<Option<Vec<u32>>, TooLarge> {
    unstopped(|effort| Known::default().smallest(shape, Goal::Proof, effort))
}

/// A smallest disproof set of the root; `None` if there is none. Sorted from left to right.
pub fn smallest_disproof_set(shape: &Shape) -> Result<Option<Vec<u32>>, TooLarge> {
    unstopped(|effort| Known::default().smallest(shape, Goal::Disproof, effort))
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
        let proof = self.disproof.smallest(shape, Goal::Proof, effort)?;
        let disproof = self.proof.smallest(shape, Goal::Disproof, effort)?;
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
    fn smallest(
        &mut self,
        shape: &Shape,
        goal: Goal,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Vec<u32>>, Cut> {
        let leaves = shape.open_leaves();
        let mut numbers = vec![usize::MAX; shape.len()];
        for (number, &leaf) in leaves.iter().enumerate() {
            numbers[leaf as usize] = number;
        }
        // Returns whether the goal is reached if these leaves turn out as wished and the others do not.
        let reached = |set: &[bool]| {
            // Leaves that the root does not reach have no number.
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
        let numbered = |set: &Vec<u32>| set.iter().map(|&leaf| numbers[leaf as usize]).collect();
        let mut known: Vec<Vec<usize>> = self.sets.iter().map(numbered).collect();
        loop {
            let hitting = smallest_hitting_set(&known, leaves.len(), effort)?;
            let mut set = vec![false; leaves.len()];
            hitting.iter().for_each(|&leaf| set[leaf] = true);
            if reached(&set) {
                return Ok(Some(hitting.into_iter().map(|leaf| leaves[leaf]).collect()));
            }
            for leaf in 0..leaves.len() {
                effort.step()?;
                if !set[leaf] {
                    set[leaf] = true;
                    set[leaf] = !reached(&set);
                }
            }
            let missed: Vec<usize> = (0..leaves.len()).filter(|&leaf| !set[leaf]).collect();
            let mut nodes: Vec<u32> = missed.iter().map(|&leaf| leaves[leaf]).collect();
            nodes.sort_unstable();
            self.sets.push(nodes);
            known.push(missed);
            if known.len() > MAX_SETS {
                return Err(Cut::TooLarge);
            }
        }
    }
}

/// A smallest set of numbers below `count` that has a member in each of `sets`, in increasing
/// order.
fn smallest_hitting_set(
    sets: &[Vec<usize>],
    count: usize,
    effort: &mut Effort<'_>,
) -> Result<Vec<usize>, Cut> {
    let mut search = Hitting {
        sets,
        used_in: vec![0; count],
        round: 0,
        stack: Vec::new(),
        best: None,
        steps: 0,
    };
    let all: Vec<usize> = (0..sets.len()).collect();
    search.extend(&all, effort)?;
    let mut best = search.best.unwrap_or_default();
    best.sort_unstable();
    Ok(best)
}

struct Hitting<'a> {
    sets: &'a [Vec<usize>],
    /// The last round in which a member was used, so that nothing has to be cleared.
    used_in: Vec<u64>,
    round: u64,
    stack: Vec<usize>,
    best: Option<Vec<usize>>,
    steps: u64,
}

impl Hitting<'_> {
    /// Adds members until all of `missed`, which are places in the list of sets, are hit.
    fn extend(&mut self, missed: &[usize], effort: &mut Effort<'_>) -> Result<(), Cut> {
        self.steps += 1;
        effort.step()?;
        if self.steps > MAX_STEPS {
            return Err(Cut::TooLarge);
        }
        // Sets without a common member need one member each: a lower bound.
        let best = self.best.as_ref().map_or(usize::MAX, Vec::len);
        let mut bound = self.stack.len();
        self.round += 1;
        for &set in missed {
            let set = &self.sets[set];
            if set.iter().all(|&member| self.used_in[member] != self.round) {
                set.iter()
                    .for_each(|&member| self.used_in[member] = self.round);
                bound += 1;
                if bound >= best {
                    return Ok(());
                }
            }
        }
        let smallest = missed.iter().min_by_key(|&&set| self.sets[set].len());
        let Some(&branch) = smallest else {
            self.best = Some(self.stack.clone());
            return Ok(());
        };
        // The member that hits most first.
        let hits = |member: usize| {
            let sets = missed.iter();
            sets.filter(|&&set| self.sets[set].contains(&member))
                .count()
        };
        let mut members: Vec<(usize, usize)> = self.sets[branch]
            .iter()
            .map(|&member| (hits(member), member))
            .collect();
        members.sort_by_key(|&(hits, member)| (std::cmp::Reverse(hits), member));
        for (_, member) in members {
            let rest: Vec<usize> = missed
                .iter()
                .copied()
                .filter(|&set| !self.sets[set].contains(&member))
                .collect();
            self.stack.push(member);
            self.extend(&rest, effort)?;
            self.stack.pop();
        }
        Ok(())
    }
}
