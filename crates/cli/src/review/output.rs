//! The JSON form of a review.

use super::games::Record;
use crosscram_rules::{Player, Position};
use crosscram_search::analysis::Review;
use crosscram_workbench::Answer;
use serde::Serialize;

/// A reviewed game, and where it is from.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Reviewed<'a> {
    first: Player,
    /// Its number in the tournament.
    game: Option<usize>,
    /// Who played Vertical and Horizontal in the tournament.
    vertical: Option<&'a str>,
    horizontal: Option<&'a str>,
    /// Who has won the game, if it is over.
    won_by: Option<Player>,
    /// How many moves of each player gave the win away.
    vertical_mistakes: usize,
    horizontal_mistakes: usize,
    #[serde(flatten)]
    review: &'a Review,
}

impl<'a> Reviewed<'a> {
    pub(super) fn new(record: &'a Record, review: &'a Review) -> Answer<Reviewed<'a>> {
        let start = record.game.start();
        let name = |player: Player| Some(record.players.as_ref()?[player.index()].as_str());
        let reviewed = Reviewed {
            first: start.first,
            game: record.number,
            vertical: name(Player::Vertical),
            horizontal: name(Player::Horizontal),
            won_by: record.winner(),
            vertical_mistakes: review.mistakes(Player::Vertical).len(),
            horizontal_mistakes: review.mistakes(Player::Horizontal).len(),
            review,
        };
        Answer::new(&Position::new(start.board).with_tile(start.tile), reviewed)
    }
}
