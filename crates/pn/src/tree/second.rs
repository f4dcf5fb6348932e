//! The second level of PN² search (Breuker 1998): a leaf is judged by a search of its own.
//!
//! The second tree may have as many nodes as the first one, so that the whole takes at most twice the
//! memory while far more nodes are searched. Only the numbers of the leaf's children are kept of it.

use super::TreeSearch;
use crate::base::Method;
use crate::game::Game;
use crate::options::{Algorithm, Options};
use crate::report::{Ending, Unobserved};

/// Nodes of a second tree while the first is still small.
const AT_LEAST: u64 = 100;

impl<G: Game> TreeSearch<'_, G> {
    /// Searches below the node at `end` of the path, whose children were just generated, and gives them
    /// the numbers that they have then.
    pub(super) fn search_second_level(&mut self, end: usize) -> Result<(), Ending> {
        let options = Options {
            algorithm: Algorithm::Tree,
            max_nodes: None,
            ..self.base.options
        };
        let position = self.path[end].position.clone();
        let mut second = TreeSearch::from(self.base.game, position, &options);
        second.base.random = self.base.random;
        let earlier = self.path[..end].iter().map(|step| step.key);
        second.above = self.above.iter().copied().chain(earlier).collect();
        let statistics = &mut self.base.statistics;
        let left = self.base.limit.saturating_sub(statistics.nodes);
        second.base.limit = self.arena.live().max(AT_LEAST).min(left);
        let ending = second.step_by_step(&mut Unobserved);
        second.measure();
        let done = second.base.statistics;
        statistics.add_work(&done);
        statistics.removed += done.removed;
        statistics.peak = statistics.peak.max(self.arena.live() + done.peak);
        statistics.bytes = statistics.bytes.max(self.arena.bytes() + done.bytes);
        if ending == Ending::Stuck && done.expansions == 0 {
            return Err(Ending::Stuck);
        }
        // The same moves stand in another order if children are shuffled.
        let node = self.path[end].node;
        let found: Vec<_> = second.arena.children(0).to_vec();
        for child in self.arena.get(node).children() {
            let mov = self.arena.get(child).mov;
            if let Some(other) = found.iter().find(|other| other.mov == mov) {
                self.arena.get_mut(child).numbers = other.numbers;
            }
        }
        Ok(())
    }
}
