//! The JSON form of a review.

use super::PLAYERS;
use super::games::Record;
use crate::json::Shape;
use crosscram_rules::{Player, Position};
use crosscram_search::analysis::{Review, ReviewedMove};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Reviewed {
    #[serde(flatten)]
    shape: Shape,
    first: char,
    /// Of a tournament.
    game: Option<usize>,
    vertical: Option<String>,
    horizontal: Option<String>,
    /// Who wins the beginning with best play.
    winner: Option<char>,
    /// Who has won the game, if it is over.
    won_by: Option<char>,
    moves: Vec<OneMove>,
    /// How many moves of each player gave the win away.
    vertical_mistakes: usize,
    horizontal_mistakes: usize,
    nodes: u64,
    /// Whether it ended early, at Ctrl-C or because the time was over.
    stopped: bool,
}

#[derive(Debug, Serialize)]
struct OneMove {
    #[serde(rename = "move")]
    mov: String,
    before: Option<char>,
    after: Option<char>,
    effect: &'static str,
    better: Vec<String>,
    better_complete: bool,
    margin: Option<String>,
    distance: Option<u32>,
    nodes: u64,
}

impl Reviewed {
    pub(super) fn new(record: &Record, review: &Review) -> Reviewed {
        let start = record.game.start();
        let [vertical, horizontal] = PLAYERS.map(|player| {
            let players = record.players.as_ref();
            players.map(|players| players[player.index()].clone())
        });
        let [vertical_mistakes, horizontal_mistakes] =
            PLAYERS.map(|player| review.mistakes(player).len());
        Reviewed {
            shape: Shape::new(&Position::new(start.board).with_tile(start.tile)),
            first: start.first.letter(),
            game: record.number,
            vertical,
            horizontal,
            winner: review.winner.map(Player::letter),
            won_by: record.winner().map(Player::letter),
            moves: review.moves.iter().map(OneMove::new).collect(),
            vertical_mistakes,
            horizontal_mistakes,
            nodes: review.nodes,
            stopped: review.stopped,
        }
    }
}

impl OneMove {
    fn new(reviewed: &ReviewedMove) -> OneMove {
        OneMove {
            mov: reviewed.mov.to_string(),
            before: reviewed.before.map(Player::letter),
            after: reviewed.after.map(Player::letter),
            effect: reviewed.effect.name(),
            better: reviewed.better.iter().map(ToString::to_string).collect(),
            better_complete: reviewed.better_complete,
            margin: reviewed.margin.map(|margin| margin.to_string()),
            distance: reviewed.distance,
            nodes: reviewed.nodes,
        }
    }
}
