//! Estimates how much subtrees have in common.
//!
//! A position in several subtrees is searched once if they share a table, so the sum over subtrees that
//! are solved alone is too large. The excess is measured on the sample: its subtrees are solved again
//! with one table, and take a fraction R of the sum. But the more subtrees there are, the more they have
//! in common, so R must be extrapolated from the sampled fraction f of the subtrees to all of them. This
//! is the classic problem of estimating the number of species from a sample of sites.
//!
//! A position that lies in m subtrees occurs in a fraction f of them with probability 1 − (1 − f)^m
//! and is counted fm times by those that are solved alone. So R(f) = E(1 − (1 − f)^m) / f E(m) and
//! R(1) = 1 / E(m), and everything depends on the distribution of m:
//!
//! - *Geometric*: then R(f) = 1 / (1 + (E(m) − 1) f). If m really varies more, positions with large m
//!   show first, and the estimate of R(1) is too small: the lower end.
//! - *Scale-free*: R falls by the same factor with each doubling of the number of subtrees, from the
//!   first to the last. This is the upper end.
//!
//! Neither is a bound: it is only certain that R does not grow.
//!
//! Where all subtrees were solved, the true value lay between them: 8x8 at ply 6, from 200 of 1,757
//! subtrees, 0.195 and 0.58, true 0.270; 7x11 with Vertical first at ply 5, from 200 of 1,379, 0.096
//! and 0.308, true 0.118. The geometric mean of both is the best guess.

/// The effect of sharing a table: nodes with one table divided by nodes with a table for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharing {
    /// Measured on the sample.
    pub in_sample: f64,
    /// For all subtrees, if the number of subtrees of a position is geometrically distributed.
    pub low: f64,
    /// The geometric mean of the ends.
    pub middle: f64,
    /// For all subtrees, if every doubling of their number saves the same.
    pub high: f64,
}

impl Sharing {
    /// Extrapolates from `sample` of `of` subtrees, which with one table take the fraction `in_sample`
    /// of what they take alone.
    pub(super) fn carried_over(in_sample: f64, sample: usize, of: usize) -> Sharing {
        let in_sample = in_sample.clamp(f64::MIN_POSITIVE, 1.0);
        let part = sample as f64 / of as f64;
        let low = 1.0 / (1.0 + (1.0 / in_sample - 1.0) / part);
        let high = if sample == of {
            in_sample
        } else {
            in_sample.powf((of as f64).ln() / (sample.max(2) as f64).ln())
        };
        Sharing {
            in_sample,
            low,
            middle: (low * high).sqrt(),
            high: high.max(low),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// Simulates subtrees of random positions, each position in as many as `number` says. Returns the
    /// extrapolation from a sample and the fraction for all.
    fn share(mut number: impl FnMut(&mut Random) -> usize) -> (Sharing, f64) {
        let (subtrees, sample, positions) = (400, 60, 20_000);
        let mut random = Random::new(5);
        let (mut alone, mut distinct, mut all) = (0, 0, 0);
        for _ in 0..positions {
            let m = number(&mut random).min(subtrees);
            // The subtrees of the sample are the first ones.
            let found = random.choose(m, subtrees).into_iter();
            let found = found.filter(|&subtree| subtree < sample).count();
            alone += found;
            distinct += usize::from(found > 0);
            all += m;
        }
        let in_sample = distinct as f64 / alone as f64;
        let truth = f64::from(positions) / all as f64;
        (Sharing::carried_over(in_sample, sample, subtrees), truth)
    }

    #[test]
    fn geometric_numbers_of_subtrees() {
        let geometric = |random: &mut Random| 1 + (0..).take_while(|_| random.below(5) > 0).count();
        let (found, truth) = share(geometric);
        assert!((found.low / truth - 1.0).abs() < 0.05, "{found:?} {truth}");
        assert!(truth < found.middle && found.middle < found.high);
    }

    /// Most positions lie in one subtree, a few in many: the true fraction is above both ends, but never
    /// above that of the sample.
    #[test]
    fn very_different_numbers_of_subtrees() {
        let two_kinds = |random: &mut Random| if random.below(20) == 0 { 80 } else { 1 };
        let (found, truth) = share(two_kinds);
        assert!(
            found.high < truth && truth < found.in_sample,
            "{found:?} {truth}"
        );
    }

    #[test]
    fn nothing_to_carry_over() {
        let whole = Sharing::carried_over(0.3, 50, 50);
        for share in [whole.low, whole.middle, whole.high] {
            assert!((share - 0.3).abs() < 1e-12, "{whole:?}");
        }
        let none = Sharing::carried_over(1.0, 50, 5_000);
        assert_eq!((none.low, none.middle, none.high), (1.0, 1.0, 1.0));
    }
}
