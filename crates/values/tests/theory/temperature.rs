//! Sente and gote, orthodox moves and coupons.

use crate::random;
use crosscram_rules::{Board, Dyadic, Player, Tile};
use crosscram_support::random::Random;
use crosscram_values::games::{Game, Games};
use crosscram_values::positions::{CouponTurn, Initiative, PositionValues};

fn initiative(text: &str) -> Initiative {
    let mut games = Games::new();
    let game = games.parse(text).unwrap();
    Initiative::of(&games.thermograph(game).unwrap())
}

#[test]
fn sente_and_gote() {
    assert_eq!(initiative("1/2"), Initiative::Cold);
    assert_eq!(initiative("{2|-1/2}"), Initiative::Gote);
    assert_eq!(initiative("+-1"), Initiative::Gote);
    assert_eq!(initiative("*"), Initiative::Gote);
    // Left threatens 10; Right answers, or moves first in reverse sente.
    let [vertical, horizontal] = Player::ALL.map(Initiative::Sente);
    assert_eq!(initiative("{10|1||0}"), vertical);
    assert_eq!(initiative("{0||-1|-10}"), horizontal);
}

/// By definition a vertical wall means: a little below the temperature it has the value of the mast.
#[test]
fn the_walls_say_so_below_the_temperature() {
    let mut games = Games::new();
    let mut random = Random::new(12);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let game = random::game(&mut random, 4).build(&mut games);
        let thermograph = games.thermograph(game).unwrap();
        let temperature = thermograph.temperature();
        let below = temperature.minus("1/4096".parse().unwrap()).unwrap();
        let mean = thermograph.mean();
        let vertical =
            [thermograph.left(), thermograph.right()].map(|wall| wall.at(below).unwrap() == mean);
        let expected = match (temperature < Dyadic::ZERO, vertical) {
            (true, _) => Initiative::Cold,
            (_, [true, false]) => Initiative::Sente(Player::Vertical),
            (_, [false, true]) => Initiative::Sente(Player::Horizontal),
            (_, [false, false]) => Initiative::Gote,
            (_, [true, true]) => panic!("the walls meet lower down"),
        };
        assert_eq!(Initiative::of(&thermograph), expected);
        seen[match expected {
            Initiative::Cold => 0,
            Initiative::Gote => 1,
            Initiative::Sente(_) => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// An orthodox move at t is one whose cooled game reaches the stop of the cooled region.
#[test]
fn orthodox_moves_reach_the_stops_of_cooled_games() {
    let mut random = Random::new(13);
    let mut values = PositionValues::new(Tile::DOMINO);
    let mut found = 0;
    for _ in 0..150 {
        let board = random::board(&mut random, 3, 4);
        let regions = values.region_reports(&board).unwrap();
        for quarters in [0, 1, 2, 4, 5] {
            let t: Dyadic = format!("{quarters}/4").parse().unwrap();
            for player in Player::ALL {
                let moves = values.orthodox_moves(&board, player, t).unwrap();
                for (index, region) in regions.iter().enumerate() {
                    if region.temperature < t {
                        assert!(moves.iter().all(|(i, _)| *i != index));
                        continue;
                    }
                    let cooled = values.games().cooled(region.value, t).unwrap();
                    for mov in region.board.moves(player, Tile::DOMINO) {
                        let after = region.board.play(mov, Tile::DOMINO).unwrap();
                        let after = values.value(&after).unwrap();
                        let games = values.games();
                        let after = games.cooled(after, t).unwrap();
                        let reached = match player {
                            Player::Vertical => {
                                games.right_stop(after).minus(t).unwrap() == games.left_stop(cooled)
                            }
                            Player::Horizontal => {
                                games.left_stop(after).plus(t).unwrap() == games.right_stop(cooled)
                            }
                        };
                        assert_eq!(moves.contains(&(index, mov)), reached, "{board} {mov} {t}");
                        found += u32::from(reached);
                    }
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

/// In a rich environment sentestrat gets the mean, up to a few steps between coupons.
#[test]
fn with_coupons_everybody_gets_the_mean() {
    let mut random = Random::new(14);
    let mut values = PositionValues::new(Tile::DOMINO);
    let (first, step): (Dyadic, Dyadic) = ("2".parse().unwrap(), "1/64".parse().unwrap());
    for _ in 0..100 {
        let board = random::board(&mut random, 3, 5);
        let value: Game = values.value(&board).unwrap();
        let mean = values.games().mean(value).unwrap().to_f64();
        for begins in Player::ALL {
            let game = values.play_coupons(&board, begins, first, step).unwrap();
            let gain = game.score.minus(game.coupons_alone).unwrap().to_f64();
            let bound = step.to_f64() * f64::from(board.free_count() + 1);
            assert!((gain - mean).abs() <= bound, "{board}: {gain} and {mean}");
            let coupons = game.turns.iter();
            let coupons = coupons.filter(|turn| matches!(turn, CouponTurn::Coupon(..)));
            assert_eq!(coupons.count(), 128);
        }
    }
    let square = Board::empty(2, 2).unwrap();
    let endless = values.play_coupons(&square, Player::Vertical, first, Dyadic::ZERO);
    assert!(endless.is_err());
}
