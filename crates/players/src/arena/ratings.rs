//! Ratings: estimates of the players' strengths.
//!
//! The model is that of Bradley and Terry (1952), on the scale of Elo: a player rated d points above
//! another wins with probability 1 / (1 + 10^(-d / 400)). The ratings maximise the likelihood of the
//! games; their mean is 0. They exist only if no player and no group has won all games against the
//! rest (Ford 1957). Otherwise each player gets half a win and half a loss against an imaginary
//! player of rating 0, which keeps everything finite, and [`Method::Shrunken`] says so.
//!
//! Error bars are 1.96 standard errors, from the curvature of the likelihood at its maximum
//! (the inverse of the information matrix with the mean fixed).

use crate::arena::tally::Tally;
use serde::Serialize;

/// How the ratings were computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Maximum likelihood.
    MaximumLikelihood,
    /// The same with half a win and half a loss of each player against an imaginary one, because the
    /// games alone do not bound the ratings.
    Shrunken,
}

/// One player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo's points; the mean of all is 0.
    pub points: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The ratings of all players, in the order of the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// How they were computed.
    pub method: Method,
    /// One for each player; `None` without games.
    pub rows: Vec<Option<Rating>>,
}

/// The Elo points of odds of ten to one, divided by the natural logarithm of ten.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// 95 % of a normal distribution lie within this many standard deviations.
const DEVIATIONS: f64 = 1.959_964;

/// Computes the ratings that explain a tally best.
pub fn ratings(tally: &Tally) -> Ratings {
    let all = 0..tally.players();
    let active: Vec<usize> = all.filter(|&i| tally.total(i).games > 0).collect();
    let wins: Vec<Vec<f64>> = active
        .iter()
        .map(|&i| {
            active
                .iter()
                .map(|&j| tally.score(i, j).wins as f64)
                .collect()
        })
        .collect();
    let method = match is_bounded(&wins) {
        true => Method::MaximumLikelihood,
        false => Method::Shrunken,
    };
    let prior = match method {
        Method::MaximumLikelihood => 0.0,
        Method::Shrunken => 0.5,
    };
    let mut rows = vec![None; tally.players()];
    for (rating, &i) in fit(&wins, prior).into_iter().zip(&active) {
        rows[i] = Some(rating);
    }
    Ratings { method, rows }
}

/// Returns whether a chain of wins leads from every player to every other.
fn is_bounded(wins: &[Vec<f64>]) -> bool {
    let reaches_all = |beats: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; wins.len()];
        let mut open: Vec<usize> = (0..wins.len().min(1)).collect();
        open.iter().for_each(|&i| reached[i] = true);
        while let Some(i) = open.pop() {
            for (j, reached) in reached.iter_mut().enumerate() {
                if !*reached && beats(i, j) {
                    *reached = true;
                    open.push(j);
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(&|i, j| wins[i][j] > 0.0) && reaches_all(&|i, j| wins[j][i] > 0.0)
}

/// Maximises the logarithm of the likelihood, which is concave, by Newton's method; steps are halved
/// until they help. Each player wins and loses `prior` games against a player of strength 0.
fn fit(wins: &[Vec<f64>], prior: f64) -> Vec<Rating> {
    let n = wins.len();
    let mut strength = vec![0.0; n];
    if n == 0 {
        return Vec::new();
    }
    let mut likelihood = log_likelihood(wins, prior, &strength);
    for _ in 0..200 {
        let (gradient, curvature) = derivatives(wins, prior, &strength);
        let step = times(&inverse(curvature), &gradient);
        // So near the maximum, rounding hides differences of the likelihood, and Newton's steps
        // need no check.
        let near = step.iter().all(|step| step.abs() < 1e-4);
        let mut factor = 1.0;
        let better = loop {
            let mut next: Vec<f64> = (0..n).map(|i| strength[i] + factor * step[i]).collect();
            if prior == 0.0 {
                centre(&mut next);
            }
            let value = log_likelihood(wins, prior, &next);
            if value >= likelihood || near {
                break Some((next, value));
            }
            factor /= 2.0;
            if factor < 1e-12 {
                break None;
            }
        };
        let Some((next, value)) = better else { break };
        let change = next.iter().zip(&strength).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        (strength, likelihood) = (next, value);
        if change < 1e-12 {
            break;
        }
    }
    let (_, curvature) = derivatives(wins, prior, &strength);
    let mut covariance = inverse(curvature);
    if prior == 0.0 {
        // Removes the constraint's part: the mean itself has no error.
        let mean = 1.0 / (n * n) as f64;
        covariance
            .iter_mut()
            .flatten()
            .for_each(|entry| *entry -= mean);
    }
    centre(&mut strength);
    let rating = |i: usize| Rating {
        points: POINTS * strength[i],
        error: POINTS * DEVIATIONS * covariance[i][i].max(0.0).sqrt(),
    };
    (0..n).map(rating).collect()
}

fn centre(values: &mut [f64]) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|value| *value -= mean);
}

/// ln(1 + e^x), also for large x.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn log_likelihood(wins: &[Vec<f64>], prior: f64, strength: &[f64]) -> f64 {
    let n = wins.len();
    let mut sum = 0.0;
    for i in 0..n {
        for j in 0..n {
            if wins[i][j] > 0.0 {
                sum -= wins[i][j] * softplus(strength[j] - strength[i]);
            }
        }
        sum -= prior * (softplus(strength[i]) + softplus(-strength[i]));
    }
    sum
}

/// Computes the gradient and the negative of the second derivatives. Without a prior all strengths
/// can shift together; adding one to every entry forbids it.
fn derivatives(wins: &[Vec<f64>], prior: f64, strength: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = wins.len();
    let fixed = if prior == 0.0 { 1.0 } else { 0.0 };
    let (mut gradient, mut curvature) = (vec![0.0; n], vec![vec![fixed; n]; n]);
    let chance = |d: f64| 1.0 / (1.0 + (-d).exp());
    for i in 0..n {
        for j in 0..n {
            let games = wins[i][j] + wins[j][i];
            if i == j || games == 0.0 {
                continue;
            }
            let p = chance(strength[i] - strength[j]);
            gradient[i] += wins[i][j] - games * p;
            let weight = games * p * (1.0 - p);
            curvature[i][i] += weight;
            curvature[i][j] -= weight;
        }
        let p = chance(strength[i]);
        gradient[i] += prior - 2.0 * prior * p;
        curvature[i][i] += 2.0 * prior * p * (1.0 - p);
    }
    (gradient, curvature)
}

/// Inverts a positive definite matrix by elimination with pivots.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    for (i, row) in a.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()));
        a.swap(k, pivot.unwrap_or(k));
        // Zero if probabilities are 0 or 1 to the last digit.
        let divisor = if a[k][k].abs() < 1e-300 {
            1e-300
        } else {
            a[k][k]
        };
        a[k].iter_mut().for_each(|entry| *entry /= divisor);
        let row = a[k].clone();
        for (i, other) in a.iter_mut().enumerate() {
            let factor = other[k];
            if i != k && factor != 0.0 {
                for (entry, pivot) in other.iter_mut().zip(&row) {
                    *entry -= factor * pivot;
                }
            }
        }
    }
    a.into_iter().map(|row| row[n..].to_vec()).collect()
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(product).collect()
}

#[cfg(test)]
mod tests;
