//! Who wins with best play.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Player};

/// Who wins a position, for either player moving first.
///
/// ```
/// use crosscram_rules::{Outcome, Player};
///
/// let outcome = Outcome::from_winners(Player::Vertical, Player::Horizontal);
/// assert_eq!(outcome, Outcome::First);
/// assert_eq!(outcome.code(), "1");
/// assert_eq!(outcome.to_string(), "the first player wins");
/// assert_eq!(outcome.winner(Player::Horizontal), Player::Horizontal);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Vertical wins, whoever begins.
    Vertical,
    /// Horizontal wins, whoever begins.
    Horizontal,
    /// Whoever begins wins.
    First,
    /// Whoever begins loses.
    Second,
}

impl Outcome {
    /// All four classes.
    pub const ALL: [Outcome; 4] = [
        Outcome::Vertical,
        Outcome::Horizontal,
        Outcome::First,
        Outcome::Second,
    ];

    /// The class, from the winner when Vertical begins and the winner when Horizontal begins.
    pub const fn from_winners(vertical_first: Player, horizontal_first: Player) -> Outcome {
        match (vertical_first, horizontal_first) {
            (Player::Vertical, Player::Vertical) => Outcome::Vertical,
            (Player::Horizontal, Player::Horizontal) => Outcome::Horizontal,
            (Player::Vertical, Player::Horizontal) => Outcome::First,
            (Player::Horizontal, Player::Vertical) => Outcome::Second,
        }
    }

    /// Who wins when `first` begins.
    pub const fn winner(self, first: Player) -> Player {
        match self {
            Outcome::Vertical => Player::Vertical,
            Outcome::Horizontal => Player::Horizontal,
            Outcome::First => first,
            Outcome::Second => first.opponent(),
        }
    }

    /// The class of the board with rows and columns exchanged, where the players change roles.
    #[must_use]
    pub const fn transposed(self) -> Outcome {
        match self {
            Outcome::Vertical => Outcome::Horizontal,
            Outcome::Horizontal => Outcome::Vertical,
            Outcome::First | Outcome::Second => self,
        }
    }

    /// The code of the papers: `V`, `H`, `1` or `2`.
    pub const fn code(self) -> &'static str {
        match self {
            Outcome::Vertical => "V",
            Outcome::Horizontal => "H",
            Outcome::First => "1",
            Outcome::Second => "2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Vertical => "Vertical wins, whoever begins",
            Outcome::Horizontal => "Horizontal wins, whoever begins",
            Outcome::First => "the first player wins",
            Outcome::Second => "the second player wins",
        })
    }
}

/// Reads the codes `V`, `H`, `1` and `2`; the letters in either case.
impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.code().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseError::Outcome(text.to_owned()))
    }
}
