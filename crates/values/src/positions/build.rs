//! Fills the database with all regions up to some size.

use super::PositionValues;
use super::polyominoes::{MAX_CELLS, Polyominoes};
use crate::games::GameError;

/// The progress of [`PositionValues::build`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Cells of the regions being computed.
    pub cells: u32,
    /// The number of them that are done.
    pub done: usize,
    /// Their total number.
    pub of: usize,
}

impl PositionValues {
    /// Maximum number of cells that [`PositionValues::build`] can be asked for.
    pub const MAX_CELLS: u32 = MAX_CELLS;

    /// Computes the values of all connected regions of up to `cells` cells, at most
    /// [`PositionValues::MAX_CELLS`], and calls `progress` from time to time, always when all regions of a
    /// size are done.
    ///
    /// After an error everything computed so far is kept.
    pub fn build(
        &mut self,
        cells: u32,
        mut progress: impl FnMut(&PositionValues, BuildProgress),
    ) -> Result<(), GameError> {
        let limit = MAX_CELLS;
        if cells > limit {
            return Err(GameError::RegionTooLarge { cells, limit });
        }
        let mut list = Polyominoes::single();
        for size in 1..=cells {
            // Values of regions that are known already are looked up, so going through them again
            // costs little.
            let of = list.len();
            for (done, key) in list.small.iter().enumerate() {
                if done % 4096 == 0 {
                    self.games().check_interrupt()?;
                    let cells = size;
                    progress(self, BuildProgress { cells, done, of });
                }
                self.fill(*key)?;
            }
            for board in &list.large {
                self.region_value(board)?;
            }
            self.set_complete(size);
            let over = BuildProgress {
                cells: size,
                done: of,
                of,
            };
            progress(self, over);
            if size < cells {
                let games = self.games();
                list = list.grown(|| games.check_interrupt())?;
            }
        }
        Ok(())
    }
}
