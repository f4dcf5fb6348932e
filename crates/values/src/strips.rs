//! Vectors of all strips of two lines.
//!
//! A strip is two neighbouring lines of the opponent's direction: for Vertical two rows, in which
//! he covers a column of two cells and Horizontal two neighbouring cells of a row. Cutting a board
//! between its rows only forbids moves of Vertical, so the board is at least the sum of its
//! strips and single rows.

use crate::switches::{Options, SwitchVector};

/// Widest strip for which a table is sensible: 2^24 entries of 16 bytes.
pub const WIDEST: u32 = 12;

/// The vector of every strip of two lines of one width.
pub struct StripTable {
    width: u32,
    /// By the free cells of the first line, and above them those of the second.
    vectors: Vec<[i8; 16]>,
}

impl StripTable {
    /// The table for lines of `width` cells; `None` beyond [`WIDEST`].
    pub fn new(width: u32) -> Option<StripTable> {
        if width > WIDEST {
            return None;
        }
        let mut table = StripTable {
            width,
            vectors: Vec::with_capacity(1 << (2 * width)),
        };
        // Options have fewer cells, hence smaller numbers.
        for strip in 0..1u32 << (2 * width) {
            let vector = table.vector_by_options(strip);
            let bytes = vector
                .to_bytes()
                .expect("at most 24 cells: at most 12 moves");
            table.vectors.push(bytes);
        }
        Some(table)
    }

    fn vector_by_options(&self, strip: u32) -> SwitchVector {
        let mut options = Options::NONE;
        let mut columns = strip & strip >> self.width;
        while columns != 0 {
            let cell = columns & columns.wrapping_neg();
            columns ^= cell;
            options.left(&self.get(strip ^ cell ^ cell << self.width));
        }
        // No pair reaches from the first line into the second.
        let last_of_first = 1u32 << self.width >> 1;
        let mut pairs = strip & strip >> 1 & !last_of_first;
        while pairs != 0 {
            let cell = pairs & pairs.wrapping_neg();
            pairs ^= cell;
            options.right(&self.get(strip ^ cell ^ cell << 1));
        }
        options.vector()
    }

    /// The vector of a strip.
    #[inline]
    pub fn get(&self, strip: u32) -> SwitchVector {
        SwitchVector::from_bytes(&self.vectors[strip as usize])
    }

    /// Cells in a line.
    pub fn width(&self) -> u32 {
        self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::{Bits, Bits256, Board, Player, Tile, reference};

    /// Strips are not cut anywhere, so the claims about them are exact: on all strips of up to
    /// six columns they are the outcome.
    #[test]
    fn strips_know_their_outcome() {
        let mut judge = reference::Solver::new(Tile::DOMINO);
        for width in 1..=6 {
            let table = StripTable::new(width).expect("a narrow strip");
            for strip in 0..1u32 << (2 * width) {
                let board = Board::from_free_bits(2, width as usize, Bits256::from_field(strip, 0));
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
