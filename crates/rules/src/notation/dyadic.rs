//! Fractions whose denominator is a power of two.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::parse_natural;
use crate::ParseError;

/// A number that a game can have as its value: a fraction with a power of two below, in lowest
/// terms.
///
/// Only what sums need; arithmetic with values is not the business of the rules.
///
/// ```
/// use crosscram_rules::Dyadic;
///
/// let quarter: Dyadic = "-2/8".parse()?;
/// assert_eq!((quarter.numerator(), quarter.log2_denominator()), (-1, 2));
/// assert_eq!(quarter.to_string(), "-1/4");
/// assert!("1/3".parse::<Dyadic>().is_err());
/// # Ok::<(), crosscram_rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dyadic {
    numerator: i64,
    log2_denominator: u8,
}

impl Dyadic {
    /// `numerator / 2^log2_denominator`; `None` if the denominator, in lowest terms, is above
    /// 2^63.
    pub fn new(numerator: i64, log2_denominator: u8) -> Option<Dyadic> {
        let common = match numerator {
            0 => log2_denominator,
            _ => log2_denominator.min(numerator.trailing_zeros() as u8),
        };
        let log2_denominator = log2_denominator - common;
        (log2_denominator <= 63).then(|| Dyadic {
            // 0 has no power of two of its own, and shifting it by 64 or more is an overflow.
            numerator: numerator.checked_shr(common.into()).unwrap_or(0),
            log2_denominator,
        })
    }

    /// The number above the line; odd unless the number is an integer.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The sum; `None` if it overflows.
    pub fn checked_add(self, other: Dyadic) -> Option<Dyadic> {
        let log2 = self.log2_denominator.max(other.log2_denominator);
        let scaled = |x: Dyadic| i128::from(x.numerator) << (log2 - x.log2_denominator);
        let mut sum = scaled(self).checked_add(scaled(other))?;
        let common = match sum {
            0 => log2,
            _ => log2.min(sum.trailing_zeros() as u8),
        };
        sum >>= common;
        Dyadic::new(i64::try_from(sum).ok()?, log2 - common)
    }

    /// The power of two below the line; 0 for an integer.
    pub const fn log2_denominator(self) -> u8 {
        self.log2_denominator
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic {
            numerator: integer,
            log2_denominator: 0,
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        // Both as multiples of 2^-63: at most 127 bits.
        let scaled = |x: &Dyadic| i128::from(x.numerator) << (63 - x.log2_denominator);
        scaled(self).cmp(&scaled(other))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.log2_denominator {
            0 => self.numerator.fmt(f),
            log2 => f.pad(&format!("{}/{}", self.numerator, 1u64 << log2)),
        }
    }
}

/// Reads an integer or a fraction, with `-` in front if negative.
impl FromStr for Dyadic {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Dyadic, ParseError> {
        parse(text.trim()).ok_or_else(|| ParseError::Number(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Dyadic> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let magnitude = numerator.strip_prefix('-').unwrap_or(numerator);
    parse_natural::<u64>(magnitude)?;
    let denominator: u64 = parse_natural(denominator)?;
    if !denominator.is_power_of_two() {
        return None;
    }
    Dyadic::new(numerator.parse().ok()?, denominator.trailing_zeros() as u8)
}
