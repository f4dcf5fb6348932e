//! A claim with everything it rests on, as a list of steps that a stranger can check.
//!
//! The steps are those of certificates (`docs/certificate.md`, section 6): rules for empty rectangles, and
//! blocks that suppose something and end with a contradiction. Every rule of the atlas is one of
//! these or a few of them. What is given comes first, so that no block drops it.

use std::collections::HashMap;

use crosscram_rules::{Dyadic, Player};

use crate::clauses::{Clause, Literal};
use crate::numbers::{Kind, Origin, Tables};
use crate::prover::{Cause, Refutation};
use crate::{Atlas, Bound, Claim, Rule, Size, Source, Statement};

/// Who wins an empty rectangle plus a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stated {
    /// The rectangle.
    pub size: Size,
    /// The number beside it.
    pub number: Dyadic,
    /// Who moves first.
    pub first: Player,
    /// Who wins.
    pub winner: Player,
}

impl Stated {
    fn of(claim: Claim) -> Stated {
        Stated {
            size: claim.size,
            number: Dyadic::ZERO,
            first: claim.first,
            winner: claim.winner,
        }
    }

    /// The same seen by Vertical: if Horizontal wins, the transposed board with the players exchanged.
    #[must_use]
    pub fn for_vertical(self) -> Stated {
        match self.winner {
            Player::Vertical => self,
            Player::Horizontal => Stated {
                size: self.size.transposed(),
                number: self.number.negated(),
                first: self.first.opponent(),
                winner: Player::Vertical,
            },
        }
    }
}

/// A step. Claims and suppositions are numbered from 1; a contradiction drops the last supposition that
/// is open and all claims after it, and its opposite takes its number.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Something follows.
    Claim(Stated, Inference),
    /// Something is supposed.
    Suppose(Stated),
    /// Two numbers whose statements cannot both be true.
    Contradiction(usize, usize),
}

/// Why a claim is true. Numbers are those of earlier claims.
#[derive(Clone, PartialEq, Debug)]
pub enum Inference {
    /// It is given.
    Given(Source),
    /// Boards, and so many squares, side by side.
    Add(usize, Vec<usize>),
    /// The winner's tile leaves these boards on its sides.
    Split(Vec<usize>),
    /// The move on the middle.
    Corner,
    /// The loser has no move.
    Narrow,
}

impl Atlas {
    /// The steps that prove who wins `size` for each of the first players of whom it is known. `None` if
    /// it is known of none.
    pub fn export(&self, size: Size, firsts: &[Player]) -> Option<Vec<Step>> {
        let known = |&first: &Player| {
            let winner = self.winner(size, first)?;
            Some(Claim::new(size, first, winner))
        };
        let goals: Vec<Claim> = firsts.iter().filter_map(known).collect();
        if goals.is_empty() {
            return None;
        }
        // What is given is known after the first pass; the second begins with it.
        let mut steps = Vec::new();
        for _ in 0..2 {
            let given = steps.into_iter().filter(is_given).collect();
            let mut exporter = Exporter::new(self, given);
            for &goal in &goals {
                exporter.goal(goal);
            }
            steps = exporter.steps;
        }
        Some(steps)
    }
}

fn is_given(step: &Step) -> bool {
    matches!(step, Step::Claim(_, Inference::Given(_)))
}

struct Exporter<'a> {
    atlas: &'a Atlas,
    steps: Vec<Step>,
    /// Number of the last claim.
    count: usize,
    proven: HashMap<Literal, usize>,
    /// By what it says for Vertical.
    given: HashMap<Stated, usize>,
}

impl<'a> Exporter<'a> {
    fn new(atlas: &'a Atlas, given: Vec<Step>) -> Self {
        let mut exporter = Exporter {
            atlas,
            steps: Vec::new(),
            count: 0,
            proven: HashMap::new(),
            given: HashMap::new(),
        };
        for step in given {
            if let Step::Claim(stated, Inference::Given(source)) = step {
                exporter.give(stated, &source);
            }
        }
        exporter
    }

