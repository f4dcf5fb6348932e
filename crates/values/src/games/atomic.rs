//! Atomic weights: how many ups an infinitesimal is worth.
//!
//! Defined for all-small games, those in which as long as one player can move the other can, too. The
//! atomic weight A of G is the only game for which ↓ + ☆ < G − A·↑ < ↑ + ☆, where ☆ is a nimber larger than all
//! in G and the product is Norton's (Berlekamp, Conway and Guy 1982, chapter 8; Siegel 2013, section
//! II.7). Whoever is ahead by two ups wins, whoever begins.

use super::{Game, GameError, Games};
use std::collections::HashMap;

impl Games {
    /// The atomic weight of `game`; `None` if it is not all-small.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// for (text, weight) in [("^3*2", "3"), ("{^^|v}", "1/2"), ("*5", "0")] {
    ///     let game = games.parse(text)?;
    ///     let found = games.atomic_weight(game)?;
    ///     assert_eq!(found.map(|game| games.text(game)), Some(weight.to_string()), "{text}");
    /// }
    /// let hot = games.parse("{1|-1}")?;
    /// assert_eq!(games.atomic_weight(hot)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(&mut self, game: Game) -> Result<Option<Game>, GameError> {
        if !self.is_all_small(game) {
            return Ok(None);
        }
        // A nimber that is not in the game and larger than those that are: a form with nimbers up to n has
        // a birthday of at least n.
        let far = u32::try_from(self.birthday(game)).map_err(|_| GameError::TooDeep)?;
        let far = self.nimber(far + 1)?;
        self.weight(game, far, &mut HashMap::new()).map(Some)
    }

    /// Returns whether in all followers of `game` either both players can move or neither.
    pub fn is_all_small(&self, game: Game) -> bool {
        let all = self.with_followers([game].into_iter());
        // Every number but 0 has a follower in which only one player can move.
        all.into_iter()
            .all(|game| game == Game::ZERO || !self.is_number(game))
    }

    /// The atomic weight of an all-small game; `far` is a larger nimber than any in it.
    fn weight(
        &mut self,
        game: Game,
        far: Game,
        known: &mut HashMap<Game, Game>,
    ) -> Result<Game, GameError> {
        if game == Game::ZERO {
            return Ok(game);
        }
        if let Some(&weight) = known.get(&game) {
            return Ok(weight);
        }
        self.check_interrupt()?;
        let (two, minus_two) = (self.integer(2)?, self.integer(-2)?);
        let (mut left, mut right) = (self.left_options(game)?, self.right_options(game)?);
        for option in &mut left {
            let weight = self.weight(*option, far, known)?;
            *option = self.sum(weight, minus_two)?;
        }
        for option in &mut right {
            let weight = self.weight(*option, far, known)?;
            *option = self.sum(weight, two)?;
        }
        let mut weight = self.construct(&left, &right)?;
        if self.as_number(weight).is_some_and(|x| x.is_integer()) {
            weight = self.eccentric(game, far, &left, &right)?;
        }
        known.insert(game, weight);
        Ok(weight)
    }

    /// The weight of a game for which it is an integer: among those that fit between `left` and `right` the
    /// largest if the game is above the far nimber, the smallest if it is below, else 0.
    fn eccentric(
        &mut self,
        game: Game,
        far: Game,
        left: &[Game],
        right: &[Game],
    ) -> Result<Game, GameError> {
        let step = match (self.le(far, game), self.le(game, far)) {
            (true, _) => 1,
            (_, true) => -1,
            _ => return Ok(Game::ZERO),
        };
        let simplest = self.construct(left, right)?;
        let mut weight = simplest;
        let step = self.integer(step)?;
        // Walls are far apart only as far as the weights of options, which are small.
        loop {
            let next = self.sum(weight, step)?;
            let fits = !left.iter().any(|&option| self.le(next, option))
                && !right.iter().any(|&option| self.le(option, next));
            match fits {
                true => weight = next,
                false => return Ok(weight),
            }
        }
    }
}
