//! Smallest proof and disproof sets by implicit hitting sets.
//!
//! A set of leaves is a proof set if and only if it intersects every disproof set: if it misses one,
//! the leaves of that one may all be lost. So a smallest proof set is a smallest hitting set of the
//! disproof sets, of which only few are needed (the method of Moreno-Centeno and Karp 2013, and of the
//! MaxSAT solver MaxHS, Davies and Bacchus 2011): take a smallest set that hits the disproof sets known
//! so far; if winning it wins the root, it is the answer; if not, add leaves as long as the root is not
//! won, and the remaining leaves are a new minimal disproof set.
//!
//! Only [`Shape::won_nodes`] looks at the graph, so cycles make no difference.

use super::shape::{Shape, TooLarge};
use crate::numbers::{INFINITY, Numbers};

/// The maximum number of known sets.
const MAX_SETS: usize = 5_000;
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
    smallest(shape, Goal::Proof)
}

/// A smallest disproof set of the root; `None` if there is none. Sorted from left to right.
pub fn smallest_disproof_set(shape: &Shape) -> Result<Option<Vec<u32>>, TooLarge> {
    smallest(shape, Goal::Disproof)
}

/// The root's exact numbers, and the leftmost leaf in a smallest set of each kind.
pub fn most_proving(shape: &Shape) -> Result<(Numbers, Option<u32>), TooLarge> {
    let (proof, disproof) = (smallest_proof_set(shape)?, smallest_disproof_set(shape)?);
    let size = |set: &Option<Vec<u32>>| set.as_ref().map_or(INFINITY, |set| set.len() as u32);
    let numbers = Numbers::new(size(&proof), size(&disproof));
    let (Some(proof), Some(disproof)) = (proof, disproof) else {
        return Ok((numbers, None));
    };
    let common = proof.into_iter().find(|leaf| disproof.contains(leaf));
    Ok((numbers, common))
}

fn smallest(shape: &Shape, goal: Goal) -> Result<Option<Vec<u32>>, TooLarge> {
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
    let mut known: Vec<Vec<usize>> = Vec::new();
    loop {
        let hitting = smallest_hitting_set(&known, leaves.len())?;
        let mut set = vec![false; leaves.len()];
        hitting.iter().for_each(|&leaf| set[leaf] = true);
        if reached(&set) {
            return Ok(Some(hitting.into_iter().map(|leaf| leaves[leaf]).collect()));
        }
        for leaf in 0..leaves.len() {
            if !set[leaf] {
                set[leaf] = true;
                set[leaf] = !reached(&set);
            }
        }
        known.push((0..leaves.len()).filter(|&leaf| !set[leaf]).collect());
        if known.len() > MAX_SETS {
            return Err(TooLarge);
        }
    }
}

/// A smallest set of numbers below `count` that has a member in each of `sets`, in increasing
/// order.
fn smallest_hitting_set(sets: &[Vec<usize>], count: usize) -> Result<Vec<usize>, TooLarge> {
    let mut search = Hitting {
        sets,
        chosen: vec![false; count],
        stack: Vec::new(),
        best: None,
        steps: 0,
    };
    search.extend()?;
    let mut best = search.best.unwrap_or_default();
    best.sort_unstable();
    Ok(best)
}

struct Hitting<'a> {
    sets: &'a [Vec<usize>],
    chosen: Vec<bool>,
    stack: Vec<usize>,
    best: Option<Vec<usize>>,
    steps: u64,
}

impl Hitting<'_> {
    fn extend(&mut self) -> Result<(), TooLarge> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(TooLarge);
        }
        // Sets without a common member need one member each: a lower bound.
        let mut disjoint = 0;
        let mut used = vec![false; self.chosen.len()];
        let mut branch: Option<&Vec<usize>> = None;
        for set in self.sets {
            if set.iter().any(|&member| self.chosen[member]) {
                continue;
            }
            if branch.is_none_or(|smallest| set.len() < smallest.len()) {
                branch = Some(set);
            }
            if !set.iter().any(|&member| used[member]) {
                set.iter().for_each(|&member| used[member] = true);
                disjoint += 1;
            }
        }
        let best = self.best.as_ref().map_or(usize::MAX, Vec::len);
        if self.stack.len() + disjoint >= best {
            return Ok(());
        }
        let Some(branch) = branch else {
            self.best = Some(self.stack.clone());
            return Ok(());
        };
        for &member in branch {
            self.chosen[member] = true;
            self.stack.push(member);
            self.extend()?;
            self.stack.pop();
            self.chosen[member] = false;
        }
        Ok(())
    }
}
