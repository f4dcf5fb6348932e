//! Builds derivations from the causes that the prover recorded.

use std::collections::HashSet;

use crosscram_rules::Player;

use crate::clauses::Literal;
use crate::numbers::{Kind, Origin, Tables};
use crate::prover::{Cause, Refutation};
use crate::{Atlas, Contradiction, Derivation, Reason, Rule, Size, Source, Statement};

/// The literals that a derivation has shown so far.
#[derive(Clone, Default)]
struct Seen(HashSet<Literal>);

impl Atlas {
    /// Derives a true literal, stated for the board on which `first` moves first.
    pub(crate) fn derive(&self, literal: Literal, first: Player) -> Derivation {
        self.node(literal, first, &mut Seen::default(), None)
    }

    /// The two derivations behind a clause whose literals are all false: the last one to become
    /// false must be true by the clause.
    pub(crate) fn clash(&self, number: u32) -> Contradiction {
        let clause = &self.prover.clauses[number as usize];
        let literals = clause.literals().iter().copied();
        let last = literals
            .max_by_key(|literal| self.prover.place(*literal))
            .expect("a clause has literals");
        let first = clause.first(last);
        let known = self.derive(last.negated(), first);
        let by_clause = self.step(last, number, first, &mut Seen::default(), None);
        Contradiction::new(known, by_clause)
    }

    /// The source of a true literal, or its rule with the boards.
    pub(crate) fn reason_of(&self, literal: Literal) -> String {
        let variables = self.prover.variables;
        let describe = |literal, number: u32| {
            self.prover.clauses[number as usize].describe(variables, literal)
        };
        match self.prover.cause(literal) {
            Cause::Fact(number) => self.facts[number as usize].source.to_string(),
            Cause::Clause(number) => describe(Some(literal), number),
            Cause::Bound(number) => {
                let (tables, claim, kind) = &self.bounds[number as usize];
                format!(
                    "numbers: {}",
                    bound_statement(tables, claim.size, *kind)
                        .map_or_else(String::new, |s| s.to_string())
                )
            }
            Cause::Refuted(number) => {
                let refutation = &self.prover.refutations[number as usize];
                let supposed = refutation.supposed;
                let rows = variables.size(supposed.variable()).rows();
                let mut parts = vec![format!(
                    "case split: suppose {}",
                    variables.claim(supposed, rows)
                )];
                let steps = refutation.steps.iter();
                parts.extend(steps.map(|&(literal, number)| describe(Some(literal), number)));
                parts.push(format!("against {}", describe(None, refutation.clash)));
                parts.join("; ")
            }
            Cause::Supposed => Reason::Supposed.to_string(),
        }
    }

    fn node(
        &self,
        literal: Literal,
        first: Player,
        seen: &mut Seen,
        within: Option<&Refutation>,
    ) -> Derivation {
        let statement = Statement::Wins(self.prover.variables.claim_with(literal, first));
        let by = |reason, premises| Derivation::new(statement, reason, premises);
        let leaf = |reason| by(reason, Vec::new());
        if let Some(refutation) = within {
            if literal == refutation.supposed {
                return leaf(Reason::Supposed);
            }
            let mut steps = refutation.steps.iter();
            if let Some(&(_, number)) = steps.find(|(step, _)| *step == literal) {
                return match seen.0.insert(literal) {
                    true => self.step(literal, number, first, seen, within),
                    false => leaf(Reason::Above),
                };
            }
        }
        if let Cause::Fact(number) = self.prover.cause(literal) {
            let source = self.facts[number as usize].source.clone();
            return leaf(Reason::Source(source));
        }
        if !seen.0.insert(literal) {
            return leaf(Reason::Above);
        }
        match self.prover.cause(literal) {
            Cause::Clause(number) => self.step(literal, number, first, seen, None),
            Cause::Bound(number) => {
                let (tables, claim, kind) = &self.bounds[number as usize];
                let premise = self.bound_node(tables, claim.size, *kind, seen);
                let rule = Reason::Rule(Rule::Numbers, Rule::Numbers.name().to_owned());
                by(rule, vec![premise])
            }
            Cause::Refuted(number) => {
                let refutation = &self.prover.refutations[number as usize];
                // What holds only under the assumption must not count as shown outside.
                let mut inside = seen.clone();
                let rule = Reason::Rule(Rule::CaseSplit, "case split, for otherwise".to_owned());
                by(rule, vec![self.refutation(refutation, &mut inside)])
            }
            // Assumptions occur only inside refutations; facts were handled above.
            Cause::Supposed | Cause::Fact(_) => leaf(Reason::Supposed),
        }
    }

