//! The options of the engine crosscram.

use super::{
    EngineName, Levels, OptionError, Ordering, Refused, RegionLimit, TableSize, number, switch,
};
use crosscram_rules::Question;
use crosscram_values::tables::largest;

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
        let refuse =
            |option, why: &str| Err(OptionError::of_no_use(option, EngineName::Crosscram, why));
        let tile = question.tile.length();
        if self.ordering == Ordering::Dynamic {
            return refuse("ordering", "there is no dynamic order");
        }
        if self.table.is_none() && self.threads > 1 {
            let why = "threads share one search by its table, and there is none";
            return refuse("threads", why);
        }
        if let Some(RegionLimit::Cells(cells)) = self.bounds.regions
            && cells > largest(tile)
        {
            let why = format!(
                "with tiles of {tile} regions have at most {} cells",
                largest(tile)
            );
            return refuse("bounds", &why);
        }
        Ok(())
    }

    pub(super) fn acting(&self) -> Vec<(&'static str, String)> {
        vec![
            ("bounds", self.bounds.to_string()),
            ("ordering", self.ordering.to_string()),
            ("test_children", self.test_children.to_string()),
            ("table", self.table.to_string()),
            ("threads", self.threads.to_string()),
        ]
    }

    /// Sets one of them.
    pub(super) fn set(&mut self, name: &str, text: &str) -> Result<(), Refused> {
        match name {
            "bounds" => self.bounds = text.parse()?,
            "ordering" => match text.parse()? {
                Ordering::Dynamic => return Err(Refused::NoSuchPart),
                ordering => self.ordering = ordering,
            },
            "test_children" => self.test_children = switch(text)?,
            "threads" => self.threads = number(text, 1..=1024)? as usize,
            _ => return Err(Refused::NoSuchPart),
        }
        Ok(())
    }
}
