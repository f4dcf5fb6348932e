//! Ranks, how well two rankings agree, and how sure one can be of it.

use crosscram_support::random::Random;

/// The rank of each score, the highest first; equal scores share the mean of their ranks.
pub(super) fn ranks(scores: &[f64]) -> Vec<f64> {
    let rank = |score: &f64| {
        let above = scores.iter().filter(|other| *other > score).count() as f64;
        let equal = scores.iter().filter(|other| *other == score).count() as f64;
        above + (equal + 1.0) / 2.0
    };
    scores.iter().map(rank).collect()
}

/// Spearman's rank correlation: 1 if the rankings agree, 0 if they have nothing to do with each
/// other, -1 if one is the other reversed; `None` if one of them has all scores equal.
pub(super) fn rank_correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 + 1.0) / 2.0;
    let covariance = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (covariance(&one, &one) * covariance(&other, &other)).sqrt();
    (spread > 0.0).then(|| covariance(&one, &other) / spread)
}

/// The mean distance of two scores.
pub(super) fn mean_distance(one: &[f64], other: &[f64]) -> f64 {
    let apart = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    apart.sum::<f64>() / one.len().max(1) as f64
}

/// What resampling says of the correlation of one candidate with the published scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resampled {
    /// The range that holds 95 % of the correlations.
    pub(super) interval: (f64, f64),
    /// In which part of the samples this candidate correlates best of all.
    pub(super) best: f64,
}

/// Samples of the bootstrap.
const SAMPLES: usize = 1_000;

/// Draws the contestants anew, with replacement, many times, and correlates each candidate's scores with
/// the published ones: how much do the correlations depend on which bots happened to take part?
pub(super) fn bootstrap(candidates: &[Vec<f64>], published: &[f64]) -> Vec<Resampled> {
    let mut random = Random::new(2012);
    let count = published.len();
    let mut correlations = vec![Vec::with_capacity(SAMPLES); candidates.len()];
    let mut best = vec![0usize; candidates.len()];
    for _ in 0..SAMPLES {
        let drawn: Vec<usize> = (0..count)
            .map(|_| random.below(count as u64) as usize)
            .collect();
        let sample = |scores: &[f64]| drawn.iter().map(|&i| scores[i]).collect::<Vec<f64>>();
        let theirs = sample(published);
        for (found, ours) in correlations.iter_mut().zip(candidates) {
            found.push(rank_correlation(&sample(ours), &theirs).unwrap_or(0.0));
        }
        let latest = |i: usize| correlations[i].last().copied().unwrap_or(0.0);
        let first = (0..candidates.len()).max_by(|&i, &j| latest(i).total_cmp(&latest(j)));
        if let Some(first) = first {
            best[first] += 1;
        }
    }
    let resampled = correlations.into_iter().zip(best).map(|(mut found, best)| {
        found.sort_by(f64::total_cmp);
        Resampled {
            interval: (found[SAMPLES / 40], found[SAMPLES - 1 - SAMPLES / 40]),
            best: best as f64 / SAMPLES as f64,
        }
    });
    resampled.collect()
}

/// Permutations of the test.
const PERMUTATIONS: usize = 10_000;

/// How many of 10,000 random rankings correlate with the published one at least as well.
pub(super) fn permutations_as_good(ours: &[f64], published: &[f64]) -> usize {
    let mut random = Random::new(2012);
    let found = rank_correlation(ours, published).unwrap_or(0.0);
    let mut shuffled = ours.to_vec();
    let mut as_good = 0;
    for _ in 0..PERMUTATIONS {
        random.shuffle(&mut shuffled);
        let chance = rank_correlation(&shuffled, published).unwrap_or(0.0);
        as_good += usize::from(chance >= found);
    }
    as_good
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_equal_scores_are_shared() {
        assert_eq!(ranks(&[5.0, 9.0, 5.0, 1.0]), [2.5, 1.0, 2.5, 4.0]);
    }

    #[test]
    fn correlation_of_known_rankings() {
        let up = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(rank_correlation(&up, &up), Some(1.0));
        assert_eq!(rank_correlation(&up, &[4.0, 3.0, 2.0, 1.0]), Some(-1.0));
        // 1 - 6 * 2 / (4 * 15): two neighbours exchanged.
        let swapped = rank_correlation(&up, &[2.0, 1.0, 3.0, 4.0]).unwrap();
        assert!((swapped - 0.8).abs() < 1e-12);
        assert_eq!(rank_correlation(&up, &[1.0; 4]), None);
        assert_eq!(mean_distance(&up, &[2.0, 2.0, 3.0, 0.0]), 1.25);
    }

    /// The candidate that equals the published scores wins every sample in which ranks differ at all,
    /// and chance hardly ever ranks twelve as published.
    #[test]
    fn resampling_finds_the_better_candidate() {
        let published: Vec<f64> = (0..12).map(f64::from).collect();
        let other: Vec<f64> = published.iter().map(|score| (score * 5.0) % 12.0).collect();
        let found = bootstrap(&[other.clone(), published.clone()], &published);
        assert!(found[1].best > 0.99, "{found:?}");
        assert!(
            found[1].interval.0 > 0.99 && found[0].interval.0 < 0.5,
            "{found:?}"
        );
        assert_eq!(permutations_as_good(&published, &published), 0);
        let chance = permutations_as_good(&other, &published);
        assert!((1_000..9_000).contains(&chance), "{chance}");
    }
}
