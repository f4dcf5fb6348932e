//! Games to review: a saved one, or those of a tournament.

use crate::failure::Failure;
use crate::input;
use crosscram_players::arena::{ResultLine, SavedGame};
use crosscram_rules::{Player, Position, Tile};
use crosscram_search::analysis::Review;
use crosscram_support::path::At;
use crosscram_workbench::Answer;
use serde::Serialize;
use std::path::Path;

/// A game, and where it is from.
#[derive(Debug)]
pub(crate) struct Record {
    pub(super) game: SavedGame,
    /// Its number in the tournament.
    pub(super) number: Option<usize>,
    /// Who played Vertical and Horizontal.
    pub(super) players: Option<[String; 2]>,
    /// Who lost, and why, if not by having no move.
    pub(super) lost_by: Option<(Player, String)>,
}

/// A game that is from no tournament.
impl From<SavedGame> for Record {
    fn from(game: SavedGame) -> Record {
        Record {
            game,
            number: None,
            players: None,
            lost_by: None,
        }
    }
}

impl Record {
    /// Who has won, if the game is over.
    pub(super) fn winner(&self) -> Option<Player> {
        let lost = self.lost_by.as_ref();
        let lost = lost.map(|(loser, _)| loser.opponent());
        lost.or_else(|| self.game.winner())
    }

    /// A player's name.
    pub(super) fn name(&self, player: Player) -> String {
        match &self.players {
            Some(players) => players[player.index()].clone(),
            None => player.to_string(),
        }
    }
}

/// Reads the games of a file, or of standard input for `-`; of a tournament only those with these numbers, if there are
/// any.
pub(super) fn read(file: &Path, numbers: &[usize]) -> Result<Vec<Record>, Failure> {
    let text = input::text(file)?;
    if let Some(tile) = tournament(&text).transpose().at(file)? {
        return Ok(results(&text, tile, numbers).at(file)?);
    }
    if !numbers.is_empty() {
        fail!("--game: this is not the file of a tournament, but one game");
    }
    let game = SavedGame::parse(&text).at(file)?;
    if game.moves().is_empty() {
        let problem = "a position without moves; analyse judges positions";
        return Ok(Err(problem).at(file)?);
    }
    Ok(vec![game.into()])
}

/// The tiles of a tournament, if the text is a file of its results.
fn tournament(text: &str) -> Option<Result<Tile, String>> {
    let first = text.lines().next()?;
    let header: serde_json::Value = serde_json::from_str(first).ok()?;
    if header["kind"] != "crosscram tournament" {
        return None;
    }
    let tile = header["tile"]
        .as_u64()
        .and_then(|tile| tile.try_into().ok());
    let tile = tile.ok_or_else(|| "line 1: tile: not a number".to_string());
    Some(tile.and_then(|tile| Tile::new(tile).map_err(|error| format!("line 1: tile: {error}"))))
}

fn results(text: &str, tile: Tile, numbers: &[usize]) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let at = |error: &dyn std::fmt::Display| format!("line {}: {error}", index + 1);
        let result: ResultLine = serde_json::from_str(line).map_err(|error| at(&error))?;
        if numbers.is_empty() || numbers.contains(&result.game) {
            records.push(Record {
                game: result.replay(tile).map_err(|error| at(&error))?,
                number: Some(result.game),
                players: Some([result.vertical, result.horizontal]),
                lost_by: result
                    .reason
                    .map(|reason| (result.winner.opponent(), reason)),
            });
        }
    }
    for number in numbers {
        if !records.iter().any(|record| record.number == Some(*number)) {
            return Err(format!("there is no game {number}"));
        }
    }
    match records.is_empty() {
        true => Err("there are no games yet".to_string()),
        false => Ok(records),
    }
}

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
