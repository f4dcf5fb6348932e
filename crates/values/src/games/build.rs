//! Well-known games, and games made from games.

use super::{Game, GameError, Games};
use crosscram_rules::Dyadic;

/// Largest nimber: the form of ∗n has 2n options, all of them with all smaller ones.
const MAX_NIMBER: u32 = 1000;

impl Games {
    /// The nimber ∗n: both players can move to 0, ∗1, …, ∗(n − 1). ∗0 is 0 and ∗1 is ∗.
    pub fn nimber(&mut self, n: u32) -> Result<Game, GameError> {
        if n > MAX_NIMBER {
            return Err(GameError::Overflow);
        }
        let mut smaller = Vec::new();
        for _ in 0..n {
            let next = self.nimber_from(&smaller)?;
            smaller.push(next);
        }
        self.nimber_from(&smaller)
    }

    fn nimber_from(&mut self, smaller: &[Game]) -> Result<Game, GameError> {
        if smaller.is_empty() {
            return Ok(Game::ZERO);
        }
        let mut options = smaller.to_vec();
        options.sort_unstable();
        self.intern(&options, &options)
    }

    /// ∗ = {0|0}.
    pub fn star(&mut self) -> Result<Game, GameError> {
        self.nimber(1)
    }

    /// ↑ = {0|∗}.
    pub fn up(&mut self) -> Result<Game, GameError> {
        let star = self.star()?;
        self.intern(&[Game::ZERO], &[star])
    }

    /// n·↑ + ∗m; n may be negative.
    pub fn up_star(&mut self, n: i64, m: u32) -> Result<Game, GameError> {
        if n.unsigned_abs() > u64::from(super::MAX_DEPTH) {
            return Err(GameError::TooDeep);
        }
        let up = self.up()?;
        let ups = self.multiple(n, up)?;
        let star = self.nimber(m)?;
        self.sum(ups, star)
    }

    /// tiny of `game`, {0||0|−game}.
    pub fn tiny(&mut self, game: Game) -> Result<Game, GameError> {
        let threat = self.negative(game)?;
        let right = self.construct(&[Game::ZERO], &[threat])?;
        self.construct(&[Game::ZERO], &[right])
    }

    /// miny of `game`, {game|0||0}, the negative of tiny.
    pub fn miny(&mut self, game: Game) -> Result<Game, GameError> {
        let tiny = self.tiny(game)?;
        self.negative(tiny)
    }

    /// ±(options): Left can move to each of them, Right to their negatives.
    pub fn plus_minus(&mut self, options: &[Game]) -> Result<Game, GameError> {
        let mut negatives = options.to_vec();
        for option in &mut negatives {
            *option = self.negative(*option)?;
        }
        self.construct(options, &negatives)
    }

    /// `g`:`h`, the ordinal sum of the canonical forms: a move in g also removes h.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let (four, five) = (games.nimber(4)?, games.nimber(5)?);
    /// assert_eq!(games.ordinal_sum(four, five)?, games.nimber(9)?);
    /// # Ok::<(), crosscram_values::games::GameError>(())
    /// ```
    pub fn ordinal_sum(&mut self, g: Game, h: Game) -> Result<Game, GameError> {
        let mut left = self.left_options(g)?;
        let mut right = self.right_options(g)?;
        // An integer has one option per level, too many levels to recurse along.
        if self
            .as_number(h)
            .is_some_and(|x| x.birthday() > u64::from(super::MAX_DEPTH))
        {
            return Err(GameError::TooDeep);
        }
        for option in self.left_options(h)? {
            left.push(self.ordinal_sum(g, option)?);
        }
        for option in self.right_options(h)? {
            right.push(self.ordinal_sum(g, option)?);
        }
        self.construct_from(left, right)
    }

    /// `game` cooled by `t` ≥ 0: each move costs t, until the game is frozen to its mean.
    ///
    /// ```
    /// use crosscram_rules::Dyadic;
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("{2|-1/2}")?;
    /// let cooled = games.cooled(game, Dyadic::ONE)?;
    /// assert_eq!(games.text(cooled), "{1|1/2}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cooled(&mut self, game: Game, t: Dyadic) -> Result<Game, GameError> {
        if t < Dyadic::ZERO {
            return Err(GameError::NegativeTemperature);
        }
        if self.is_number(game) {
            return Ok(game);
        }
        if t > self.temperature(game)? {
            let mean = self.mean(game)?;
            return self.number(mean);
        }
        self.check_interrupt()?;
        let (tax, gain) = (self.number(t.negated())?, self.number(t)?);
        let (mut left, mut right) = (self.left_options(game)?, self.right_options(game)?);
        for option in &mut left {
            let cooled = self.cooled(*option, t)?;
            *option = self.sum(cooled, tax)?;
        }
        for option in &mut right {
            let cooled = self.cooled(*option, t)?;
            *option = self.sum(cooled, gain)?;
        }
        self.construct_from(left, right)
    }

    /// `game` heated by `t`: each move earns t. Numbers stay as they are.
    pub fn heated(&mut self, game: Game, t: Dyadic) -> Result<Game, GameError> {
        if self.is_number(game) {
            return Ok(game);
        }
        self.check_interrupt()?;
        let (gain, tax) = (self.number(t)?, self.number(t.negated())?);
        let (mut left, mut right) = (self.left_options(game)?, self.right_options(game)?);
        for option in &mut left {
            let heated = self.heated(*option, t)?;
            *option = self.sum(heated, gain)?;
        }
        for option in &mut right {
            let heated = self.heated(*option, t)?;
            *option = self.sum(heated, tax)?;
        }
        self.construct_from(left, right)
    }
}