    /// Proves a claim and makes it the last one.
    fn goal(&mut self, claim: Claim) {
        let number = self.prove(self.atlas.prover.variables.literal(claim), None);
        self.claim(Stated::of(claim), Inference::Add(0, vec![number]));
    }

    fn claim(&mut self, stated: Stated, by: Inference) -> usize {
        self.steps.push(Step::Claim(stated, by));
        self.count += 1;
        self.count
    }

    fn suppose(&mut self, stated: Stated) -> usize {
        self.steps.push(Step::Suppose(stated));
        self.count += 1;
        self.count
    }

    /// Closes the block that began with `supposed`.
    fn contradict(&mut self, supposed: usize, (one, other): (usize, usize)) {
        self.steps.push(Step::Contradiction(one, other));
        self.count = supposed;
        self.proven.retain(|_, number| *number < supposed);
        self.given.retain(|_, number| *number < supposed);
    }

    fn give(&mut self, stated: Stated, source: &Source) -> usize {
        if let Some(&number) = self.given.get(&stated.for_vertical()) {
            return number;
        }
        let number = self.claim(stated, Inference::Given(source.clone()));
        self.given.insert(stated.for_vertical(), number);
        number
    }

    /// What a literal says.
    fn stated(&self, literal: Literal) -> Stated {
        let variables = self.atlas.prover.variables;
        let rows = variables.size(literal.variable()).rows();
        Stated::of(variables.claim(literal, rows))
    }

    /// The number of a claim that says what a literal says, which is true, or true within a refutation.
    fn prove(&mut self, literal: Literal, within: Option<&Refutation>) -> usize {
        if let Some(&number) = self.proven.get(&literal) {
            return number;
        }
        let prover = &self.atlas.prover;
        let mut steps = within.iter().flat_map(|refutation| &refutation.steps);
        let step = steps.find(|(step, _)| *step == literal);
        let number = match (step, step.is_none().then(|| prover.cause(literal))) {
            (Some(&(_, clause)), _) => self.follow(literal, clause, within),
            (None, Some(Cause::Clause(clause))) => self.follow(literal, clause, None),
            (None, Some(Cause::Fact(fact))) => self.fact(fact),
            (None, Some(Cause::Bound(bound))) => self.bound(bound),
            (None, Some(Cause::Refuted(refutation))) => {
                let refutation = &prover.refutations[refutation as usize];
                self.refute(refutation)
            }
            // Suppositions are among what is proven as long as they are open.
            (None, Some(Cause::Supposed) | None) => unreachable!("a literal without a cause"),
        };
        self.proven.insert(literal, number);
        number
    }

    fn fact(&mut self, number: u32) -> usize {
        let fact = &self.atlas.facts[number as usize];
        let Statement::Wins(claim) = fact.statement else {
            unreachable!("bounds are no causes of literals");
        };
        let stated = Stated::of(claim);
        match &fact.source {
            Source::Rule(Rule::TwoSquares) => self.claim(stated, Inference::Add(2, vec![])),
            Source::Rule(Rule::Corner) => self.claim(stated, Inference::Corner),
            Source::Rule(_) => self.claim(stated, Inference::Narrow),
            source => self.give(stated, source),
        }
    }

    /// A literal that follows from a clause whose other literals are false.
    fn follow(&mut self, literal: Literal, clause: u32, within: Option<&Refutation>) -> usize {
        let clause = &self.atlas.prover.clauses[clause as usize];
        for &other in clause.literals() {
            if other != literal {
                self.prove(other.negated(), within);
            }
        }
        if let Some(number) = self.forward(literal, clause) {
            return number;
        }
        let supposed = self.suppose(self.stated(literal.negated()));
        self.proven.insert(literal.negated(), supposed);
        let clash = self.clash(clause);
        self.contradict(supposed, clash);
        supposed
    }

