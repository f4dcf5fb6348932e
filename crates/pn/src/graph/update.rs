//! Propagates numbers upward along all parents.

use super::GraphSearch;
use crate::game::Game;
use crate::numbers::Numbers;
use crate::options::Updates;

impl<G: Game> GraphSearch<'_, G> {
    /// Recomputes the numbers of a node and of all that depend on it.
    pub(super) fn update(&mut self, node: u32) {
        self.push(node);
        self.work_off();
    }

    /// Recomputes the numbers of all that depend on a leaf that has just been evaluated.
    pub(super) fn update_parents(&mut self, node: u32) {
        self.push_dependent(node);
        self.work_off();
    }

    fn work_off(&mut self) {
        // As a stack, the list follows one path after the other, like recursion.
        let is_stack = self.base.options.updates != Updates::Queue;
        let stops_early = self.base.options.updates != Updates::AllPaths;
        loop {
            let next = match is_stack {
                true => self.queue.pop_back(),
                false => self.queue.pop_front(),
            };
            let Some(node) = next else {
                return;
            };
            self.queued[node as usize] = false;
            let before = self.store.numbers[node as usize];
            let now = self.store.recomputed(node);
            self.base.statistics.updates += 1;
            if now == before && stops_early {
                continue;
            }
            self.store.numbers[node as usize] = now;
            // Only a change may touch the end nodes: they can lie below this node.
            if now != before && now.is_won() {
                self.reset_repetitions(node);
            }
            self.push_dependent(node);
        }
    }

    /// Makes the repetitions of a won node won.
    fn reset_repetitions(&mut self, node: u32) {
        let ends: Vec<u32> = self.store.repetitions(node).collect();
        for end in ends {
            if self.store.numbers[end as usize] != Numbers::WON {
                self.store.numbers[end as usize] = Numbers::WON;
                self.push_dependent(end);
            }
        }
    }

    fn push_dependent(&mut self, node: u32) {
        let mut queue = std::mem::take(&mut self.queue);
        for parent in self.store.parents(node) {
            match self.base.options.updates {
                Updates::Queue if self.queued[parent as usize] => continue,
                Updates::Queue => self.queued[parent as usize] = true,
                Updates::AllPaths | Updates::ChangedPaths => {}
            }
            queue.push_back(parent);
        }
        self.queue = queue;
    }

    fn push(&mut self, node: u32) {
        self.queued[node as usize] = true;
        self.queue.push_back(node);
    }
}
