//! Ties between moves of equal primary score.

use super::view::View;

/// Tie-break values are below this; one unit of primary score weighs as much.
pub(crate) const SCALE: i32 = 128;

/// The program's fixed value of every tile, by its first cell in the player's layout.
///
/// Lines are numbered from the edge, so reflections of a tile share a value. Best are the
/// second, fourth, … line at odd places, then the rest of those lines, then odd places from the
/// third line on, then the rest of these, and last the edge line; each group in raster order.
/// The starting values of the groups are the program's.
pub(crate) fn positional_values<W>(view: &View<W>) -> Vec<i16> {
    let (lines, length) = (view.lines as usize, view.length as usize);
    let mut values = vec![0i16; lines * length];
    if length < 2 {
        return values;
    }
    let (half_lines, half_places) = (lines.div_ceil(2), length / 2);
    // First line, step between lines, step between places, value before the first.
    let groups = [
        (2, 2, 2, 127),
        (2, 2, 1, 90),
        (3, 1, 2, 70),
        (3, 1, 1, 50),
        (1, 1, 1, 30),
    ];
    for (first_line, line_step, place_step, start) in groups {
        let mut value = start;
        for line in (first_line..=half_lines).step_by(line_step) {
            for place in (1..=half_places).step_by(place_step) {
                if values[(line - 1) * length + place - 1] != 0 {
                    continue;
                }
                // Boards larger than the program's would run out of values.
                value = (value - 1).max(1);
                for line in [line - 1, lines - line] {
                    for place in [place - 1, length - 1 - place] {
                        values[line * length + place] = value;
                    }
                }
            }
        }
    }
    values
}

/// The thesis's tie-break: the earlier a reflection of a tile was played, the better.
pub(crate) struct ReflectedMoves {
    lines: [usize; 2],
    length: [usize; 2],
    tile: usize,
    values: [Vec<i16>; 2],
    next: i16,
}

impl ReflectedMoves {
    pub(crate) fn new<W>(views: &[View<W>; 2], tile: u32) -> Self {
        let sizes = [0, 1].map(|i: usize| (views[i].lines as usize, views[i].length as usize));
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

    /// Note that `player` played at `start`. Gives back whether that was news; if so, it must be
    /// taken back with [`ReflectedMoves::forget`] together with the move.
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
