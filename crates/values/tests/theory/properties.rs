//! Laws that hold for all games, on very many random ones.

use crate::naive::Naive;
use crate::random;
use crosscram_rules::Dyadic;
use crosscram_support::random::Random;
use crosscram_values::games::{Form, Game, Games};
use std::cmp::Ordering;

/// Random games in one arena, with their trees.
fn games(count: usize, depth: u32, seed: u64) -> (Games, Vec<(Naive, Game)>) {
    let mut random = Random::new(seed);
    let mut games = Games::new();
    let mut one = || {
        let tree = random::game(&mut random, depth);
        let game = tree.build(&mut games);
        (tree, game)
    };
    let list = (0..count).map(|_| one()).collect();
    (games, list)
}

#[test]
fn canonical_forms_are_those_of_the_definition() {
    let (mut games, list) = games(4000, 3, 1);
    for (tree, game) in list {
        let found = Naive::of_game(&mut games, game);
        assert_eq!(found, tree.canonical(), "{tree:?}");
    }
}

#[test]
fn comparisons_are_those_of_the_definition() {
    let (mut games, list) = games(3000, 3, 2);
    for pair in list.windows(2) {
        let ((first, g), (second, h)) = (&pair[0], &pair[1]);
        let below = (first.at_most(second), second.at_most(first));
        let found = (games.le(*g, *h), games.le(*h, *g));
        assert_eq!(found, below, "{first:?} {second:?}");
        assert_eq!(
            g == h,
            below == (true, true),
            "equal games have equal names"
        );
    }
}

#[test]
fn sums_and_negatives_are_those_of_the_definition() {
    let (mut games, list) = games(1500, 2, 3);
    for pair in list.windows(2) {
        let ((first, g), (second, h)) = (&pair[0], &pair[1]);
        let sum = games.sum(*g, *h).unwrap();
        let tree = first.sum(second);
        assert_eq!(sum, tree.build(&mut games));
        assert_eq!(games.sum(*h, *g), Ok(sum));
        let negative = first.negative().build(&mut games);
        assert_eq!(games.negative(*g), Ok(negative));
        // Outcome of g + h by plain play, and by the value.
        let zero = Naive::integer(0);
        let plain = (zero.at_most(&tree), tree.at_most(&zero));
        let value = (games.le(Game::ZERO, sum), games.le(sum, Game::ZERO));
        assert_eq!(value, plain);
    }
}

#[test]
fn games_are_an_ordered_group() {
    let (mut games, list) = games(1200, 3, 4);
    let list: Vec<Game> = list.into_iter().map(|(_, game)| game).collect();
    for window in list.windows(3) {
        let [a, b, c] = *window else { unreachable!() };
        assert_eq!(games.difference(a, a), Ok(Game::ZERO));
        let negative = games.negative(a).unwrap();
        assert_eq!(games.negative(negative), Ok(a));
        let (ab, bc) = (games.sum(a, b).unwrap(), games.sum(b, c).unwrap());
        assert_eq!(games.sum(ab, c), games.sum(a, bc));
        if games.le(a, b) && games.le(b, c) {
            assert!(games.le(a, c));
        }
        let (ac, bc) = (games.sum(a, c).unwrap(), games.sum(b, c).unwrap());
        assert_eq!(games.le(a, b), games.le(ac, bc));
        let difference = games.difference(a, b).unwrap();
        let sign = games.compare(difference, Game::ZERO);
        assert_eq!(games.compare(a, b), sign);
    }
}

#[test]
fn thermographs_agree_with_cooled_games() {
    let (mut games, list) = games(1500, 3, 5);
    for (_, game) in list {
        let thermograph = games.thermograph(game).unwrap();
        let temperature = games.temperature(game).unwrap();
        assert_eq!(thermograph.temperature(), temperature);
        assert_eq!(thermograph.mean(), games.mean(game).unwrap());
        for quarters in 0..=12 {
            let t: Dyadic = format!("{quarters}/4").parse().unwrap();
            let cooled = games.cooled(game, t).unwrap();
            // Above its temperature a game is its mean; up to there, walls are stops.
            assert_eq!(thermograph.left().at(t).unwrap(), games.left_stop(cooled));
            assert_eq!(thermograph.right().at(t).unwrap(), games.right_stop(cooled));
        }
        let negative = games.negative(game).unwrap();
        let turned = games.thermograph(negative).unwrap();
        let right = thermograph.right().corners().iter();
        let expected: Vec<_> = right.map(|&(value, t)| (value.negated(), t)).collect();
        assert_eq!(turned.left().corners(), expected);
    }
}

