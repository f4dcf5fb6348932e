//! The knowledge-based players of F. van Daalen, *A knowledge-based approach to Domineering*,
//! Maastricht University, 2012.
//!
//! | file | what is there |
//! |---|---|
//! | `rectangles.rs` | subgames: maximal rectangles of free cells (section 2.1) |
//! | `knowledge.rs` | who wins which rectangle |
//! | `field.rs` | the position as lines of cells; real and safe moves (section 2.2) |
//! | `votes.rs`, `evaluation.rs` | the evaluation functions (section 2.3), exactly |
//! | `interpretation.rs` | what the paper leaves open, and suspected faults, as choices |
//! | `judge.rs` | subgames and scores of a position, to look at |
//! | `regions.rs` | what the paper wished for: exact values of regions of any shape |
//! | `alpha_beta.rs`, `memo.rs` | the search; evaluations kept for it |
//! | `mod.rs` | the bots: which evaluation, which chances (sections 2.3 and 3.1) |
//!
//! Scores are integers in a fixed small unit, never floating-point numbers: scores that are equal in
//! the paper are equal here, and the bots that choose among equal moves depend on it.

mod alpha_beta;
mod evaluation;
mod field;
mod interpretation;
mod judge;
mod knowledge;
mod memo;
mod rectangles;
mod regions;
#[cfg(test)]
mod tests;
mod votes;

use crosscram_rules::{Move, Player, Tile};

use crate::contestant::{Choice, Contestant, Failure, Game, Turn};
use crate::spec::{Decimal, Settings};
use alpha_beta::{Search, order};
use crosscram_support::random::Random;
use crosscram_support::stop::Stop;
use evaluation::{Evaluator, Score, WON};
pub(crate) use evaluation::{Formula, value};
use field::{Field, Place};
pub use interpretation::{Begins, Draws, Even, Listed, Penalty, Singles, Ties};
pub use judge::{Judged, Subgame, subgames};
pub use knowledge::known_outcome;
pub(crate) use regions::Use;

/// Everything that distinguishes the bots that search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Design {
    pub(crate) formula: Formula,
    pub(crate) settings: Settings,
    /// Whether to add a random fraction below one to each evaluation.
    pub(crate) lambda: bool,
    /// Whether to order moves by OrderingBot's score.
    pub(crate) ordered: bool,
    /// The probability that an equally good move replaces the best.
    pub(crate) swap: Decimal,
    /// The probability of playing a random move instead.
    pub(crate) stray: Decimal,
}

/// A bot that searches.
pub(crate) struct Bot {
    name: String,
    design: Design,
    random: Random,
    stop: Stop,
    /// For the size of board that was played last.
    evaluator: Option<(Game, Evaluator)>,
    spare: Vec<Vec<Place>>,
}

impl Bot {
    pub(crate) fn new(name: String, design: Design) -> Bot {
        Bot {
            name,
            design,
            random: Random::new(0),
            stop: Stop::new(),
            evaluator: None,
            spare: Vec::new(),
        }
    }

    /// Searches for the best move, with the bot's rule for ties. Returns it with the number of positions
    /// visited.
    pub(crate) fn search(&mut self, turn: &Turn<'_>) -> (Move, u64) {
        let design = self.design;
        let mut field = Field::new(&turn.board, turn.tile());
        let moves = design.moves(turn, &mut field);
        let known = self.evaluator.take().filter(|(game, _)| {
            let size = |game: &Game| (game.board.rows(), game.board.cols(), game.tile);
            size(game) == size(turn.game)
        });
        let mut evaluator = match known {
            Some((_, evaluator)) => evaluator,
            None => design.evaluator(&field, turn.tile()),
        };
        let mut search = Search {
            field: &mut field,
            evaluator: &mut evaluator,
            random: &mut self.random,
            root: turn.side,
            design,
            stop: &self.stop,
            nodes: 0,
            spare: &mut self.spare,
        };
        let mut best: Option<(Score, Move)> = None;
        for mov in moves {
            let place = search.field.place(mov);
            let swaps = design.swap > Decimal::default();
            let (alpha, known) = match best {
                None => (-WON, None),
                Some((score, _)) => (score, Some(score)),
            };
            // One less, to tell an equal score from a worse one.
            let exact = swaps && design.settings.ties == Ties::Exact && known.is_some();
            let alpha = if exact { alpha - 1 } else { alpha };
            let score = search.after(place, design.settings.depth, alpha, WON);
            // The first move, whatever it is worth, or else the best of those that were searched.
            if search.is_stopped() && known.is_some() {
                break;
            }
            let better = match known {
                None => true,
                Some(known) if score == known => swaps && chance(search.random, design.swap),
                Some(known) => score > known,
            };
            if better {
                best = Some((score, mov));
            }
        }
        let nodes = search.nodes;
        self.evaluator = Some((*turn.game, evaluator));
        (best.expect("whoever is asked has a move").1, nodes)
    }
}

impl Design {
    fn evaluator(&self, field: &Field, tile: Tile) -> Evaluator {
        let evaluator = Evaluator::new(field, tile, self.formula, self.settings);
        // Positions that can be reached by several orders of moves begin at depth 3.
        match self.settings.depth < 3 {
            true => evaluator,
            false => evaluator.with_memo(),
        }
    }

    /// The moves in the order in which they are tried.
    fn moves(&self, turn: &Turn<'_>, field: &mut Field) -> Vec<Move> {
        let mut moves: Vec<Move> = turn.moves().collect();
        if self.settings.listed == Listed::Columns {
            moves.sort_by_key(|mov| (mov.cell().col(), mov.cell().row()));
        }
        if self.ordered {
            moves.sort_by_cached_key(|&mov| {
                let place = field.place(mov);
                -order(field, turn.side, place)
            });
        }
        moves
    }
}

/// Returns true with this probability.
fn chance(random: &mut Random, chance: Decimal) -> bool {
    random.below(Decimal::UNIT as u64) < chance.thousandths().max(0) as u64
}

impl Contestant for Bot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _: &Game, _: Player, seed: u64) -> Result<(), Failure> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        if self.design.stray > Decimal::default() && chance(&mut self.random, self.design.stray) {
            return Ok(turn.any_move(&mut self.random).into());
        }
        Ok(self.search(turn).0.into())
    }

    fn is_deterministic(&self) -> bool {
        let never = Decimal::default();
        !self.design.lambda && self.design.swap == never && self.design.stray == never
    }
}
