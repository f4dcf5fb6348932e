//! The options of the engine triomineering-2016.

use super::{OptionError, TableSize, no_such_part};
use crate::triomineering::Techniques;
use crosscram_rules::Question;
use crosscram_values::positions::PositionValues;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The solver of 2016: its techniques, and those that its authors proposed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TriomineeringOptions {
    /// The techniques in use.
    pub techniques: Techniques,
    /// Size of the transposition table.
    pub table: TableSize,
    /// Values of regions that are known before the search, if it uses any.
    pub database: Option<KnownValues>,
}

/// Values of regions, shared. Two are equal if they are the same in memory.
#[derive(Clone, Debug)]
pub struct KnownValues(Arc<PositionValues>);

impl KnownValues {
    /// The values themselves, for a search that adds others.
    pub(crate) fn values(&self) -> PositionValues {
        PositionValues::clone(&self.0)
    }

    /// All connected regions of up to this many cells are known.
    pub fn complete(&self) -> u32 {
        self.0.complete()
    }
}

impl From<PositionValues> for KnownValues {
    fn from(values: PositionValues) -> KnownValues {
        KnownValues(Arc::new(values))
    }
}

impl PartialEq for KnownValues {
    fn eq(&self, other: &KnownValues) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for KnownValues {}

impl Hash for KnownValues {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl Default for TriomineeringOptions {
    fn default() -> Self {
        TriomineeringOptions {
            techniques: Techniques::ALL,
            table: TableSize::DEFAULT,
            database: None,
        }
    }
}

impl TriomineeringOptions {
    pub(crate) fn check(&self, question: &Question) -> Result<(), OptionError> {
        let refuse = |option, why: &str| Err(no_such_part(option, "triomineering-2016", why));
        if question.number != 0.into() {
            return refuse("number", "it does not know numbers");
        }
        if let Some(KnownValues(known)) = &self.database {
            if known.tile() != question.tile {
                let why = format!("its values are for tiles of {} cells", known.tile());
                return refuse("database", &why);
            }
            if self.techniques.values == 0 {
                return refuse("database", "the search uses no values");
            }
        }
        Ok(())
    }

    pub(crate) fn describe(&self) -> Vec<(&'static str, String)> {
        let Techniques {
            ordering,
            table,
            symmetry,
            values,
            cutoffs,
            replacement,
        } = self.techniques;
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        let ordering = if ordering { "primary" } else { "none" };
        let mut list = vec![
            ("ordering", ordering.to_string()),
            ("cutoffs", switch(cutoffs)),
        ];
        match table {
            false => list.push(("table", "none".to_string())),
            true => {
                let scheme = replacement.map_or("first", |scheme| scheme.name());
                list.extend([
                    ("symmetry", switch(symmetry)),
                    ("replacement", scheme.to_string()),
                    ("table", self.table.to_string()),
                ]);
            }
        }
        if values > 0 {
            list.push(("values", values.to_string()));
        }
        if let Some(known) = &self.database {
            list.push(("database", format!("all of {} cells", known.complete())));
        }
        list
    }
}
