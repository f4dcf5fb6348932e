//! Which move of a node may win at once, and ties near the root.
//!
//! The loser has to try all its moves, so only the winner can choose badly. Few of its first
//! choices are wrong, but on odd boards most of the nodes lie below those. Four looks before
//! searching help: at the mover's own bound after its first moves, at what the table knows of all
//! moves, at all moves by the mover's own bound when the good ones are spent, and at the replies to
//! moves that are each other's mirror images.

use super::bounds::Node;
use super::worker::Worker;
use crate::layout::stages::Candidate;
use crosscram_rules::Bits;
use std::ops::Range;

/// The mover's first moves are tested by its own bound if it misses by at most so many quarters.
const OWN_MISS: i16 = 2;
/// So many of its moves.
const OWN_MOVES: usize = 4;

impl<W: Bits> Worker<'_, W> {
    /// Returns one of the mover's first moves that wins by its own bound, if there is one.
    pub(super) fn own_winning_move(&mut self, node: &Node<W>, depth: usize) -> Option<u16> {
        if self.bounds.own_miss(node, depth)? > OWN_MISS {
            return None;
        }
        self.bounds.begin_own_moves(depth);
        let base = self.order.candidates.len();
        let mut remaining = self.order.moves(&node.state, node.mover);
        let mut winning = None;
        for index in base..base + OWN_MOVES {
            if index == self.order.candidates.len()
                && !self
                    .order
                    .push_more(&node.state, node.mover, &mut remaining)
            {
                break;
            }
            let start = self.order.candidates[index].start;
            let cells = self.order.cells_across(node.mover, start);
            if self.bounds.is_won(node, cells, depth) {
                winning = Some(start);
                break;
            }
        }
        self.order.candidates.truncate(base);
        winning
    }

    /// Returns one of the moves in the list from `base` on that the table knows to win. Lines of play meet
    /// again so often that this look saves an eighth of the nodes of 9x9. The keys of all moves are kept.
    pub(super) fn known_winning_move(&mut self, node: &Node<W>, base: usize) -> Option<u16> {
        self.keys.resize(base, (W::EMPTY, 0));
        for index in base..self.order.candidates.len() {
            let child = self.child(node, self.order.candidates[index].start);
            let (key, hash) = self.hashed_key(&child);
            // All places arrive in the cache while the keys of the others are computed.
            self.team.table.prefetch(hash);
            self.keys.push((key, hash));
        }
        let table = &self.team.table;
        let mut keys = self.keys[base..].iter();
        let known = keys.position(|&(key, hash)| table.probe(key, hash) == Some(false))?;
        Some(self.order.candidates[base + known].start)
    }

    /// Returns one of the moves in the list from `base` on that wins by the mover's own bound, if there is
    /// one.
    pub(super) fn instant_win(&mut self, node: &Node<W>, depth: usize, base: usize) -> Option<u16> {
        self.bounds.begin_own_moves(depth);
        for index in base..self.order.candidates.len() {
            let start = self.order.candidates[index].start;
            let (key, hash) = self.keys[index];
            if self.is_refuted(node, start, depth) || self.team.table.probe(key, hash).is_some() {
                continue;
            }
            let cells = self.order.cells_across(node.mover, start);
            if self.bounds.is_won(node, cells, depth) {
                return Some(start);
            }
        }
        None
    }

    /// Puts the moves in the list from `base` on that are known to win first, those that lose last.
    pub(super) fn sort_by_bounds(&mut self, node: &Node<W>, depth: usize, base: usize) {
        let end = self.order.candidates.len();
        self.reorder(base..end, |worker, start| {
            let opponent_wins = if worker.is_refuted(node, start, depth) {
                Some(true)
            } else {
                let child = worker.child(node, start);
                let known = worker.probe(&child);
                known.or_else(|| worker.bounds.compare(&child, depth + 1))
            };
            match opponent_wins {
                Some(false) => 0,
                None => 1,
                Some(true) => 2,
            }
        });
    }

    /// Sorts the moves of one class, from index `from` on, by the replies that the bounds leave
    /// open, fewest first; returns where the class ends.
    pub(super) fn sort_class(&mut self, node: &Node<W>, depth: usize, from: usize) -> usize {
        let class = self.order.candidates[from].class();
        let same = self.order.candidates[from..]
            .iter()
            .take_while(|candidate| candidate.class() == class);
        let end = from + same.count();
        if end - from > 1 {
            self.reorder(from..end, |worker, start| {
                if worker.is_refuted(node, start, depth) {
                    return usize::MAX;
                }
                let child = worker.child(node, start);
                worker.bounds.compare(&child, depth + 1);
                worker.open_replies(&child, depth + 1)
            });
        }
        end
    }

    /// Sorts a part of the list by a number that is found for each move; equal ones stay in their order.
    fn reorder(&mut self, part: Range<usize>, mut number: impl FnMut(&mut Self, u16) -> usize) {
        let mut moves = Vec::with_capacity(part.len());
        for index in part.clone() {
            let candidate = self.order.candidates[index];
            moves.push((number(self, candidate.start), candidate));
        }
        put_in_order(&mut self.order.candidates[part], moves);
    }

    /// The moves of a root in the order in which a search tries them.
    pub(super) fn root_order(&mut self, root: &Node<W>) -> Vec<u16> {
        if !self.breaks_ties(0) {
            return self.order.all(root);
        }
        // As a search comes to its root.
        self.bounds.decide(root, 0);
        if self.bounds.make_strips(root) {
            self.bounds.decide(root, 0);
        }
        self.bounds.begin_children(0);
        self.order.push_all(root);
        self.sort_by_bounds(root, 0, 0);
        let mut sorted = 0;
        while sorted < self.order.candidates.len() {
            sorted = self.sort_class(root, 0, sorted);
        }
        self.order.taken()
    }

    /// How many moves of a node the bounds do not refute.
    fn open_replies(&mut self, node: &Node<W>, depth: usize) -> usize {
        self.bounds.begin_children(depth);
        let base = self.order.candidates.len();
        self.order.push_all(node);
        let mut open = 0;
        for index in base..self.order.candidates.len() {
            let start = self.order.candidates[index].start;
            open += usize::from(!self.is_refuted(node, start, depth));
        }
        self.order.candidates.truncate(base);
        open
    }
}

/// Moves by the numbers that they come with.
fn put_in_order(list: &mut [Candidate], mut moves: Vec<(usize, Candidate)>) {
    moves.sort_by_key(|&(number, _)| number);
    for (place, (_, candidate)) in list.iter_mut().zip(moves) {
        *place = candidate;
    }
}
