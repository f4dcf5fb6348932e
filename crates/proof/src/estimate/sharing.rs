//! How much subtrees have in common.
//!
//! A position in several subtrees is searched once if they share a table, so the sum over
//! subtrees that are solved alone is too large. How much too large is measured on the sample: its
//! subtrees are solved again with one table, and take a share R of the sum. But the more subtrees
//! there are, the more they have in common, so R has to be carried over from the sampled part f
//! of the subtrees to all of them. This is the old question how many species there are, asked
//! with a sample of some sites.
//!
//! A position that lies in m subtrees is met in a part f of them with probability 1 − (1 − f)^m
//! and counted fm times by those that are solved alone. So R(f) = E(1 − (1 − f)^m) / f E(m) and
//! R(1) = 1 / E(m), and everything depends on how m is distributed:
//!
//! - *Geometrically*: then R(f) = 1 / (1 + (E(m) − 1) f). If in truth m varies more, positions
//!   with large m show first, and R(1) comes out too small: the lower end.
//! - *Without scale*: R falls by the same factor with each doubling of the number of subtrees,
//!   from the first to the last. This is the upper end.
//!
//! Neither is a bound: only that R does not grow is certain.
//!
//! Where all subtrees were solved, the truth lay between them: 8x8 at ply 6, from 200 of 1,757
//! subtrees, 0.195 and 0.58, in truth 0.270; 7x11 with Vertical first at ply 5, from 200 of 1,379,
//! 0.096 and 0.308, in truth 0.118. The geometric mean of both is the best guess.

/// What sharing a table saves: nodes with one table by nodes with a table for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharing {
    /// Measured on the sample.
    pub in_sample: f64,
    /// For all subtrees, if positions lie in geometrically distributed numbers of them.
    pub low: f64,
    /// The geometric mean of the ends.
    pub middle: f64,
    /// For all subtrees, if every doubling of their number saves the same.
    pub high: f64,
}

impl Sharing {
    /// From `sample` of `of` subtrees, which take `in_sample` with one table of what they take
    /// alone.
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

    /// Subtrees of random sets of positions, each position in as many as `number` says: the share
    /// of a sample, carried over, and that of all.
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

    /// Maximum number of positions in one subtree, few in many: more remains than either end says, but never
    /// more than in the sample.
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
