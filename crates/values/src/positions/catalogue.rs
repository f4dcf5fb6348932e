//! Lists of positions with their values: all regions, all positions of a board, all of a database.

use std::ops::ControlFlow;

use crosscram_rules::{Bits, Bits256, Board, Dyadic};

use super::PositionValues;
use super::polyominoes::{MAX_CELLS, Polyominoes};
use crate::games::{Game, GameError};

/// Cells of the largest board all of whose positions are listed: there are 2^26 of them.
pub const MAX_LISTED: usize = 26;

/// Which connected regions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    /// Maximum number of cells.
    pub cells: u32,
    /// Rows and columns of a board into which they fit.
    pub fits: Option<(usize, usize)>,
}

impl PositionValues {
    /// Calls `visit` with every connected region of `which`, smaller ones first, and its value, until it
    /// breaks off. Reflections count as one; a region and its transposed form, whose value is the negative,
    /// are two. Returns whether it was broken off.
    pub fn each_region(
        &mut self,
        which: Regions,
        mut visit: impl FnMut(&mut PositionValues, Board, Game) -> ControlFlow<()>,
    ) -> Result<bool, GameError> {
        if which.fits.is_none() && which.cells > MAX_CELLS {
            return Err(GameError::RegionTooLarge {
                cells: which.cells,
                limit: MAX_CELLS,
            });
        }
        let fits = |board: &Board| {
            which
                .fits
                .is_none_or(|(rows, cols)| board.rows() <= rows && board.cols() <= cols)
        };
        let mut list = Polyominoes::single();
        for _ in 0..which.cells {
            for (done, board) in list.boards().enumerate() {
                if done % 256 == 0 {
                    self.games().check_interrupt()?;
                }
                let turned = board.transpose();
                let distinct = turned.canonical() != board.canonical();
                for board in [Some(board), distinct.then_some(turned)] {
                    let Some(board) = board.filter(fits) else {
                        continue;
                    };
                    let value = self.value(&board)?;
                    if visit(self, board, value).is_break() {
                        return Ok(true);
                    }
                }
            }
            let games = self.games();
            list = list.grown(|| games.check_interrupt())?;
            if let Some(size) = which.fits {
                list.keep_fitting(size);
            }
            if list.len() == 0 {
                break;
            }
        }
        Ok(false)
    }

    /// Calls `visit` with every position of a board of this size, of at most [`MAX_LISTED`] cells, and its
    /// value, until it breaks off. Reflections count as one. Returns whether it was broken off.
    pub fn each_position(
        &mut self,
        (rows, cols): (usize, usize),
        mut visit: impl FnMut(&mut PositionValues, Board, Game) -> ControlFlow<()>,
    ) -> Result<bool, GameError> {
        let area = rows * cols;
        if area > MAX_LISTED {
            return Err(GameError::RegionTooLarge {
                cells: area as u32,
                limit: MAX_LISTED as u32,
            });
        }
        for free in 0..1_u32 << area {
            if free % 256 == 0 {
                self.games().check_interrupt()?;
            }
            let board = Board::from_free_bits(rows, cols, Bits256::from_field(free, 0));
            let Some(board) = board.ok().filter(|board| board.canonical() == *board) else {
                continue;
            };
            let value = self.value(&board)?;
            if visit(self, board, value).is_break() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The regions that are known, with their values, smaller ones first; of a region and its transposed
    /// form, one.
    pub fn known_regions(&self) -> impl Iterator<Item = (Board, Game)> {
        let (_, small, large) = self.entries();
        let mut keys: Vec<_> = small.iter().map(|(&key, &value)| (key, value)).collect();
        keys.sort_unstable_by_key(|(key, _)| (key.cells().bits.count_ones(), *key));
        let mut boards: Vec<(Board, Game)> = large.iter().map(|(&k, &v)| (k, v)).collect();
        boards.sort_unstable_by_key(|(board, _)| (board.free_count(), *board));
        let small = keys.into_iter();
        small
            .map(|(key, value)| (key.cells().board(), value))
            .chain(boards)
    }

    /// A smallest region of at most `cells` cells whose value differs from `game` by a number, and that
    /// number: the region plus the number is the game. `None` if there is none.
    ///
    /// ```
    /// use crosscram_rules::Tile;
    /// use crosscram_values::positions::PositionValues;
    ///
    /// let mut values = PositionValues::new(Tile::DOMINO);
    /// let game = values.games().parse("{3|1/2} + 7")?;
    /// let (board, number) = values.region_like(game, 8)?.unwrap();
    /// assert_eq!((board.to_string().as_str(), number.to_string().as_str()), ("...|...", "8"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region_like(
        &mut self,
        game: Game,
        cells: u32,
    ) -> Result<Option<(Board, Dyadic)>, GameError> {
        let mean = self.games().mean(game)?;
        let centred = self.centred(game)?;
        let (mut found, mut failed) = (None, None);
        let fits = None;
        self.each_region(
            Regions { cells, fits },
            |values, board, value| match values.centred(value) {
                Ok(other) if other == centred => {
                    let number = values
                        .games()
                        .mean(value)
                        .and_then(|other| Ok(mean.minus(other)?));
                    match number {
                        Ok(number) => found = Some((board, number)),
                        Err(error) => failed = Some(error),
                    }
                    ControlFlow::Break(())
                }
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            },
        )?;
        failed.map_or(Ok(found), Err)
    }

    /// `game` less its mean.
    fn centred(&mut self, game: Game) -> Result<Game, GameError> {
        let games = self.games();
        let mean = games.mean(game)?;
        let shift = games.number(mean.negated())?;
        games.sum(game, shift)
    }
}
