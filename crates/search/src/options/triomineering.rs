//! The options of the engine triomineering-2016.

use super::{OptionError, TableSize, no_such_part};
use crosscram_rules::Question;

/// The solver of 2016 with all its techniques; only its table has a size to choose.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TriomineeringOptions {
    /// Size of the transposition table.
    pub table: TableSize,
}

impl Default for TriomineeringOptions {
    fn default() -> Self {
        TriomineeringOptions {
            table: TableSize::DEFAULT,
        }
    }
}

impl TriomineeringOptions {
    pub(crate) fn check(&self, question: &Question) -> Result<(), OptionError> {
        if question.number != 0.into() {
            let why = "it does not know numbers";
            return Err(no_such_part("number", "triomineering-2016", why));
        }
        Ok(())
    }

    pub(crate) fn describe(&self) -> Vec<(&'static str, String)> {
        vec![("table", self.table.to_string())]
    }
}
