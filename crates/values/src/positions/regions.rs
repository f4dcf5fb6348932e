//! Values of positions, region by region.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crosscram_rules::{Board, Dyadic, Player, Tile};

use super::shape::{Cells, RegionKey};
use crate::games::{Game, GameError, Games, Interrupt};
use crate::hash::WordHasher;

/// Values of positions for one tile length.
///
/// A position is split into the regions that no tile connects; the value of each region is
/// computed once for all its reflections, and for its transposed forms, which are its negative.
///
/// ```
/// use crosscram_rules::{Tile, board};
/// use crosscram_values::positions::PositionValues;
///
/// let mut values = PositionValues::new(Tile::DOMINO);
/// let value = values.value(&board!(. . . | . . .))?;
/// assert_eq!(values.games().text(value), "{2|-1/2}");
/// # Ok::<(), crosscram_values::games::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionValues {
    tile: Tile,
    games: Games,
    regions: RegionMap<RegionKey>,
    /// Regions whose rectangle has more than 58 cells, by their canonical board.
    large: HashMap<Board, Game>,
    /// Maximum number of cells of a region.
    limit: u32,
    /// All connected regions of up to this many cells are known.
    complete: u32,
}

pub(crate) type RegionMap<K> = HashMap<K, Game, BuildHasherDefault<WordHasher>>;

impl PositionValues {
    /// An empty collection of values.
    pub fn new(tile: Tile) -> PositionValues {
        PositionValues {
            tile,
            games: Games::new(),
            regions: RegionMap::default(),
            large: HashMap::new(),
            limit: u32::MAX,
            complete: 0,
        }
    }

    /// Sets the maximum number of cells of a region; larger ones are an error.
    #[must_use]
    pub fn with_limit(mut self, cells: u32) -> PositionValues {
        self.limit = cells;
        self
    }

    /// Sets the interrupt that long computations check.
    pub fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.games.set_interrupt(interrupt);
    }

    /// The tile length.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// The arena of the values.
    pub fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// All connected regions of up to this many cells are known.
    pub fn complete(&self) -> u32 {
        self.complete
    }

    pub(crate) fn set_complete(&mut self, cells: u32) {
        self.complete = self.complete.max(cells);
    }

    /// The number of known regions.
    pub fn regions_known(&self) -> usize {
        self.regions.len() + self.large.len()
    }

    /// Bytes that regions and games take.
    pub fn bytes(&self) -> usize {
        // One control byte per place, as the standard library's table has it.
        let place = size_of::<(RegionKey, Game)>() + 1;
        self.regions.capacity() * 8 / 7 * place + self.games.bytes()
    }

    pub(crate) fn entries(&self) -> (&Games, &RegionMap<RegionKey>, &HashMap<Board, Game>) {
        (&self.games, &self.regions, &self.large)
    }

    pub(crate) fn from_entries(
        tile: Tile,
        games: Games,
        regions: RegionMap<RegionKey>,
        large: HashMap<Board, Game>,
    ) -> PositionValues {
        PositionValues {
            tile,
            games,
            regions,
            large,
            limit: u32::MAX,
            complete: 0,
        }
    }

    /// The value of the position on `board`.
    pub fn value(&mut self, board: &Board) -> Result<Game, GameError> {
        let mut sum = Game::ZERO;
        for region in board.regions() {
            let value = self.region_value(&region)?;
            sum = self.games.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a position that consists of one region; like [`PositionValues::value`] for
    /// others.
    pub fn region_value(&mut self, board: &Board) -> Result<Game, GameError> {
        let (cells, limit) = (board.free_count(), self.limit);
        if cells > limit {
            return Err(GameError::RegionTooLarge { cells, limit });
        }
        self.value_unlimited(board)
    }

    fn value_unlimited(&mut self, board: &Board) -> Result<Game, GameError> {
        if let Some(cells) = Cells::of_board(board) {
            return self.value_of(cells);
        }
        let mut sum = Game::ZERO;
        for region in board.regions() {
            let value = match Cells::of_board(&region) {
                Some(cells) => self.value_of(cells)?,
                None => self.large_region(region)?,
            };
            sum = self.games.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a region whose rectangle is too large for one word.
    fn large_region(&mut self, region: Board) -> Result<Game, GameError> {
        let key = region.canonical();
        if let Some(&known) = self.large.get(&key) {
            return Ok(known);
        }
        self.games.check_interrupt()?;
        let tile = self.tile;
        let mut after = |player| -> Result<Vec<Game>, GameError> {
            let moves = key.moves(player, tile);
            let boards = moves.map(|mov| key.play(mov, tile).expect("a listed move is legal"));
            boards.map(|board| self.value_unlimited(&board)).collect()
        };
        let (left, right) = (after(Player::Vertical)?, after(Player::Horizontal)?);
        let value = self.games.construct_from(left, right)?;
        self.large.insert(key, value);
        Ok(value)
    }

    /// The sum of the parts of `cells`.
    fn value_of(&mut self, cells: Cells) -> Result<Game, GameError> {
        let mut links = cells.links(self.tile);
        let (mut number, mut sum) = (Dyadic::ZERO, Game::ZERO);
        loop {
            let part = links.take_part();
            if part == 0 {
                break;
            }
            let value = self.part_value(cells, part)?;
            match self.games.as_number(value) {
                Some(x) => number = number.plus(x)?,
                None => sum = self.games.sum(sum, value)?,
            }
        }
        if number == Dyadic::ZERO {
            return Ok(sum);
        }
        let number = self.games.number(number)?;
        self.games.sum(sum, number)
    }

    /// The value of one part of `cells`.
    fn part_value(&mut self, cells: Cells, part: u64) -> Result<Game, GameError> {
        let (key, transposed) = cells.key_of(part);
        let value = match self.regions.get(&key) {
            Some(&known) => known,
            None => self.compute(key)?,
        };
        match transposed {
            true => self.games.negative(value),
            false => Ok(value),
        }
    }

    /// Computes the value of a region, unless it is known or not connected for these tiles.
    pub(crate) fn fill(&mut self, key: RegionKey) -> Result<(), GameError> {
        let cells = key.cells();
        let whole = cells.links(self.tile).take_part() == cells.bits;
        if whole && !self.regions.contains_key(&key) {
            self.compute(key)?;
        }
        Ok(())
    }

    fn compute(&mut self, key: RegionKey) -> Result<Game, GameError> {
        self.games.check_interrupt()?;
        let cells = key.cells();
        let starts = cells.starts(self.tile);
        let left = self.after_moves(cells, starts.vertical, cells.cols)?;
        let right = self.after_moves(cells, starts.horizontal, 1)?;
        let value = self.games.construct_from(left, right)?;
        self.regions.insert(key, value);
        Ok(value)
    }

    fn after_moves(
        &mut self,
        cells: Cells,
        mut starts: u64,
        step: u32,
    ) -> Result<Vec<Game>, GameError> {
        let mut values = Vec::with_capacity(starts.count_ones() as usize);
        while starts != 0 {
            let covered = cells.tile(starts.trailing_zeros(), step, self.tile);
            starts &= starts - 1;
            values.push(self.value_of(Cells {
                bits: cells.bits & !covered,
                cols: cells.cols,
            })?);
        }
        Ok(values)
    }
}
