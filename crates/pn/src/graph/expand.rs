//! Generates the children of a node: new ones, shared ones, repetitions.

use super::GraphSearch;
use crate::game::{Game, Key};
use crate::graph::store::Edge;
use crate::numbers::Numbers;
use crate::options::Symmetry;
use crate::report::Ending;

impl<G: Game> GraphSearch<'_, G> {
    /// Creates a node that is counted but not yet in the index.
    pub(super) fn create(
        &mut self,
        position: G::Position,
        numbers: Numbers,
        born_of: Option<u32>,
    ) -> u32 {
        let kind = self.base.game.kind(&position);
        self.base.statistics.nodes += 1;
        self.ancestor_since.push(0);
        self.queued.push(false);
        self.store.create(position, kind, numbers, born_of)
    }

    /// Looks up the node of positions with this key.
    pub(super) fn find(&self, key: &G::Key) -> Option<u32> {
        self.store.find(key.mix(), |node| {
            self.shared_key(self.store.position(node)) == *key
        })
    }

    /// Generates the children of a leaf (Fig. 4.8 and section 5.4).
    pub(super) fn expand(&mut self, node: u32) -> Result<(), Ending> {
        let mut moves = std::mem::take(&mut self.moves);
        let generated = self.base.generate(self.store.position(node), &mut moves);
        let result = generated.and_then(|()| self.attach_children(node, &moves));
        self.moves = moves;
        result
    }

    fn attach_children(&mut self, node: u32, moves: &[G::Move]) -> Result<(), Ending> {
        let most = self.base.options.max_nodes.unwrap_or(u64::MAX);
        let nodes_then = (self.store.len() + moves.len()) as u64;
        if nodes_then > most || !self.store.has_room_for(moves.len()) {
            return Err(Ending::Full);
        }
        let siblings_share = self.base.options.symmetry != Symmetry::ButSiblings;
        let oldest_sibling = self.store.len() as u32;
        let mut ancestors_marked = false;
        let mut edges = std::mem::take(&mut self.children);
        edges.clear();
        for &mov in moves {
            let mut position = self.store.position(node).clone();
            self.base.game.play(&mut position, mov);
            let key = self.shared_key(&position);
            let is_shared = self.is_shared(self.store.position(node), mov);
            let known = self.find(&key).filter(|_| is_shared);
            let child = match known {
                Some(known)
                    if self.cycles_can_arise()
                        && self.store.is_expanded(known) | (known == node) =>
                {
                    if !std::mem::replace(&mut ancestors_marked, true) {
                        self.mark_ancestors(node);
                    }
                    match self.is_marked(known) {
                        true => self.repetition(position, known, node),
                        false => known,
                    }
                }
                Some(known) => known,
                None => match self.repeated_in_its_tree(&position, node, is_shared) {
                    Some(original) => self.repetition(position, original, node),
                    None => {
                        let numbers = self.base.leaf(&position);
                        let child = self.create(position, numbers, Some(node));
                        if siblings_share && is_shared {
                            self.store.enter(child, key.mix());
                        }
                        child
                    }
                },
            };
            // Symmetric moves lead to the same child, which needs only one edge.
            if !edges.iter().any(|edge| edge.child == child) {
                if self.store.born_of(child) != Some(node) {
                    self.store.add_parent(child, node);
                }
                edges.push(Edge { child, mov });
            }
        }
        if !siblings_share {
            let newest = self.store.len() as u32;
            for child in oldest_sibling..newest {
                let key = self.shared_key(self.store.position(child));
                if self.find(&key).is_none() {
                    self.store.enter(child, key.mix());
                }
            }
        }
        self.store.attach(node, &edges);
        self.children = edges;
        self.base.statistics.peak = self.base.statistics.peak.max(self.store.len() as u64);
        self.base.statistics.expansions += 1;
        Ok(())
    }

    /// Returns whether a move leads to a position that may share a node.
    pub(super) fn is_shared(&self, position: &G::Position, mov: G::Move) -> bool {
        !self.is_converting() || self.base.game.is_converting(position, mov)
    }

    /// Returns whether a shared node can be an ancestor of the node that leads to it.
    fn cycles_can_arise(&self) -> bool {
        G::CYCLIC && !self.is_converting()
    }

    /// The node above that a position repeats which no converting move led to. Only nodes since the
    /// last converting move can be, and to each of them one path leads from there.
    fn repeated_in_its_tree(
        &self,
        position: &G::Position,
        parent: u32,
        is_shared: bool,
    ) -> Option<u32> {
        if is_shared || !G::CYCLIC {
            return None;
        }
        let key = self.base.game.repetition_key(position);
        let mut node = parent;
        loop {
            if self.base.game.repetition_key(self.store.position(node)) == key {
                return Some(node);
            }
            if self.store.is_entered(node) {
                return None;
            }
            node = self.store.born_of(node)?;
        }
    }

    /// Creates an end node for the repetition of `original`.
    fn repetition(&mut self, position: G::Position, original: u32, parent: u32) -> u32 {
        let numbers = match self.store.numbers[original as usize].is_won() {
            true => Numbers::WON,
            false => Numbers::LOST,
        };
        let end = self.create(position, numbers, Some(parent));
        self.store.mark_repetition(end, original);
        self.base.statistics.repetitions += 1;
        end
    }

    /// Marks a node and all nodes from which it can be reached.
    fn mark_ancestors(&mut self, node: u32) {
        // Expansions are counted from 0 and marks are 0 at first.
        let mark = self.base.statistics.expansions + 1;
        let mut pending = std::mem::take(&mut self.queue);
        pending.push_back(node);
        self.ancestor_since[node as usize] = mark;
        while let Some(node) = pending.pop_back() {
            for parent in self.store.parents(node) {
                if self.ancestor_since[parent as usize] != mark {
                    self.ancestor_since[parent as usize] = mark;
                    pending.push_back(parent);
                }
            }
        }
        self.queue = pending;
    }

    fn is_marked(&self, node: u32) -> bool {
        self.ancestor_since[node as usize] == self.base.statistics.expansions + 1
    }
}
