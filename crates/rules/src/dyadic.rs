//! Dyadics: dyadic fractions in fixed point, with checked arithmetic.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::ParseError;
use crate::notation::parse_natural;

/// Binary places after the point.
const PLACES: u32 = 32;
/// One, in units of 2^-32.
const ONE: i64 = 1 << PLACES;
/// The largest magnitude, 2^29: twice as much, and the sum of any two, still fit into an `i64`.
const LARGEST: i64 = 1 << 61;

/// A number that a game can have as its value: a multiple of 2^-32 of magnitude at most 2^29.
///
/// Sums that leave this range, and halves that need a thirty-third binary place, are a
/// [`DyadicError`], never a wrong number.
///
/// ```
/// use crosscram_rules::Dyadic;
///
/// let quarter: Dyadic = "-2/8".parse()?;
/// assert_eq!((quarter.numerator(), quarter.log2_denominator()), (-1, 2));
/// assert_eq!(quarter.plus(Dyadic::ONE)?.to_string(), "3/4");
/// assert!(Dyadic::try_from(1_i64 << 29)?.plus(Dyadic::ONE).is_err());
/// assert!("1/3".parse::<Dyadic>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dyadic(i64);

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic(0);
    /// 1.
    pub const ONE: Dyadic = Dyadic(ONE);
    /// −1, where thermographs begin.
    pub const MINUS_ONE: Dyadic = Dyadic(-ONE);

    /// `numerator / 2^log2_denominator`; `None` if that is out of range.
    pub fn new(numerator: i64, log2_denominator: u8) -> Option<Dyadic> {
        let places = u32::from(log2_denominator);
        let units = match PLACES.checked_sub(places) {
            Some(shift) => i128::from(numerator) << shift,
            None if numerator == 0 => 0,
            // Too fine as written; fits only if it can be reduced.
            None if numerator.trailing_zeros() >= places - PLACES => {
                i128::from(numerator >> (places - PLACES))
            }
            None => return None,
        };
        Dyadic::from_units(i64::try_from(units).ok()?).ok()
    }

    /// The number that is `units` times 2^-32.
    #[inline]
    pub fn from_units(units: i64) -> Result<Dyadic, DyadicError> {
        match (-LARGEST..=LARGEST).contains(&units) {
            true => Ok(Dyadic(units)),
            false => Err(DyadicError),
        }
    }

    /// The number in units of 2^-32.
    #[inline]
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The numerator in lowest terms; odd unless the number is an integer.
    pub fn numerator(self) -> i64 {
        self.0 >> (PLACES - u32::from(self.log2_denominator()))
    }

    /// `self + other`.
    #[inline]
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, DyadicError> {
        // Both are at most 2^61, so the sum of the words cannot wrap.
        Dyadic::from_units(self.0 + other.0)
    }

    /// `self - other`.
    #[inline]
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, DyadicError> {
        Dyadic::from_units(self.0 - other.0)
    }

    /// `-self`.
    #[must_use]
    #[inline]
    pub const fn negated(self) -> Dyadic {
        Dyadic(-self.0)
    }

    /// Half of it.
    #[inline]
    pub fn half(self) -> Result<Dyadic, DyadicError> {
        match self.0 & 1 {
            0 => Ok(Dyadic(self.0 >> 1)),
            _ => Err(DyadicError),
        }
    }

    /// Returns whether the number is an integer.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self.0 & (ONE - 1) == 0
    }

    /// The exponent k of the denominator 2^k in lowest terms; 0 for an integer.
    #[inline]
    pub const fn log2_denominator(self) -> u8 {
        let zeros = self.0.trailing_zeros();
        (PLACES - if zeros < PLACES { zeros } else { PLACES }) as u8
    }

    /// The distance from a number to its options: 2^-k for a fraction with denominator 2^k, 1 for an
    /// integer.
    #[must_use]
    #[inline]
    pub fn step(self) -> Dyadic {
        Dyadic(ONE >> self.log2_denominator())
    }

    /// The temperature of the number, as CGSuite defines it: −1 for integers, −2^-k for fractions
    /// with denominator 2^k.
    #[must_use]
    pub fn temperature(self) -> Dyadic {
        self.step().negated()
    }

    /// The Left option of the canonical form: of an integer n > 0 it is n − 1, of an integer
    /// n ≤ 0 there is none, of a fraction it is [`Dyadic::step`] less.
    pub fn left_option(self) -> Option<Dyadic> {
        let exists = !self.is_integer() || self.0 > 0;
        // In range because `self` is: the option is nearer to zero or within a step of an integer.
        exists.then(|| Dyadic(self.0 - self.step().0))
    }

    /// The Right option of the canonical form, as [`Dyadic::left_option`].
    pub fn right_option(self) -> Option<Dyadic> {
        self.negated().left_option().map(Dyadic::negated)
    }

    /// The birthday of the number: the length of the longest play in its canonical form.
    pub fn birthday(self) -> u64 {
        let whole = self.0.unsigned_abs() >> PLACES;
        match self.log2_denominator() {
            0 => whole,
            k => whole + 1 + u64::from(k),
        }
    }

    /// The simplest number x with `low` ≤ x ≤ `high`, both in units of 2^-32; they may be far
    /// outside the range of numbers, which stands for no bound. `low` is at most `high`.
    pub fn simplest(low: i64, high: i64) -> Result<Dyadic, DyadicError> {
        debug_assert!(low <= high);
        if low <= 0 && high >= 0 {
            return Ok(Dyadic::ZERO);
        }
        if high < 0 {
            return Dyadic::simplest(-high, low.checked_neg().unwrap_or(i64::MAX))
                .map(Dyadic::negated);
        }
        // Tries integers first, then ever finer fractions; at the coarsest that fits only one does.
        (0..=PLACES)
            .rev()
            .find_map(|place| {
                let spacing = 1_i64 << place;
                let multiple = low.checked_add(spacing - 1)? & -spacing;
                (multiple <= high).then_some(multiple)
            })
            .map_or(Err(DyadicError), Dyadic::from_units)
    }

    /// As a floating-point number, for drawing only.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / ONE as f64
    }
}

