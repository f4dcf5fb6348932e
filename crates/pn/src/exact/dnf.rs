//! Disjunctive normal forms of what a node still needs (section 4.3).
//!
//! A clause says: *these transpositions, and this many leaves in addition*. A node's form holds all
//! clauses that can be best. A transposition is replaced by what it needs itself only where its
//! occurrences meet, so that nothing is counted twice.

use super::effort::{Cut, Effort};
use crate::numbers::{INFINITY, sum};

/// Maximum number of clauses in one form.
const MAX_CLAUSES: usize = 10_000;
/// Maximum number of clauses before those that need no less than another are removed.
const MAX_PRODUCTS: usize = 500_000;

/// A sorted set of transposition nodes, and a number of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) transpositions: Vec<u32>,
    pub(crate) leaves: u32,
}

/// A disjunction of clauses; without clauses it cannot be satisfied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dnf {
    pub(crate) clauses: Vec<Clause>,
}

impl Dnf {
    /// The form that cannot be satisfied.
    pub(crate) fn never() -> Dnf {
        Dnf::default()
    }

    /// A number of leaves.
    pub(crate) fn leaves(leaves: u32) -> Dnf {
        Dnf {
            clauses: vec![Clause {
                transpositions: Vec::new(),
                leaves,
            }],
        }
    }

    /// What this transposition needs.
    pub(crate) fn transposition(node: u32) -> Dnf {
        Dnf {
            clauses: vec![Clause {
                transpositions: vec![node],
                leaves: 0,
            }],
        }
    }

    /// The leaves of the first clause: in a normalised form, the node's number.
    pub(crate) fn number(&self) -> u32 {
        self.clauses
            .first()
            .map_or(INFINITY, |clause| clause.leaves)
    }

    /// Returns whether some clause names this transposition.
    pub(crate) fn names(&self, node: u32) -> bool {
        let mut clauses = self.clauses.iter();
        clauses.any(|clause| clause.transpositions.binary_search(&node).is_ok())
    }

    /// The disjunction of two forms.
    pub(crate) fn or(mut self, other: &Dnf, effort: &mut Effort<'_>) -> Result<Dnf, Cut> {
        self.clauses.extend_from_slice(&other.clauses);
        self.simplified(effort)
    }

    /// The conjunction of two forms, without clauses of `useless` leaves or more.
    pub(crate) fn and(
        &self,
        other: &Dnf,
        useless: u32,
        effort: &mut Effort<'_>,
    ) -> Result<Dnf, Cut> {
        if self.clauses.len().saturating_mul(other.clauses.len()) > MAX_PRODUCTS {
            return Err(Cut::TooLarge);
        }
        let mut clauses = Vec::new();
        for a in &self.clauses {
            for b in &other.clauses {
                effort.step()?;
                if sum(a.leaves, b.leaves) < useless {
                    clauses.push(a.and(b));
                }
            }
        }
        Dnf { clauses }.simplified(effort)
    }

    /// Puts the node's number first and removes clauses that it makes useless.
    pub(crate) fn normalised(mut self, number: u32, effort: &mut Effort<'_>) -> Result<Dnf, Cut> {
        if number == INFINITY {
            return Ok(Dnf::never());
        }
        self.clauses.extend(Dnf::leaves(number).clauses);
        self.simplified(effort)
    }

    /// Removes clauses that need no less than another, and sorts those with the fewest transpositions
    /// first.
    fn simplified(mut self, effort: &mut Effort<'_>) -> Result<Dnf, Cut> {
        self.clauses.sort_unstable_by(|a, b| {
            let sizes = (a.transpositions.len(), a.leaves);
            sizes
                .cmp(&(b.transpositions.len(), b.leaves))
                .then_with(|| a.transpositions.cmp(&b.transpositions))
        });
        self.clauses.dedup();
        let mut minimal: Vec<Clause> = Vec::new();
        // A bit for each transposition modulo 64: most pairs differ in them.
        let mut bits: Vec<(u64, u32)> = Vec::new();
        for clause in self.clauses {
            effort.step()?;
            let (own, leaves) = (clause.bits(), clause.leaves);
            let mut candidates = bits.iter().zip(&minimal);
            let dominated = candidates.any(|(&(others, fewer), better)| {
                others & !own == 0 && fewer <= leaves && better.is_no_more_than(&clause)
            });
            if !dominated {
                minimal.push(clause);
                bits.push((own, leaves));
            }
            if minimal.len() > MAX_CLAUSES {
                return Err(Cut::TooLarge);
            }
        }
        Ok(Dnf { clauses: minimal })
    }
}

impl Clause {
    fn and(&self, other: &Clause) -> Clause {
        let mut transpositions = self.transpositions.clone();
        transpositions.extend_from_slice(&other.transpositions);
        transpositions.sort_unstable();
        transpositions.dedup();
        Clause {
            transpositions,
            leaves: sum(self.leaves, other.leaves),
        }
    }

    /// A bit for each transposition, modulo the number of bits.
    fn bits(&self) -> u64 {
        let bits = self.transpositions.iter().map(|node| 1 << (node % 64));
        bits.fold(0, |all: u64, bit: u64| all | bit)
    }

    fn is_no_more_than(&self, other: &Clause) -> bool {
        let within = |node: &u32| other.transpositions.binary_search(node).is_ok();
        self.leaves <= other.leaves && self.transpositions.iter().all(within)
    }

    /// The clause without one of its transpositions.
    fn without(&self, node: u32) -> Clause {
        let others = self.transpositions.iter().copied();
        Clause {
            transpositions: others.filter(|&other| other != node).collect(),
            leaves: self.leaves,
        }
    }
}

/// Which transposition of a clause is replaced first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Substitution {
    /// The one with the highest dependency number, so that none comes back after it is replaced.
    HighestFirst,
    /// The one with the lowest: wrong, and the subject of Fig. 4.5.
    #[cfg(test)]
    LowestFirst,
}

/// Computes the number of leaves that a form needs, and the transpositions involved (Fig. 4.6).
pub(crate) fn minimum<'a>(
    dnf: &Dnf,
    form_of: &impl Fn(u32) -> &'a Dnf,
    dependency: &impl Fn(u32) -> u32,
    substitution: Substitution,
    budget: &mut u64,
    effort: &mut Effort<'_>,
) -> Result<(u32, Vec<u32>), Cut> {
    let mut least = INFINITY;
    let mut used = Vec::new();
    for clause in &dnf.clauses {
        // The transpositions of a clause can only add to its leaves.
        if clause.leaves >= least {
            continue;
        }
        let highest = |node: &&u32| (dependency(**node), **node);
        let next = match substitution {
            Substitution::HighestFirst => clause.transpositions.iter().max_by_key(highest),
            #[cfg(test)]
            Substitution::LowestFirst => clause.transpositions.iter().min_by_key(highest),
        };
        let Some(&transposition) = next else {
            (least, used) = (clause.leaves, Vec::new());
            continue;
        };
        *budget = budget.checked_sub(1).ok_or(Cut::TooLarge)?;
        let rest = Dnf {
            clauses: vec![clause.without(transposition)],
        };
        let substituted = rest.and(form_of(transposition), least, effort)?;
        let (number, mut with) = minimum(
            &substituted,
            form_of,
            dependency,
            substitution,
            budget,
            effort,
        )?;
        if number < least {
            with.push(transposition);
            (least, used) = (number, with);
        }
    }
    Ok((least, used))
}
