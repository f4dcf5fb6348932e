//! Switch vectors of games in canonical form.

use crate::games::{Game, GameError, Games};
use crate::switches::{Options, SwitchVector};
use std::collections::HashMap;

/// The vectors of games, each computed once from its options.
///
/// The vector of a canonical form is at least as good as the sum of the vectors of the games that
/// were added up to it: negatives have cancelled, numbers have been added, dominated and reversible
/// options are gone.
#[derive(Default)]
pub struct GameVectors {
    known: HashMap<Game, SwitchVector>,
}

impl GameVectors {
    /// An empty collection.
    pub fn new() -> GameVectors {
        GameVectors::default()
    }

    /// The vector of a game of `games`, which must always be the same arena.
    pub fn of(&mut self, games: &mut Games, game: Game) -> Result<SwitchVector, GameError> {
        if let Some(vector) = self.known.get(&game) {
            return Ok(*vector);
        }
        let mut options = Options::NONE;
        for option in games.left_options(game)? {
            options.left(&self.of(games, option)?);
        }
        for option in games.right_options(game)? {
            options.right(&self.of(games, option)?);
        }
        let vector = options.vector();
        self.known.insert(game, vector);
        Ok(vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::Dyadic;
    use crosscram_rules::Outcome;

    #[test]
    fn the_vector_tells_the_outcome() {
        let mut games = Games::new();
        let mut vectors = GameVectors::new();
        for text in [
            "0",
            "1",
            "-3",
            "3/8",
            "*",
            "^",
            "v",
            "^*",
            "{1|-1}",
            "{2|0}",
            "{2||1|-1}",
            "{1|1/2}",
            "{1|-1} + *",
            "{5/4|-1} + ^",
            "{{2|0}|-1}",
        ] {
            let game = games.parse(text).expect(text);
            let vector = vectors.of(&mut games, game).expect(text);
            let outcome = games.outcome(game);
            let second = matches!(outcome, Outcome::Vertical | Outcome::Second);
            let first = matches!(outcome, Outcome::Vertical | Outcome::First);
            assert_eq!(vector.wins_second(), second, "{text} {vector:?}");
            assert_eq!(vector.wins_first(), first, "{text} {vector:?}");
        }
    }

    #[test]
    fn the_vector_of_a_sum_is_no_worse_than_the_sum_of_vectors() {
        let mut games = Games::new();
        let mut vectors = GameVectors::new();
        let texts = [
            "{1|-1}",
            "{3/2|0}",
            "*",
            "^",
            "{2||1|-1}",
            "-1/2",
            "{3|-2}",
            "{1||0|-2}",
        ];
        let mut strictly = 0;
        for a in texts {
            for b in texts {
                let (a, b) = (games.parse(a).expect(a), games.parse(b).expect(b));
                let sum = games.sum(a, b).expect("a small sum");
                let parts = [a, b].map(|game| vectors.of(&mut games, game).expect("small"));
                let whole = vectors.of(&mut games, sum).expect("small");
                let added = parts[0].plus(&parts[1]);
                assert!(!added.exceeds(&whole), "{a:?} {b:?}: {added:?} {whole:?}");
                strictly += usize::from(whole.exceeds(&added));
            }
        }
        assert!(strictly > 0);
        let third = games.number(Dyadic::from(3));
        let vector = vectors.of(&mut games, third.expect("a number"));
        assert_eq!(vector.expect("a number"), SwitchVector::integer(3));
    }
}
