use super::*;
use crate::Game;
use crate::arena::plan::Fixture;
use crosscram_rules::{Board, Player};
use crosscram_support::random::Random;

/// A tally in which `wins[i][j]` games of i against j were won.
fn tally(wins: &[&[u64]]) -> Tally {
    let mut tally = Tally::of_players(wins.len());
    for (i, row) in wins.iter().enumerate() {
        for (j, &count) in row.iter().enumerate() {
            let fixture = Fixture {
                number: 0,
                board: 0,
                sides: [i, j],
                game: Game::new(Board::empty(1, 1).unwrap()),
                seed: 0,
            };
            (0..count).for_each(|_| tally.count(&fixture, Player::Vertical, true));
        }
    }
    tally
}

fn points(ratings: &Ratings) -> Vec<f64> {
    ratings.rows.iter().map(|row| row.unwrap().points).collect()
}

/// Two players: the difference is known in closed form, and so is its error.
#[test]
fn two_players() {
    let ratings = ratings(&tally(&[&[0, 75], &[25, 0]]));
    assert_eq!(ratings.method, Method::MaximumLikelihood);
    let difference = 400.0 * (75.0_f64 / 25.0).log10();
    let [one, other] = [0, 1].map(|i| ratings.rows[i].unwrap());
    assert!((one.points - difference / 2.0).abs() < 1e-6, "{one:?}");
    assert!((one.points + other.points).abs() < 1e-9);
    // The variance of the logarithm of the odds is 1/75 + 1/25; half of the difference is rated.
    let error = 1.959_964 * POINTS * (1.0_f64 / 75.0 + 1.0 / 25.0).sqrt() / 2.0;
    assert!((one.error - error).abs() < 1e-6, "{one:?} {error}");
}

/// The plain way: Zermelo's iteration (1929), which climbs the same hill slowly.
fn plain(wins: &[&[u64]]) -> Vec<f64> {
    let n = wins.len();
    let mut strength = vec![1.0; n];
    for _ in 0..200_000 {
        for i in 0..n {
            let won: u64 = wins[i].iter().sum();
            let denominator: f64 = (0..n)
                .filter(|&j| j != i)
                .map(|j| (wins[i][j] + wins[j][i]) as f64 / (strength[i] + strength[j]))
                .sum();
            strength[i] = won as f64 / denominator;
        }
        let mean: f64 = strength.iter().map(|s: &f64| s.ln()).sum::<f64>() / n as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
    }
    strength.into_iter().map(|s| POINTS * s.ln()).collect()
}

#[test]
fn the_plain_way_gives_the_same() {
    let mut random = Random::new(5);
    for players in 2..=6 {
        for _ in 0..6 {
            let mut wins = vec![vec![0; players]; players];
            for (i, row) in wins.iter_mut().enumerate() {
                for (j, won) in row.iter_mut().enumerate() {
                    *won = if i == j { 0 } else { 1 + random.below(9) };
                }
            }
            let rows: Vec<&[u64]> = wins.iter().map(Vec::as_slice).collect();
            let found = points(&ratings(&tally(&rows)));
            for (one, other) in found.iter().zip(plain(&rows)) {
                assert!((one - other).abs() < 1e-4, "{found:?} {other}");
            }
        }
    }
}

#[test]
fn one_who_never_lost_has_a_finite_rating_and_a_mark() {
    let ratings = ratings(&tally(&[&[0, 20, 20], &[0, 0, 10], &[0, 10, 0]]));
    assert_eq!(ratings.method, Method::Shrunken);
    let found = points(&ratings);
    assert!(found[0] > 300.0 && found[0] < 2_000.0, "{found:?}");
    assert!((found[1] - found[2]).abs() < 1e-6);
    let errors: Vec<f64> = ratings.rows.iter().map(|row| row.unwrap().error).collect();
    assert!(errors.iter().all(|error| error.is_finite()), "{errors:?}");
    assert!(errors[0] > errors[1], "{errors:?}");
}

/// Two groups that never met: nothing bounds them against each other.
#[test]
fn groups_that_never_met() {
    let ratings = ratings(&tally(&[
        &[0, 5, 0, 0],
        &[5, 0, 0, 0],
        &[0, 0, 0, 5],
        &[0, 0, 5, 0],
    ]));
    assert_eq!(ratings.method, Method::Shrunken);
    assert!(points(&ratings).iter().all(|points| points.abs() < 1e-6));
}

#[test]
fn who_has_not_played_has_no_rating() {
    let ratings = ratings(&tally(&[&[0, 1, 0], &[1, 0, 0], &[0, 0, 0]]));
    assert_eq!(ratings.method, Method::MaximumLikelihood);
    assert!(ratings.rows[0].is_some() && ratings.rows[2].is_none());
    assert!(super::ratings(&Tally::of_players(0)).rows.is_empty());
}

/// Error bars hold: in 95 % of simulated tournaments the true difference lies within its bar. With
/// two players, the bar of the difference is twice the printed one.
#[test]
fn error_bars_hold_as_often_as_they_say() {
    let mut random = Random::new(77);
    let (truth, games, rounds) = (120.0_f64, 200, 2_000);
    let chance = 1.0 / (1.0 + 10.0_f64.powf(-truth / 400.0));
    let mut inside = 0;
    for _ in 0..rounds {
        let won =
            (0..games).filter(|_| (random.below(1 << 30) as f64) < chance * (1u64 << 30) as f64);
        let won = won.count() as u64;
        let ratings = ratings(&tally(&[&[0, won], &[games - won, 0]]));
        let [one, other] = [0, 1].map(|i| ratings.rows[i].unwrap());
        let missed = (one.points - other.points - truth).abs();
        inside += u32::from(missed <= 2.0 * one.error);
    }
    // 1,900 are expected; the standard deviation is 10.
    assert!((1_860..=1_940).contains(&inside), "{inside}");
}
