//! Subgames: the rectangles of free cells that lie in no larger one.
//!
//! Van Daalen's two rules (section 2.1): a subgame is a rectangle around a free cell without
//! blocked ones, and a rectangle inside another subgame is not a subgame.

/// A rectangle in terms of lines: lines `first..=last`, and a run of cells in each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The consecutive cells, the same in each line.
    pub(super) cells: u16,
}

impl Span {
    /// Number of lines.
    pub(super) fn lines(&self) -> usize {
        self.last - self.first + 1
    }

    /// Number of cells in each line.
    pub(super) fn width(&self) -> usize {
        self.cells.count_ones() as usize
    }
}

/// Calls `each` for every subgame.
///
/// The cells that are free in all lines from `first` to `last` fall into runs. Each run is maximal
/// for these lines, and is a subgame unless all of it is free in the line before or after, too.
pub(super) fn each_subgame(lines: &[u16], mut each: impl FnMut(Span)) {
    for first in 0..lines.len() {
        let before = first.checked_sub(1).map_or(0, |i| lines[i]);
        let mut common = lines[first];
        // Stops as soon as all that is left is free in the line before as well.
        for last in first..lines.len() {
            common &= lines[last];
            if common & !before == 0 {
                break;
            }
            let after = lines.get(last + 1).copied().unwrap_or(0);
            let mut rest = common;
            while rest != 0 {
                let start = rest & rest.wrapping_neg();
                // The addition carries through the run and clears it.
                let without = (u32::from(rest) + u32::from(start)) as u16 & rest;
                let cells = rest ^ without;
                rest = without;
                if cells & !before != 0 && cells & !after != 0 {
                    each(Span { first, last, cells });
                }
            }
        }
    }
}
