//! How much subtrees have in common.
//!
//! A position in several subtrees is searched once if they share a table, so the sum over
//! subtrees that are solved alone is too large. How much too large is measured on the sample: its
//! subtrees are solved again with one table, and take a share R of the sum. But the more subtrees
//! there are, the more they have in common, so R has to be carried over from the sampled subtrees
//! to all of them. This is the old question how many species there are, asked with a sample of
//! some sites.
//!
//! Let C(k) be the nodes of k subtrees, drawn at random and solved with one table. In double
//! logarithmic scale its slope is 1 at first and falls steadily: on 6x12 with Vertical first, of
//! 12,449 subtrees at ply 7, from 0.94 at 360 subtrees to 0.83, 0.68, 0.58 and 0.50 at all. So does
//! Fisher's law for species, C(k) = a ln(1 + k/θ) (Fisher, Corbet, Williams 1943). It is the case
//! b = 0 of C(k) = a ((1 + k/θ)^b − 1) / b, which bends less for b > 0, like a power in the end, and
//! more for b < 0, towards a limit. With x = k/θ the share is
//!
//! R = ((1 + x)^b − 1) / (b x).
//!
//! The sample's R gives its x for each b, and x grows in proportion to the number of subtrees.
//! Noise of the sizes cancels in R. The exponent is no theorem: it was fitted to few curves of whole
//! boards, one to four seeds each, most of which lie within [`EXPONENTS`]: about -1 on 8x8 at ply 4, -0.25 on 8x8 at ply 6
//! and 8x10 with Horizontal first at ply 6, 0 on 6x12 with Vertical first at ply 7. The ends differ
//! little when a tenth of the subtrees is solved, and much when it is a thousandth.

use super::Range;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Exponents of most boards that were solved whole.
pub(super) const EXPONENTS: RangeInclusive<f64> = -1.0..=0.25;
/// The best guess.
pub(super) const MIDDLE: f64 = -0.25;

/// What sharing a table saves: nodes with one table by nodes with a table for each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sharing {
    /// Measured on the sample.
    #[serde(rename = "shared_in_sample")]
    pub in_sample: f64,
    /// For all subtrees, from the curve that bends most to the one that bends least.
    #[serde(rename = "shared_in_all")]
    pub in_all: Range,
}

impl Sharing {
    /// From `sample` of `of` subtrees, which take `in_sample` with one table of what they take
    /// alone.
    pub(super) fn new(in_sample: f64, sample: usize, of: usize) -> Sharing {
        let carried = |exponent| carried_over(in_sample, sample, of, exponent);
        Sharing {
            in_sample,
            in_all: Range {
                low: carried(*EXPONENTS.start()),
                middle: carried(MIDDLE),
                high: carried(*EXPONENTS.end()),
            },
        }
    }
}

/// The share of `of` subtrees if `sample` of them have the share `in_sample`.
pub(super) fn carried_over(in_sample: f64, sample: usize, of: usize, exponent: f64) -> f64 {
    if sample >= of || sample == 0 {
        return in_sample;
    }
    let x = inverse(in_sample, exponent);
    share(x * of as f64 / sample as f64, exponent)
}

/// R as a function of x; it falls from 1 to 0.
fn share(x: f64, exponent: f64) -> f64 {
    if x < 1e-12 {
        1.0
    } else if exponent.abs() < 1e-9 {
        x.ln_1p() / x
    } else {
        (exponent * x.ln_1p()).exp_m1() / (exponent * x)
    }
}

/// x as a function of R, by bisection of its logarithm; 0 if nothing is shared.
fn inverse(wanted: f64, exponent: f64) -> f64 {
    if wanted >= 1.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-30.0, 60.0);
    for _ in 0..80 {
        let middle: f64 = f64::midpoint(low, high);
        if share(middle.exp(), exponent) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_support::random::Random;

    /// Subtrees of random sets of positions, each position in as many as `number` says: the share
    /// of a sample, carried over, and that of all.
    fn simulated(mut number: impl FnMut(&mut Random) -> usize) -> (Sharing, f64) {
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
        (Sharing::new(in_sample, sample, subtrees), truth)
    }

    /// Fisher's logarithmic series: in m subtrees with probability in proportion to q^m / m.
    #[test]
    fn logarithmic_numbers_of_subtrees() {
        let weights: Vec<f64> = (1..=300).map(|m| 0.97_f64.powi(m) / f64::from(m)).collect();
        let all: f64 = weights.iter().sum();
        let logarithmic = |random: &mut Random| {
            let mut left = all * random.below(1 << 30) as f64 / f64::from(1 << 30);
            let last = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            last.map_or(300, |at| at + 1)
        };
        let (found, truth) = simulated(logarithmic);
        let law = carried_over(found.in_sample, 60, 400, 0.0);
        assert!((law / truth - 1.0).abs() < 0.05, "{law} {truth}");
        assert!(
            found.in_all.low < truth && truth < found.in_all.high,
            "{found:?} {truth}"
        );
    }

    /// Most positions in one subtree, few in many: more remains than either end says, but never
    /// more than in the sample.
    #[test]
    fn very_different_numbers_of_subtrees() {
        let two_kinds = |random: &mut Random| if random.below(20) == 0 { 80 } else { 1 };
        let (found, truth) = simulated(two_kinds);
        assert!(
            found.in_all.high < truth && truth < found.in_sample,
            "{found:?} {truth}"
        );
    }

    #[test]
    fn shares_fall_and_are_inverted() {
        for exponent in [-1.0, MIDDLE, 0.0, 0.25] {
            let mut last = 1.0;
            for tenths in -40..80 {
                let x = (f64::from(tenths) / 10.0).exp();
                let found = share(x, exponent);
                assert!(found < last, "{x} {exponent}");
                assert!((inverse(found, exponent) / x - 1.0).abs() < 1e-6);
                last = found;
            }
        }
    }

    #[test]
    fn nothing_to_carry_over() {
        let whole = Sharing::new(0.3, 50, 50);
        assert_eq!(whole.in_all, Range::exactly(0.3));
        let none = Sharing::new(1.0, 50, 5_000);
        assert_eq!(none.in_all, Range::exactly(1.0));
    }
}
