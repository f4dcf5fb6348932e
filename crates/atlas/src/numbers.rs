//! The cut with numbers: upper bounds of a board's value, added up over its parts.
//!
//! There are two tables. `upper(m,n)`: the value of m x n is at most this. `beats(m,n)`: Horizontal
//! wins moving first on m x n less this. Each starts from given facts and from outcomes (a board that
//! Vertical loses moving first is at most 0) and is completed in order of columns: a board takes the
//! best of all its cuts, whose parts are complete by then.

use crosscram_rules::{Dyadic, Player};

use crate::clauses::{Literal, Variables};
use crate::prover::Prover;
use crate::{Bound, Claim, Fact, Size, Statement};

/// Where a bound comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The fact with this number.
    Fact(u32),
    /// A known winner.
    Claim(Literal),
    /// A cut after this many columns: the bounds of the left and the right part, from these tables.
    Cut(usize, Kind, Kind),
    /// The upper bound of the same board.
    Upper,
}

/// One of the two tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Upper,
    Beats,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Upper, Kind::Beats];

    /// Who moves first where the bound 0 says that Horizontal wins.
    pub(crate) fn first(self) -> Player {
        match self {
            Kind::Upper => Player::Vertical,
            Kind::Beats => Player::Horizontal,
        }
    }

    /// What the bound 0 says.
    pub(crate) fn claim(self, size: Size) -> Claim {
        Claim::new(size, self.first(), Player::Horizontal)
    }
}

/// The two tables.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    variables: Variables,
    /// By boolean of the board, [`Kind::Upper`] first.
    best: [Vec<Option<(Bound, Origin)>>; 2],
}

impl Tables {
    /// Computes all bounds that follow from facts and outcomes.
    pub(crate) fn new(prover: &Prover, facts: &[Fact]) -> Tables {
        let variables = prover.variables;
        let empty = vec![None; variables.count()];
        let mut tables = Tables {
            variables,
            best: [empty.clone(), empty],
        };
        for (number, fact) in facts.iter().enumerate() {
            let (size, kind, bound) = match fact.statement {
                Statement::AtMost(size, bound) => (size, Kind::Upper, bound),
                Statement::Beats(size, bound) => (size, Kind::Beats, bound),
                Statement::Wins(_) | Statement::Contradiction => continue,
            };
            if size.rows().max(size.cols()) <= variables.limit {
                tables.offer(size, kind, bound, Origin::Fact(number as u32));
            }
        }
        for rows in 1..=variables.limit {
            for cols in 1..=variables.limit {
                tables.complete(prover, Size::small(rows, cols));
            }
        }
        tables
    }

    /// The best bound of a board, and where it comes from.
    pub(crate) fn get(&self, size: Size, kind: Kind) -> Option<(Bound, Origin)> {
        self.best[kind as usize][self.variables.variable(size.rows(), size.cols())]
    }

    fn offer(&mut self, size: Size, kind: Kind, bound: Bound, origin: Origin) {
        let place = self.variables.variable(size.rows(), size.cols());
        let best = &mut self.best[kind as usize][place];
        if best.is_none_or(|(known, _)| bound < known) {
            *best = Some((bound, origin));
        }
    }

    fn complete(&mut self, prover: &Prover, size: Size) {
        let zero = Bound::exact(Dyadic::ZERO);
        for kind in Kind::ALL {
            let literal = self.variables.literal(kind.claim(size));
            if prover.holds(literal) {
                self.offer(size, kind, zero, Origin::Claim(literal));
            }
        }
        for left in 1..size.cols() {
            let right = size.cols() - left;
            for (one, other, whole) in [
                (Kind::Upper, Kind::Upper, Kind::Upper),
                (Kind::Upper, Kind::Beats, Kind::Beats),
                (Kind::Beats, Kind::Upper, Kind::Beats),
            ] {
                let part = |cols, kind| self.get(Size::small(size.rows(), cols), kind);
                let sum = part(left, one)
                    .zip(part(right, other))
                    .and_then(|((one, _), (other, _))| one.plus(other));
                if let Some(sum) = sum {
                    self.offer(size, whole, sum, Origin::Cut(left, one, other));
                }
            }
        }
        // If a game is at most u, Horizontal wins it less any number above u.
        if let Some((upper, _)) = self.get(size, Kind::Upper) {
            let nearly = Bound::nearly(upper.number);
            self.offer(size, Kind::Beats, nearly, Origin::Upper);
        }
    }

    /// The winners that follow from the bounds, each with the table used.
    pub(crate) fn claims(&self) -> Vec<(Claim, Kind)> {
        let mut found = Vec::new();
        for variable in 0..self.variables.count() {
            let size = self.variables.size(variable);
            let holds = |kind: &Kind| {
                let bound = self.get(size, *kind);
                bound.is_some_and(|(bound, _)| bound.is_not_above_zero())
            };
            let kinds = Kind::ALL.into_iter().filter(holds);
            found.extend(kinds.map(|kind| (kind.claim(size), kind)));
        }
        found
    }

    /// Returns a board with contradictory bounds: its own in one table, and the upper bound of the
    /// transposed board, whose negative is a lower bound.
    pub(crate) fn clash(&self) -> Option<(Size, Kind)> {
        let boards = (0..self.variables.count()).map(|variable| self.variables.size(variable));
        let mut pairs = boards.flat_map(|size| Kind::ALL.map(|kind| (size, kind)));
        pairs.find(|&(size, kind)| {
            let bounds = self
                .get(size, kind)
                .zip(self.get(size.transposed(), Kind::Upper));
            let sum = bounds.and_then(|((one, _), (other, _))| one.plus(other));
            sum.is_some_and(|sum| match kind {
                Kind::Upper => sum.number < Dyadic::ZERO,
                Kind::Beats => sum.is_not_above_zero(),
            })
        })
    }
}
