//! Vectors of all strips: as many lines as a tile has cells.
//!
//! A strip is k neighbouring lines along the opponent's direction, k being the length of a tile: for
//! Vertical k rows, in which Vertical covers a column of k cells and Horizontal k neighbouring cells of a
//! row. Cutting a board between its rows only forbids moves of Vertical, so the board is at least the sum
//! of its strips and single rows.
//!
//! A strip that falls into several regions is worth the sum of their vectors. As a whole, from its options, it would be worth a little more
//! now and then; but the pieces of a cut are what the checker of certificates adds up, and the bounds should not know more than it.

use crate::grid::Grid;
use crate::hash::WordHasher;
use crate::switches::{Options, SwitchVector};
use crosscram_rules::{Bits, Bits64};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Maximum number of cells of a strip for which a table is sensible: 2^24 entries of two bytes.
pub const STRIP_CELLS: u32 = 24;

/// The vector of every strip of one width.
pub struct StripTable {
    grid: Grid<Bits64>,
    /// The number of each strip's vector, by its free cells, first line lowest. Strips of one width have
    /// few different vectors.
    numbers: Vec<u16>,
    vectors: Vec<SwitchVector>,
}

impl StripTable {
    /// The table for lines of `width` cells; `None` beyond [`STRIP_CELLS`].
    pub fn new(tile: u32, width: u32) -> Option<StripTable> {
        let cells = tile * width;
        if cells > STRIP_CELLS {
            return None;
        }
        let mut table = StripTable {
            grid: Grid::new(tile, width, tile),
            numbers: Vec::with_capacity(1 << cells),
            vectors: Vec::new(),
        };
        let mut known: HashMap<_, u16, BuildHasherDefault<WordHasher>> = HashMap::default();
        // Options have fewer cells, hence smaller numbers.
        for strip in 0..1u32 << cells {
            let number = match table.simpler(strip) {
                Some(simpler) => table.numbers[simpler as usize],
                None => {
                    let vector = table.vector(strip);
                    let [low, high] = vector.to_words().expect("at most fourteen tiles fit");
                    *known.entry((low, high)).or_insert_with(|| {
                        table.vectors.push(vector);
                        u16::try_from(table.vectors.len() - 1).expect("fewer than 2^16 vectors")
                    })
                }
            };
            table.numbers.push(number);
        }
        Some(table)
    }

    /// Bytes that the table holds.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.numbers[..]) + size_of_val(&self.vectors[..])) as u64
    }

    /// A strip with a smaller number that is the same game: without dead cells, or reflected.
    /// Nine of ten strips have one.
    fn simpler(&self, strip: u32) -> Option<u32> {
        let dead = self.grid.dead(Bits64::from_field(strip, 0)).word(0) as u32;
        if dead != 0 {
            return Some(strip ^ dead);
        }
        let (lines, length) = (self.grid.lines(), self.grid.length());
        let [mut flipped, mut reversed, mut both] = [0; 3];
        for line in 0..lines {
            let (at, opposite) = (line * length, (lines - 1 - line) * length);
            let cells = strip >> at & ((1 << length) - 1);
            let mirrored = cells.reverse_bits() >> (u32::BITS - length);
            flipped |= cells << opposite;
            reversed |= mirrored << at;
            both |= mirrored << opposite;
        }
        let least = flipped.min(reversed).min(both);
        (least < strip).then_some(least)
    }

    /// The vector of a strip without dead cells, whose regions and options are in the table.
    fn vector(&self, strip: u32) -> SwitchVector {
        let cells = Bits64::from_field(strip, 0);
        let first = match cells.is_empty() {
            true => 0,
            false => self.grid.first_region(cells).word(0) as u32,
        };
        match strip ^ first {
            0 => self.vector_by_options(strip),
            others => self.get(first).plus(&self.get(others)),
        }
    }

    fn vector_by_options(&self, strip: u32) -> SwitchVector {
        let mut options = Options::NONE;
        let cells = Bits64::from_field(strip, 0);
        let rest = |tile: Bits64| strip & !(tile.word(0) as u32);
        for first in self.grid.left_moves(cells).members() {
            options.left(&self.get(rest(self.grid.left_tile(first))));
        }
        for first in self.grid.right_moves(cells).members() {
            options.right(&self.get(rest(self.grid.right_tile(first))));
        }
        options.vector()
    }

    /// The vector of a strip.
    #[inline]
    pub fn get(&self, strip: u32) -> SwitchVector {
        self.vectors[usize::from(self.numbers[strip as usize])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::RegionTable;
    use crosscram_rules::{Bits256, Board, Player, Tile, reference};

    #[test]
    fn strips_are_worth_what_their_regions_are() {
        for (tile, width) in [(2, 8), (3, 4), (4, 3), (5, 2), (8, 1)] {
            let table = StripTable::new(tile, width).expect("a narrow strip");
            let grid = Grid::<Bits64>::new(tile, width, tile);
            let regions = RegionTable::new(grid, tile * width, u64::MAX);
            for strip in 0..1u32 << (tile * width) {
                let sum = regions.sum(Bits64::from_field(strip, 0), regions.limits(u32::MAX));
                assert_eq!(Some(table.get(strip)), sum, "{strip}");
            }
        }
    }

    /// Strips are not cut anywhere, so the claims about them are exact: on all strips of up to
    /// six columns (four for longer tiles) they are the outcome.
    #[test]
    fn strips_know_their_outcome() {
        for (tile, widest) in [(2u8, 6), (3, 4), (4, 3)] {
            let mut judge = reference::Solver::new(Tile::new(tile).expect("a tile"));
            for width in 1..=widest {
                let table = StripTable::new(u32::from(tile), width).expect("a narrow strip");
                for strip in 0..1u32 << (u32::from(tile) * width) {
                    let free = Bits256::from_field(strip, 0);
                    let board = Board::from_free_bits(usize::from(tile), width as usize, free);
                    let board = board.expect("a small board");
                    let vector = table.get(strip);
                    let wins = |judge: &mut reference::Solver, first| {
                        judge.winner(&board, first) == Player::Vertical
                    };
                    assert_eq!(
                        vector.wins_first(),
                        wins(&mut judge, Player::Vertical),
                        "{board}"
                    );
                    assert_eq!(
                        vector.wins_second(),
                        wins(&mut judge, Player::Horizontal),
                        "{board}"
                    );
                }
            }
        }
    }
}
