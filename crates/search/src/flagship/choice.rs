//! What the winner looks at before he searches.

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
}
