//! Who wins on empty rectangles, as published after 2002.

use crosscram_rules::Player;
use std::str::FromStr;

/// Lengths of a side: one (`3`), all from a length on (`2..`), or every second one (`6,8..`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    first: usize,
    /// 0 for a single length.
    step: usize,
}

impl Sizes {
    /// The lengths up to `limit`; a single length whatever the limit.
    pub fn up_to(self, limit: usize) -> impl Iterator<Item = usize> {
        let last = if self.step == 0 { self.first } else { limit };
        (self.first..=last).step_by(self.step.max(1))
    }
}

impl FromStr for Sizes {
    type Err = SizesError;

    fn from_str(text: &str) -> Result<Sizes, SizesError> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| SizesError);
        let Some(start) = text.strip_suffix("..") else {
            let first = number(text)?;
            return Ok(Sizes { first, step: 0 });
        };
        let (first, step) = match start.split_once(',') {
            None => (number(start)?, 1),
            Some((first, next)) => {
                let first = number(first)?;
                (first, number(next)?.saturating_sub(first))
            }
        };
        match step {
            0 => Err(SizesError),
            _ => Ok(Sizes { first, step }),
        }
    }
}

/// The text does not describe lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not lengths like 3, 2.. or 6,8..")]
pub struct SizesError;

record! {
    /// Who wins a rectangle, or many of them, if `first` begins.
    Claim {
        /// Numbers of rows.
        rows: Sizes,
        /// Numbers of columns.
        cols: Sizes,
        /// Who begins.
        first: Player,
        /// Who wins.
        winner: Player,
        /// A key of the sources in the folder's README.
        source: &'static str,
    }
}

tables! {
    /// Boards solved by search.
    SEARCHES: Claim = "rectangles/searches.tsv";
    /// Theorems for all boards of a pattern.
    THEOREMS: Claim = "rectangles/theorems.tsv";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let sizes = |text: &str| {
            let sizes = text.parse::<Sizes>()?;
            Ok(sizes.up_to(9).collect::<Vec<_>>())
        };
        assert_eq!(sizes("3"), Ok(vec![3]));
        assert_eq!(sizes("11"), Ok(vec![11]));
        assert_eq!(sizes("7.."), Ok(vec![7, 8, 9]));
        assert_eq!(sizes("2,4.."), Ok(vec![2, 4, 6, 8]));
        for text in ["4,4..", "4,2..", "x..", "", ".."] {
            assert_eq!(sizes(text), Err(SizesError), "{text}");
        }
    }
}
