//! Recognises well-known games.

use super::{Game, Games};
use crosscram_rules::Dyadic;

/// What kind of game a canonical form is; the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number.
    Number(Dyadic),
    /// A number plus a multiple of ↑ plus a nimber: x + n·↑ + ∗m, not all of n and m zero.
    UpStar {
        /// x.
        number: Dyadic,
        /// n.
        ups: i64,
        /// m.
        nimber: u32,
    },
    /// A number plus tiny of a positive game, {0||0|−of}.
    Tiny {
        /// The number.
        number: Dyadic,
        /// The game that Right threatens to take.
        of: Game,
    },
    /// A number plus miny of a positive game, {of|0||0}.
    Miny {
        /// The number.
        number: Dyadic,
        /// The game that Left threatens to take.
        of: Game,
    },
    /// A number plus another infinitesimal.
    NumberPlusInfinitesimal {
        /// The number.
        number: Dyadic,
        /// The infinitesimal.
        infinitesimal: Game,
    },
    /// {a|b} with numbers a > b.
    Switch {
        /// a.
        left: Dyadic,
        /// b.
        right: Dyadic,
    },
    /// Its own negative: Right's options are the negatives of Left's.
    PlusMinus,
    /// Any other game whose stops differ.
    Hot,
}

impl Games {
    /// The kind of a game.
    ///
    /// ```
    /// use crosscram_values::games::{Form, Games};
    ///
    /// let mut games = Games::new();
    /// let game = games.parse("1 + {0|*} + *2")?;
    /// assert!(matches!(games.form(game), Form::UpStar { ups: 1, nimber: 2, .. }));
    /// # Ok::<(), crosscram_values::games::ValueTextError>(())
    /// ```
    pub fn form(&mut self, game: Game) -> Form {
        if let Some(x) = self.as_number(game) {
            return Form::Number(x);
        }
        if self.left_stop(game) == self.right_stop(game) {
            return self.near_number(game, self.left_stop(game));
        }
        if let (&[left], &[right]) = (self.stored_left(game), self.stored_right(game))
            && let (Some(left), Some(right)) = (self.as_number(left), self.as_number(right))
        {
            return Form::Switch { left, right };
        }
        // The negative of a game whose numbers are representable is representable.
        match self.negative(game) {
            Ok(negative) if negative == game => Form::PlusMinus,
            _ => Form::Hot,
        }
    }

    /// The kind of a game that is infinitely close to `number`.
    fn near_number(&mut self, game: Game, number: Dyadic) -> Form {
        let shift = self.number(number.negated());
        let Ok(infinitesimal) = shift.and_then(|shift| self.sum(game, shift)) else {
            // At the edge of the representable numbers: no name, but still the game.
            return Form::Hot;
        };
        if let Some((ups, nimber)) = self.as_up_star(infinitesimal) {
            return Form::UpStar {
                number,
                ups,
                nimber,
            };
        }
        if let Some(of) = self.as_tiny(infinitesimal) {
            return Form::Tiny { number, of };
        }
        let negative = self.negative(infinitesimal);
        if let Some(of) = negative.ok().and_then(|negative| self.as_tiny(negative)) {
            return Form::Miny { number, of };
        }
        Form::NumberPlusInfinitesimal {
            number,
            infinitesimal,
        }
    }

    /// n and m, if the game is n·↑ + ∗m.
    ///
    /// For n ≥ 1 its canonical form is {0 | (n−1)·↑ + ∗(m⊕1)}, save ↑∗ = {0,∗|0} (Berlekamp,
    /// Conway and Guy, *Winning Ways*, chapter 8).
    fn as_up_star(&mut self, game: Game) -> Option<(i64, u32)> {
        if let Some(m) = self.as_nimber(game) {
            return Some((0, m));
        }
        if let Some(found) = self.as_positive_up_star(game) {
            return Some(found);
        }
        let negative = self.negative(game).ok()?;
        self.as_positive_up_star(negative).map(|(n, m)| (-n, m))
    }

    fn as_positive_up_star(&mut self, game: Game) -> Option<(i64, u32)> {
        // Down to a nimber, one ↑ at a time.
        let (mut rest, mut ups, mut flips) = (game, 0, 0);
        loop {
            if let Some(m) = self.as_nimber(rest) {
                return (ups > 0).then_some((ups, m ^ flips));
            }
            let star = self.star().ok()?;
            let (left, right) = (self.stored_left(rest), self.stored_right(rest));
            let mut up_star = [Game::ZERO, star];
            up_star.sort_unstable();
            if left == up_star && right == [Game::ZERO] {
                return Some((ups + 1, 1 ^ flips));
            }
            match (left, right) {
                (&[Game::ZERO], &[next]) if !self.is_number(next) => rest = next,
                _ => return None,
            }
            ups += 1;
            flips ^= 1;
        }
    }

    /// m, if the game is ∗m.
    fn as_nimber(&mut self, game: Game) -> Option<u32> {
        if game == Game::ZERO {
            return Some(0);
        }
        if self.is_number(game) || self.stored_left(game) != self.stored_right(game) {
            return None;
        }
        let m = u32::try_from(self.stored_left(game).len()).ok()?;
        let found = self.nimber(m).ok()? == game;
        found.then_some(m)
    }

    /// The positive game x, if the game is tiny(x).
    fn as_tiny(&mut self, game: Game) -> Option<Game> {
        if self.is_number(game) || self.stored_left(game) != [Game::ZERO] {
            return None;
        }
        let &[right] = self.stored_right(game) else {
            return None;
        };
        if self.is_number(right) || self.stored_left(right) != [Game::ZERO] {
            return None;
        }
        let &[threat] = self.stored_right(right) else {
            return None;
        };
        let of = self.negative(threat).ok()?;
        (of != Game::ZERO && self.le(Game::ZERO, of)).then_some(of)
    }
}
