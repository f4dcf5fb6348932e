//! Games up to infinitesimals.
//!
//! G and H are infinitesimally close if G − H lies between all negative and all positive numbers. Each
//! class of close games has one simplest member, the reduced canonical form (Calistrate 1996; Grossman and
//! Siegel, *Reductions of partizan games*, 2009; Siegel 2013, section II.6). It is what is left of a
//! game when dominated and reversible options are judged up to infinitesimals, and it keeps mean,
//! temperature and stops.

use super::{Game, GameError, Games};
use crosscram_rules::Dyadic;
use std::collections::HashMap;

impl Games {
    /// The reduced canonical form of `game`.
    ///
    /// ```
    /// use crosscram_values::games::Games;
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("{2^|{1*|-1}} + v*")?;
    /// let reduced = games.reduced(game)?;
    /// assert_eq!(games.text(reduced), "{2|+-1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced(&mut self, game: Game) -> Result<Game, GameError> {
        let mut reduction = Reduction {
            margin: self.margin(&[game])?,
            known: HashMap::new(),
        };
        reduction.of(self, game)
    }

    /// Returns whether `g` is at most `h` plus every positive number.
    pub fn le_nearly(&mut self, g: Game, h: Game) -> Result<bool, GameError> {
        let margin = self.margin(&[g, h])?;
        self.le_within(g, h, margin)
    }

    fn le_within(&mut self, g: Game, h: Game, margin: Game) -> Result<bool, GameError> {
        let larger = self.sum(h, margin)?;
        Ok(self.le(g, larger))
    }

    /// A positive number so small that a difference of followers of these games which exceeds 0 by no more
    /// than it does not exceed 0 by any number.
    ///
    /// Where a difference of two followers is a number, the two have the same form but for that number, so
    /// it is a difference of numbers in the forms, a multiple of 2^-k if all of those are. Stops are
    /// such numbers, hence 2^-(k+1) is small enough.
    fn margin(&mut self, games: &[Game]) -> Result<Game, GameError> {
        let all = self.with_followers(games.iter().copied());
        let numbers = all.into_iter().filter_map(|game| self.as_number(game));
        let finest = numbers.map(|x| x.log2_denominator()).max().unwrap_or(0);
        let mut margin = Dyadic::ONE;
        for _ in 0..=finest {
            margin = margin.half()?;
        }
        self.number(margin)
    }
}

/// One reduction.
struct Reduction {
    /// See [`Games::margin`].
    margin: Game,
    known: HashMap<Game, Game>,
}

impl Reduction {
    fn of(&mut self, games: &mut Games, game: Game) -> Result<Game, GameError> {
        if games.left_stop(game) == games.right_stop(game) {
            return games.number(games.left_stop(game));
        }
        if let Some(&known) = self.known.get(&game) {
            return Ok(known);
        }
        games.check_interrupt()?;
        let (mut left, mut right) = (games.left_options(game)?, games.right_options(game)?);
        for option in left.iter_mut().chain(&mut right) {
            *option = self.of(games, *option)?;
        }
        let negative = games.negative(game)?;
        let left = self.simplified(games, game, left)?;
        let mut turned = right;
        for option in &mut turned {
            *option = games.negative(*option)?;
        }
        let mut right = self.simplified(games, negative, turned)?;
        for option in &mut right {
            *option = games.negative(*option)?;
        }
        let reduced = games.construct_from(left, right)?;
        self.known.insert(game, reduced);
        Ok(reduced)
    }

    /// Left options of `game`, reduced already, without those that are dominated or reversible up to
    /// infinitesimals. What replaces a reversible one occurs in a reduced game, so it is reduced, too.
    fn simplified(
        &mut self,
        games: &mut Games,
        game: Game,
        options: Vec<Game>,
    ) -> Result<Vec<Game>, GameError> {
        let mut remaining = Vec::new();
        let mut waiting = options;
        while let Some(option) = waiting.pop() {
            let mut through = None;
            for answer in games.right_options(option)? {
                if games.le_within(answer, game, self.margin)? {
                    through = Some(answer);
                    break;
                }
            }
            match through {
                None => remaining.push(option),
                Some(answer) => waiting.extend(games.left_options(answer)?),
            }
        }
        remaining.sort_unstable();
        remaining.dedup();
        let mut i = 0;
        while i < remaining.len() {
            let mut dominated = false;
            for j in 0..remaining.len() {
                // Close reduced games are equal, so two options cannot drop each other.
                if j != i && games.le_within(remaining[i], remaining[j], self.margin)? {
                    dominated = true;
                    break;
                }
            }
            match dominated {
                true => drop(remaining.remove(i)),
                false => i += 1,
            }
        }
        Ok(remaining)
    }
}