impl From<i16> for Dyadic {
    fn from(integer: i16) -> Dyadic {
        Dyadic(i64::from(integer) * ONE)
    }
}

impl TryFrom<i64> for Dyadic {
    type Error = DyadicError;

    fn try_from(integer: i64) -> Result<Dyadic, DyadicError> {
        Dyadic::new(integer, 0).ok_or(DyadicError)
    }
}

/// A number outside ±2^29, or one that needs more than 32 binary places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DyadicError;

impl fmt::Display for DyadicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number beyond 2^29 or with more than 32 binary places")
    }
}

impl Error for DyadicError {}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.log2_denominator() {
            0 => self.numerator().fmt(f),
            log2 => f.pad(&format!("{}/{}", self.numerator(), 1_u64 << log2)),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads an integer or a fraction whose denominator is a power of two, with `-` in front if negative.
impl FromStr for Dyadic {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Dyadic, ParseError> {
        let trimmed = text.trim();
        let (numerator, denominator) = trimmed.split_once('/').unwrap_or((trimmed, "1"));
        let magnitude = numerator.strip_prefix('-').unwrap_or(numerator);
        let is_natural =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_natural(magnitude) || !is_natural(denominator) {
            return Err(ParseError::Number(text.to_owned()));
        }
        let beyond = || ParseError::NumberBeyond(text.to_owned());
        let denominator: u64 = parse_natural(denominator).ok_or_else(beyond)?;
        if !denominator.is_power_of_two() {
            return Err(ParseError::Number(text.to_owned()));
        }
        let numerator: i64 = numerator.parse().map_err(|_| beyond())?;
        Dyadic::new(numerator, denominator.trailing_zeros() as u8).ok_or_else(beyond)
    }
}
