//! Which positions are listed.

use crate::failure::Failure;
use crate::values::FilterArgs;
use crosscram_rules::{Dyadic, Outcome};
use crosscram_values::games::{Game, GameError};
use crosscram_values::positions::PositionValues;
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// A comparison with a number, such as `>=1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// How a number that it holds for compares with this one.
    which: &'static [Ordering],
    number: Dyadic,
}

impl Condition {
    /// Reads `>1`, `<=-1/2`, `=2`, `!=0` or `5/4`.
    pub(crate) fn parse(text: &str) -> Result<Condition, String> {
        let text = text.trim();
        // Longer signs before those they begin with.
        const SIGNS: [(&str, &[Ordering]); 10] = [
            ("<=", &[Less, Equal]),
            ("≤", &[Less, Equal]),
            (">=", &[Equal, Greater]),
            ("≥", &[Equal, Greater]),
            ("!=", &[Less, Greater]),
            ("≠", &[Less, Greater]),
            ("==", &[Equal]),
            ("<", &[Less]),
            (">", &[Greater]),
            ("=", &[Equal]),
        ];
        let mut signs = SIGNS.iter();
        let found = signs.find_map(|(sign, which)| Some((text.strip_prefix(sign)?, *which)));
        let (number, which) = found.unwrap_or((text, &[Equal]));
        let number = number.trim().parse::<Dyadic>();
        let number = number.map_err(|error| error.to_string())?;
        Ok(Condition { which, number })
    }

    fn holds(self, number: Dyadic) -> bool {
        self.which.contains(&number.cmp(&self.number))
    }
}

/// Reads one outcome class, by our code or by the letter that CGSuite and the literature use.
pub(crate) fn parse_outcome(text: &str) -> Result<Outcome, String> {
    let outcomes = [
        (Outcome::Vertical, "L"),
        (Outcome::Horizontal, "R"),
        (Outcome::First, "N"),
        (Outcome::Second, "P"),
    ];
    let mut outcomes = outcomes.into_iter();
    let found = outcomes.find(|(outcome, letter)| {
        outcome.code().eq_ignore_ascii_case(text) || letter.eq_ignore_ascii_case(text)
    });
    let found = found.map(|(outcome, _)| outcome);
    found.ok_or_else(|| "V, H, 1 or 2 is expected, or L, R, N or P".to_string())
}

/// What is asked of a position.
pub(super) struct Filter<'a> {
    value: Option<Game>,
    pub(super) args: &'a FilterArgs,
}

impl<'a> Filter<'a> {
    /// Reads the value, if one is given.
    pub(super) fn new(
        args: &'a FilterArgs,
        values: &mut PositionValues,
    ) -> Result<Filter<'a>, Failure> {
        let text = args.value.as_deref();
        let value = text
            .map(|text| value("--value", text, values))
            .transpose()?;
        Ok(Filter { value, args })
    }

    /// Returns whether a position of this value is listed.
    pub(super) fn admits(
        &self,
        values: &mut PositionValues,
        game: Game,
    ) -> Result<bool, GameError> {
        let games = values.games();
        let FilterArgs {
            temperature, mean, ..
        } = self.args;
        let same = self.value.is_none_or(|value| value == game);
        let outcome = self.args.outcome;
        Ok(same
            && outcome.is_none_or(|outcome| games.outcome(game) == outcome)
            && match temperature {
                None => true,
                Some(condition) => condition.holds(games.temperature(game)?),
            }
            && match mean {
                None => true,
                Some(condition) => condition.holds(games.mean(game)?),
            })
    }
}

/// Reads a value, with or without boards in it.
pub(super) fn value(place: &str, text: &str, values: &mut PositionValues) -> Result<Game, Failure> {
    let value = text.parse().and_then(|sum| values.evaluate(&sum));
    value.map_err(|error| failure!("{place}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions() {
        let numbers: Vec<Dyadic> = ["-1", "1/2", "1", "2"].map(|n| n.parse().unwrap()).to_vec();
        for (text, expected) in [
            (">1", [false, false, false, true]),
            (">= 1", [false, false, true, true]),
            ("<1/2", [true, false, false, false]),
            ("<=1/2", [true, true, false, false]),
            ("=1", [false, false, true, false]),
            ("1", [false, false, true, false]),
            ("!=1", [true, true, false, true]),
            ("-1", [true, false, false, false]),
            ("≥2", [false, false, false, true]),
        ] {
            let condition = Condition::parse(text).unwrap();
            let found: Vec<bool> = numbers.iter().map(|&n| condition.holds(n)).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(Condition::parse(">>1").is_err());
        assert!(Condition::parse("hot").is_err());
        assert!(parse_outcome("h").is_ok() && parse_outcome("3").is_err());
    }
}
