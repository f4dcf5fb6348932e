//! Which move of a node may win at once, and ties near the root.
//!
//! The loser has to try all his moves, so only the winner can choose badly. Few of his first
//! choices are wrong, but on odd boards most of the nodes lie below those. Four looks before
//! searching help: at the mover's own bound after his first moves, at what the table knows of all
//! moves, at all moves by the mover's own bound when the good ones are spent, and at the replies to
//! moves that are each other's mirror images.

use super::bounds::Node;
use super::worker::Worker;
use crosscram_rules::Bits;

/// The mover's first moves are tested by his own bound if it misses by at most so many quarters.
const OWN_MISS: i16 = 2;
/// So many of his moves.
const OWN_MOVES: usize = 4;

impl<W: Bits> Worker<'_, W> {
    /// Returns one of the mover's first moves that wins by his own bound, if there is one.
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
        let mut moves = Vec::new();
        for candidate in self.order.candidates.split_off(base) {
            let child = self.child(node, candidate.start);
            let opponent_wins = if self.is_refuted(node, candidate.start, depth) {
                Some(true)
            } else {
                let known = self.probe(&child);
                known.or_else(|| self.bounds.compare(&child, depth + 1))
            };
            moves.push((opponent_wins, candidate));
        }
        moves.sort_by_key(|&(opponent_wins, _)| match opponent_wins {
            Some(false) => 0,
            None => 1,
            Some(true) => 2,
        });
        let moves = moves.into_iter().map(|(_, candidate)| candidate);
        self.order.candidates.extend(moves);
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
            let mut moves = Vec::new();
            for index in from..end {
                let candidate = self.order.candidates[index];
                let replies = if self.is_refuted(node, candidate.start, depth) {
                    usize::MAX
                } else {
                    let child = self.child(node, candidate.start);
                    self.bounds.compare(&child, depth + 1);
                    self.open_replies(&child, depth + 1)
                };
                moves.push((replies, candidate));
            }
            moves.sort_by_key(|&(replies, _)| replies);
            for (index, (_, candidate)) in moves.into_iter().enumerate() {
                self.order.candidates[from + index] = candidate;
            }
        }
        end
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
        let mut remaining = self.order.moves(&root.state, root.mover);
        while self
            .order
            .push_more(&root.state, root.mover, &mut remaining)
        {}
        self.sort_by_bounds(root, 0, 0);
        let mut sorted = 0;
        while sorted < self.order.candidates.len() {
            sorted = self.sort_class(root, 0, sorted);
        }
        let moves = self.order.candidates.drain(..);
        moves.map(|candidate| candidate.start).collect()
    }

    /// How many moves of a node the bounds do not refute.
    fn open_replies(&mut self, node: &Node<W>, depth: usize) -> usize {
        self.bounds.begin_children(depth);
        let base = self.order.candidates.len();
        let mut remaining = self.order.moves(&node.state, node.mover);
        while self
            .order
            .push_more(&node.state, node.mover, &mut remaining)
        {}
        let mut open = 0;
        for index in base..self.order.candidates.len() {
            let start = self.order.candidates[index].start;
            open += usize::from(!self.is_refuted(node, start, depth));
        }
        self.order.candidates.truncate(base);
        open
    }
}
