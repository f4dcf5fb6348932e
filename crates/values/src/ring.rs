//! A quick test whether a region stays connected when a domino is removed from it.
//!
//! Around a domino lie ten cells in a ring, each of which touches the next. If those that are free and
//! touch the domino are connected within the ring, every path through the domino can go around it, so the
//! rest of a connected region is connected. Otherwise it may or may not be. Most moves are decided in this
//! way, which is much quicker than a flood fill.

use crate::grid::Grid;
use crosscram_rules::Bits;

/// For each window (the cells around a domino, line by line), whether its free cells are connected.
type Windows = [u64; 64];

/// Four lines of three cells, around a domino across the lines.
const ACROSS: Windows = windows([0, 1, 2, 5, 8, 11, 10, 9, 6, 3], 0b00_1010_0101);
/// Three lines of four cells, around a domino along a line.
const ALONG: Windows = windows([0, 1, 2, 3, 7, 11, 10, 9, 8, 4], 0b01_0010_1001);

/// `ring` lists the cells of the window that lie around the domino, in their order; `corners`
/// marks those places of the list that do not touch the domino.
const fn windows(ring: [u32; 10], corners: u32) -> Windows {
    let mut windows = [0; 64];
    let mut window = 0u32;
    while window < 1 << 12 {
        let mut free = 0;
        let mut place = 0;
        while place < 10 {
            free |= (window >> ring[place] & 1) << place;
            place += 1;
        }
        // The neighbours of each place in the ring.
        let next = (free >> 1) | (free & 1) << 9;
        let previous = (free << 1 | free >> 9) & ((1 << 10) - 1);
        // A free corner alone does not touch the domino.
        free &= !corners | next | previous;
        let next = (free >> 1) | (free & 1) << 9;
        let ends = (free & !next).count_ones();
        if ends <= 1 {
            windows[window as usize / 64] |= 1 << (window % 64);
        }
        window += 1;
    }
    windows
}

/// Rings for a grid on which dominoes are played.
pub(crate) struct Rings<W> {
    length: u32,
    /// Cells that have a neighbour before them in their line.
    not_first: W,
    not_last: W,
}

impl<W: Bits> Rings<W> {
    /// `None` for longer tiles, and if windows do not fit into a set.
    pub(crate) fn new(grid: &Grid<W>) -> Option<Self> {
        let length = grid.length();
        let fits = grid.tile() == 2 && 4 * length + 4 <= W::CAPACITY;
        let within = |first, count| {
            (0..grid.lines()).fold(W::EMPTY, |set, line| {
                set | W::below(count) << (line * length + first)
            })
        };
        fits.then(|| Rings {
            length,
            not_first: within(1, length - 1),
            not_last: within(0, length - 1),
        })
    }

    /// The set moved so that the cell diagonally before `first` is at zero.
    #[inline]
    fn corner(&self, free: W, first: u32) -> W {
        match first.checked_sub(self.length + 1) {
            Some(by) => free.down(by),
            None => free.up(self.length + 1 - first),
        }
    }

    /// Returns whether `rest`, which is a connected region without the domino across the lines that begins
    /// at `first`, is certainly connected.
    #[inline]
    pub(crate) fn connected_across(&self, rest: W, first: u32) -> bool {
        let corner = self.corner(rest, first);
        let line = |i| corner.field(i * self.length, 3);
        let mut window = line(0) | line(1) << 3 | line(2) << 6 | line(3) << 9;
        if !self.not_first.contains(first) {
            window &= 0o6666;
        }
        if !self.not_last.contains(first) {
            window &= 0o3333;
        }
        is_in(&ACROSS, window)
    }

    /// The same for a domino along a line.
    #[inline]
    pub(crate) fn connected_along(&self, rest: W, first: u32) -> bool {
        let corner = self.corner(rest, first);
        let line = |i| corner.field(i * self.length, 4);
        let mut window = line(0) | line(1) << 4 | line(2) << 8;
        if !self.not_first.contains(first) {
            window &= 0xeee;
        }
        if !self.not_last.contains(first + 1) {
            window &= 0x777;
        }
        is_in(&ALONG, window)
    }
}

#[inline]
fn is_in(windows: &Windows, window: u32) -> bool {
    windows[(window / 64) as usize] >> (window % 64) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits64, Bits128};
    use crosscram_support::random::Random;

    /// Takes every domino out of many connected regions: what is called connected is. Most of what
    /// is connected is called so.
    fn compare<W: Bits>(lines: u32, length: u32) {
        let grid = Grid::<W>::new(lines, length, 2);
        let rings = Rings::new(&grid).expect("a grid for dominoes");
        let (mut connected, mut said) = (0, 0);
        let mut random = Random::new(u64::from(lines * 64 + length));
        for _ in 0..20_000 {
            let cells = (0..lines * length).filter(|_| random.below(4) != 0);
            let free = cells.fold(W::EMPTY, |free, cell| free | W::single(cell));
            if free.is_empty() {
                continue;
            }
            let region = grid.first_region(free);
            let mut check = |rest: W, claim: bool| {
                let is_connected = rest.is_empty() || grid.first_region(rest) == rest;
                assert!(is_connected || !claim, "{region:?} {rest:?}");
                connected += u32::from(is_connected);
                said += u32::from(claim);
            };
            for first in grid.left_moves(region).members() {
                let rest = region ^ grid.left_tile(first);
                check(rest, rings.connected_across(rest, first));
            }
            for first in grid.right_moves(region).members() {
                let rest = region ^ grid.right_tile(first);
                check(rest, rings.connected_along(rest, first));
            }
        }
        let is_much = 4 * said >= connected;
        assert!(is_much, "{lines}x{length}: {said} of {connected}");
    }

    #[test]
    fn what_is_called_connected_is() {
        for (lines, length) in [
            (1, 9),
            (9, 1),
            (2, 15),
            (3, 3),
            (5, 4),
            (8, 8),
            (7, 9),
            (4, 15),
        ] {
            compare::<Bits64>(lines, length);
        }
        for (lines, length) in [(6, 11), (4, 31), (10, 10), (30, 4)] {
            compare::<Bits128>(lines, length);
        }
        assert!(Rings::new(&Grid::<Bits64>::new(3, 21, 2)).is_none());
        assert!(Rings::new(&Grid::<Bits64>::new(8, 8, 3)).is_none());
    }
}
