//! Whether a loss that the graph search found holds on every path.

use super::GraphSearch;
use crate::game::{Game, Kind};

impl<G: Game> GraphSearch<'_, G> {
    /// Returns whether the value of the solved root is right. A win always is; a loss if the root is
    /// still lost with every repetition replaced by the cycle that it stands for.
    pub(super) fn is_certain(&self) -> bool {
        self.store.numbers[0].is_won()
            || self.base.statistics.repetitions == 0
            || !self.winnable()[0]
    }

    /// Computes the nodes from which a win could still be forced if every leaf without a value were
    /// won: the smallest set that contains those leaves, each max node with a child in it and each min
    /// node with all children in it. Endless play is never in it. A repetition is the node that it
    /// repeats. A node outside this set is lost on every path.
    pub(super) fn winnable(&self) -> Vec<bool> {
        let store = &self.store;
        let count = store.len();
        let mut winnable = vec![false; count];
        // The number of children of a min node that are not in the set yet.
        let mut missing: Vec<u32> = vec![0; count];
        let mut pending = Vec::new();
        for node in 0..count as u32 {
            missing[node as usize] = store.edges(node).len() as u32;
            let is_leaf = !store.is_expanded(node) && store.repeats(node).is_none();
            let numbers = store.numbers[node as usize];
            if is_leaf && (!numbers.is_solved() || numbers.is_won()) {
                winnable[node as usize] = true;
                pending.push(node);
            }
        }
        while let Some(node) = pending.pop() {
            let parents = store.parents(node).filter(|&parent| {
                missing[parent as usize] -= 1;
                store.kind(parent) == Kind::Max || missing[parent as usize] == 0
            });
            let found: Vec<u32> = parents.chain(store.repetitions(node)).collect();
            for other in found {
                if !std::mem::replace(&mut winnable[other as usize], true) {
                    pending.push(other);
                }
            }
        }
        winnable
    }
}