#[test]
fn means_add_and_temperatures_do_not_rise() {
    let (mut games, list) = games(800, 3, 6);
    let list: Vec<Game> = list.into_iter().map(|(_, game)| game).collect();
    for pair in list.windows(2) {
        let [g, h] = *pair else { unreachable!() };
        let sum = games.sum(g, h).unwrap();
        let means = games.mean(g).unwrap().plus(games.mean(h).unwrap());
        assert_eq!(games.mean(sum).unwrap(), means.unwrap());
        let [g, h, sum] = [g, h, sum].map(|game| games.temperature(game).unwrap());
        assert!(sum <= g.max(h));
    }
}

#[test]
fn the_thermograph_of_a_sum_of_numbers_is_that_of_the_number() {
    let mut games = Games::new();
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let mut number = || -> Dyadic {
            let (above, below) = (random.below(401) as i64 - 200, 1 << random.below(6));
            format!("{above}/{below}").parse().unwrap()
        };
        let (x, y) = (number(), number());
        let (g, h) = (games.number(x).unwrap(), games.number(y).unwrap());
        let sum = games.sum(g, h).unwrap();
        let thermograph = games.thermograph(sum).unwrap();
        assert_eq!(Ok(thermograph.mean()), x.plus(y));
        assert_eq!(thermograph.temperature(), thermograph.mean().temperature());
        assert_eq!(games.as_number(sum), Some(thermograph.mean()));
    }
}

#[test]
fn heating_undoes_cooling_of_switches() {
    let mut games = Games::new();
    let game = games.parse("{3|-2}").unwrap();
    let cooled = games.cooled(game, Dyadic::ONE).unwrap();
    assert_eq!(games.text(cooled), "{2|-1}");
    assert_eq!(games.heated(cooled, Dyadic::ONE), Ok(game));
    assert!(games.cooled(game, Dyadic::MINUS_ONE).is_err());
}

#[test]
fn well_known_games_are_recognised() {
    let mut games = Games::new();
    for ups in -6_i64..=6 {
        for nimber in 0_u32..=5 {
            for number in [Dyadic::ZERO, Dyadic::ONE, "-3/4".parse().unwrap()] {
                let infinitesimal = games.up_star(ups, nimber).unwrap();
                let shift = games.number(number).unwrap();
                let game = games.sum(infinitesimal, shift).unwrap();
                let expected = match (ups, nimber) {
                    (0, 0) => Form::Number(number),
                    _ => Form::UpStar {
                        number,
                        ups,
                        nimber,
                    },
                };
                assert_eq!(games.form(game), expected);
            }
        }
    }
    let (number, of) = (Dyadic::ZERO, games.integer(2).unwrap());
    let tiny = games.tiny(of).unwrap();
    assert_eq!(games.form(tiny), Form::Tiny { number, of });
    let miny = games.miny(of).unwrap();
    assert_eq!(games.compare(miny, Game::ZERO), Some(Ordering::Less));
    assert_eq!(games.form(miny), Form::Miny { number, of });
    assert_eq!(games.name(miny).as_deref(), Some("miny(2)"));
}

#[test]
fn incentives_and_birthdays() {
    let mut games = Games::new();
    let game = games.parse("{2|-1/2}").unwrap();
    let incentives = games.incentives(game).unwrap();
    // 2 − {2|−1/2} and {2|−1/2} + 1/2 are the same switch.
    let switch = games.parse("{5/2|0}").unwrap();
    assert_eq!([incentives.left, incentives.right], [[switch], [switch]]);
    for (text, birthday) in [
        ("0", 0),
        ("*", 1),
        ("3/4", 3),
        ("-3/2", 3),
        ("{2|-1/2}", 3),
        ("^", 2),
    ] {
        let game = games.parse(text).unwrap();
        assert_eq!(games.birthday(game), birthday, "{text}");
    }
}

#[test]
fn birthdays_are_those_of_the_tree() {
    fn depth(tree: &Naive) -> u64 {
        let options = tree.left.iter().chain(&tree.right);
        options.map(|option| 1 + depth(option)).max().unwrap_or(0)
    }
    let (mut games, list) = games(1500, 3, 8);
    for (_, game) in list {
        let tree = Naive::of_game(&mut games, game);
        assert_eq!(games.birthday(game), depth(&tree));
    }
}