    fn refute(&mut self, refutation: &Refutation) -> usize {
        let clause = &self.atlas.prover.clauses[refutation.clash as usize];
        let supposed = self.suppose(self.stated(refutation.supposed));
        self.proven.insert(refutation.supposed, supposed);
        for &literal in clause.literals() {
            self.prove(literal.negated(), Some(refutation));
        }
        let clash = self.clash(clause);
        self.contradict(supposed, clash);
        supposed
    }

    /// The boards of a clause: that V, or H, wins so many columns of its rows moving first.
    fn first_wins(&self, clause: &Clause, player: Player, cols: u8) -> Literal {
        self.atlas.prover.variables.literal(Claim::new(
            Size::small(clause.rows.into(), cols.into()),
            player,
            player,
        ))
    }

    /// A claim of Horizontal about the whole of a cut.
    fn whole(&self, clause: &Clause, first: Player) -> Stated {
        let cols = usize::from(clause.left) + usize::from(clause.right);
        Stated::of(Claim::new(
            Size::small(clause.rows.into(), cols),
            first,
            Player::Horizontal,
        ))
    }

    /// The conclusion of a cut or a split that is about the whole board, whose premises are proven.
    fn forward(&mut self, literal: Literal, clause: &Clause) -> Option<usize> {
        use Player::{Horizontal, Vertical};
        let (left, right) = (clause.left, clause.right);
        match clause.rule {
            Rule::Cut => {
                let whole = left + right;
                let (first, last) = if literal == self.first_wins(clause, Horizontal, whole) {
                    (Horizontal, self.first_wins(clause, Horizontal, right))
                } else if literal == self.first_wins(clause, Vertical, whole).negated() {
                    let last = self.first_wins(clause, Vertical, right);
                    (Vertical, last.negated())
                } else {
                    return None;
                };
                let one = self.first_wins(clause, Vertical, left).negated();
                let premises = vec![*self.proven.get(&one)?, *self.proven.get(&last)?];
                let whole = self.whole(clause, first);
                Some(self.claim(whole, Inference::Add(0, premises)))
            }
            Rule::Split => {
                let stated = self.stated(self.first_wins(clause, Vertical, left + right + 1));
                if literal != self.first_wins(clause, Vertical, left + right + 1) {
                    return None;
                }
                let premises = self.sides(clause)?;
                Some(self.claim(stated, Inference::Split(premises)))
            }
            _ => None,
        }
    }

    /// That Horizontal, moving first, loses what a split leaves.
    fn sides(&self, clause: &Clause) -> Option<Vec<usize>> {
        let sides = [clause.left, clause.right].into_iter();
        let sides = sides.filter(|&cols| cols > 0).map(|cols| {
            let literal = self.first_wins(clause, Player::Horizontal, cols);
            self.proven.get(&literal.negated()).copied()
        });
        sides.collect()
    }

