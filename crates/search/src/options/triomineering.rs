//! The options of the engine triomineering-2016.

use super::{
    EngineName, KnownValues, MOST_CELLS, OptionError, Ordering, Refused, Replacement, TableSize,
    number, switch,
};
use crate::triomineering::Techniques;
use crosscram_rules::Question;

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
        let engine = EngineName::Triomineering2016;
        let refuse = |option, why: &str| Err(OptionError::of_no_use(option, engine, why));
        if question.number != 0.into() {
            return refuse("number", "it does not know numbers");
        }
        if self.techniques.replacement == Some(Replacement::FindFirstScattered) {
            let why = "its table has one entry for all reflections, so none can be scattered";
            return refuse("replacement", why);
        }
        match &self.database {
            Some(known) => match known.why_useless(question, self.techniques.values) {
                Some(why) => refuse("database", &why),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    pub(super) fn acting(&self) -> Vec<(&'static str, String)> {
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
        list.push(("values", values.to_string()));
        if let Some(known) = &self.database {
            list.push(("database", known.describe()));
        }
        list
    }

    /// Sets one of them.
    pub(super) fn set(&mut self, name: &str, text: &str) -> Result<(), Refused> {
        let techniques = &mut self.techniques;
        match name {
            // It orders moves by real and safe moves, or not at all.
            "ordering" => match text.parse()? {
                Ordering::None => techniques.ordering = false,
                Ordering::Primary => techniques.ordering = true,
                Ordering::Positional | Ordering::Dynamic => return Err(Refused::NoSuchPart),
            },
            "cutoffs" => techniques.cutoffs = switch(text)?,
            "symmetry" => techniques.symmetry = switch(text)?,
            "replacement" if text == "first" => techniques.replacement = None,
            "replacement" => techniques.replacement = Some(text.parse()?),
            "values" => techniques.values = number(text, 1..=MOST_CELLS)?,
            "database" => {
                KnownValues::use_file(text, &mut self.database, &mut techniques.values)?;
            }
            _ => return Err(Refused::NoSuchPart),
        }
        Ok(())
    }
}
