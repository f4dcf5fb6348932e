//! Numbers as they are printed.

use std::fmt;
use std::str::FromStr;

/// A printed number: `2023301`, `0.004`, `-26/3`, or `>300` where a search was given up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// The number, or the bound.
    pub value: f64,
    /// Whether it is only a lower bound.
    pub is_bound: bool,
}

impl Number {
    /// A number that is not a bound.
    pub const fn exact(value: f64) -> Number {
        Number {
            value,
            is_bound: false,
        }
    }
}

/// Counts; exact up to 2^53.
impl From<u64> for Number {
    fn from(count: u64) -> Number {
        Number::exact(count as f64)
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Number, NumberError> {
        let (digits, is_bound) = match text.strip_prefix('>') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let (above, below) = digits.split_once('/').unwrap_or((digits, "1"));
        match (above.parse::<f64>(), below.parse::<f64>()) {
            (Ok(above), Ok(below)) if (above / below).is_finite() => Ok(Number {
                value: above / below,
                is_bound,
            }),
            _ => Err(NumberError),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = if self.is_bound { ">" } else { "" };
        f.pad(&format!("{bound}{}", self.value))
    }
}

/// The text is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a number like 12, 0.5, -26/3 or >300")]
pub struct NumberError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let number = |text: &str| text.parse::<Number>().map(|n| (n.value, n.is_bound));
        assert_eq!(number("2023301"), Ok((2_023_301.0, false)));
        assert_eq!(number("-26/3"), Ok((-26.0 / 3.0, false)));
        assert_eq!(number(">300"), Ok((300.0, true)));
        for text in ["", "-", "1/0", "NaN", "x", "1/2/3", ">"] {
            assert_eq!(number(text), Err(NumberError), "{text}");
        }
    }
}
