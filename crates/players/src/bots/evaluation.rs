//! The evaluation functions of the paper.

use crosscram_rules::{Board, Player, Tile};

use super::field::Field;
use super::regions::{Players, RegionKnowledge, Use};
use super::votes::{Counter, Tally, VOTE};
use crate::spec::Decimal;
use crosscram_support::random::Random;

/// How a position is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Formula {
    /// Real and safe moves of the player minus the opponent's.
    Ordering,
    /// For each cell: subgames won minus subgames lost.
    TotalVote,
    /// For each cell: 1 if at least as many subgames are won as lost, else -1.
    Majority,
    /// For each cell: subgames won minus subgames lost, divided by its subgames.
    Proportional,
    /// Proportional, minus one for every subgame of a cell beyond the first.
    ProportionalOverlap,
    /// Subgames won minus subgames lost, divided by all, minus the same penalty.
    ProportionalSubgameOnly,
    /// Proportional with another weight for subgames one cell long or wide.
    Absolute {
        /// That weight.
        gamma: Decimal,
    },
    /// A weighted sum of Ordering and Absolute.
    Mixed {
        /// The weight of narrow subgames.
        gamma: Decimal,
        /// The weight of the score by real and safe moves.
        ordering: Decimal,
        /// The weight of the score by votes.
        absolute: Decimal,
    },
    /// By regions that are small enough to be solved exactly.
    Regions {
        /// How they are scored.
        what: Use,
        /// The maximum number of cells.
        cells: u32,
        /// The weight of narrow rectangles in the others.
        gamma: Decimal,
    },
}

/// Who is assumed to begin in every subgame, which the paper leaves open where it matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Begins {
    /// The player who evaluates, as in the values that the paper gives for its Figure 1.
    Evaluator,
    /// Whoever is to move in the position.
    Mover,
}

/// An exact score, in millionths of the parts that [`VOTE`] counts. Larger is better for the evaluating
/// player.
pub(super) type Score = i128;

/// One, as a score.
pub(super) const ONE: Score = VOTE * (Decimal::UNIT as i128) * (Decimal::UNIT as i128);

/// The score of a won game, larger than any evaluation.
pub(super) const WON: Score = ONE * 1_000_000_000;

/// Evaluates positions of one board size.
#[derive(Clone)]
pub(super) struct Evaluator {
    formula: Formula,
    begins: Begins,
    counter: Counter,
    /// For [`Formula::Regions`].
    regions: RegionKnowledge,
}

impl Evaluator {
    pub(super) fn new(field: &Field, tile: Tile, formula: Formula, begins: Begins) -> Evaluator {
        Evaluator {
            formula,
            begins,
            counter: Counter::new(field, tile),
            regions: RegionKnowledge::new(
                tile,
                match formula {
                    Formula::Regions { cells, .. } => cells,
                    _ => 0,
                },
            ),
        }
    }

    /// Evaluates the position for `evaluator` if `mover` is to move.
    pub(super) fn score(&mut self, field: &Field, evaluator: Player, mover: Player) -> Score {
        if self.formula == Formula::Ordering {
            return ordering_score(field, evaluator) * ONE;
        }
        let first = match self.begins {
            Begins::Evaluator => evaluator,
            Begins::Mover => mover,
        };
        if let Formula::Regions { what, gamma, .. } = self.formula {
            let players = Players {
                evaluator,
                first,
                mover,
            };
            let counter = &mut self.counter;
            return self.regions.score(field, what, counter, gamma, players);
        }
        let tally = self.counter.count(field, evaluator, first);
        match self.formula {
            Formula::Mixed {
                gamma,
                ordering,
                absolute,
            } => {
                let unit = Score::from(Decimal::UNIT);
                ordering_score(field, evaluator) * weight(ordering) * VOTE * unit
                    + shares(&tally, gamma) * weight(absolute)
            }
            formula => by_votes(formula, &tally),
        }
    }
}

/// OrderingBot's score: real and safe moves of `player` minus the opponent's.
pub(super) fn ordering_score(field: &Field, player: Player) -> Score {
    let counts = field.counts();
    let all = |player: Player| counts.real[player.index()] + counts.safe[player.index()];
    Score::from(all(player) - all(player.opponent()))
}

fn weight(decimal: Decimal) -> Score {
    Score::from(decimal.thousandths())
}

/// The shares of wide subgames and, weighted, of narrow ones, in thousandths of parts of a vote.
fn shares(tally: &Tally, gamma: Decimal) -> Score {
    tally.wide_shares * Score::from(Decimal::UNIT) + tally.narrow_shares * weight(gamma)
}

fn by_votes(formula: Formula, tally: &Tally) -> Score {
    let unit = Score::from(Decimal::UNIT);
    let plain = Decimal::whole(1);
    match formula {
        Formula::TotalVote => tally.total * ONE,
        Formula::Majority => tally.majority * ONE,
        Formula::Proportional => shares(tally, plain) * unit,
        Formula::ProportionalOverlap => shares(tally, plain) * unit - tally.overlap * ONE,
        Formula::ProportionalSubgameOnly => {
            // On a full board there are no subgames.
            ONE * tally.balance / tally.subgames.max(1) - tally.overlap * ONE
        }
        Formula::Absolute { gamma } => shares(tally, gamma) * unit,
        Formula::Ordering | Formula::Mixed { .. } | Formula::Regions { .. } => {
            unreachable!("these need more than votes")
        }
    }
}

/// ProportionalAbsoluteBot's score.
pub(super) fn by_rectangles(
    counter: &mut Counter,
    field: &Field,
    gamma: Decimal,
    evaluator: Player,
    first: Player,
) -> Score {
    let tally = counter.count(field, evaluator, first);
    by_votes(Formula::Absolute { gamma }, &tally)
}

/// A random fraction below one: the nondeterminism of section 3.1. It orders equal scores randomly and
/// does not change the order of different whole scores.
pub(super) fn lambda(random: &mut Random) -> Score {
    Score::from(random.next_u64() >> 32) * (ONE >> 32)
}

/// Evaluates a position by `formula`, as a floating-point number to print.
pub(crate) fn value(
    board: &Board,
    tile: Tile,
    formula: Formula,
    evaluator: Player,
    first: Player,
) -> f64 {
    let field = Field::new(board, tile);
    let mut scores = Evaluator::new(&field, tile, formula, Begins::Mover);
    scores.score(&field, evaluator, first) as f64 / ONE as f64
}
