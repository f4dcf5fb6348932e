//! The options of the engine crosscram.

use super::{Levels, OptionError, Ordering, RegionLimit, TableSize, no_such_part};
use crosscram_rules::Question;
use crosscram_values::largest;

const NAME: &str = "crosscram";

/// All options of the engine crosscram.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CrosscramOptions {
    /// The levels of the switch bounds.
    pub bounds: Levels,
    /// In which order moves are tried. There is no dynamic order.
    pub ordering: Ordering,
    /// Test all children by the bounds of their parent before visiting any.
    pub test_children: bool,
    /// Size to which the transposition table may grow; the tables of regions may grow as large.
    pub table: TableSize,
    /// Threads that work on one search.
    pub threads: usize,
}

impl Default for CrosscramOptions {
    fn default() -> Self {
        CrosscramOptions {
            bounds: Levels::DEFAULT,
            ordering: Ordering::Positional,
            test_children: true,
            table: TableSize::Bytes(1 << 30),
            threads: 1,
        }
    }
}

impl CrosscramOptions {
    pub(crate) fn check(&self, question: &Question) -> Result<(), OptionError> {
        let tile = question.tile.length();
        if self.ordering == Ordering::Dynamic {
            return Err(no_such_part("ordering", NAME, "there is no dynamic order"));
        }
        if self.table.is_none() && self.threads > 1 {
            let why = "threads share one search by its table, and there is none";
            return Err(no_such_part("threads", NAME, why));
        }
        if let Some(RegionLimit::Cells(cells)) = self.bounds.regions
            && cells > largest(tile)
        {
            let why = format!(
                "with tiles of {tile} regions have at most {} cells",
                largest(tile)
            );
            return Err(no_such_part("bounds", NAME, &why));
        }
        Ok(())
    }

    pub(crate) fn describe(&self) -> Vec<(&'static str, String)> {
        vec![
            ("bounds", self.bounds.to_string()),
            ("ordering", self.ordering.to_string()),
            ("test_children", self.test_children.to_string()),
            ("table", self.table.to_string()),
            ("threads", self.threads.to_string()),
        ]
    }
}
