//! Canonical forms of games given by any options.

use super::stop::Stop;
use super::{Game, GameError, Games};
use crosscram_rules::Dyadic;

/// A game given by options: not a number, without dominated options, reversible options allowed. It has
/// no name yet; the methods compare it with games that have.
struct Unnamed {
    left: Vec<Game>,
    right: Vec<Game>,
    left_stop: Stop,
    right_stop: Stop,
    /// Answers of `at_least` (true) and `at_most` (false) so far.
    known: Vec<(Game, bool, bool)>,
}

impl Games {
    /// The game {`left` | `right`} in canonical form.
    pub fn construct(&mut self, left: &[Game], right: &[Game]) -> Result<Game, GameError> {
        self.construct_from(left.to_vec(), right.to_vec())
    }

    /// [`Games::construct`] with lists of its own.
    pub(crate) fn construct_from(
        &mut self,
        mut left: Vec<Game>,
        mut right: Vec<Game>,
    ) -> Result<Game, GameError> {
        let (low, high) = (self.left_stop_of(&left), self.right_stop_of(&right));
        if let Some(number) = number_between(low, high) {
            return self.number(number?);
        }
        self.keep_undominated(&mut left, |games, a, b| games.le(a, b));
        self.keep_undominated(&mut right, |games, a, b| games.le(b, a));
        let mut game = Unnamed {
            left,
            right,
            left_stop: low,
            right_stop: high,
            known: Vec::new(),
        };
        let left = self.bypass_left(&mut game)?;
        let right = self.bypass_right(&mut game)?;
        let (left, right) = (left.unwrap_or(game.left), right.unwrap_or(game.right));
        self.intern(&left, &right)
    }

    /// Sorts, and drops each game that is at most another one.
    pub(crate) fn keep_largest(&mut self, games: &mut Vec<Game>) {
        self.keep_undominated(games, |games, a, b| games.le(a, b));
    }

    /// Sorts, and drops each dominated option.
    fn keep_undominated(
        &mut self,
        options: &mut Vec<Game>,
        no_better: impl Fn(&mut Games, Game, Game) -> bool,
    ) {
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        while i < options.len() {
            let option = options[i];
            // Equal games have equal names, so two options cannot drop each other.
            let dominated =
                (0..options.len()).any(|j| j != i && no_better(self, option, options[j]));
            if dominated {
                options.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// The Left options with reversible ones replaced; `None` if there are none.
    ///
    /// A Left option is reversible if it has a Right option B ≤ G; then B's Left options replace it, and
    /// those may be reversible again.
    fn bypass_left(&mut self, game: &mut Unnamed) -> Result<Option<Vec<Game>>, GameError> {
        let mut remaining = Vec::new();
        let mut waiting = game.left.clone();
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            match self.reversing_right(option, game)? {
                None => remaining.push(option),
                Some(through) => {
                    changed = true;
                    waiting.extend(self.left_options(through)?);
                }
            }
        }
        if !changed {
            return Ok(None);
        }
        self.keep_undominated(&mut remaining, |games, a, b| games.le(a, b));
        Ok(Some(remaining))
    }

    /// The Right options, as [`Games::bypass_left`].
    fn bypass_right(&mut self, game: &mut Unnamed) -> Result<Option<Vec<Game>>, GameError> {
        let mut remaining = Vec::new();
        let mut waiting = game.right.clone();
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            match self.reversing_left(option, game)? {
                None => remaining.push(option),
                Some(through) => {
                    changed = true;
                    waiting.extend(self.right_options(through)?);
                }
            }
        }
        if !changed {
            return Ok(None);
        }
        self.keep_undominated(&mut remaining, |games, a, b| games.le(b, a));
        Ok(Some(remaining))
    }

    /// A Right option of `option` that is ≤ `game`.
    fn reversing_right(
        &mut self,
        option: Game,
        game: &mut Unnamed,
    ) -> Result<Option<Game>, GameError> {
        if let Some(x) = self.as_number(option) {
            let through = x.right_option().filter(|&x| game.right_stop.admits(x));
            return through.map(|x| self.number(x)).transpose();
        }
        for i in 0..self.stored_right(option).len() {
            let through = self.stored_right(option)[i];
            if self.at_least(game, through) {
                return Ok(Some(through));
            }
        }
        Ok(None)
    }

    /// A Left option of `option` that is ≥ `game`.
    fn reversing_left(
        &mut self,
        option: Game,
        game: &mut Unnamed,
    ) -> Result<Option<Game>, GameError> {
        if let Some(x) = self.as_number(option) {
            let through = x.left_option().filter(|&x| !game.left_stop.admits(x));
            return through.map(|x| self.number(x)).transpose();
        }
        for i in 0..self.stored_left(option).len() {
            let through = self.stored_left(option)[i];
            if self.at_most(game, through) {
                return Ok(Some(through));
            }
        }
        Ok(None)
    }

    /// Returns whether `game` ≥ `other`.
    fn at_least(&mut self, game: &mut Unnamed, other: Game) -> bool {
        let node = self.node(other);
        if node.left_stop < game.right_stop {
            return true;
        }
        if node.depth == 0 || node.left_stop > game.left_stop || node.right_stop > game.right_stop {
            return false;
        }
        if let Some(known) = game.known(other, true) {
            return known;
        }
        let rights = game.right.len();
        let lefts = self.stored_left(other).len();
        let refuted = (0..rights).any(|i| self.le(game.right[i], other))
            || (0..lefts).any(|i| {
                let option = self.stored_left(other)[i];
                self.at_most(game, option)
            });
        game.known.push((other, true, !refuted));
        !refuted
    }

    /// Returns whether `game` ≤ `other`.
    fn at_most(&mut self, game: &mut Unnamed, other: Game) -> bool {
        let node = self.node(other);
        if game.left_stop < node.right_stop {
            return true;
        }
        if node.depth == 0 || game.left_stop > node.left_stop || game.right_stop > node.right_stop {
            return false;
        }
        if let Some(known) = game.known(other, false) {
            return known;
        }
        let lefts = game.left.len();
        let rights = self.stored_right(other).len();
        let refuted = (0..lefts).any(|i| self.le(other, game.left[i]))
            || (0..rights).any(|i| {
                let option = self.stored_right(other)[i];
                self.at_least(game, option)
            });
        game.known.push((other, false, !refuted));
        !refuted
    }
}

impl Unnamed {
    fn known(&self, other: Game, at_least: bool) -> Option<bool> {
        let mut known = self.known.iter();
        let found = known.find(|(game, sense, _)| *game == other && *sense == at_least);
        found.map(|&(_, _, answer)| answer)
    }
}

/// The simplest number that no Left option is ≥ and no Right option is ≤, if there is one; the
/// game is then that number. `low` is the largest Right stop of the Left options, `high` the
/// smallest Left stop of the Right options.
fn number_between(low: Stop, high: Stop) -> Option<Result<Dyadic, GameError>> {
    if low >= high {
        return None;
    }
    let (first, last) = (low.first_above(), high.last_admitted());
    // Between neighbouring multiples of 2^-32 there are numbers, but none that can be represented.
    Some(match first <= last {
        true => Dyadic::simplest(first, last).map_err(GameError::from),
        false => Err(GameError::Overflow),
    })
}
