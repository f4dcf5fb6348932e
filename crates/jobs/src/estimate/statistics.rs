//! From a sample to a prediction, and how far it may be off.

use crosscram_support::random::Random;
use serde::{Serialize, Serializer};

use super::sharing::{EXPONENTS, MIDDLE, Sharing, carried_over};

/// A number that is probably within an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: f64,
    /// The best guess.
    pub middle: f64,
    /// Upper end.
    pub high: f64,
}

/// In data the lower end, the best guess, the upper end.
impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.low, self.middle, self.high].serialize(serializer)
    }
}

impl Range {
    /// A number that is known.
    pub fn exactly(number: f64) -> Range {
        Range {
            low: number,
            middle: number,
            high: number,
        }
    }

    /// Both ends and the middle times `factor`.
    #[must_use]
    pub fn times(self, factor: f64) -> Range {
        Range {
            low: self.low * factor,
            middle: self.middle * factor,
            high: self.high * factor,
        }
    }

    /// Both ends and the middle more by `summand`.
    #[must_use]
    pub fn plus(self, summand: f64) -> Range {
        Range {
            low: self.low + summand,
            middle: self.middle + summand,
            high: self.high + summand,
        }
    }
}

impl Range {
    /// The same number if it is known to be no less than `least`.
    #[must_use]
    pub fn at_least(self, least: f64) -> Range {
        Range {
            low: self.low.max(least),
            middle: self.middle.max(least),
            high: self.high.max(least),
        }
    }
}

/// Mean of a sample.
pub(super) fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// How much the standard deviation of a mean shrinks because the sample is a part of no more than
/// `of`, drawn without putting back.
fn without_putting_back(sample: usize, of: usize) -> f64 {
    (1.0 - sample as f64 / of as f64).max(0.0).sqrt()
}

/// Standard error of the mean of a sample drawn from `of` without putting back.
pub(super) fn standard_error(sample: &[f64], of: usize) -> f64 {
    let n = sample.len() as f64;
    if sample.len() < 2 {
        return if sample.len() == of {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let mean = mean(sample);
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (n - 1.0) / n).sqrt() * without_putting_back(sample.len(), of)
}

/// Samples drawn from the sample.
const RESAMPLES: usize = 2_000;

/// What one subtree took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size {
    /// Nodes with a table of its own; an estimate, if it was given up.
    pub(super) alone: f64,
    /// Nodes with the table that those before it left, if it was solved.
    pub(super) together: Option<f64>,
}

/// What a sample says.
pub(super) struct Summary {
    /// Mean of the nodes alone.
    mean: f64,
    /// What those that were solved take with one table, by what they take alone.
    share: f64,
    /// How many were solved.
    solved: usize,
}

impl Summary {
    fn new(sizes: impl Iterator<Item = Size> + Clone) -> Summary {
        let (mut alone, mut together, mut solved) = (0.0, 0.0, 0);
        for size in sizes.clone() {
            if let Some(nodes) = size.together {
                alone += size.alone;
                together += nodes;
                solved += 1;
            }
        }
        let all: Vec<f64> = sizes.map(|size| size.alone).collect();
        Summary {
            mean: mean(&all),
            // If none was solved with the others, nothing shows that they have anything in common.
            share: match solved {
                0 => 1.0,
                _ => f64::min(together / f64::max(alone, 1e-9), 1.0),
            },
            solved,
        }
    }

    /// Nodes of `of` subtrees with one table.
    fn total(&self, of: usize, exponent: f64) -> f64 {
        let share = carried_over(self.share, self.solved, of, exponent);
        of as f64 * self.mean * share
    }
}

/// What `of` subtrees take alone and with one table, from a sample of them.
pub(super) struct Totals {
    /// Each with a table of its own.
    pub(super) alone: Range,
    /// All with one.
    pub(super) together: Range,
    /// What this saves.
    pub(super) sharing: Sharing,
}

