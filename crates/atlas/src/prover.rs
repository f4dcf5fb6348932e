//! Unit propagation and failed literals: everything that follows from the clauses.
//!
//! A clause with one open literal and all others false makes that one true. What this misses is found
//! by assuming the opposite and reaching a contradiction (a failed literal). Both together are not
//! complete for clauses in general; for the atlas a test finds a model for either value of every
//! boolean that stays open.

use crosscram_rules::Tile;

use crate::Rule;
use crate::clauses::{Clause, Literal, Variables, clauses};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The fact with this number.
    Fact(u32),
    /// The clause with this number; its other literals are false.
    Clause(u32),
    /// The refutation with this number.
    Refuted(u32),
    /// The number bound with this number.
    Bound(u32),
    /// Assumed for a probe.
    Supposed,
}

/// An assumption that leads to a contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// The assumption.
    pub(crate) supposed: Literal,
    /// The consequences that the contradiction needs, in order, each with its clause.
    pub(crate) steps: Vec<(Literal, u32)>,
    /// The clause that cannot be satisfied.
    pub(crate) clash: u32,
}

/// The clauses, and which literals are true.
#[derive(Clone, Debug)]
pub(crate) struct Prover {
    pub(crate) variables: Variables,
    pub(crate) clauses: Vec<Clause>,
    /// Numbers of the clauses that contain a literal, literal after literal.
    occurrences: Vec<u32>,
    /// Where in `occurrences` the clauses of each literal begin, and at last where they end.
    begins: Vec<u32>,
    /// Whether each literal is true, by [`Literal::index`].
    holds: Vec<bool>,
    /// The cause of each variable; meaningless while it is open.
    causes: Vec<Cause>,
    /// The place of each variable in the trail; meaningless while it is open.
    places: Vec<u32>,
    trail: Vec<Literal>,
    /// How much of the trail has been propagated.
    done: usize,
    pub(crate) refutations: Vec<Refutation>,
}

impl Prover {
    pub(crate) fn new(limit: usize, tile: Tile, rules: &[Rule]) -> Prover {
        let variables = Variables { limit };
        let clauses = clauses(variables, tile, rules);
        let literals = 2 * variables.count();
        let mut begins = vec![0u32; literals + 1];
        for clause in &clauses {
            for literal in clause.literals() {
                begins[literal.index() + 1] += 1;
            }
        }
        for index in 0..literals {
            begins[index + 1] += begins[index];
        }
        let mut next = begins.clone();
        let mut occurrences = vec![0; begins[literals] as usize];
        for (number, clause) in clauses.iter().enumerate() {
            for literal in clause.literals() {
                let place = &mut next[literal.index()];
                occurrences[*place as usize] = number as u32;
                *place += 1;
            }
        }
        Prover {
            variables,
            clauses,
            occurrences,
            begins,
            holds: vec![false; literals],
            causes: vec![Cause::Supposed; variables.count()],
            places: vec![0; variables.count()],
            trail: Vec::new(),
            done: 0,
            refutations: Vec::new(),
        }
    }

