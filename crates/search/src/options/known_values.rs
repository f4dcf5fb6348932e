//! Values of regions that a search knows before it begins.

use super::Refused;
use crosscram_rules::Question;
use crosscram_values::positions::PositionValues;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

/// Values of regions, shared. Two are equal if they are the same in memory.
#[derive(Clone, Debug)]
pub struct KnownValues(Arc<PositionValues>);

impl KnownValues {
    /// The values themselves, for a search that adds others.
    pub(crate) fn values(&self) -> PositionValues {
        PositionValues::clone(&self.0)
    }

    /// Why they would do nothing for this question in a search that uses regions of up to so many cells.
    pub(super) fn why_useless(&self, question: &Question, cells: u32) -> Option<String> {
        if self.0.tile() != question.tile {
            return Some(format!(
                "its values are for tiles of {} cells",
                self.0.tile()
            ));
        }
        (cells == 0).then(|| "the search uses no values".to_string())
    }

    /// Takes the values of a file as a database, of whose complete sizes all are used unless some number of
    /// cells is already chosen.
    pub(super) fn use_file(
        name: &str,
        database: &mut Option<KnownValues>,
        cells: &mut u32,
    ) -> Result<(), Refused> {
        let values = PositionValues::load(Path::new(name));
        let values = values.map_err(|error| Refused::Value(format!("{name}: {error}")))?;
        let known = KnownValues::from(values);
        if *cells == 0 {
            *cells = known.complete();
        }
        *database = Some(known);
        Ok(())
    }

    /// How options describe them.
    pub(super) fn describe(&self) -> String {
        format!("all of {} cells", self.complete())
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
