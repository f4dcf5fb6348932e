//! What is left of a run, as far as that can be told.

use super::segment::SHARE;
use crate::Range;
use crosscram_pn::{JobGraph, Kind};
use crosscram_rules::Question;
use crosscram_support::random::Random;
use std::collections::HashSet;

/// What is left to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// Leaves of the proof that is most likely now.
    pub leaves: u64,
    /// What they will take, in units: in four of five cases between the two ends, if the leaves to come are
    /// like those so far.
    pub units: Range,
}

/// How estimates turned out so far.
#[derive(Default)]
pub(super) struct Outlook {
    /// What became of an estimate, divided by it: what the unit took, and what it says is left.
    ratios: Vec<f64>,
}

/// Estimates that are kept: the last ones tell most.
const KEPT: usize = 2000;
/// Runs to the end that are drawn.
const DRAWS: usize = 200;
/// A leaf is drawn as opened at most this often in a row.
const DEEPEST: usize = 12;

impl Outlook {
    /// What became of an estimate, divided by it.
    pub(super) fn learn(&mut self, ratio: f64) {
        self.ratios.push(ratio);
        if self.ratios.len() > 2 * KEPT {
            self.ratios.drain(..KEPT);
        }
    }

    /// What is left.
    pub(super) fn left(&self, graph: &JobGraph<Question>) -> Left {
        let estimates = likely_leaves(graph);
        let total = estimates.iter().sum::<f64>();
        let leaves = estimates.len() as u64;
        if self.ratios.is_empty() || estimates.is_empty() {
            return Left {
                leaves,
                units: Range::exactly(total),
            };
        }
        let mut random = Random::new(leaves);
        let mut draws: Vec<f64> = (0..DRAWS)
            .map(|_| self.draw(&estimates, &mut random))
            .collect();
        draws.sort_by(f64::total_cmp);
        Left {
            leaves,
            units: Range {
                low: draws[DRAWS / 10],
                middle: draws[DRAWS / 2],
                high: draws[DRAWS * 9 / 10],
            },
        }
    }

    /// One run to the end: every leaf takes a drawn multiple of its estimate; one that exceeds a unit is
    /// opened, and what is left of it is drawn again.
    fn draw(&self, estimates: &[f64], random: &mut Random) -> f64 {
        // Many leaves are alike: a sample of them is enough.
        let drawn = estimates.len().min(500);
        let one = |estimate: f64, random: &mut Random| {
            let (mut estimate, mut sum) = (estimate, 0.0);
            for _ in 0..DEEPEST {
                let takes = estimate * self.ratios[random.index(self.ratios.len())];
                sum += takes.min(1.0);
                if takes < 1.0 {
                    break;
                }
                estimate = (takes - 1.0).max(estimate / 2.0);
            }
            sum
        };
        let sum: f64 = (0..drawn)
            .map(|_| one(estimates[random.index(estimates.len())], random))
            .sum();
        sum * estimates.len() as f64 / drawn as f64
    }
}

/// What a node is expected to take, in units: nothing if it is solved.
pub(super) fn expected(graph: &JobGraph<Question>, node: u32) -> f64 {
    let numbers = graph.numbers(node);
    f64::from(numbers.proof.min(numbers.disproof)) / f64::from(SHARE)
}

/// The estimates, in units, of the leaves of the proof that is most likely now.
fn likely_leaves(graph: &JobGraph<Question>) -> Vec<f64> {
    let root = graph.numbers(0);
    // For whom it is likely a proof.
    let side = match root.proof <= root.disproof {
        true => Kind::Max,
        false => Kind::Min,
    };
    let (mut estimates, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![0]);
    while let Some(node) = stack.pop() {
        let numbers = graph.numbers(node);
        if numbers.is_solved() || !seen.insert(node) {
            continue;
        }
        if !graph.is_expanded(node) {
            estimates.push(f64::from(numbers.chosen(side)) / f64::from(SHARE));
        } else if graph.kind(node) == side {
            stack.extend(
                graph
                    .children(node)
                    .min_by_key(|&child| graph.numbers(child).chosen(side)),
            );
        } else {
            stack.extend(graph.children(node));
        }
    }
    estimates
}
