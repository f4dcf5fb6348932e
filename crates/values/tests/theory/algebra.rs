//! Reduced canonical forms and atomic weights against their definitions, on all games of small birthday.

use crate::small_games::born_by;
use crosscram_support::random::Random;
use crosscram_values::games::{Game, Games};
use std::cmp::Ordering;
use std::collections::BTreeMap;

#[test]
fn there_are_as_many_games_as_known() {
    let mut games = Games::new();
    let counts = [0, 1, 2, 3].map(|day| born_by(&mut games, day).len());
    assert_eq!(counts, [1, 4, 22, 1474]);
}

/// The definition: no positive number is below the difference or its negative.
fn are_close(games: &mut Games, g: Game, h: Game) -> bool {
    let difference = games.difference(g, h).unwrap();
    games.left_stop(difference) == games.right_stop(difference)
        && games.left_stop(difference) == "0".parse().unwrap()
}

#[test]
fn reduced_forms_are_the_simplest_close_games() {
    let mut games = Games::new();
    let mut classes: BTreeMap<Game, Vec<Game>> = BTreeMap::new();
    for game in born_by(&mut games, 3) {
        let reduced = games.reduced(game).unwrap();
        assert!(are_close(&mut games, game, reduced), "{}", games.text(game));
        assert_eq!(games.reduced(reduced), Ok(reduced));
        classes.entry(reduced).or_default().push(game);
    }
    // A game and its reduced form are close, so two games with one form are. Two forms are not.
    let forms: Vec<Game> = classes.keys().copied().collect();
    for (i, &g) in forms.iter().enumerate() {
        for &h in &forms[..i] {
            assert!(!are_close(&mut games, g, h));
        }
    }
    assert!(forms.len() > 50 && forms.len() < 1474, "{}", forms.len());
    for (form, class) in classes {
        for game in class {
            assert!(games.birthday(form) <= games.birthday(game));
            assert!(games.followers(form) <= games.followers(game));
        }
    }
}

#[test]
fn nearly_at_most_is_what_the_stops_of_the_difference_say() {
    let mut games = Games::new();
    let list = born_by(&mut games, 3);
    let mut random = Random::new(5);
    let mut nearly_only = 0;
    for _ in 0..20_000 {
        let mut any = || list[random.index(list.len())];
        let (g, h) = (any(), any());
        let difference = games.difference(h, g).unwrap();
        let expected = games.right_stop(difference) >= "0".parse().unwrap();
        let found = games.le_nearly(g, h).unwrap();
        assert_eq!(found, expected, "{} {}", games.text(g), games.text(h));
        nearly_only += u32::from(found && !games.le(g, h));
    }
    assert!(nearly_only > 100);
}

/// Norton's product of a game with ↑.
fn times_up(games: &mut Games, game: Game) -> Game {
    let up = games.up().unwrap();
    if let Some(number) = games.as_number(game).filter(|x| x.is_integer()) {
        return games.multiple(number.numerator(), up).unwrap();
    }
    let up_up_star = games.up_star(2, 1).unwrap();
    let mut left = games.left_options(game).unwrap();
    for option in &mut left {
        let product = times_up(games, *option);
        *option = games.sum(product, up_up_star).unwrap();
    }
    let mut right = games.right_options(game).unwrap();
    for option in &mut right {
        let product = times_up(games, *option);
        *option = games.difference(product, up_up_star).unwrap();
    }
    games.construct(&left, &right).unwrap()
}

/// The definition: ↓ + ☆ < G − A·↑ < ↑ + ☆ for a nimber ☆ larger than those in the games.
#[track_caller]
fn check_weight(games: &mut Games, game: Game) -> Game {
    let weight = games.atomic_weight(game).unwrap().expect("all-small");
    let product = times_up(games, weight);
    let difference = games.difference(game, product).unwrap();
    let [below, above] = [-1, 1].map(|ups| games.up_star(ups, 64).unwrap());
    let text = games.text(game);
    for (less, more) in [(below, difference), (difference, above)] {
        assert_eq!(games.compare(less, more), Some(Ordering::Less), "{text}");
    }
    weight
}

#[test]
fn atomic_weights_are_those_of_the_definition() {
    let mut games = Games::new();
    let list = born_by(&mut games, 3);
    let (small, other): (Vec<Game>, Vec<Game>) =
        list.into_iter().partition(|&game| games.is_all_small(game));
    // The number of all-small games born by day 3 (Siegel 2013).
    assert_eq!(small.len(), 67);
    for &game in &other[..200] {
        assert_eq!(games.atomic_weight(game), Ok(None));
    }
    for &game in &small {
        check_weight(&mut games, game);
    }
    let mut random = Random::new(6);
    let mut weights = std::collections::HashSet::new();
    for _ in 0..2000 {
        let mut side = || [(); 2].map(|()| small[random.index(small.len())]);
        let game = games.construct(&side(), &side()).unwrap();
        if games.is_all_small(game) {
            weights.insert(check_weight(&mut games, game));
        }
    }
    assert!(weights.len() > 5, "{}", weights.len());
}

#[test]
fn atomic_weights_add() {
    let mut games = Games::new();
    let mut small = born_by(&mut games, 3);
    small.retain(|&game| games.is_all_small(game));
    for &g in &small {
        for &h in small.iter().step_by(7) {
            let sum = games.sum(g, h).unwrap();
            let [a, b, c] = [g, h, sum].map(|game| games.atomic_weight(game).unwrap().unwrap());
            assert_eq!(games.sum(a, b), Ok(c));
        }
    }
}