/// The middles are computed from the sample; the ends hold 90 % of the bootstrap, that is of what
/// samples drawn from the sample itself say, each with an exponent of its own. For a heavy-tailed
/// sample the upper ends are too low, because the largest values are not in the sample.
pub(super) fn totals(sample: &[Size], of: usize, random: &mut Random) -> Totals {
    let whole = Summary::new(sample.iter().copied());
    let shrink = without_putting_back(sample.len(), of);
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for _ in 0..RESAMPLES {
        let drawn: Vec<Size> = (0..sample.len())
            .map(|_| sample[random.index(sample.len())])
            .collect();
        let drawn = Summary::new(drawn.iter().copied());
        let summary = Summary {
            mean: whole.mean + (drawn.mean - whole.mean) * shrink,
            // Without a solved one there is no share; that of the sample stands for it.
            share: match drawn.solved {
                0 => whole.share,
                _ => whole.share + (drawn.share - whole.share) * shrink,
            },
            ..whole
        };
        let part = random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
        let exponent = EXPONENTS.start() + part * (EXPONENTS.end() - EXPONENTS.start());
        alone.push(summary.mean * of as f64);
        together.push(summary.total(of, exponent));
    }
    Totals {
        alone: ends(alone, whole.mean * of as f64),
        together: ends(together, whole.total(of, MIDDLE)),
        sharing: Sharing::new(whole.share, whole.solved, of),
    }
}

/// The middle, with the ends of the middle 90 % of the values.
fn ends(mut values: Vec<f64>, middle: f64) -> Range {
    values.sort_by(f64::total_cmp);
    let end = |quantile: f64| values[(quantile * (values.len() - 1) as f64).round() as usize];
    Range {
        low: end(0.05).min(middle),
        middle,
        high: end(0.95).max(middle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(nodes: f64) -> Size {
        Size {
            alone: nodes,
            together: Some(nodes),
        }
    }

    /// Samples of a population without a heavy tail: nine of ten intervals hold its mean, and the
    /// spread of the means is the standard error.
    #[test]
    fn intervals_hold_what_they_promise() {
        let population: Vec<f64> = (0..1_000).map(f64::from).collect();
        let truth = mean(&population);
        let mut random = Random::new(3);
        let (mut held, mut spread, mut errors) = (0, 0.0, 0.0);
        for _ in 0..200 {
            let sample = random.choose(100, population.len());
            let sample: Vec<f64> = sample.into_iter().map(|at| population[at]).collect();
            let sizes: Vec<Size> = sample.iter().copied().map(alone).collect();
            let range = totals(&sizes, population.len(), &mut random)
                .alone
                .times(1.0 / population.len() as f64);
            held += u32::from(range.low <= truth && truth <= range.high);
            spread += (range.middle - truth).powi(2) / 200.0;
            errors += standard_error(&sample, population.len()) / 200.0;
        }
        assert!((165..=195).contains(&held), "{held} of 200");
        assert!(
            (spread.sqrt() / errors - 1.0).abs() < 0.2,
            "{spread} {errors}"
        );
        let sizes: Vec<Size> = population.iter().copied().map(alone).collect();
        let whole = totals(&sizes, sizes.len(), &mut random);
        let all = truth * population.len() as f64;
        assert_eq!(whole.alone, Range::exactly(all));
        assert_eq!(whole.together, Range::exactly(all));
        assert_eq!(standard_error(&population, population.len()), 0.0);
    }

    /// A sample in which nothing was solved with one table does not say that everything is shared.
    #[test]
    fn without_a_solved_one_nothing_is_shared() {
        let given_up = |nodes| Size {
            alone: nodes,
            together: None,
        };
        let mut random = Random::new(3);
        let none = totals(&[given_up(10.0), given_up(30.0)], 100, &mut random);
        assert_eq!(none.together.middle, 2_000.0);
        assert_eq!(none.sharing.in_sample, 1.0);
        // Some resamples hold no solved one; the share of the sample stands for theirs.
        let one = Size {
            alone: 20.0,
            together: Some(16.0),
        };
        let some = totals(&[given_up(20.0), given_up(20.0), one], 100, &mut random);
        assert!(some.together.low > 50.0, "{:?}", some.together);
    }
}
