//! What is known of all rectangles up to a limit.

use std::sync::Arc;

use crosscram_rules::{Outcome, PartialOutcome, Player, Tile};

use crate::clauses::Literal;
use crate::numbers::{Kind, Tables};
use crate::prover::{Cause, Prover};
use crate::{Claim, Contradiction, Derivation, Fact, Rule, Size, Source, Statement};

/// Facts about rectangles, and everything that follows from them.
///
/// ```
/// use crosscram_atlas::{Atlas, Claim, Fact, Rule, Source};
/// use crosscram_rules::{Outcome, Player, Tile};
///
/// let mut atlas = Atlas::new(12, Tile::DOMINO, Rule::ALL).expect("the rules agree");
/// // 5x5 is won by the second player, 5x2 by Horizontal.
/// let claims = [
///     ("5x5", Player::Vertical, Player::Horizontal),
///     ("5x2", Player::Vertical, Player::Horizontal),
///     ("5x2", Player::Horizontal, Player::Horizontal),
/// ];
/// let facts = claims.map(|(size, first, winner)| {
///     let claim = Claim::new(size.parse().expect("a size"), first, winner);
///     Fact::wins(claim, Source::Published("BUL02"))
/// });
/// atlas.add(&facts).expect("they agree");
/// let size = "5x7".parse()?;
/// assert_eq!(atlas.outcome(size).outcome(), Some(Outcome::Horizontal));
/// let derivation = atlas.derivation(size, Player::Vertical).expect("it is known");
/// assert_eq!(
///     derivation.to_string(),
///     "H wins 5x7 moving second: cut 5x7 = 5x2 + 5x5\n\
///      ├─ H wins 5x2 moving second: BUL02\n\
///      └─ H wins 5x5 moving second: BUL02",
/// );
/// # Ok::<(), crosscram_atlas::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Atlas {
    tile: Tile,
    pub(crate) prover: Prover,
    pub(crate) facts: Vec<Fact>,
    /// Winners derived from number bounds: the tables at the time, and the entry used.
    pub(crate) bounds: Vec<(Arc<Tables>, Claim, Kind)>,
    rules: Vec<Rule>,
    /// By boolean of the board; computed on demand for boards with an open question.
    possible: Vec<PartialOutcome>,
}

impl Atlas {
    /// What follows from the rules alone for rectangles with sides up to `limit` (at most
    /// [`Size::MAX`]), with these tiles.
    ///
    /// Rules that do not hold for the tiles are left out. The rules alone never give a contradiction;
    /// the type of the error is that of [`Atlas::add`].
    pub fn new(limit: usize, tile: Tile, rules: &[Rule]) -> Result<Atlas, Contradiction> {
        let facts = crate::knowledge::without_premises(limit, tile, rules);
        Atlas::from_facts(limit, tile, rules, &facts)
    }

    /// What follows from `facts` by `rules`. Facts that rules give without premises are not added:
    /// they must be among `facts`.
    pub(crate) fn from_facts(
        limit: usize,
        tile: Tile,
        rules: &[Rule],
        facts: &[Fact],
    ) -> Result<Atlas, Contradiction> {
        let mut atlas = Atlas {
            tile,
            prover: Prover::new(limit.clamp(1, Size::MAX), tile, rules),
            facts: Vec::new(),
            bounds: Vec::new(),
            rules: rules.to_vec(),
            possible: Vec::new(),
        };
        atlas.add(facts)?;
        Ok(atlas)
    }

    /// Adds facts and everything that follows. What is known already keeps its derivation; a new
    /// statement that is both given and derived counts as given. Facts about boards beyond the limit
    /// are skipped.
    ///
    /// After a contradiction the atlas must not be used.
    pub fn add(&mut self, facts: &[Fact]) -> Result<(), Contradiction> {
        for fact in facts {
            let Statement::Wins(claim) = fact.statement else {
                self.facts.push(fact.clone());
                continue;
            };
            if !self.contains(claim.size) {
                continue;
            }
            let number = self.facts.len() as u32;
            self.facts.push(fact.clone());
            let literal = self.prover.variables.literal(claim);
            if self.prover.holds(literal.negated()) {
                let known = self.derive(literal.negated(), claim.first);
                return Err(Contradiction::new(known, Derivation::of_fact(fact)));
            }
            if !self.prover.holds(literal) {
                self.prover.assert(literal, Cause::Fact(number));
            }
        }
        self.close()
    }

    /// Applies all rules until nothing new follows.
    fn close(&mut self) -> Result<(), Contradiction> {
        self.possible.clear();
        let probe = self.rules.contains(&Rule::CaseSplit);
        loop {
            let closed = match probe {
                true => self.prover.probe(),
                false => self.prover.propagate(),
            };
            closed.map_err(|clause| self.clash(clause))?;
            if !self.close_numbers()? {
                return Ok(());
            }
        }
    }

