//! RandomBot: any move.

use crosscram_rules::Player;

use crate::contestant::{Choice, Contestant, Failure, Game, Turn};
use crosscram_support::random::Random;

/// Plays any legal move, all equally likely (van Daalen 2012, section 2.2).
#[derive(Clone, Debug)]
pub(crate) struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    pub(crate) fn new() -> RandomPlayer {
        RandomPlayer {
            random: Random::new(0),
        }
    }
}

impl Contestant for RandomPlayer {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn begin(&mut self, _: &Game, _: Player, seed: u64) -> Result<(), Failure> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        Ok(turn.any_move(&mut self.random).into())
    }
}