    /// A literal that follows from a clause whose other literals are false.
    fn step(
        &self,
        literal: Literal,
        number: u32,
        first: Player,
        seen: &mut Seen,
        within: Option<&Refutation>,
    ) -> Derivation {
        let clause = &self.prover.clauses[number as usize];
        let variables = self.prover.variables;
        let others = clause.literals().iter().filter(|other| **other != literal);
        Derivation {
            statement: Statement::Wins(variables.claim_with(literal, first)),
            reason: Reason::Rule(clause.rule, clause.describe(variables, Some(literal))),
            premises: others
                .map(|other| self.node(other.negated(), clause.first(*other), seen, within))
                .collect(),
        }
    }

    fn refutation(&self, refutation: &Refutation, seen: &mut Seen) -> Derivation {
        let clause = &self.prover.clauses[refutation.clash as usize];
        let text = clause.describe(self.prover.variables, None);
        Derivation {
            statement: Statement::Contradiction,
            reason: Reason::Rule(clause.rule, text),
            premises: clause
                .literals()
                .iter()
                .map(|literal| {
                    let first = clause.first(*literal);
                    self.node(literal.negated(), first, seen, Some(refutation))
                })
                .collect(),
        }
    }

    /// Derives a bound.
    pub(crate) fn derive_bound(&self, tables: &Tables, size: Size, kind: Kind) -> Derivation {
        self.bound_node(tables, size, kind, &mut Seen::default())
    }

    fn bound_node(&self, tables: &Tables, size: Size, kind: Kind, seen: &mut Seen) -> Derivation {
        let entry = tables.get(size, kind);
        let statement = bound_statement(tables, size, kind).unwrap_or(Statement::Contradiction);
        let rule = |text: String, premises| {
            Derivation::new(statement, Reason::Rule(Rule::Numbers, text), premises)
        };
        match entry.map(|(_, origin)| origin) {
            Some(Origin::Fact(number)) => Derivation::of_fact(&self.facts[number as usize]),
            Some(Origin::Claim(literal)) => {
                // At most 0 says that Vertical loses moving first, and Horizontal beats moving first.
                let premise = self.node(literal, kind.first(), seen, None);
                rule("by who wins".to_owned(), vec![premise])
            }
            Some(Origin::Upper) => {
                let premise = self.bound_node(tables, size, Kind::Upper, seen);
                rule("by the upper bound".to_owned(), vec![premise])
            }
            Some(Origin::Cut(left, one, other)) => {
                let right = size.cols() - left;
                let parts = [(left, one), (right, other)]
                    .map(|(cols, kind)| (Size::small(size.rows(), cols), kind));
                let text = format!("cut {size} = {} + {}", parts[0].0, parts[1].0);
                let premises = parts
                    .into_iter()
                    .map(|(part, kind)| self.bound_node(tables, part, kind, seen))
                    .collect();
                rule(text, premises)
            }
            // A bound that is asked for exists.
            None => Derivation::of_fact(&crate::Fact {
                statement,
                source: Source::Rule(Rule::Numbers),
            }),
        }
    }
}

/// What a table says of a board.
fn bound_statement(tables: &Tables, size: Size, kind: Kind) -> Option<Statement> {
    let (bound, _) = tables.get(size, kind)?;
    Some(match kind {
        Kind::Upper => Statement::AtMost(size, bound),
        Kind::Beats => Statement::Beats(size, bound),
    })
}
