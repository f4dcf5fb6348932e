//! Depth-limited alpha-beta search over the evaluation functions.

use crosscram_rules::Player;

use super::Design;
use super::evaluation::{Evaluator, Score, WON, lambda, ordering_score};
use super::field::{Field, Place};
use crosscram_support::random::Random;
use crosscram_support::stop::Stop;

/// A search from one player's point of view.
pub(super) struct Search<'a> {
    pub(super) field: &'a mut Field,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) random: &'a mut Random,
    /// The searching player, from whose side scores are.
    pub(super) root: Player,
    pub(super) design: Design,
    /// Ends the search early.
    pub(super) stop: &'a Stop,
    /// The positions visited so far.
    pub(super) nodes: u64,
    /// Lists of places to reuse.
    pub(super) spare: &'a mut Vec<Vec<Place>>,
}

impl Search<'_> {
    /// Searches `place`, a move of the root player, to `depth` moves in all. The score is exact
    /// inside `alpha..beta`; outside, a search of more than one move returns `alpha` or `beta`.
    pub(super) fn after(&mut self, place: Place, depth: u32, alpha: Score, beta: Score) -> Score {
        self.field.toggle(self.root, place);
        let score = self.score(self.root.opponent(), depth - 1, alpha, beta);
        self.field.toggle(self.root, place);
        score
    }

    /// Searches `depth` more moves with `mover` to move.
    fn score(&mut self, mover: Player, depth: u32, mut alpha: Score, mut beta: Score) -> Score {
        self.nodes += 1;
        let maximises = mover == self.root;
        if !self.field.can_move(mover) {
            return if maximises { -WON } else { WON };
        }
        if depth == 0 {
            return self.evaluate(mover);
        }
        let window = (alpha, beta);
        let places = self.places(mover);
        for &place in &places {
            if self.is_stopped() {
                break;
            }
            self.field.toggle(mover, place);
            let score = self.score(mover.opponent(), depth - 1, alpha, beta);
            self.field.toggle(mover, place);
            if maximises {
                alpha = alpha.max(score);
            } else {
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        self.spare.push(places);
        let score = if maximises { alpha } else { beta };
        score.clamp(window.0, window.1)
    }

    /// Returns whether to give up. What is returned then means nothing.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    fn evaluate(&mut self, mover: Player) -> Score {
        let score = self.design.settings.even.score(self.root, mover, |player| {
            self.evaluator.score(self.field, player, mover)
        });
        match self.design.lambda {
            true => score + lambda(self.random),
            false => score,
        }
    }

    /// The moves of `mover`, in the order in which they are tried.
    fn places(&mut self, mover: Player) -> Vec<Place> {
        let mut places = self.spare.pop().unwrap_or_default();
        self.field
            .places(mover, self.design.settings.listed, &mut places);
        if self.design.ordered {
            places.sort_by_cached_key(|&place| -order(self.field, mover, place));
        }
        places
    }
}

/// OrderingBot's score for `player` after its move.
pub(super) fn order(field: &mut Field, player: Player, place: Place) -> Score {
    field.toggle(player, place);
    let score = ordering_score(field, player);
    field.toggle(player, place);
    score
}
