//! How much work a position is worth, by the size of the board.
//!
//! A bound that saves a tenth of the nodes pays only if it costs less than that. Long searches meet
//! the same regions again and again, so that looking at more of them is cheap; on small boards most
//! of the time goes into computing regions for the first time.

/// What is done beyond cutting regions into bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// Large regions are also cut across as a whole, and moves are tested by the mover's own bound.
    pub(super) thorough: bool,
    /// Lines of the tallest bands into which a large region is cut, beyond the length of a tile.
    pub(super) taller: u32,
    /// Plies from the root in which ties between mirror images are broken by their replies.
    pub(super) tie_plies: usize,
}

impl Effort {
    /// For boards on which searches are short, and for longer tiles.
    pub(super) const SHORT: Effort = Effort {
        thorough: false,
        taller: 2,
        tie_plies: 0,
    };

    /// For odd boards on which searches are long.
    pub(super) const THOROUGH: Effort = Effort {
        thorough: true,
        taller: 3,
        tie_plies: 7,
    };

    /// What was fastest on boards of this size: thorough from 7x11 on, but not on long thin ones.
    /// Breaking ties helps odd boards only, bands of five lines those (9x9: a third fewer nodes) and
    /// boards of up to four lines, where they are small (4x21 with Vertical first: three fifths fewer).
    pub(super) fn of(rows: usize, cols: usize, tile: u32) -> Effort {
        let area = rows * cols;
        if tile == 2 && rows.min(cols) <= 4 {
            return Effort {
                taller: 3,
                ..Effort::SHORT
            };
        }
        if tile != 2 || area < 77 || rows.min(cols) < 7 {
            return Effort::SHORT;
        }
        if area % 2 == 1 {
            return Effort::THOROUGH;
        }
        Effort {
            thorough: true,
            // Six lines where the search is longest: a position of 8x15 takes a fourth of the nodes, one of 8x14 a half.
            taller: if area < 110 { 2 } else { 4 },
            ..Effort::SHORT
        }
    }
}
