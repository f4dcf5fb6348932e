//! Derivations: why a statement is true, down to its sources.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Fact, Rule, Source, Statement};

/// A statement with the reason for it and what the reason needs: a tree whose leaves are sources.
///
/// A statement that occurs several times is derived once and only named elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Derivation {
    /// What is derived.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub statement: Statement,
    /// The last step.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub reason: Reason,
    /// The derivations of what the last step needs.
    pub premises: Vec<Derivation>,
}

/// The last step of a derivation.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// It is given.
    Source(Source),
    /// By a rule; the text names the boards it was applied to.
    Rule(Rule, String),
    /// Assumed in a case split, whose other case is then true.
    Supposed,
    /// Derived elsewhere in the same tree.
    Above,
}

/// As its text.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Source(source) => source.fmt(f),
            Reason::Rule(_, text) => f.write_str(text),
            Reason::Supposed => f.write_str("supposed"),
            Reason::Above => f.write_str("see above"),
        }
    }
}

impl Derivation {
    /// A given fact.
    pub(crate) fn of_fact(fact: &Fact) -> Derivation {
        let reason = Reason::Source(fact.source.clone());
        Derivation::new(fact.statement, reason, Vec::new())
    }

    pub(crate) fn new(
        statement: Statement,
        reason: Reason,
        premises: Vec<Derivation>,
    ) -> Derivation {
        Derivation {
            statement,
            reason,
            premises,
        }
    }

    /// Draws the tree, one string per line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: {}", self.statement, self.reason)];
        for (index, premise) in self.premises.iter().enumerate() {
            let last = index + 1 == self.premises.len();
            let (first, rest) = match last {
                true => ("└─ ", "   "),
                false => ("├─ ", "│  "),
            };
            for (number, line) in premise.lines().into_iter().enumerate() {
                let branch = if number == 0 { first } else { rest };
                lines.push(format!("{branch}{line}"));
            }
        }
        lines
    }

    /// All sources in the tree.
    pub fn sources(&self) -> Vec<&Source> {
        let given = self.given().into_iter();
        given.map(|(_, source)| source).collect()
    }

    /// What the tree takes as given, with the sources.
    pub fn given(&self) -> Vec<(&Statement, &Source)> {
        let mut found = match &self.reason {
            Reason::Source(source) => vec![(&self.statement, source)],
            _ => Vec::new(),
        };
        for premise in &self.premises {
            found.extend(premise.given());
        }
        found
    }
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// Two derivations of which at most one can be right.
#[derive(Clone, PartialEq, Debug)]
pub struct Contradiction {
    /// The first derivation.
    pub one: Box<Derivation>,
    /// The derivation of the opposite.
    pub other: Box<Derivation>,
}

impl Contradiction {
    pub(crate) fn new(one: Derivation, other: Derivation) -> Contradiction {
        Contradiction {
            one: Box::new(one),
            other: Box::new(other),
        }
    }
}

/// The two trees side by side.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = (self.one.lines(), self.other.lines());
        let width = left.iter().map(|line| line.chars().count()).max();
        let width = width.unwrap_or(0);
        write!(f, "contradiction:")?;
        for number in 0..left.len().max(right.len()) {
            let line = |lines: &[String]| lines.get(number).cloned().unwrap_or_default();
            let both = format!("  {:<width$}  |  {}", line(&left), line(&right));
            write!(f, "\n{}", both.trim_end())?;
        }
        Ok(())
    }
}

impl std::error::Error for Contradiction {}
