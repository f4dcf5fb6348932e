//! Players that follow thermographic strategies over the independent regions of a position.

use crosscram_rules::{Board, Player};
use crosscram_support::stop::Stop;
use crosscram_values::positions::{HotMove, PositionValues};

use crate::contestant::{Choice, Contestant, Failure, Game, Turn};
use crate::spec::Spec;

/// A thermographic strategy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Strategy {
    /// The hottest region.
    Hotstrat,
    /// The region of the last move if that was a threat, else the hottest.
    Sentestrat,
}

/// Follows a strategy once all regions are small enough to have exact values, and an adviser before.
/// The strategies are heuristics, not proofs, so nothing is claimed.
pub(crate) struct Thermal {
    name: String,
    strategy: Strategy,
    cells: u32,
    values: Option<PositionValues>,
    adviser: Box<dyn Contestant>,
}

/// The maximum number of known regions, after which the table is cleared.
const MAX_KNOWN: usize = 2_000_000;

impl Thermal {
    pub(crate) fn new(name: String, strategy: Strategy, cells: u32, adviser: &Spec) -> Thermal {
        Thermal {
            name,
            strategy,
            cells,
            values: None,
            adviser: adviser.build(),
        }
    }

    /// The move that the strategy proposes; `None` while some region is too large, or its value out of
    /// range.
    fn proposal(&mut self, turn: &Turn<'_>) -> Option<HotMove> {
        let tile = turn.tile();
        let small = |region: &Board| {
            region.free_count() <= self.cells
                || !Player::ALL
                    .iter()
                    .any(|&player| region.can_move(player, tile))
        };
        if !turn.board.regions_in_place().iter().all(small) {
            return None;
        }
        let known = self
            .values
            .take()
            .filter(|values| values.tile() == tile && values.regions_known() <= MAX_KNOWN);
        let mut values = known.unwrap_or_else(|| PositionValues::new(tile).with_limit(self.cells));
        // If the region of the last move was too large before it, its threat cannot be compared.
        let last = turn.played.last().copied();
        let advice = values
            .advice(&turn.board, turn.side, last)
            .or_else(|_| values.advice(&turn.board, turn.side, None));
        self.values = Some(values);
        let advice = advice.ok()??;
        Some(match self.strategy {
            Strategy::Hotstrat => advice.hotstrat,
            Strategy::Sentestrat => advice.sentestrat,
        })
    }
}

impl Contestant for Thermal {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, game: &Game, side: Player, seed: u64) -> Result<(), Failure> {
        self.adviser.begin(game, side, seed)
    }

    fn heed(&mut self, stop: &Stop) {
        self.adviser.heed(stop);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        match self.proposal(turn) {
            Some(hot) => Ok(hot.mov.into()),
            None => self.adviser.choose(turn),
        }
    }

    fn is_deterministic(&self) -> bool {
        self.adviser.is_deterministic()
    }
}
