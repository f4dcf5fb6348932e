//! Ranks and how well two rankings agree.

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
    }
}
