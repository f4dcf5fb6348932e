//! Sets of cells, and the winner's view of a board.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

/// A set of cells, one bit for each; it has room for 64 times `W` cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Set<const W: usize>(pub [u64; W]);

macro_rules! operators {
    ($($operator:ident $method:ident $sign:tt),*) => {$(
        impl<const W: usize> $operator for Set<W> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Set(from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
    )*};
}
operators!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);
impl<const W: usize> Set<W> {
    pub(crate) const EMPTY: Self = Set([0; W]);
    /// One cell, or none if there is no room for it.
    pub(crate) fn single(cell: u32) -> Self {
        Set(from_fn(|i| u64::from(i as u32 == cell / 64) << (cell % 64)))
    }
    /// The cells that are not in the other set.
    pub(crate) fn minus(self, other: Self) -> Self {
        Set(from_fn(|i| self.0[i] & !other.0[i]))
    }
    /// Each cell's number increased.
    pub(crate) fn up(mut self, by: u32) -> Self {
        for _ in 0..by / 64 {
            self.0.rotate_right(1);
            self.0[0] = 0;
        }
        let (bits, below) = (by % 64, |i: usize| if i == 0 { 0 } else { self.0[i - 1] });
        Set(from_fn(|i| self.0[i] << bits | below(i) >> 1 >> (63 - bits)))
    }
    /// Each cell's number decreased.
    pub(crate) fn down(mut self, by: u32) -> Self {
        for _ in 0..by / 64 {
            self.0.rotate_left(1);
            self.0[W - 1] = 0;
        }
        let (bits, above) = (by % 64, |i: usize| self.0.get(i + 1).unwrap_or(&0));
        Set(from_fn(|i| self.0[i] >> bits | above(i) << 1 << (63 - bits)))
    }
    /// The same cells in another width.
    pub(crate) fn resized<const V: usize>(self) -> Set<V> {
        Set(from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }
}
impl<const W: usize> FromIterator<u32> for Set<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(cells: I) -> Self {
        cells.into_iter().fold(Set::EMPTY, |set, cell| set | Set::single(cell))
    }
}
/// Takes the cells out of the set, in ascending order.
impl<const W: usize> Iterator for Set<W> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros();
        self.0[word] ^= 1 << bit;
        Some(64 * word as u32 + bit)
    }
}

/// A board of `lines` lines of `length` cells; cell (line, offset) is number
/// `line * length + offset`. Left's tiles lie across the lines, Right's along them.
pub struct View<const W: usize> {
    pub(crate) lines: u32,
    pub(crate) length: u32,
    pub(crate) tile: u32,
    /// The first cells of the lines.
    heads: Set<W>,
}
impl<const W: usize> View<W> {
    /// A view of at most 64 times `W` cells, for tiles of `tile` cells.
    pub fn new(lines: u32, length: u32, tile: u32) -> Self {
        View { lines, length, tile, heads: (0..lines).map(|line| line * length).collect() }
    }
    /// From one cell of a player's tile to the next.
    fn step(&self, left: bool) -> u32 {
        if left { self.length } else { 1 }
    }
    /// First cells of a player's tiles on `free`.
    pub(crate) fn starts(&self, free: Set<W>, left: bool) -> Set<W> {
        // No other cell of a tile along a line is the first of its line.
        let others = if left { free } else { free.minus(self.heads) };
        (1..self.tile).fold(free, |starts, i| starts & others.down(i * self.step(left)))
    }
    /// The cells of a player's tiles that begin in `starts`.
    pub(crate) fn covered(&self, starts: Set<W>, left: bool) -> Set<W> {
        (1..self.tile).fold(starts, |cells, i| cells | starts.up(i * self.step(left)))
    }
    /// The neighbours of cells in their lines.
    pub(crate) fn beside(&self, cells: Set<W>) -> Set<W> {
        cells.up(1).minus(self.heads) | cells.minus(self.heads).down(1)
    }
    /// The cells linked with `cell` by tiles of Left and Right that begin in these sets.
    pub(crate) fn class(&self, cell: u32, left: Set<W>, right: Set<W>) -> Set<W> {
        let mut class = Set::single(cell);
        loop {
            let grow = |class: Set<W>, starts: Set<W>, left| {
                let touching = |set, i| set | class.down(i * self.step(left));
                class | self.covered((1..self.tile).fold(class, touching) & starts, left)
            };
            let grown = grow(grow(class, left, true), right, false);
            if grown == class {
                return class;
            }
            class = grown;
        }
    }
    /// Cells, at least one, moved to the first line and the first offset.
    pub(crate) fn cornered(&self, cells: Set<W>) -> Set<W> {
        let mut cells = cells.down({ cells }.next().unwrap_or(0) / self.length * self.length);
        while cells & self.heads == Set::EMPTY {
            cells = cells.down(1);
        }
        cells
    }
    /// Cells and their reflections in the lines, in the offsets and in both.
    pub(crate) fn images(&self, cells: Set<W>) -> [Set<W>; 4] {
        let flipped = (0..self.lines).fold(Set::EMPTY, |flipped, line| {
            let later = cells.down((line + 1) * self.length).up(self.length);
            let here = cells.down(line * self.length).minus(later);
            flipped | here.up((self.lines - 1 - line) * self.length)
        });
        let turned = |mut cells: Set<W>| {
            cells.0.reverse();
            Set(cells.0.map(u64::reverse_bits)).down(64 * W as u32 - self.lines * self.length)
        };
        [cells, flipped, turned(cells), turned(flipped)]
    }
}
