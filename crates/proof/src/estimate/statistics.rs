//! Means of samples and their uncertainty.

use crosscram_support::random::Random;

/// An estimate with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: f64,
    /// The best guess.
    pub middle: f64,
    /// Upper end.
    pub high: f64,
}

impl Range {
    /// An exact number.
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

    /// Both ends and the middle plus `summand`.
    #[must_use]
    pub fn plus(self, summand: f64) -> Range {
        Range {
            low: self.low + summand,
            middle: self.middle + summand,
            high: self.high + summand,
        }
    }
}

/// Mean of a sample.
pub(super) fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The factor by which the standard deviation of a mean shrinks because the sample is drawn without
/// replacement from only `of` values.
fn without_putting_back(sample: usize, of: usize) -> f64 {
    (1.0 - sample as f64 / of as f64).max(0.0).sqrt()
}

/// The standard error of the mean of a sample drawn from `of` values without replacement.
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

/// The number of samples that the bootstrap draws.
const RESAMPLES: usize = 2_000;

/// The mean and its 90 % interval by the bootstrap: the spread of the means of samples drawn from the
/// sample itself. For a heavy-tailed sample the upper end is too low, because the largest values are
/// not in the sample.
pub(super) fn bootstrap(sample: &[f64], of: usize, random: &mut Random) -> Range {
    let middle = mean(sample);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..sample.len()).map(|_| sample[random.index(sample.len())]);
            drawn.sum::<f64>() / sample.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let shrink = without_putting_back(sample.len(), of);
    let end = |quantile: f64| {
        let at = (quantile * (RESAMPLES - 1) as f64).round() as usize;
        middle + (means[at] - middle) * shrink
    };
    Range {
        low: end(0.05),
        middle,
        high: end(0.95),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let range = bootstrap(&sample, population.len(), &mut random);
            held += u32::from(range.low <= truth && truth <= range.high);
            spread += (range.middle - truth).powi(2) / 200.0;
            errors += standard_error(&sample, population.len()) / 200.0;
        }
        assert!((165..=195).contains(&held), "{held} of 200");
        assert!(
            (spread.sqrt() / errors - 1.0).abs() < 0.2,
            "{spread} {errors}"
        );
        let whole = bootstrap(&population, population.len(), &mut random);
        assert_eq!((whole.low, whole.high), (truth, truth));
        assert_eq!(standard_error(&population, population.len()), 0.0);
    }
}