    /// Two claims that contradict each other, from a clause of whose literals the opposites are proven.
    fn clash(&mut self, clause: &Clause) -> (usize, usize) {
        use Player::{Horizontal, Vertical};
        let (left, right) = (clause.left, clause.right);
        let proven = |exporter: &Self, literal: Literal| exporter.proven[&literal];
        let left_second = self.first_wins(clause, Vertical, left).negated();
        let right_second = self.first_wins(clause, Vertical, right).negated();
        let right_first = self.first_wins(clause, Horizontal, right);
        match clause.rule {
            Rule::SquarePlus => {
                let goal = self.whole(clause, Horizontal);
                let against = self.first_wins(clause, Horizontal, left + right).negated();
                let against = proven(self, against);
                let square = Size::small(clause.rows.into(), clause.rows.into());
                let supposed = self.suppose(Stated::of(Claim::new(square, Vertical, Horizontal)));
                let (first, second) = (proven(self, right_first), proven(self, right_second));
                let one = self.claim(goal, Inference::Add(0, vec![supposed, first]));
                self.contradict(supposed, (one, against));
                let one = self.claim(goal, Inference::Add(0, vec![supposed, second]));
                (one, against)
            }
            Rule::SquareParts => {
                let left = proven(self, left_second);
                let parts = [right_second, right_first].map(|part| vec![left, proven(self, part)]);
                let [second, first] = parts;
                let whole = self.whole(clause, Vertical);
                let one = self.claim(whole, Inference::Add(0, second));
                let whole = self.whole(clause, Horizontal);
                (one, self.claim(whole, Inference::Add(0, first)))
            }
            Rule::Split => {
                let whole = self.first_wins(clause, Vertical, left + right + 1);
                let sides = self.sides(clause).expect("both sides are lost");
                let one = self.claim(self.stated(whole), Inference::Split(sides));
                (one, proven(self, whole.negated()))
            }
            _ => {
                let whole_first = self.first_wins(clause, Horizontal, left + right);
                let (first, last, against) = match clause.literals().contains(&whole_first) {
                    true => (Horizontal, right_first, whole_first.negated()),
                    false => {
                        let whole = self.first_wins(clause, Vertical, left + right);
                        (Vertical, right_second, whole)
                    }
                };
                let premises = vec![proven(self, left_second), proven(self, last)];
                let whole = self.whole(clause, first);
                let one = self.claim(whole, Inference::Add(0, premises));
                (one, proven(self, against))
            }
        }
    }

    /// What number bounds say of who wins: all boards of the cut, added at once.
    fn bound(&mut self, number: u32) -> usize {
        let (tables, claim, kind) = &self.atlas.bounds[number as usize];
        let mut parts = Vec::new();
        collect(tables, claim.size, *kind, &mut parts);
        let sum =
            |sum: Dyadic, part: &Part| sum.plus(part.bound.number).expect("a sum of the table");
        let room = parts.iter().fold(Dyadic::ZERO, sum).negated();
        // What exceeds a number by an infinitesimal gets a share of the room, and so does the last
        // step if no player moves first in any part.
        let open = parts.iter().filter(|part| part.bound.infinitesimal).count();
        let nobody_first =
            *kind == Kind::Beats && parts.iter().all(|part| part.kind == Kind::Upper);
        let shares = open + usize::from(nobody_first);
        let mut share = room;
        for _ in 1..shares.next_power_of_two().trailing_zeros() + 1 {
            share = share.half().expect("a share of the room");
        }
        let mut premises = Vec::new();
        for part in parts {
            let number = match part.origin {
                Origin::Claim(literal) => self.prove(literal, None),
                Origin::Fact(fact) => {
                    let number = match part.bound.infinitesimal {
                        true => part.bound.number.plus(share).expect("a number of the room"),
                        false => part.bound.number,
                    };
                    let stated = Stated {
                        number: number.negated(),
                        ..Stated::of(part.kind.claim(part.size))
                    };
                    let source = self.atlas.facts[fact as usize].source.clone();
                    self.give(stated, &source)
                }
                Origin::Cut(..) | Origin::Upper => unreachable!("parts are followed to their ends"),
            };
            premises.push(number);
        }
        let stated = Stated::of(kind.claim(claim.size));
        self.claim(stated, Inference::Add(0, premises))
    }
}

/// A board of a cut with its bound, which is given or says who wins.
struct Part {
    size: Size,
    kind: Kind,
    bound: Bound,
    origin: Origin,
}

fn collect(tables: &Tables, size: Size, kind: Kind, parts: &mut Vec<Part>) {
    let (bound, origin) = tables.get(size, kind).expect("a bound that was used");
    match origin {
        Origin::Cut(left, one, other) => {
            for (cols, kind) in [(left, one), (size.cols() - left, other)] {
                collect(tables, Size::small(size.rows(), cols), kind, parts);
            }
        }
        Origin::Upper => collect(tables, size, Kind::Upper, parts),
        Origin::Fact(_) | Origin::Claim(_) => parts.push(Part {
            size,
            kind,
            bound,
            origin,
        }),
    }
}