    /// Returns whether a literal is known to be true.
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.holds[literal.index()]
    }

    /// The value of a boolean, if it is known.
    pub(crate) fn value(&self, variable: usize) -> Option<bool> {
        if self.holds(Literal::new(variable, true)) {
            Some(true)
        } else if self.holds(Literal::new(variable, false)) {
            Some(false)
        } else {
            None
        }
    }

    /// Why a true literal is true.
    pub(crate) fn cause(&self, literal: Literal) -> Cause {
        debug_assert!(self.holds(literal));
        self.causes[literal.variable()]
    }

    /// All true literals, in the order in which they became true.
    pub(crate) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The place of a true literal in the trail, after everything it follows from.
    pub(crate) fn place(&self, literal: Literal) -> u32 {
        self.places[literal.variable()]
    }

    /// Makes an open literal true.
    pub(crate) fn assert(&mut self, literal: Literal, cause: Cause) {
        debug_assert!(self.value(literal.variable()).is_none());
        self.holds[literal.index()] = true;
        self.causes[literal.variable()] = cause;
        self.places[literal.variable()] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    /// Propagates until nothing new follows. Returns a clause that cannot be satisfied as an error.
    pub(crate) fn propagate(&mut self) -> Result<(), u32> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let falsified = literal.negated().index();
            let range = self.begins[falsified] as usize..self.begins[falsified + 1] as usize;
            for place in range {
                let number = self.occurrences[place];
                let clause = self.clauses[number as usize];
                let mut open = None;
                let mut more = false;
                for &other in clause.literals() {
                    if self.holds(other) {
                        more = true;
                        break;
                    }
                    if !self.holds(other.negated()) {
                        more = open.is_some();
                        open = Some(other);
                        if more {
                            break;
                        }
                    }
                }
                match open {
                    _ if more => {}
                    None => return Err(number),
                    Some(last) => self.assert(last, Cause::Clause(number)),
                }
            }
        }
        Ok(())
    }

    /// Assumes literals, calls `look` on the result, and undoes everything. `look` gets the prover,
    /// the place in the trail where the consequences begin, and the clash if there is one.
    pub(crate) fn suppose<T>(
        &mut self,
        literals: &[Literal],
        look: impl FnOnce(&Prover, usize, Option<u32>) -> T,
    ) -> T {
        let mark = self.trail.len();
        debug_assert_eq!(mark, self.done);
        let mut clash = None;
        for &literal in literals {
            if clash.is_some() || self.holds(literal) {
                continue;
            }
            if self.holds(literal.negated()) {
                // Two assumptions contradict each other; there is no clause to name.
                clash = Some(u32::MAX);
                continue;
            }
            self.assert(literal, Cause::Supposed);
            clash = self.propagate().err();
        }
        let seen = look(self, mark, clash);
        for literal in self.trail.drain(mark..) {
            self.holds[literal.index()] = false;
        }
        self.done = mark;
        seen
    }

    /// Returns the contradiction that follows from an assumption, if any.
    pub(crate) fn refute(&mut self, supposed: Literal) -> Option<Refutation> {
        self.suppose(&[supposed], |prover, mark, clash| {
            clash.map(|clash| prover.refutation(supposed, mark, clash))
        })
    }

    /// Collects the steps of the trail after `mark` that the clash needs.
    fn refutation(&self, supposed: Literal, mark: usize, clash: u32) -> Refutation {
        let mut needed = vec![false; self.trail.len() - mark];
        let mut need = |literals: &[Literal]| {
            for literal in literals {
                let place = self.places[literal.variable()] as usize;
                if place >= mark {
                    needed[place - mark] = true;
                }
            }
        };
        need(self.clauses[clash as usize].literals());
        let mut steps = Vec::new();
        for place in (mark..self.trail.len()).rev() {
            let literal = self.trail[place];
            if !needed[place - mark] {
                continue;
            }
            if let Cause::Clause(number) = self.cause(literal) {
                steps.push((literal, number));
                for other in self.clauses[number as usize].literals() {
                    let place = self.places[other.variable()] as usize;
                    if *other != literal && place >= mark {
                        needed[place - mark] = true;
                    }
                }
            }
        }
        steps.reverse();
        Refutation {
            supposed,
            steps,
            clash,
        }
    }

    /// Refutes open literals until none can be refuted. Returns a clause that cannot be satisfied as
    /// an error.
    pub(crate) fn probe(&mut self) -> Result<(), u32> {
        self.propagate()?;
        let mut quiet = 0;
        let mut variable = 0;
        let count = self.variables.count();
        // Stops after a whole round without news.
        while quiet < count {
            quiet += 1;
            for value in [true, false] {
                if self.value(variable).is_some() {
                    break;
                }
                let supposed = Literal::new(variable, value);
                if let Some(refutation) = self.refute(supposed) {
                    let number = self.refutations.len() as u32;
                    self.refutations.push(refutation);
                    self.assert(supposed.negated(), Cause::Refuted(number));
                    self.propagate()?;
                    quiet = 0;
                }
            }
            variable = (variable + 1) % count;
        }
        Ok(())
    }
}
