//! Exact values of small regions inside the search.
//!
//! A position is the sum of its regions. Regions of few cells enter with their exact value V. The
//! rest of the position, R, lies between two numbers: it is at least Vertical's safe minus Horizontal's
//! real moves there (Vertical plays only safe moves, Horizontal all that it could ever place), and at
//! most Vertical's real minus Horizontal's safe moves. So V plus the lower number is at most the
//! position: if Vertical wins that, Vertical wins the position; and likewise for Horizontal. Where no
//! region is large the two numbers are 0 and the answer is exact.

use super::lines::Lines;
use crate::KnownValues;
use crosscram_rules::{Bits, Bits256, Board, Dyadic, Player, Tile};
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::PositionValues;
use std::collections::HashMap;

/// Values of regions and the lines of their board, for other engines.
pub(crate) struct ExactRegions<B> {
    values: RegionValues,
    lines: Lines<B>,
}

impl<B: Bits> ExactRegions<B> {
    /// For positions as large as `board`; regions of up to `most` cells have values, of which some may be
    /// known already.
    pub(crate) fn new(
        board: &Board,
        tile: Tile,
        known: Option<&KnownValues>,
        most: u32,
    ) -> ExactRegions<B> {
        let known = known.map_or_else(|| PositionValues::new(tile), KnownValues::values);
        ExactRegions {
            values: RegionValues::new(board, known, most),
            lines: Lines::new(board, tile),
        }
    }

    /// Returns whether `mover` wins, if exact values decide it. `free` is numbered row by row.
    pub(crate) fn decided(&mut self, free: B, mover: Player) -> Option<bool> {
        self.values.decided(&self.lines, free, mover)
    }
}

/// Values of regions, and how large they may be.
pub(super) struct RegionValues {
    values: PositionValues,
    /// Values of regions in their place on this board.
    placed: HashMap<Bits256, Game>,
    rows: usize,
    cols: usize,
    most: u32,
}

impl RegionValues {
    /// Values of regions of up to `most` cells, beginning with those that are known.
    pub(super) fn new(board: &Board, known: PositionValues, most: u32) -> RegionValues {
        RegionValues {
            values: known,
            placed: HashMap::new(),
            rows: board.rows(),
            cols: board.cols(),
            most,
        }
    }

    /// Returns whether `mover` wins, if exact values decide it.
    pub(super) fn decided<B: Bits>(
        &mut self,
        lines: &Lines<B>,
        free: B,
        mover: Player,
    ) -> Option<bool> {
        let (mut rest, mut large) = (free, B::EMPTY);
        let mut small = Vec::new();
        while !rest.is_empty() {
            let region = lines.first_region(rest);
            rest &= !region;
            if region.count() > self.most {
                large |= region;
            } else if Player::ALL
                .iter()
                .any(|&p| !lines.starts(region, p).is_empty())
            {
                small.push(region);
            }
        }
        // Without a small region this is the test that was made already.
        if small.is_empty() && !large.is_empty() {
            return None;
        }
        // An error is an overflow; then nothing is decided, and the search continues.
        self.compare(lines, &small, large, mover).ok().flatten()
    }

    fn compare<B: Bits>(
        &mut self,
        lines: &Lines<B>,
        small: &[B],
        large: B,
        mover: Player,
    ) -> Result<Option<bool>, GameError> {
        let mut sum = Game::ZERO;
        for &region in small {
            let value = self.value(region)?;
            sum = self.values.games().sum(sum, value)?;
        }
        let (vertical, horizontal) = (Player::Vertical, Player::Horizontal);
        let low = lines.safe(large, vertical) - lines.real(large, horizontal);
        let high = lines.real(large, vertical) - lines.safe(large, horizontal);
        let mut winner = |number: i32| -> Result<Player, GameError> {
            let games = self.values.games();
            let number = games.number(Dyadic::try_from(i64::from(number))?)?;
            let game = games.sum(sum, number)?;
            Ok(games.outcome(game).winner(mover))
        };
        if winner(low)? == vertical {
            return Ok(Some(mover == vertical));
        }
        if winner(high)? == horizontal {
            return Ok(Some(mover == horizontal));
        }
        Ok(None)
    }

    fn value<B: Bits>(&mut self, region: B) -> Result<Game, GameError> {
        let cells = region.resized();
        if let Some(&known) = self.placed.get(&cells) {
            return Ok(known);
        }
        let board = Board::from_free_bits(self.rows, self.cols, cells)
            .expect("a region of the board lies on it");
        let value = self.values.value(&board)?;
        self.placed.insert(cells, value);
        Ok(value)
    }
}
