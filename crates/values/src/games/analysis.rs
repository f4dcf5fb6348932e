//! Further properties of a game: outcome, stops, birthday, incentives.

use std::collections::HashMap;

use crosscram_rules::{Dyadic, Outcome, Player};

use super::{Game, GameError, Games};

/// Incentives: the gain of each player's moves, without dominated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incentives {
    /// Gᴸ − G for Left.
    pub left: Vec<Game>,
    /// G − Gᴿ for Right.
    pub right: Vec<Game>,
}

impl Games {
    /// Who wins; Left is Vertical.
    pub fn outcome(&mut self, game: Game) -> Outcome {
        // A comparison with a number, which the stops decide.
        let holds = self.le(Game::ZERO, game);
        let wins = !self.le(game, Game::ZERO);
        let winner = |vertical: bool| match vertical {
            true => Player::Vertical,
            false => Player::Horizontal,
        };
        Outcome::from_winners(winner(wins), winner(holds))
    }

    /// The number at which play stops when Left begins and both avoid numbers.
    pub fn left_stop(&self, game: Game) -> Dyadic {
        self.node(game).left_stop.number()
    }

    /// The number at which play stops when Right begins.
    pub fn right_stop(&self, game: Game) -> Dyadic {
        self.node(game).right_stop.number()
    }

    /// The birthday of the game: the length of the longest play in its canonical form.
    pub fn birthday(&self, game: Game) -> u64 {
        self.birthday_with(game, &mut HashMap::new())
    }

    fn birthday_with(&self, game: Game, known: &mut HashMap<Game, u64>) -> u64 {
        if let Some(x) = self.as_number(game) {
            return x.birthday();
        }
        if let Some(&birthday) = known.get(&game) {
            return birthday;
        }
        let options = self.stored_left(game).iter().chain(self.stored_right(game));
        let last = options
            .map(|&option| self.birthday_with(option, known))
            .max();
        let birthday = 1 + last.unwrap_or(0);
        known.insert(game, birthday);
        birthday
    }

    /// The number of different games, numbers aside, in the canonical form, itself included.
    pub fn followers(&self, game: Game) -> usize {
        let mut seen = std::collections::HashSet::new();
        let mut waiting = vec![game];
        while let Some(game) = waiting.pop() {
            if !self.is_number(game) && seen.insert(game) {
                waiting.extend(self.stored_left(game));
                waiting.extend(self.stored_right(game));
            }
        }
        seen.len()
    }

    /// These games and all games that occur in their canonical forms, numbers without theirs, each
    /// once and after its options.
    pub(crate) fn with_followers(&self, games: impl Iterator<Item = Game>) -> Vec<Game> {
        let mut seen = std::collections::HashSet::new();
        let mut waiting: Vec<Game> = games.collect();
        while let Some(game) = waiting.pop() {
            if seen.insert(game) && !self.is_number(game) {
                waiting.extend(self.stored_left(game));
                waiting.extend(self.stored_right(game));
            }
        }
        let mut order: Vec<Game> = seen.into_iter().collect();
        // Options have less depth than the game, and numbers have none.
        order.sort_unstable_by_key(|&game| (self.node(game).depth, game));
        order
    }

    /// Computes the incentives of each player.
    pub fn incentives(&mut self, game: Game) -> Result<Incentives, GameError> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in self.left_options(game)? {
            left.push(self.difference(option, game)?);
        }
        for option in self.right_options(game)? {
            right.push(self.difference(game, option)?);
        }
        // For each player the larger incentive is better.
        self.keep_largest(&mut left);
        self.keep_largest(&mut right);
        Ok(Incentives { left, right })
    }
}
