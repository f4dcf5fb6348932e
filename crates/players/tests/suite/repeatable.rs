//! Seeds determine games, whoever plays and whatever was played before.

use crosscram_players::{Ending, Game, Kind, Record, Spec, play_game};
use crosscram_rules::{Board, Player, Tile, reference};
use crosscram_support::random::Random;

use crate::tools::{choice, player, random_board};

fn moves(record: &Record) -> Vec<String> {
    record.moves().map(|mov| mov.to_string()).collect()
}

#[test]
fn every_player_plays_the_same_game_again() {
    let game = Game::new(Board::empty(6, 6).unwrap());
    for &kind in Kind::ALL {
        let spec = Spec::new(kind);
        let (mut one, mut other) = (spec.build(), player("random"));
        let first = play_game([&mut *one, &mut *other], &game, 9, None);
        assert_eq!(first.ending, Ending::NoMove);
        // Other games in between, on another board too.
        let small = Game::new(Board::empty(3, 7).unwrap()).with_first(Player::Horizontal);
        play_game([&mut *other, &mut *one], &small, 3, None);
        play_game([&mut *one, &mut *other], &game, 4, None);
        let again = play_game([&mut *one, &mut *other], &game, 9, None);
        assert_eq!(moves(&first), moves(&again), "{spec}");
        let (mut one, mut other) = (spec.build(), player("random"));
        let anew = play_game([&mut *one, &mut *other], &game, 9, None);
        assert_eq!(moves(&first), moves(&anew), "{spec}");
    }
}

#[test]
fn players_who_call_themselves_deterministic_are() {
    let game = Game::new(Board::empty(5, 5).unwrap());
    for &kind in Kind::ALL {
        let (mut one, mut other) = (Spec::new(kind).build(), Spec::new(kind).build());
        if one.is_deterministic() {
            let mut play = |seed| moves(&play_game([&mut *one, &mut *other], &game, seed, None));
            assert_eq!(play(1), play(2), "{kind:?}");
        }
    }
    assert!(!player("random").is_deterministic());
    assert!(!player("ordering").is_deterministic());
    assert!(player("ordering:lambda=off").is_deterministic());
}

#[test]
fn every_player_plays_every_tile_and_shape() {
    let boards = [
        ("7x7", 3),
        ("2x20", 2),
        ("20x2", 2),
        ("5x9", 4),
        ("..#|.#.|...", 2),
        ("1x40", 2),
    ];
    for (text, length) in boards {
        let board: Board = text.parse().unwrap();
        let game = Game::new(board).with_tile(Tile::new(length).unwrap());
        for &kind in Kind::ALL {
            let (mut one, mut other) = (Spec::new(kind).build(), player("random"));
            for first in Player::ALL {
                let game = game.with_first(first);
                let record = play_game([&mut *other, &mut *one], &game, 2, None);
                if kind == Kind::Cover && length != 2 {
                    // The board cover is defined for dominoes.
                    let Ending::Failed(failure) = record.ending else {
                        panic!("{kind:?} on {text}");
                    };
                    assert!(failure.to_string().contains("dominoes only"), "{failure}");
                    continue;
                }
                assert_eq!(record.ending, Ending::NoMove, "{kind:?} on {text}");
            }
        }
    }
}

/// Where all regions are small, the player `values` knows the value of the sum and wins every won
/// position.
#[test]
fn the_player_by_values_wins_small_sums() {
    let mut random = Random::new(12);
    let mut solver = reference::Solver::new(Tile::DOMINO);
    let mut values = player("values");
    let mut won = 0;
    for _ in 0..200 {
        let board = random_board(&mut random, 4, 5, 2);
        for side in Player::ALL {
            if board.free_count() <= 16 && solver.winner(&board, side) == side {
                let mov = choice(&mut *values, &board, Tile::DOMINO, side).mov;
                let after = board.play(mov, Tile::DOMINO).unwrap();
                let winner = solver.winner(&after, side.opponent());
                assert_eq!(winner, side, "{board} {side}");
                won += 1;
            }
        }
    }
    assert!(won > 100, "only {won}");
}
