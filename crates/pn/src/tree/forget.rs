//! Makes room by deleting the nodes that are least likely to be needed.
//!
//! Allis, van der Meulen and van den Herik (1994) call it *delete least-proving*: following children
//! with the smallest numbers leads to the most-proving node, following those with the largest to a
//! least-proving one. Its children are removed and it keeps its numbers, so nothing else changes; if
//! it is selected again, it is expanded again.

use super::{Step, TreeSearch};
use crate::game::{Game, Kind};

impl<G: Game> TreeSearch<'_, G> {
    /// Deletes nodes if the limit leaves no room to expand the end of the path. Returns false if there
    /// is nothing left to delete.
    pub(super) fn make_room(&mut self) -> bool {
        let Some(most) = self.base.options.max_nodes else {
            return true;
        };
        let end = &self.path[self.path.len() - 1];
        let wanted = u64::from(self.base.game.mobility(&end.position));
        if self.arena.live() + wanted <= most {
            return true;
        }
        // A tenth at once, because finding one subtree costs about as much as an expansion.
        let goal = (most - most / 10).saturating_sub(wanted);
        while self.arena.live() > goal {
            let Some(node) = self.least_proving() else {
                return self.arena.live() + wanted <= most;
            };
            self.base.statistics.forgotten += self.arena.clear_below(node);
        }
        true
    }

    /// A least-proving node off the path whose children are all leaves.
    fn least_proving(&self) -> Option<u32> {
        // Follows the path as long as nothing else is expanded, then the largest numbers.
        for (place, Step { node, kind, .. }) in self.path.iter().enumerate() {
            let on_path = self.path.get(place + 1).map(|step| step.node);
            if let Some(child) = self.worst_expanded_child(*node, *kind, on_path) {
                return Some(self.lowest_below(child, kind.other()));
            }
        }
        None
    }

    fn lowest_below(&self, mut node: u32, mut kind: Kind) -> u32 {
        while let Some(child) = self.worst_expanded_child(node, kind, None) {
            (node, kind) = (child, kind.other());
        }
        node
    }

    /// The rightmost of the expanded children with the largest number.
    fn worst_expanded_child(&self, node: u32, kind: Kind, except: Option<u32>) -> Option<u32> {
        let children = self.arena.get(node).children();
        children
            .filter(|&child| Some(child) != except && self.arena.get(child).is_expanded())
            .max_by_key(|&child| self.arena.get(child).numbers.chosen(kind))
    }
}
