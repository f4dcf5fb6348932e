//! Negation and sums.

use super::{Game, GameError, Games};
use crosscram_rules::Dyadic;

impl Games {
    /// −`game`: the players change roles.
    pub fn negative(&mut self, game: Game) -> Result<Game, GameError> {
        if let Some(known) = self.node(game).negative {
            return Ok(known);
        }
        let negative = match self.as_number(game) {
            Some(x) => self.number(x.negated())?,
            None => {
                let left = self.negatives(self.stored_right(game).to_vec())?;
                let right = self.negatives(self.stored_left(game).to_vec())?;
                self.intern(&left, &right)?
            }
        };
        self.node_mut(game).negative = Some(negative);
        self.node_mut(negative).negative = Some(game);
        Ok(negative)
    }

    fn negatives(&mut self, mut options: Vec<Game>) -> Result<Vec<Game>, GameError> {
        for option in &mut options {
            *option = self.negative(*option)?;
        }
        options.sort_unstable();
        Ok(options)
    }

    /// `g` + `h`: each turn is a move in one of them.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, GameError> {
        match (self.as_number(g), self.as_number(h)) {
            (Some(x), Some(y)) => self.number(x.plus(y)?),
            (Some(x), None) => self.translated(h, x),
            (None, Some(y)) => self.translated(g, y),
            (None, None) => self.sum_of_two(g.min(h), g.max(h)),
        }
    }

    /// `g` − `h`.
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, GameError> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }

    /// The sum of all of them.
    pub fn total(&mut self, terms: impl IntoIterator<Item = Game>) -> Result<Game, GameError> {
        let mut terms = terms.into_iter();
        terms.try_fold(Game::ZERO, |sum, term| self.sum(sum, term))
    }

    /// `n` copies of `game`; of −`game` if `n` is negative.
    pub fn multiple(&mut self, n: i64, game: Game) -> Result<Game, GameError> {
        let game = if n < 0 { self.negative(game)? } else { game };
        // Doubling: log n sums. Each result is in canonical form, so nothing grows needlessly.
        let mut rest = n.unsigned_abs();
        let (mut power, mut sum) = (game, Game::ZERO);
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(sum)
    }

    /// `game` + `x` for a game that is not a number: adding x to all options gives the canonical form
    /// (number translation).
    fn translated(&mut self, game: Game, x: Dyadic) -> Result<Game, GameError> {
        if x == Dyadic::ZERO {
            return Ok(game);
        }
        let number = self.number(x)?;
        if let Some(known) = self.sums.get(game, number) {
            return Ok(known);
        }
        let mut left = self.stored_left(game).to_vec();
        let mut right = self.stored_right(game).to_vec();
        for option in left.iter_mut().chain(&mut right) {
            *option = match self.as_number(*option) {
                Some(y) => self.number(y.plus(x)?)?,
                None => self.translated(*option, x)?,
            };
        }
        left.sort_unstable();
        right.sort_unstable();
        let sum = self.intern(&left, &right)?;
        self.sums.insert(game, number, sum);
        Ok(sum)
    }

    /// The sum of two games that are not numbers, `g` ≤ `h` by name.
    fn sum_of_two(&mut self, g: Game, h: Game) -> Result<Game, GameError> {
        if let Some(known) = self.sums.get(g, h) {
            return Ok(known);
        }
        if self.node(g).negative == Some(h) {
            return Ok(Game::ZERO);
        }
        self.check_interrupt()?;
        let (left_of_g, left_of_h) = (self.stored_left(g).to_vec(), self.stored_left(h).to_vec());
        let (right_of_g, right_of_h) =
            (self.stored_right(g).to_vec(), self.stored_right(h).to_vec());
        let left = self.moves_in_sum(g, &left_of_g, h, &left_of_h)?;
        let right = self.moves_in_sum(g, &right_of_g, h, &right_of_h)?;
        let sum = self.construct_from(left, right)?;
        self.sums.insert(g, h, sum);
        Ok(sum)
    }

    fn moves_in_sum(
        &mut self,
        g: Game,
        of_g: &[Game],
        h: Game,
        of_h: &[Game],
    ) -> Result<Vec<Game>, GameError> {
        let mut moves = Vec::with_capacity(of_g.len() + of_h.len());
        for &option in of_g {
            moves.push(self.sum(option, h)?);
        }
        for &option in of_h {
            moves.push(self.sum(g, option)?);
        }
        Ok(moves)
    }
}
