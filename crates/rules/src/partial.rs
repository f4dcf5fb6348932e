//! Partial knowledge of an outcome.

use std::fmt;
use std::str::FromStr;

use crate::{Outcome, ParseError, Player};

/// The outcomes that are still possible: at least one of the four.
///
/// Knowing who wins when Vertical begins leaves two of the four, and so does knowing that a
/// square board, being its own transposition, cannot favour one player. As a set of
/// possibilities both kinds of knowledge combine by intersection.
///
/// The codes are those of Bullock's chart: `V`, `H`, `1`, `2` when only one is left; `1v` for
/// "1 or V" (Vertical wins moving first), likewise `1h`, `2v`, `2h`; `12` for a square board;
/// `?` when nothing is known. Sets that the chart has no code for are written the same way, as
/// `vh` or `12v`.
///
/// ```
/// use crosscram_rules::{Outcome, PartialOutcome, Player};
///
/// let known: PartialOutcome = "1v".parse()?;
/// assert_eq!(known.winner(Player::Vertical), Some(Player::Vertical));
/// assert_eq!(known.winner(Player::Horizontal), None);
///
/// let both = known.and(PartialOutcome::SQUARE).expect("they do not contradict");
/// assert_eq!(both.outcome(), Some(Outcome::First));
/// # Ok::<(), crosscram_rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialOutcome {
    /// One bit per outcome still possible, at its place in [`Outcome::ALL`]; never 0.
    possible: u8,
}

impl PartialOutcome {
    /// Nothing is known.
    pub const UNKNOWN: PartialOutcome = PartialOutcome { possible: 0b1111 };

    /// What is known of every square board without blocked cells: the winner depends on who
    /// begins, not on who plays vertically.
    pub const SQUARE: PartialOutcome = PartialOutcome {
        possible: bit(Outcome::First) | bit(Outcome::Second),
    };

    /// One of `outcomes`, or `None` if there are none.
    pub fn one_of(outcomes: impl IntoIterator<Item = Outcome>) -> Option<PartialOutcome> {
        let possible = outcomes
            .into_iter()
            .fold(0, |set, outcome| set | bit(outcome));
        (possible != 0).then_some(PartialOutcome { possible })
    }

    /// From the winner when Vertical begins and the winner when Horizontal begins, as far as
    /// known.
    pub fn from_winners(
        vertical_first: Option<Player>,
        horizontal_first: Option<Player>,
    ) -> PartialOutcome {
        let agrees = |outcome: &Outcome| {
            vertical_first.is_none_or(|winner| outcome.winner(Player::Vertical) == winner)
                && horizontal_first
                    .is_none_or(|winner| outcome.winner(Player::Horizontal) == winner)
        };
        PartialOutcome::one_of(Outcome::ALL.into_iter().filter(agrees))
            .expect("every pair of winners is an outcome")
    }

    /// Returns whether `outcome` is still possible.
    pub const fn allows(self, outcome: Outcome) -> bool {
        self.possible & bit(outcome) != 0
    }

    /// The outcomes still possible.
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        Outcome::ALL
            .into_iter()
            .filter(move |&outcome| self.allows(outcome))
    }

    /// The outcome, once only one is left.
    pub fn outcome(self) -> Option<Outcome> {
        let mut left = self.outcomes();
        left.next().filter(|_| left.next().is_none())
    }

    /// Who wins when `first` begins, if that is known.
    pub fn winner(self, first: Player) -> Option<Player> {
        let mut winners = self.outcomes().map(|outcome| outcome.winner(first));
        let winner = winners.next();
        winner.filter(|&winner| winners.all(|other| other == winner))
    }

    /// Both pieces of knowledge together; `None` if they contradict each other.
    #[must_use]
    pub const fn and(self, other: PartialOutcome) -> Option<PartialOutcome> {
        match self.possible & other.possible {
            0 => None,
            possible => Some(PartialOutcome { possible }),
        }
    }

    /// The same knowledge of the board with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> PartialOutcome {
        PartialOutcome::one_of(self.outcomes().map(Outcome::transposed))
            .expect("as many outcomes as before")
    }
}

const fn bit(outcome: Outcome) -> u8 {
    1 << outcome as u8
}

impl Default for PartialOutcome {
    fn default() -> PartialOutcome {
        PartialOutcome::UNKNOWN
    }
}

impl From<Outcome> for PartialOutcome {
    fn from(outcome: Outcome) -> PartialOutcome {
        PartialOutcome {
            possible: bit(outcome),
        }
    }
}

impl fmt::Debug for PartialOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialOutcome({self})")
    }
}

impl fmt::Display for PartialOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == PartialOutcome::UNKNOWN {
            return f.pad("?");
        }
        if let Some(outcome) = self.outcome() {
            return f.pad(outcome.code());
        }
        let order = [
            Outcome::First,
            Outcome::Second,
            Outcome::Vertical,
            Outcome::Horizontal,
        ];
        let codes = order.into_iter().filter(|&outcome| self.allows(outcome));
        f.pad(&codes.map(Outcome::code).collect::<String>().to_lowercase())
    }
}

/// Reads `?` or the codes of the possible outcomes, each once, in any order and case.
impl FromStr for PartialOutcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<PartialOutcome, ParseError> {
        if text == "?" {
            return Ok(PartialOutcome::UNKNOWN);
        }
        let error = || ParseError::Outcome(text.to_owned());
        let mut outcomes = Vec::new();
        for code in text.chars() {
            let outcome = code.to_string().parse().map_err(|_| error())?;
            if outcomes.contains(&outcome) {
                return Err(error());
            }
            outcomes.push(outcome);
        }
        PartialOutcome::one_of(outcomes).ok_or_else(error)
    }
}
