//! Numbers: dyadic fractions in fixed point, with checked arithmetic.

use std::fmt;

use crosscram_rules::{Dyadic, ParseError};

use super::GameError;

/// Binary places after the point.
const PLACES: u32 = 32;
/// One, in units of 2^-32.
const ONE: i64 = 1 << PLACES;
/// The largest magnitude, 2^29: twice as much, and the sum of any two, still fit into an `i64`.
const LARGEST: i64 = 1 << 61;

/// A dyadic fraction: a multiple of 2^-32 of magnitude at most 2^29.
///
/// Sums that leave this range, and halves that need a thirty-third binary place, are
/// [`GameError::Overflow`], never a wrong number.
///
/// ```
/// use crosscram_values::games::Number;
///
/// let x: Number = "3/4".parse().unwrap();
/// assert_eq!(x.plus(x).unwrap().to_string(), "3/2");
/// assert_eq!(x.half().unwrap().to_string(), "3/8");
/// assert!(Number::from_integer(1 << 29).unwrap().plus(x).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Number(i64);

impl Number {
    /// 0.
    pub const ZERO: Number = Number(0);
    /// 1.
    pub const ONE: Number = Number(ONE);
    /// −1, where thermographs begin.
    pub const MINUS_ONE: Number = Number(-ONE);

    /// The number that is `units` times 2^-32.
    pub(crate) fn from_units(units: i64) -> Result<Number, GameError> {
        match (-LARGEST..=LARGEST).contains(&units) {
            true => Ok(Number(units)),
            false => Err(GameError::Overflow),
        }
    }

    /// How many times 2^-32 it is.
    pub(crate) const fn units(self) -> i64 {
        self.0
    }

    /// An integer.
    pub fn from_integer(integer: i64) -> Result<Number, GameError> {
        let units = integer.checked_mul(ONE).ok_or(GameError::Overflow)?;
        Number::from_units(units)
    }

    /// The same number as the rules write it.
    pub fn from_dyadic(dyadic: Dyadic) -> Result<Number, GameError> {
        let places = u32::from(dyadic.log2_denominator());
        let shift = PLACES.checked_sub(places).ok_or(GameError::Overflow)?;
        let units = i128::from(dyadic.numerator()) << shift;
        Number::from_units(i64::try_from(units).map_err(|_| GameError::Overflow)?)
    }

    /// The same number as the rules write it.
    pub fn to_dyadic(self) -> Dyadic {
        Dyadic::new(self.0, PLACES as u8).expect("32 binary places are less than 63")
    }

    /// `self + other`.
    pub fn plus(self, other: Number) -> Result<Number, GameError> {
        // Both are at most 2^61, so the sum of the words cannot wrap.
        Number::from_units(self.0 + other.0)
    }

    /// `self - other`.
    pub fn minus(self, other: Number) -> Result<Number, GameError> {
        Number::from_units(self.0 - other.0)
    }

    /// `-self`.
    #[must_use]
    pub const fn negated(self) -> Number {
        Number(-self.0)
    }

    /// Half of it.
    pub fn half(self) -> Result<Number, GameError> {
        match self.0 & 1 {
            0 => Ok(Number(self.0 >> 1)),
            _ => Err(GameError::Overflow),
        }
    }

    /// Returns whether it has no fraction.
    pub const fn is_integer(self) -> bool {
        self.0 & (ONE - 1) == 0
    }

    /// k, where 2^k is the denominator in lowest terms.
    pub fn log2_denominator(self) -> u32 {
        PLACES - self.0.trailing_zeros().min(PLACES)
    }

    /// 2^-k, where 2^k is the denominator: how far the options of a fraction are from it. For an
    /// integer, 1.
    #[must_use]
    pub fn step(self) -> Number {
        Number(ONE >> self.log2_denominator())
    }

    /// Temperature of the number as CGSuite has it: −1 for integers, −2^-k for fractions with
    /// denominator 2^k.
    #[must_use]
    pub fn temperature(self) -> Number {
        self.step().negated()
    }

    /// The Left option of the canonical form: of an integer n > 0 it is n − 1, of an integer
    /// n ≤ 0 there is none, of a fraction it is [`Number::step`] less.
    pub fn left_option(self) -> Option<Number> {
        let exists = !self.is_integer() || self.0 > 0;
        // Towards zero or within a step of an integer: in range because `self` is.
        exists.then(|| Number(self.0 - self.step().0))
    }

    /// The Right option of the canonical form, as [`Number::left_option`].
    pub fn right_option(self) -> Option<Number> {
        self.negated().left_option().map(Number::negated)
    }

    /// Day on which the number is born: the longest play in its canonical form.
    pub fn birthday(self) -> u64 {
        let whole = self.0.unsigned_abs() >> PLACES;
        match self.log2_denominator() {
            0 => whole,
            k => whole + 1 + u64::from(k),
        }
    }

    /// The simplest number x with `low` ≤ x ≤ `high`, both in units of 2^-32; they may be far
    /// outside the range of numbers, which stands for no bound. `low` is at most `high`.
    pub(crate) fn simplest(low: i64, high: i64) -> Result<Number, GameError> {
        debug_assert!(low <= high);
        if low <= 0 && high >= 0 {
            return Ok(Number::ZERO);
        }
        if high < 0 {
            return Number::simplest(-high, low.checked_neg().unwrap_or(i64::MAX))
                .map(Number::negated);
        }
        // Integers first, the smallest one; then the coarsest fraction, of which there is one.
        (0..=PLACES)
            .rev()
            .find_map(|place| {
                let spacing = 1_i64 << place;
                let multiple = low.checked_add(spacing - 1)? & -spacing;
                (multiple <= high).then_some(multiple)
            })
            .map_or(Err(GameError::Overflow), Number::from_units)
    }

    /// As a floating-point number, for drawing only.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / ONE as f64
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_dyadic().fmt(f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads an integer or a fraction with a power of two below.
impl std::str::FromStr for Number {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Number, ParseError> {
        Number::from_dyadic(text.parse()?).map_err(|_| ParseError::Number(text.to_owned()))
    }
}
