//! Ties between moves of equal primary score, as the thesis breaks them.

use crate::layout::positional::SCALE;
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// The thesis's tie-break: the earlier a reflection of a tile was played, the better.
pub(crate) struct ReflectedMoves {
    lines: [usize; 2],
    length: [usize; 2],
    tile: usize,
    values: [Vec<i16>; 2],
    next: i16,
}

impl ReflectedMoves {
    pub(crate) fn new<W: Bits>(views: &[Grid<W>; 2], tile: u32) -> Self {
        let sizes = [0, 1].map(|i: usize| (views[i].lines() as usize, views[i].length() as usize));
        ReflectedMoves {
            lines: sizes.map(|(lines, _)| lines),
            length: sizes.map(|(_, length)| length),
            tile: tile as usize,
            values: sizes.map(|(lines, length)| vec![0; lines * length]),
            next: SCALE as i16 - 1,
        }
    }

    #[inline]
    pub(crate) fn value(&self, player: usize, start: u32) -> i16 {
        self.values[player][start as usize]
    }

    /// Records that `player` played at `start`. Returns whether that was new; if so, it must be taken
    /// back with [`ReflectedMoves::forget`] together with the move.
    pub(crate) fn note(&mut self, player: usize, start: u32) -> bool {
        if self.value(player, start) != 0 {
            return false;
        }
        let value = self.next;
        self.next = (value - 1).max(1);
        self.set(player, start, value);
        true
    }

    pub(crate) fn forget(&mut self, player: usize, start: u32) {
        self.next = self.value(player, start);
        self.set(player, start, 0);
    }

    fn set(&mut self, player: usize, start: u32, value: i16) {
        let length = self.length[player];
        let (line, place) = (start as usize / length, start as usize % length);
        for line in [line, self.lines[player] - 1 - line] {
            for place in [place, length - self.tile - place] {
                self.values[player][line * length + place] = value;
            }
        }
    }
}
