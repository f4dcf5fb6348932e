//! Weights and probabilities as exact decimal numbers.

use std::fmt;

/// A decimal number with up to three places, stored exactly so that equal scores compare equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Decimal {
    thousandths: i32,
}

impl Decimal {
    /// The number of parts in one.
    pub const UNIT: i32 = 1_000;
    /// The largest absolute value that is read.
    pub const MAX: i32 = 1_000;

    /// A whole number.
    pub const fn whole(number: i32) -> Decimal {
        Decimal::from_thousandths(number * Decimal::UNIT)
    }

    /// A number of thousandths.
    pub const fn from_thousandths(thousandths: i32) -> Decimal {
        Decimal { thousandths }
    }

    /// The number in thousandths.
    pub const fn thousandths(self) -> i32 {
        self.thousandths
    }

    /// Reads `3`, `0.05`, `-1.5`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(places) || places.len() > 3 {
            return None;
        }
        let whole: i32 = whole.parse().ok().filter(|&n| n <= Decimal::MAX)?;
        let places: i32 = format!("{places:0<3}").parse().ok()?;
        let thousandths = whole * Decimal::UNIT + places;
        let inside = thousandths <= Decimal::MAX * Decimal::UNIT;
        inside.then_some(Decimal {
            thousandths: if negative { -thousandths } else { thousandths },
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, unit) = (self.thousandths.unsigned_abs(), Decimal::UNIT as u32);
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let text = format!("{sign}{}.{:03}", size / unit, size % unit);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_printed_exactly() {
        for (text, thousandths, printed) in [
            ("3", 3_000, "3"),
            ("0.05", 50, "0.05"),
            ("-1.50", -1_500, "-1.5"),
            ("10", 10_000, "10"),
            ("0", 0, "0"),
        ] {
            let decimal = Decimal::parse(text).unwrap();
            assert_eq!(decimal.thousandths(), thousandths, "{text}");
            assert_eq!(decimal.to_string(), printed);
        }
        for text in [
            "", "-", ".5", "1.", "1.2345", "1e3", "1001", "+1", "--1", "1000.5",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
