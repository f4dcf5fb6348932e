//! Games to review: a saved one, or those of a tournament.

use crate::failure::Failure;
use crosscram_players::Game;
use crosscram_players::arena::{ResultLine, SavedGame};
use crosscram_rules::{Board, Move, Player, Tile};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A game, and where it is from.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) game: SavedGame,
    /// Its number in the tournament.
    pub(super) number: Option<usize>,
    /// Who played Vertical and Horizontal.
    pub(super) players: Option<[String; 2]>,
    /// Who lost, and why, if not by having no move.
    pub(super) lost_by: Option<(Player, String)>,
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
    let name = file.display();
    let failed = |error: &dyn std::fmt::Display| failure!("{name}: {error}");
    let text = match file.as_os_str() == "-" {
        true => {
            let mut text = String::new();
            let read = io::stdin().lock().read_to_string(&mut text);
            read.map(|_| text)
        }
        false => fs::read_to_string(file),
    };
    let text = text.map_err(|error| failed(&error))?;
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    if let Some(tile) = tournament(text) {
        let tile = tile.map_err(|error| failed(&format_args!("line 1: {error}")))?;
        return results(text, tile, numbers).map_err(|error| failed(&error));
    }
    if !numbers.is_empty() {
        fail!("--game: this is not the file of a tournament, but one game");
    }
    let game = SavedGame::parse(text).map_err(|error| failed(&error))?;
    if game.moves().is_empty() {
        return Err(failed(
            &"a position without moves; analyse judges positions",
        ));
    }
    Ok(vec![Record {
        game,
        number: None,
        players: None,
        lost_by: None,
    }])
}

/// The tiles of a tournament, if the text is a file of its results.
fn tournament(text: &str) -> Option<Result<Tile, String>> {
    let first = text.lines().next()?;
    let header: serde_json::Value = serde_json::from_str(first).ok()?;
    if header["kind"] != "crosscram tournament" {
        return None;
    }
    let length = header["tile"]
        .as_u64()
        .and_then(|tile| tile.try_into().ok());
    let tile = length.ok_or_else(|| "tile: not a number".to_string());
    Some(tile.and_then(|length| Tile::new(length).map_err(|error| format!("tile: {error}"))))
}

fn results(text: &str, tile: Tile, numbers: &[usize]) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let at = |error: &dyn std::fmt::Display| format!("line {}: {error}", index + 1);
        let result: ResultLine = serde_json::from_str(line).map_err(|error| at(&error))?;
        if numbers.is_empty() || numbers.contains(&result.game) {
            records.push(record(&result, tile).map_err(|error| at(&error))?);
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

fn record(result: &ResultLine, tile: Tile) -> Result<Record, String> {
    let board: Board = result
        .board
        .parse()
        .map_err(|error| format!("board: {error}"))?;
    let player = |key: &str, letter: char| {
        let player = letter.to_string().parse::<Player>();
        player.map_err(|error| format!("{key}: {error}"))
    };
    let first = player("first", result.first)?;
    let winner = player("winner", result.winner)?;
    let mut game = SavedGame::new(Game { board, tile, first });
    for (index, text) in result.moves.split_whitespace().enumerate() {
        let fault = |error: &dyn std::fmt::Display| format!("move {}: {error}", index + 1);
        let mov = Move::parse_for(game.side(), text).map_err(|error| fault(&error))?;
        game.play(mov).map_err(|error| fault(&error))?;
    }
    let lost_by = result
        .reason
        .clone()
        .map(|reason| (winner.opponent(), reason));
    Ok(Record {
        game,
        number: Some(result.game),
        players: Some([result.vertical.clone(), result.horizontal.clone()]),
        lost_by,
    })
}
