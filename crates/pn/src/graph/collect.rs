//! Makes room in a graph, which the thesis leaves as a wish (chapter 6).
//!
//! Below a node whose value is certain nothing is needed any more, unless it is also below another node
//! (Fig. 4.11). So the edges of such nodes are cut and what the root does not reach is deleted. A loss
//! that rests on repetitions is not certain and keeps its edges. If that is not enough, least-proving
//! nodes become leaves again, with the numbers they have: they are those with the largest numbers whose
//! children are all leaves. If one of them is selected later, it is expanded again.

use super::GraphSearch;
use super::store::{Edge, Store};
use crate::game::Game;
use std::collections::VecDeque;

impl<G: Game> GraphSearch<'_, G> {
    /// Deletes nodes until `wanted` more fit into `most`, and a tenth of it is free, as far as there is
    /// something to delete.
    pub(super) fn make_room(&mut self, most: u64, wanted: u64) {
        let count = self.store.len();
        let winnable = self.winnable();
        let mut is_cut = vec![false; count];
        for node in 1..count {
            let numbers = self.store.numbers[node];
            is_cut[node] = numbers.is_won() || numbers.is_solved() && !winnable[node];
        }
        let mut kept = self.reached(&is_cut);
        self.base.statistics.removed += (count - kept.len()) as u64;
        let solved_gone = kept.len();
        let goal = (most - most / 10).saturating_sub(wanted) as usize;
        while kept.len() > goal {
            let Some(leaves) = self.least_proving(&kept, &is_cut, kept.len() - goal) else {
                break;
            };
            for node in leaves {
                is_cut[node as usize] = true;
            }
            kept = self.reached(&is_cut);
        }
        self.base.statistics.forgotten += (solved_gone - kept.len()) as u64;
        if kept.len() < count {
            self.keep(&kept, &is_cut);
        }
    }

    /// The nodes that the root reaches without the edges of the cut ones, row by row.
    fn reached(&self, is_cut: &[bool]) -> Vec<u32> {
        let mut seen = vec![false; self.store.len()];
        let mut order = vec![0];
        seen[0] = true;
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            if is_cut[node as usize] {
                continue;
            }
            for edge in self.store.edges(node) {
                if !std::mem::replace(&mut seen[edge.child as usize], true) {
                    order.push(edge.child);
                }
            }
        }
        order
    }

    /// Expanded nodes off the most-proving path whose children are all leaves, those with the largest
    /// numbers first, with about `wanted` children in all; `None` if there is none.
    fn least_proving(&self, kept: &[u32], is_cut: &[bool], wanted: usize) -> Option<Vec<u32>> {
        let path = self.most_proving_path();
        let is_leaf = |node: u32| is_cut[node as usize] || !self.store.is_expanded(node);
        let mut candidates: Vec<u32> = kept
            .iter()
            .copied()
            .filter(|&node| {
                !is_leaf(node)
                    && !self.store.numbers[node as usize].is_solved()
                    && self
                        .store
                        .edges(node)
                        .iter()
                        .all(|edge| is_leaf(edge.child))
                    && !path.contains(&node)
            })
            .collect();
        // The number by which a node above chooses it.
        candidates.sort_by_key(|&node| {
            let number = self.store.numbers[node as usize].chosen(self.store.kind(node).other());
            (std::cmp::Reverse(number), std::cmp::Reverse(node))
        });
        let mut children = 0;
        candidates.retain(|&node| {
            let enough = children >= wanted;
            children += self.store.edges(node).len();
            !enough
        });
        (!candidates.is_empty()).then_some(candidates)
    }

    /// Keeps these nodes and deletes all others. A repetition whose original is gone becomes an
    /// ordinary leaf.
    fn keep(&mut self, kept: &[u32], is_cut: &[bool]) {
        const GONE: u32 = u32::MAX;
        let mut old = std::mem::replace(&mut self.store, Store::new());
        let mut number_of = vec![GONE; old.len()];
        for (new, &node) in kept.iter().enumerate() {
            number_of[node as usize] = new as u32;
        }
        let mut positions: Vec<Option<G::Position>> =
            old.take_positions().into_iter().map(Some).collect();
        // A node comes after the first one that leads to it, which is its creator from now on.
        let mut born_of = vec![None; kept.len()];
        for (new, &node) in kept.iter().enumerate() {
            let edges = if is_cut[node as usize] {
                &[]
            } else {
                old.edges(node)
            };
            for edge in edges {
                let child = number_of[edge.child as usize] as usize;
                if child != 0 && born_of[child].is_none() {
                    born_of[child] = Some(new as u32);
                }
            }
        }
        let mut woken = Vec::new();
        for (new, &node) in kept.iter().enumerate() {
            let position = positions[node as usize]
                .take()
                .expect("every node is kept once");
            let mut numbers = old.numbers[node as usize];
            let original = old
                .repeats(node)
                .map(|original| number_of[original as usize]);
            if original == Some(GONE) && !numbers.is_won() {
                numbers = self.base.leaf(&position);
                woken.push(new as u32);
            }
            let hash = old.is_entered(node).then(|| old.hash(node));
            self.store
                .create(position, old.kind(node), numbers, born_of[new]);
            if let Some(hash) = hash {
                self.store.enter(new as u32, hash);
            }
        }
        for (new, &node) in kept.iter().enumerate() {
            let new = new as u32;
            if let Some(original) = old.repeats(node) {
                let original = number_of[original as usize];
                if original != GONE {
                    self.store.mark_repetition(new, original);
                }
            }
            if is_cut[node as usize] {
                continue;
            }
            let edges: Vec<Edge<G::Move>> = old
                .edges(node)
                .iter()
                .map(|edge| Edge {
                    child: number_of[edge.child as usize],
                    mov: edge.mov,
                })
                .collect();
            for edge in &edges {
                if self.store.born_of(edge.child) != Some(new) {
                    self.store.add_parent(edge.child, new);
                }
            }
            self.store.attach(new, &edges);
        }
        self.ancestor_since = vec![0; self.store.len()];
        self.queued = vec![false; self.store.len()];
        self.queue = VecDeque::new();
        for node in woken {
            self.update_parents(node);
        }
    }
}
