//! Cuts across the lines of a region, at cells that Left cannot use.
//!
//! Left's tiles lie across the lines, so Left cannot use a cell without a neighbour across. At such a
//! cell a region may be cut into pieces that both keep the cell. More generally let some free cells be
//! covered by pieces so that
//!
//! - every tile of Right lies within a piece, and every tile of Left in a piece is one of the whole;
//! - in no piece Left can use a cell that belongs to another piece too.
//!
//! Then the cells are worth at least the sum of the pieces to Left. Left plays second in the cells
//! minus the sum, and maintains two invariants: a cell of one piece only is free there if and only if
//! it is free in the cells; a cell of several pieces that is free in the cells is free in all of them.
//! A move of Right in the cells has both (all) its cells free in a piece that holds them, and Left
//! answers there. A move of Left in a piece, which is Right's in minus the sum, uses only cells of this
//! piece alone; so they are free in the cells, and Left answers with the same move there.
//!
//! A cell without neighbours across, shared by the piece before it in its line and the piece behind
//! it, is such a cut for dominoes: a tile of Right that covers it lies in one of the two. Longer
//! tiles may cover the cell and both its neighbours, so regions of longer tiles are not cut.

use crate::grid::Grid;
use crosscram_rules::Bits;

/// The maximum number of pieces of a region.
const MAX_PIECES: usize = 16;

/// The pieces of a region that is cut across. Neighbouring ones share a cell.
pub struct Pieces<W> {
    list: [W; MAX_PIECES],
    count: usize,
}

impl<W: Bits> Pieces<W> {
    /// The cells of each piece.
    #[inline]
    pub fn as_slice(&self) -> &[W] {
        &self.list[..self.count]
    }

    /// Joins the two pieces that share `neck` if together they have at most `limit` cells.
    #[inline]
    fn join(&mut self, neck: W, limit: u32) {
        let holds = |piece: &W| !(*piece & neck).is_empty();
        let pieces = &mut self.list[..self.count];
        let Some(one) = pieces.iter().position(holds) else {
            return;
        };
        let Some(other) = pieces[one + 1..].iter().position(holds) else {
            return;
        };
        let other = one + 1 + other;
        let union = pieces[one] | pieces[other];
        if union.count() <= limit {
            pieces[one] = union;
            self.count -= 1;
            pieces[other] = pieces[self.count];
        }
    }
}

impl<W: Bits> Grid<W> {
    /// The cells at which a region may be cut: without neighbours across, between two others, and
    /// no two of them beside each other.
    #[inline]
    pub fn necks(&self, region: W) -> W {
        let length = self.length();
        let single = region & !(region.up(length) | region.down(length));
        let between = single & self.behind(region) & self.before(region);
        between & !(between << 1)
    }

    /// Cuts a connected region of dominoes at all its necks, then joins pieces again while their
    /// union has at most `limit` cells. `None` if a piece has more, or nothing can be cut.
    #[inline]
    pub fn cut_across(&self, region: W, limit: u32) -> Option<Pieces<W>> {
        if self.tile() != 2 {
            return None;
        }
        let necks = self.necks(region);
        // Each neck makes one piece more at best, and belongs to two.
        let count = necks.count();
        if count == 0 || region.count() + count > limit * (count + 1) {
            return None;
        }
        let mut pieces = Pieces {
            list: [W::EMPTY; MAX_PIECES],
            count: 0,
        };
        let mut rest = region & !necks;
        while !rest.is_empty() {
            let piece = self.first_region(rest);
            rest ^= piece;
            let piece = piece | ((self.before(piece) | self.behind(piece)) & necks);
            if pieces.count == MAX_PIECES || piece.count() > limit {
                return None;
            }
            pieces.list[pieces.count] = piece;
            pieces.count += 1;
        }
        for neck in necks.members() {
            pieces.join(W::single(neck), limit);
        }
        Some(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits64, Bits128};
    use crosscram_support::random::Random;

    /// The two conditions of the module's documentation, for regions of random cells.
    fn check<W: Bits>(lines: u32, length: u32) {
        let grid = Grid::<W>::new(lines, length, 2);
        let mut random = Random::new(u64::from(lines * 64 + length));
        let (mut cut, mut shared) = (0, 0);
        for round in 0..20_000 {
            let cells = (0..lines * length).filter(|_| random.below(8) > round % 5);
            let free = cells.fold(W::EMPTY, |free, cell| free | W::single(cell));
            if free.is_empty() {
                continue;
            }
            let region = grid.first_region(free);
            let limit = 6 + (round % 7) as u32;
            let Some(pieces) = grid.cut_across(region, limit) else {
                continue;
            };
            let pieces = pieces.as_slice();
            cut += 1;
            let union = pieces.iter().fold(W::EMPTY, |union, &piece| union | piece);
            assert_eq!(union, region);
            assert!(pieces.iter().all(|piece| piece.count() <= limit));
            for &piece in pieces {
                assert_eq!(grid.first_region(piece), piece, "connected");
            }
            for first in grid.right_moves(region).members() {
                let tile = grid.right_tile(first);
                assert!(pieces.iter().any(|&piece| (tile & !piece).is_empty()));
            }
            for cell in region.members() {
                let holding = || pieces.iter().filter(|piece| piece.contains(cell));
                if holding().count() > 1 {
                    shared += 1;
                    let across = W::single(cell).up(length) | W::single(cell).down(length);
                    assert!(holding().all(|&piece| (piece & across).is_empty()));
                }
            }
        }
        let is_much = cut > 100 && shared > 100;
        assert!(is_much, "{lines}x{length}: {cut} {shared}");
    }

    #[test]
    fn pieces_keep_all_tiles_of_right_and_share_no_cell_of_left() {
        check::<Bits64>(3, 7);
        check::<Bits64>(5, 5);
        check::<Bits64>(8, 8);
        check::<Bits128>(4, 21);
        check::<Bits128>(21, 4);
    }

    #[test]
    fn a_ring_is_not_cut() {
        // A cell between two ends of one piece goes back to it.
        let grid = Grid::<Bits64>::new(3, 3, 2);
        let ring = Bits64::below(9) & !Bits64::single(4);
        let pieces = grid.cut_across(ring, 8);
        assert_eq!(pieces.expect("two necks").as_slice(), [ring]);
        assert!(grid.cut_across(ring, 4).is_none());
        assert!(Grid::<Bits64>::new(3, 3, 3).cut_across(ring, 8).is_none());
    }
}
