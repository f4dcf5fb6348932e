//! The evaluation functions of the paper.

use crosscram_rules::{Board, Player, Tile};

use super::field::Field;
use super::interpretation::{Begins, Penalty};
use super::memo::{Key, Memo};
use super::regions::{Players, RegionKnowledge, Use};
use super::votes::{Counter, Tally, VOTE};
use crate::spec::{Decimal, Settings};
use crosscram_support::random::Random;

/// How a position is evaluated. The weights, and what the paper leaves open, are in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Formula {
    /// Real and safe moves of the player minus the opponent's.
    Ordering,
    /// For each cell: subgames won minus subgames lost.
    TotalVote,
    /// For each cell: 1 if more subgames are won than lost, -1 if fewer.
    Majority,
    /// For each cell: subgames won minus subgames lost, divided by its subgames.
    Proportional,
    /// Proportional, minus one for every subgame of a cell beyond the first.
    ProportionalOverlap,
    /// Subgames won minus subgames lost, divided by all, minus the same penalty.
    ProportionalSubgameOnly,
    /// Proportional with a weight of their own for subgames one cell long or wide.
    Absolute,
    /// A weighted sum of Ordering and Absolute.
    Mixed,
    /// By regions that are small enough to be solved exactly; the others by their rectangles.
    Regions(Use),
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
    settings: Settings,
    counter: Counter,
    memo: Option<Memo>,
    /// For [`Formula::Regions`].
    regions: RegionKnowledge,
}

impl Evaluator {
    pub(super) fn new(
        field: &Field,
        tile: Tile,
        formula: Formula,
        settings: Settings,
    ) -> Evaluator {
        let cells = match formula {
            Formula::Regions(_) => settings.cells,
            _ => 0,
        };
        Evaluator {
            formula,
            settings,
            counter: Counter::new(field, tile, &settings),
            memo: None,
            regions: RegionKnowledge::new(tile, cells),
        }
    }

    /// Evaluates the position for `evaluator` if `mover` is to move.
    pub(super) fn score(&mut self, field: &Field, evaluator: Player, mover: Player) -> Score {
        if self.formula == Formula::Ordering {
            return ordering_score(field, evaluator) * ONE;
        }
        let first = match self.settings.begins {
            Begins::Evaluator => evaluator,
            Begins::Mover => mover,
        };
        if let Formula::Regions(what) = self.formula {
            let players = Players {
                evaluator,
                first,
                mover,
            };
            let counter = &mut self.counter;
            let gamma = self.settings.gamma;
            return self.regions.score(field, what, counter, gamma, players);
        }
        let (counter, settings) = (&mut self.counter, &self.settings);
        let mut compute = || {
            let tally = counter.count(field, evaluator, first);
            match self.formula {
                Formula::Mixed => {
                    let unit = Score::from(Decimal::UNIT);
                    let ordering = weight(settings.ordering_weight);
                    ordering_score(field, evaluator) * ordering * VOTE * unit
                        + shares(&tally, settings.gamma) * weight(settings.absolute_weight)
                }
                formula => by_votes(formula, &tally, settings),
            }
        };
        match (&mut self.memo, Key::new(field, evaluator, first)) {
            (Some(memo), Some(key)) => memo.score(key, compute),
            _ => compute(),
        }
    }

    /// The same, keeping evaluations for when a position comes up again.
    pub(super) fn with_memo(self) -> Evaluator {
        Evaluator {
            memo: Some(Memo::new()),
            ..self
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

fn by_votes(formula: Formula, tally: &Tally, settings: &Settings) -> Score {
    let unit = Score::from(Decimal::UNIT);
    let plain = Decimal::whole(1);
    let overlap = match settings.penalty {
        Penalty::Subtracted => -tally.overlap * ONE,
        Penalty::Added => tally.overlap * ONE,
    };
    match formula {
        Formula::TotalVote => tally.total * ONE,
        Formula::Majority => tally.majority * ONE,
        Formula::Proportional => shares(tally, plain) * unit,
        Formula::ProportionalOverlap => shares(tally, plain) * unit + overlap,
        Formula::ProportionalSubgameOnly => {
            // On a full board there are no subgames.
            ONE * tally.balance / tally.subgames.max(1) + overlap
        }
        Formula::Absolute => shares(tally, settings.gamma) * unit,
        Formula::Ordering | Formula::Mixed | Formula::Regions(_) => {
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
    shares(&tally, gamma) * Score::from(Decimal::UNIT)
}

/// A random fraction below one: the nondeterminism of section 3.1. It orders equal scores randomly and
/// does not change the order of different whole scores.
pub(super) fn lambda(random: &mut Random) -> Score {
    Score::from(random.next_u64() >> 32) * (ONE >> 32)
}

/// Evaluates a position by `formula` if `first` begins in every subgame, as a floating-point number to
/// print.
pub(crate) fn value(
    board: &Board,
    tile: Tile,
    formula: Formula,
    settings: Settings,
    evaluator: Player,
    first: Player,
) -> f64 {
    let field = Field::new(board, tile);
    let settings = Settings {
        begins: Begins::Mover,
        ..settings
    };
    let mut scores = Evaluator::new(&field, tile, formula, settings);
    number(scores.score(&field, evaluator, first))
}

/// A score as a floating-point number to print; whole scores are exact.
pub(super) fn number(score: Score) -> f64 {
    (score / ONE) as f64 + (score % ONE) as f64 / ONE as f64
}
