//! The second level of PN² search (Breuker 1998): a leaf is judged by a search of its own.
//!
//! The second tree may have as many nodes as the first one, so that the whole takes at most twice the
//! memory while far more nodes are searched. Only the numbers of the leaf's children are kept of it.

use super::{TreeOptions, TreeSearch};
use crate::game::Game;
use crate::report::{Ending, Observer, Snapshot};

/// Nodes of a second tree while the first is still small.
const AT_LEAST: u64 = 100;

/// Lets a second tree grow to a number of nodes.
struct UpTo(u64);

impl Observer for UpTo {
    fn look(&mut self, _: &Snapshot) -> bool {
        true
    }

    fn limit(&self) -> u64 {
        self.0
    }
}

impl<G: Game> TreeSearch<'_, G> {
    /// Searches below the node at `end` of the path, whose children were just generated, and gives them
    /// the numbers that they have then.
    pub(super) fn search_second_level(&mut self, end: usize) -> Result<(), Ending> {
        let options = TreeOptions {
            second_level: false,
            max_nodes: None,
            ..self.options
        };
        let mut second = TreeSearch::from(self.game, self.path[end].position.clone(), options);
        second.random = self.random;
        let earlier = self.path[..end].iter().map(|step| step.key);
        second.above = self.above.iter().copied().chain(earlier).collect();
        let left = self.limit.saturating_sub(self.statistics.nodes);
        let report = second.run(&mut UpTo(self.arena.live().max(AT_LEAST).min(left)));
        self.statistics.nodes += report.statistics.nodes;
        self.statistics.expansions += report.statistics.expansions;
        self.statistics.updates += report.statistics.updates;
        self.statistics.repetitions += report.statistics.repetitions;
        self.statistics.removed += report.statistics.removed;
        let both = self.arena.live() + report.statistics.peak;
        self.statistics.peak = self.statistics.peak.max(both);
        let bytes = self.arena.bytes() + report.statistics.bytes;
        self.statistics.bytes = self.statistics.bytes.max(bytes);
        if report.ending == Ending::Stuck && report.statistics.expansions == 0 {
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
