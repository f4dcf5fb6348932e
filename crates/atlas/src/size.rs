//! The size of a rectangle.

use std::fmt;
use std::str::FromStr;

use crosscram_rules::ParseError;
use crosscram_rules::notation::parse_size;
use serde::Serialize;

/// Rows and columns of an empty board, each from 1 to [`Size::MAX`].
///
/// ```
/// use crosscram_atlas::Size;
///
/// let size: Size = "6x21".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.area()), (6, 21, 126));
/// assert_eq!(size.transposed().to_string(), "21x6");
/// # Ok::<(), crosscram_atlas::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Size {
    rows: u16,
    cols: u16,
}

impl Size {
    /// The maximum number of rows or columns. The number of clauses grows with the cube of the size;
    /// here there are about a million.
    pub const MAX: usize = 100;

    /// A rectangle of `rows` x `cols`, each from 1 to [`Size::MAX`].
    pub fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        let fits = |n: usize| (1..=Size::MAX).contains(&n);
        if !fits(rows) || !fits(cols) {
            return Err(SizeError::OutOfRange(format!("{rows}x{cols}")));
        }
        Ok(Size::small(rows, cols))
    }

    /// A rectangle whose sides the caller knows to be in range.
    pub(crate) fn small(rows: usize, cols: usize) -> Size {
        debug_assert!(rows >= 1 && cols >= 1 && rows <= Size::MAX && cols <= Size::MAX);
        Size {
            rows: rows as u16,
            cols: cols as u16,
        }
    }

    /// Number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of squares.
    pub const fn area(self) -> usize {
        self.rows() * self.cols()
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size {
            rows: self.cols,
            cols: self.rows,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.cols))
    }
}

/// Reads `6x21` or `6×21`.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let (rows, cols) = parse_size(text).map_err(SizeError::Text)?;
        Size::new(rows, cols)
    }
}

/// Why a text or a pair of numbers is not a size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// Not of the form `6x21`.
    #[error(transparent)]
    Text(ParseError),
    /// A side is 0 or above [`Size::MAX`].
    #[error("{0}: the atlas has sides from 1 to {max}", max = Size::MAX)]
    OutOfRange(String),
}
