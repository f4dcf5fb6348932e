//! The referee accepts legal moves in time and nothing else.

use std::time::Duration;

use crosscram_players::{Choice, Contestant, Ending, Failure, Game, Turn, play_game};
use crosscram_rules::{Board, Move, Player};

use crate::tools::player;

/// Plays the first move twice and then does what it is told.
struct Strange {
    turns: usize,
    then: fn(&Turn<'_>) -> Result<Choice, Failure>,
}

impl Contestant for Strange {
    fn name(&self) -> String {
        "strange".to_string()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        self.turns += 1;
        match self.turns {
            1 | 2 => Ok(turn.moves().next().expect("there is a move").into()),
            _ => (self.then)(turn),
        }
    }
}

#[track_caller]
fn check(then: fn(&Turn<'_>) -> Result<Choice, Failure>, expected: &str) {
    let mut strange = Strange { turns: 0, then };
    let mut random = player("random");
    let game = Game::new(Board::empty(6, 6).unwrap());
    let record = play_game([&mut strange, &mut *random], &game, 1, None);
    assert_eq!(record.winner, Player::Horizontal);
    assert_eq!(record.played.len(), 4);
    assert_eq!(record.ending.to_string(), expected);
    assert_eq!(record.names, ["strange", "random"]);
    // Nothing that a player did wrong is part of the game.
    let mut board = game.board;
    for mov in record.moves() {
        board = board.play(mov, game.tile).unwrap();
    }
}

fn mov(text: &str) -> Result<Choice, Failure> {
    Ok(text.parse::<Move>().unwrap().into())
}

#[test]
fn illegal_moves_lose() {
    let outside = "V6,1 is illegal: row 7, column 1 lies outside the 6x6 board";
    check(|_| mov("V6,1"), outside);
    let covered = "V1,1 is illegal: row 1, column 1 is not free";
    check(|_| mov("V1,1"), covered);
    check(|_| mov("H6,1"), "H6,1 is illegal: Vertical is to move");
}

#[test]
fn whoever_gives_no_move_loses() {
    check(|_| Err(Failure::Resigned), "resigned");
    check(|_| Err(Failure::Broken("it ended".to_string())), "it ended");
}

/// Needs more time for its first move than there is, whatever the machine.
struct Slow;

impl Contestant for Slow {
    fn name(&self) -> String {
        "slow".to_string()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        std::thread::sleep(2 * turn.limit.expect("there is a limit"));
        Ok(turn.moves().next().expect("there is a move").into())
    }
}

#[test]
fn whoever_is_late_loses() {
    let game = Game::new(Board::empty(6, 6).unwrap());
    let limit = Some(Duration::from_millis(1));
    let record = play_game([&mut Slow, &mut *player("random")], &game, 1, limit);
    assert_eq!(record.winner, Player::Horizontal);
    assert!(record.played.is_empty());
    assert_eq!(record.ending.to_string(), "no answer within 0.001 s");
}

#[test]
fn a_game_that_is_called_off_is_nobodys() {
    let mut strange = Strange {
        turns: 0,
        then: |_| Err(Failure::Interrupted),
    };
    let mut random = player("random");
    let game = Game::new(Board::empty(6, 6).unwrap());
    let record = play_game([&mut strange, &mut *random], &game, 1, None);
    assert!(record.is_interrupted());
}

#[test]
fn whoever_cannot_move_loses() {
    let board: Board = "..|##".parse().unwrap();
    for first in Player::ALL {
        let game = Game::new(board).with_first(first);
        let (mut one, mut other) = (player("random"), player("random"));
        let record = play_game([&mut *one, &mut *other], &game, 1, None);
        assert_eq!(record.winner, Player::Horizontal);
        assert_eq!(record.ending, Ending::NoMove);
    }
}
