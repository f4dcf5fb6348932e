//! Games with more than two values, by bisection (section 3.4).
//!
//! A search answers yes or no. By asking whether the value is *at least* v, about log2(n) searches
//! find a value in a range of n.

use crate::report::Report;
use serde::Serialize;
use std::ops::RangeInclusive;

/// A value that several searches found, and what they cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Valued {
    /// Unknown if a search did not end.
    pub value: Option<i32>,
    /// How many searches there were.
    pub searches: u64,
    /// Nodes of all.
    pub nodes: u64,
}

impl Valued {
    /// The value in `range`, where `at_least(v)` searches whether it is at least `v`.
    pub fn search<E>(
        range: RangeInclusive<i32>,
        mut at_least: impl FnMut(i32) -> Result<Report, E>,
    ) -> Result<Valued, E> {
        let mut valued = Valued::default();
        let mut failed = None;
        valued.value = bisect(range, |value| match at_least(value) {
            Ok(report) => {
                valued.searches += 1;
                valued.nodes += report.statistics.nodes;
                report.is_win()
            }
            Err(error) => {
                failed = Some(error);
                None
            }
        });
        failed.map_or(Ok(valued), Err)
    }
}

/// Finds a value in `range`, where `at_least(v)` says whether it is at least `v`; `None` as soon as an
/// answer is `None`. The smallest value is never asked about.
///
/// ```
/// use crosscram_pn::bisect;
///
/// let mut asked = Vec::new();
/// let value = bisect(0..=31, |v| {
///     asked.push(v);
///     Some(11 >= v)
/// });
/// // The example of the thesis: at most five steps for the range from 0 to 31.
/// assert_eq!((value, asked), (Some(11), vec![16, 8, 12, 10, 11]));
/// ```
///
/// # Panics
///
/// If the range is empty.
pub fn bisect(
    range: RangeInclusive<i32>,
    mut at_least: impl FnMut(i32) -> Option<bool>,
) -> Option<i32> {
    assert!(!range.is_empty(), "a value lies in a range");
    let (mut least, mut most) = range.into_inner();
    while least < most {
        // Rounded up, so that the question is never settled already.
        let middle = least + (most - least + 1) / 2;
        match at_least(middle)? {
            true => least = middle,
            false => most = middle - 1,
        }
    }
    Some(least)
}
