//! Exact values of small regions, added up as games.
//!
//! A position is the sum of its regions. The vectors that bound them are added region by region,
//! and each sum may lose something. Here the regions of few cells enter with their canonical forms
//! instead, whose sum is a canonical form again: numbers have been added, negatives have cancelled,
//! infinitesimals have been compared. The vector of that one game is at least as good as the sum of
//! the vectors, and is added to those of the other regions. Where there are no others, the outcome
//! of the sum decides.

use super::parts::Parts;
use crosscram_rules::{Bits, Bits256, Board, Player, Tile};
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::PositionValues;
use crosscram_values::{GameVectors, Role, SwitchVector};
use std::collections::HashMap;

/// Sums of more cells are not looked at: their canonical forms may be huge.
const MAX_CELLS: u32 = 26;
/// Nothing new is found once games and regions take this many bytes.
const MAX_BYTES: usize = 256 << 20;

pub(super) struct ExactSums<W> {
    values: PositionValues,
    vectors: GameVectors,
    /// Values of regions in their place, in the layout of Vertical's bound.
    placed: HashMap<W, Game>,
    rows: usize,
    cols: usize,
    /// Maximum number of cells of a region.
    most: u32,
}

impl<W: Bits> ExactSums<W> {
    pub(super) fn new(board: &Board, tile: Tile, most: u32) -> Self {
        ExactSums {
            values: PositionValues::new(tile),
            vectors: GameVectors::new(),
            placed: HashMap::new(),
            rows: board.rows(),
            cols: board.cols(),
            most,
        }
    }

    /// Returns whether the mover wins, if that follows from the values of small regions and the bounds of
    /// the others. `parts` and `quarters` are those of both players.
    pub(super) fn decide(
        &mut self,
        parts: &[Parts<W>; 2],
        quarters: [i16; 2],
        mover: usize,
    ) -> Option<bool> {
        let small = parts[0]
            .list
            .iter()
            .filter(|part| self.is_small(part.cells));
        let cells: Vec<W> = small.map(|part| part.cells).collect();
        let total: u32 = cells.iter().map(|cells| cells.count()).sum();
        // Nothing is gained with one region, whose vector is as good as its value.
        if cells.len() < 2 || total > MAX_CELLS || self.values.bytes() > MAX_BYTES {
            return None;
        }
        // An error is an overflow; then nothing is known, and the search goes on.
        let sum = self.sum(&cells).ok()?;
        for (player, role) in [(mover, Role::First), (1 - mover, Role::Second)] {
            let own = self.vector(sum, player).ok()?;
            let mut bound = own.plus_quarters(quarters[player]);
            for part in parts[player].list.iter() {
                if !self.is_small(part.cells) {
                    bound = bound.plus(&part.vector);
                }
            }
            if bound.at_least_as(role) >= 0 {
                return Some(player == mover);
            }
        }
        None
    }

    /// The two layouts of a position have the same regions, so this says the same in both.
    fn is_small(&self, cells: W) -> bool {
        cells.count() <= self.most
    }

    fn sum(&mut self, regions: &[W]) -> Result<Game, GameError> {
        let mut sum = Game::ZERO;
        for &cells in regions {
            let value = match self.placed.get(&cells) {
                Some(&value) => value,
                None => {
                    let words = (0..W::WORDS).map(|i| cells.word(i));
                    let free = Bits256::from_words(words);
                    let board = Board::from_free_bits(self.rows, self.cols, free)
                        .expect("a region of the board lies on it");
                    let value = self.values.value(&board)?;
                    self.placed.insert(cells, value);
                    value
                }
            };
            sum = self.values.games().sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The vector of a game from a player's side.
    fn vector(&mut self, game: Game, player: usize) -> Result<SwitchVector, GameError> {
        let games = self.values.games();
        let game = if player == Player::Vertical.index() {
            game
        } else {
            games.negative(game)?
        };
        self.vectors.of(games, game)
    }
}
