//! What the tests of several modules need.

use crate::layout::view::State;
use crosscram_rules::{Bits, Bits64};

/// For every set of free cells, whether each player (Vertical, Horizontal) wins moving first.
/// Straight from the rules: a move wins if the opponent, moving first after it, does not.
pub(crate) fn all_winners(rows: u32, cols: u32, tile: u32) -> Vec<[bool; 2]> {
    let strip = |step: u32, at: u32| (0..tile).map(|i| 1u32 << (at + i * step)).sum::<u32>();
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let vertical: Vec<u32> = cells()
        .filter(|(row, _)| row + tile <= rows)
        .map(|(row, col)| strip(cols, row * cols + col))
        .collect();
    let horizontal: Vec<u32> = cells()
        .filter(|(_, col)| col + tile <= cols)
        .map(|(row, col)| strip(1, row * cols + col))
        .collect();
    let mut winners: Vec<[bool; 2]> = Vec::with_capacity(1 << (rows * cols));
    for free in 0u32..1 << (rows * cols) {
        let wins = |tiles: &[u32], other: usize| {
            let mut legal = tiles.iter().filter(|&&tile| tile & !free == 0);
            legal.any(|&tile| !winners[(free ^ tile) as usize][other])
        };
        winners.push([wins(&vertical, 1), wins(&horizontal, 0)]);
    }
    winners
}

/// A position by its free cells, row by row. For evaluation only: the reflections, which the
/// table needs, are left empty.
pub(crate) fn without_mirrors<W: Bits>(rows: u32, cols: u32, free: u32) -> State<W> {
    let mut columns = W::EMPTY;
    for cell in Bits64::from_field(free, 0).members() {
        columns |= W::single(cell % cols * rows + cell / cols);
    }
    State::from_layouts([columns, W::from_field(free, 0)])
}