    /// Adds what follows from number bounds. Returns whether anything was new.
    fn close_numbers(&mut self) -> Result<bool, Contradiction> {
        let numbers = |fact: &Fact| !matches!(fact.statement, Statement::Wins(_));
        if !self.rules.contains(&Rule::Numbers) || !self.facts.iter().any(numbers) {
            return Ok(false);
        }
        let tables = Arc::new(Tables::new(&self.prover, &self.facts));
        let mut news = false;
        for (claim, kind) in tables.claims() {
            let literal = self.prover.variables.literal(claim);
            if self.prover.holds(literal) {
                continue;
            }
            if self.prover.holds(literal.negated()) {
                let known = self.derive(literal.negated(), claim.first);
                let bound = self.derive_bound(&tables, claim.size, kind);
                return Err(Contradiction::new(known, bound));
            }
            let number = self.bounds.len() as u32;
            self.bounds.push((Arc::clone(&tables), claim, kind));
            self.prover.assert(literal, Cause::Bound(number));
            news = true;
        }
        if let Some((size, kind)) = tables.clash() {
            let one = self.derive_bound(&tables, size, kind);
            let other = self.derive_bound(&tables, size.transposed(), Kind::Upper);
            return Err(Contradiction::new(one, other));
        }
        Ok(news)
    }

    /// The length of the tiles.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// The longest side.
    pub fn limit(&self) -> usize {
        self.prover.variables.limit
    }

    /// Returns whether a size is within the limit.
    pub fn contains(&self, size: Size) -> bool {
        size.rows().max(size.cols()) <= self.limit()
    }

    /// All sizes up to `rows` x `cols` within the limit, row by row.
    pub fn sizes(&self, rows: usize, cols: usize) -> impl Iterator<Item = Size> + use<> {
        let (rows, cols) = (rows.min(self.limit()), cols.min(self.limit()));
        (1..=rows).flat_map(move |row| (1..=cols).map(move |col| Size::small(row, col)))
    }

    /// The given facts, in the order in which they were added.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Who wins if `first` moves first, if that is known.
    pub fn winner(&self, size: Size, first: Player) -> Option<Player> {
        if !self.contains(size) {
            return None;
        }
        let literal = self
            .prover
            .variables
            .literal(Claim::new(size, first, first));
        let wins = self.prover.value(literal.variable())?;
        Some(if wins { first } else { first.opponent() })
    }

    /// The outcomes that the known winners leave possible. [`Atlas::possible`] may exclude more.
    pub fn outcome(&self, size: Size) -> PartialOutcome {
        let winners = Player::ALL.map(|first| self.winner(size, first));
        let known = PartialOutcome::from_winners(winners[0], winners[1]);
        match size.rows() == size.cols() {
            true => known.and(PartialOutcome::SQUARE).unwrap_or(known),
            false => known,
        }
    }

    /// The outcomes that do not lead to a contradiction. Even where both winners are open an outcome
    /// may be impossible, such as a win of Horizontal whoever begins. Without [`Rule::CaseSplit`]
    /// nothing is excluded in this way.
    pub fn possible(&mut self, size: Size) -> PartialOutcome {
        let known = self.outcome(size);
        let split = self.rules.contains(&Rule::CaseSplit);
        if known.outcome().is_some() || !self.contains(size) || !split {
            return known;
        }
        if self.possible.is_empty() {
            self.possible = self.find_possible();
        }
        self.possible[self.prover.variables.variable(size.rows(), size.cols())]
    }

    fn find_possible(&mut self) -> Vec<PartialOutcome> {
        let sizes: Vec<_> = self.sizes(self.limit(), self.limit()).collect();
        let mut find = |size: Size| {
            let known = self.outcome(size);
            if known.outcome().is_some() {
                return known;
            }
            let allowed = Outcome::ALL.into_iter().filter(|outcome| {
                let literals = Player::ALL.map(|first| {
                    self.prover
                        .variables
                        .literal(Claim::new(size, first, outcome.winner(first)))
                });
                known.allows(*outcome)
                    && self
                        .prover
                        .suppose(&literals, |_, _, clash| clash.is_none())
            });
            // Not empty: otherwise the probe would have found a contradiction.
            PartialOutcome::one_of(allowed).unwrap_or(known)
        };
        sizes.into_iter().map(&mut find).collect()
    }

    /// The last step of the derivation of who wins: a source or a rule with its boards.
    pub fn reason(&self, size: Size, first: Player) -> Option<String> {
        let literal = self.answer(size, first)?;
        Some(self.reason_of(literal))
    }

    /// Why it is known who wins if `first` moves first, down to the sources.
    pub fn derivation(&self, size: Size, first: Player) -> Option<Derivation> {
        let literal = self.answer(size, first)?;
        Some(self.derive(literal, first))
    }

    /// All facts that say who wins if `first` moves first.
    pub fn sources(&self, size: Size, first: Player) -> Vec<&Source> {
        let variables = self.prover.variables;
        let asked = variables.literal(Claim::new(size, first, first));
        let about = |fact: &&Fact| match fact.statement {
            Statement::Wins(claim) => variables.literal(claim).variable() == asked.variable(),
            _ => false,
        };
        let facts = self.facts.iter().filter(about);
        facts.map(|fact| &fact.source).collect()
    }

    fn answer(&self, size: Size, first: Player) -> Option<Literal> {
        let winner = self.winner(size, first)?;
        let claim = Claim::new(size, first, winner);
        Some(self.prover.variables.literal(claim))
    }
}
