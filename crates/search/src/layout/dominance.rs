//! Moves that are no better than others.

use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// First cells of dominoes that are no better than the same domino shifted by one.
///
/// Let A cover cells 1 and 2 of a line, B cells 2 and 3. After A cell 3 is left over, after B
/// cell 1. If cell 4 is not free, cell 3 is of no use to the mover after A; if cell 1 has no
/// free neighbour across, it is of no use to the opponent after B. Then B is at least as good:
/// from the position after A remove cell 3, which costs the mover nothing, and add cell 1,
/// which gives the opponent nothing. Only a move that stays in the list may oust another, and
/// of a pair that oust each other one stays: A can only be ousted by B towards the end of
/// its run, and B in turn only by A.
pub(crate) fn shifted<W: Bits>(view: &Grid<W>, moves: W, free: W, protected: W) -> W {
    // Cells at distance two and three along the line, within it.
    let (next, before) = (|set: W| view.before(set), |set: W| view.behind(set));
    let behind_pair = next(next(next(free)));
    let by_next = moves & next(moves) & !behind_pair & protected;
    let before_pair = before(before(free));
    let by_previous = moves & before(moves) & !before_pair & (protected >> 1);
    by_next | (by_previous & !(by_next << 1))
}
