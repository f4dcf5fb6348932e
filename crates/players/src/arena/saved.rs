//! A saved game: how it began, and the moves.

use std::fmt;

use crate::Game;
use crosscram_rules::{Board, IllegalMove, Move, Player, Position, Tile};
use serde::{Deserialize, Serialize};

/// A game that can be taken back move by move. It prints as one JSON object, and reads such an object
/// or any position.
///
/// ```
/// use crosscram_players::arena::SavedGame;
///
/// let mut game = SavedGame::parse("3x3 H")?;
/// game.play("H2,1".parse()?)?;
/// let text = game.to_string();
/// assert_eq!(
///     text,
///     r#"{"schema":1,"kind":"crosscram game","board":"...|...|...","tile":2,"first":"H","moves":["H2,1"]}"#,
/// );
/// assert_eq!(SavedGame::parse(&text)?, game);
/// assert_eq!(game.board().to_string(), "...|##.|...");
/// game.undo();
/// assert!(game.moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    start: Game,
    moves: Vec<Move>,
    board: Board,
}

/// The JSON object in the file.
#[derive(Serialize, Deserialize)]
struct Text {
    schema: u32,
    kind: String,
    board: String,
    tile: u8,
    first: String,
    moves: Vec<String>,
}

const SCHEMA: u32 = 1;
const KIND: &str = "crosscram game";

/// Why a text is not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SavedError(String);

impl SavedGame {
    /// A game without moves.
    pub fn new(start: Game) -> SavedGame {
        SavedGame {
            start,
            moves: Vec::new(),
            board: start.board,
        }
    }

    /// Reads a saved game, or a position: with dominoes, and Vertical to move unless it names the
    /// player.
    pub fn parse(text: &str) -> Result<SavedGame, SavedError> {
        // Some editors begin a file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.starts_with('{') {
            let position: Position = text
                .parse()
                .map_err(|error| SavedError(format!("{error}")))?;
            let first = position.to_move.unwrap_or(Player::Vertical);
            return Ok(SavedGame::new(Game::new(position.board).with_first(first)));
        }
        let saved: Text =
            serde_json::from_str(text).map_err(|error| SavedError(format!("{error}")))?;
        if saved.kind != KIND || saved.schema != SCHEMA {
            let (kind, schema) = (saved.kind, saved.schema);
            return Err(SavedError(format!(
                "expected is a {KIND} of schema {SCHEMA}, not a {kind} of schema {schema}"
            )));
        }
        let fault = |key: &str, error: &dyn fmt::Display| SavedError(format!("{key}: {error}"));
        let board: Board = saved
            .board
            .parse()
            .map_err(|error| fault("board", &error))?;
        let tile = Tile::new(saved.tile).map_err(|error| fault("tile", &error))?;
        let first: Player = saved
            .first
            .parse()
            .map_err(|error| fault("first", &error))?;
        let mut game = SavedGame::new(Game { board, tile, first });
        let moves = saved.moves.iter().map(String::as_str);
        game.play_all(moves).map_err(SavedError)?;
        Ok(game)
    }

    /// Plays moves that are written as text. An error says which of them is wrong.
    pub(super) fn play_all<'a>(
        &mut self,
        moves: impl Iterator<Item = &'a str>,
    ) -> Result<(), String> {
        for (index, text) in moves.enumerate() {
            let fault = |error: &dyn fmt::Display| format!("move {}: {error}", index + 1);
            let mov = Move::parse_for(self.side(), text).map_err(|error| fault(&error))?;
            self.play(mov).map_err(|error| fault(&error))?;
        }
        Ok(())
    }

    /// How the game began.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The board now.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Who is to move.
    pub fn side(&self) -> Player {
        match self.moves.len().is_multiple_of(2) {
            true => self.start.first,
            false => self.start.first.opponent(),
        }
    }

    /// The position now.
    pub fn position(&self) -> Position {
        Position::new(self.board)
            .with_tile(self.start.tile)
            .with_to_move(self.side())
    }

    /// Who has won, if the player to move has no move.
    pub fn winner(&self) -> Option<Player> {
        let side = self.side();
        (!self.board.can_move(side, self.start.tile)).then(|| side.opponent())
    }

    /// Plays a move of the player to move.
    ///
    /// # Panics
    ///
    /// In debug builds, if it is a move of the opponent.
    pub fn play(&mut self, mov: Move) -> Result<(), IllegalMove> {
        debug_assert_eq!(mov.player(), self.side());
        self.board = self.board.play(mov, self.start.tile)?;
        self.moves.push(mov);
        Ok(())
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.board = self.start.board;
        for mov in &self.moves {
            let board = self.board.play(*mov, self.start.tile);
            self.board = board.expect("the move was legal before");
        }
        Some(last)
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Text {
            schema: SCHEMA,
            kind: KIND.to_string(),
            board: self.start.board.to_string(),
            tile: self.start.tile.length() as u8,
            first: self.start.first.letter().to_string(),
            moves: self.moves.iter().map(ToString::to_string).collect(),
        };
        f.pad(&serde_json::to_string(&text).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, part: &str) {
        let error = SavedGame::parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn faults_name_their_place() {
        check("", "the text is empty");
        check("..|.o", "row 2, column 2");
        check("\u{feff}..|.o", "row 2, column 2");
        check("{", "line 1 column 1");
        let text = |board: &str, tile: u8, first: &str, moves: &str| {
            format!(
                r#"{{"schema":1,"kind":"crosscram game","board":"{board}","tile":{tile},"first":"{first}","moves":[{moves}]}}"#
            )
        };
        check(&text("3x", 2, "V", ""), "board: '3x' is not a size");
        check(&text("3x3", 9, "V", ""), "tile: a tile covers 2 to 8");
        check(&text("3x3", 2, "W", ""), "first: 'W' is not a player");
        check(
            &text("3x3", 2, "V", r#""V1,1","V1,2""#),
            "move 2: V1,2 is a move of Vertical",
        );
        check(&text("3x3", 2, "V", r#""V3,1""#), "move 1: V3,1 is illegal");
        check(
            &text("3x3", 2, "V", "").replace(" game", " tale"),
            "not a crosscram tale",
        );
    }

    #[test]
    fn tiles_of_three() {
        let mut game = SavedGame::new(Game::new("3x3".parse().unwrap()).with_tile(Tile::TROMINO));
        game.play("V1,2".parse().unwrap()).unwrap();
        assert_eq!(game.winner(), Some(Player::Vertical));
        assert_eq!(SavedGame::parse(&game.to_string()), Ok(game));
    }
}
