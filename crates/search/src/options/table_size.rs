//! Sizes of transposition tables, and their text form.

use std::fmt;
use std::str::FromStr;

/// Size of a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// Number of entries.
    Entries(u64),
    /// Number of bytes; how many entries that is depends on the size of the board.
    Bytes(u64),
}

impl TableSize {
    /// The thesis's tables: 2^23 entries.
    pub const DEFAULT: TableSize = TableSize::Entries(1 << 23);
    /// No table at all: every position is searched as often as it is met.
    pub const NONE: TableSize = TableSize::Entries(0);

    /// Returns whether there is no table.
    pub fn is_none(self) -> bool {
        self == TableSize::NONE
    }
}

/// Why a text is not a table size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a table size: use a number of entries (8388608, 2^23, 8M) or of bytes (512MiB, 2GB)"
)]
pub struct TableSizeError(String);

impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TableSize::NONE => f.write_str("none"),
            TableSize::Entries(n) if n.is_power_of_two() => write!(f, "2^{}", n.trailing_zeros()),
            TableSize::Entries(n) => write!(f, "{n}"),
            TableSize::Bytes(n) => write!(f, "{n}B"),
        }
    }
}

impl FromStr for TableSize {
    type Err = TableSizeError;

    fn from_str(text: &str) -> Result<Self, TableSizeError> {
        let error = || TableSizeError(text.to_string());
        if let Some(exponent) = text.strip_prefix("2^") {
            let exponent: u32 = exponent.parse().map_err(|_| error())?;
            let entries = 1u64.checked_shl(exponent).filter(|_| exponent < 48);
            return entries.map(TableSize::Entries).ok_or_else(error);
        }
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| error())?;
        let (factor, bytes) = match unit.to_ascii_lowercase().as_str() {
            "" => (1, false),
            "k" => (1_000, false),
            "m" => (1_000_000, false),
            "g" => (1_000_000_000, false),
            "b" => (1, true),
            "kb" => (1_000, true),
            "mb" => (1_000_000, true),
            "gb" => (1_000_000_000, true),
            "kib" => (1 << 10, true),
            "mib" => (1 << 20, true),
            "gib" => (1 << 30, true),
            _ => return Err(error()),
        };
        let size = number.checked_mul(factor).ok_or_else(error)?;
        match size {
            0 => Err(error()),
            _ if size >> 48 != 0 => Err(error()),
            _ if bytes => Ok(TableSize::Bytes(size)),
            _ => Ok(TableSize::Entries(size)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_size(text: &str, expected: Option<TableSize>) {
        assert_eq!(text.parse().ok(), expected, "{text}");
    }

    #[test]
    fn table_sizes() {
        check_size("8388608", Some(TableSize::Entries(8_388_608)));
        check_size("2^23", Some(TableSize::DEFAULT));
        check_size("8M", Some(TableSize::Entries(8_000_000)));
        check_size("512MiB", Some(TableSize::Bytes(512 << 20)));
        assert_eq!(TableSize::NONE.to_string(), "none");
        check_size("2GB", Some(TableSize::Bytes(2_000_000_000)));
        for text in [
            "",
            "0",
            "2^",
            "2^64",
            "-1",
            "8 M",
            "lots",
            "99999999999999999999",
        ] {
            check_size(text, None);
        }
    }
}
