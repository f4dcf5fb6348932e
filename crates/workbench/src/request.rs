//! What can be asked, and what is wrong with a request.

use crate::desk::Limits;
use crate::{Subject, SubjectError, ValueSubject};
use crosscram_rules::{Board, Move, Player, Position, Tile};
use crosscram_values::positions::PositionValues;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The names of all requests, as in the field `ask` and in the paths of the server. `verify` takes
/// the bytes of a certificate instead of an object.
pub const ASKS: [&str; 8] = [
    "solve", "analyse", "review", "value", "explain", "play", "atlas", "verify",
];

/// A request that is not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Refused {
    /// What is wrong.
    pub message: String,
    /// The field, or line and column of the JSON text.
    pub place: String,
}

impl Refused {
    /// Something is wrong at a place.
    pub fn at(place: impl Into<String>, message: impl fmt::Display) -> Refused {
        Refused {
            message: message.to_string(),
            place: place.into(),
        }
    }
}

pub(crate) const MISSING: &str = "this field is missing";

/// The fields of a request by their names.
pub type Fields = Map<String, Value>;

/// The fields of an object in JSON; an error names line and column.
pub fn fields(text: &[u8]) -> Result<Fields, Refused> {
    let value: Value = serde_json::from_slice(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Refused::at(place, message)
    })?;
    match value {
        Value::Object(fields) => Ok(fields),
        _ => Err(Refused::at("line 1, column 1", "an object is expected")),
    }
}

/// Reads the fields of a request; an error names its field.
pub(crate) fn read<T: DeserializeOwned>(fields: Fields) -> Result<T, Refused> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| {
        let message = error.inner().to_string();
        // A field that is not there has no path.
        let named = |before: &str| {
            let (name, _) = message.strip_prefix(before)?.split_once('`')?;
            Some(name.to_string())
        };
        match (named("missing field `"), named("unknown field `")) {
            (Some(name), _) => Refused::at(name, MISSING),
            (_, Some(name)) => Refused::at(name, "there is no such field"),
            _ => Refused::at(error.path().to_string(), message),
        }
    })
}

/// Reads the fields that say what a request is about, and leaves the others.
pub(crate) fn about(fields: &mut Fields) -> Result<About, Refused> {
    let own = ["position", "tile", "first", "seconds"];
    let own = own.map(|name| fields.remove_entry(name));
    read(own.into_iter().flatten().collect())
}

/// The same where there are no others.
pub(crate) fn alone(mut fields: Fields) -> Result<About, Refused> {
    let about = about(&mut fields)?;
    read::<NoFields>(fields).map(|_| about)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// What a request is about.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct About {
    /// A size (8x8) or rows of . and # with | between them; the player to move may follow after a blank. In addresses
    /// ..x-.x. does without escapes. Who wins a sum and what it is worth can be asked too: 4x4 - 2x3 + *.
    pub(crate) position: String,
    #[serde(default)]
    pub(crate) tile: Tile,
    /// Who moves first; otherwise the player to move, or Vertical, where one is enough.
    first: Option<First>,
    /// How long the work may take; at most what /api/v2/info says.
    pub(crate) seconds: Option<f64>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum First {
    #[serde(alias = "v", alias = "vertical")]
    V,
    #[serde(alias = "h", alias = "horizontal")]
    H,
    /// Where it is asked who wins.
    #[serde(rename = "both")]
    Both,
}

/// A game to be judged.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GameFields {
    /// The moves, with or without the players' letters.
    pub(crate) moves: Vec<String>,
}

/// A game in which a player is to choose a move.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayFields {
    /// The moves so far.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Its name with its settings, as in ordering:depth=2; level:1 to level:5; perfect; or proof: and the hash of a
    /// certificate.
    pub(crate) player: String,
    /// What players with chances decide by.
    pub(crate) seed: Option<u64>,
}

/// The chart of rectangles, or one board of it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AtlasFields {
    /// One board, with its derivations.
    pub(crate) board: Option<String>,
    /// The chart up to this size.
    pub(crate) size: Option<usize>,
    #[serde(default)]
    pub(crate) tile: Tile,
    /// What is taken for known: papers, all or certified.
    pub(crate) known: Option<String>,
}

/// Whose turn it is; Vertical's unless something else was said.
pub(crate) fn mover(position: &Position) -> Player {
    position.to_move.unwrap_or(Player::Vertical)
}

impl About {
    /// What is asked about, and who may move first.
    pub(crate) fn subject(&self, limits: &Limits) -> Result<(Subject, Vec<Player>), Refused> {
        let mut values = PositionValues::new(self.tile).with_limit(limits.value_cells);
        let subject = Subject::read_with(&self.position, &mut values)
            .map_err(|error| Refused::at("position", error))?;
        check_area(&subject.position().board, limits)?;
        let firsts = match self.first {
            Some(First::Both) => Player::ALL.to_vec(),
            _ => subject.firsts(self.first()?),
        };
        Ok((subject, firsts))
    }

    /// The position that it is about, with whoever moves first.
    pub(crate) fn place(&self, limits: &Limits) -> Result<Position, Refused> {
        let read = self.position.parse::<Position>();
        let read = read.map_err(|error| Refused::at("position", error))?;
        check_area(&read.board, limits)?;
        let to_move = self.first()?.or(read.to_move);
        Ok(Position {
            to_move,
            ..read.with_tile(self.tile)
        })
    }

    /// What is asked for its worth; comparisons are not taken.
    pub(crate) fn worth(&self, limits: &Limits) -> Result<ValueSubject, Refused> {
        let at = |error: &dyn fmt::Display| Refused::at("position", error);
        match self
            .position
            .parse()
            .map_err(|error: SubjectError| at(&error))?
        {
            ValueSubject::Position(_) => self.place(limits).map(ValueSubject::Position),
            ValueSubject::Statement(sum) if sum.claim.is_some() => {
                Err(at(&"one sum is expected, not a comparison"))
            }
            sum if self.first.is_none() => Ok(sum),
            _ => Err(Refused::at("first", "for a position, not for a sum")),
        }
    }

    /// The position, and the moves of a game that begins there, each legal where it is played.
    pub(crate) fn game(
        &self,
        texts: &[String],
        limits: &Limits,
    ) -> Result<(Position, Vec<Move>), Refused> {
        let place = self.place(limits)?;
        let (mut board, mut player) = (place.board, mover(&place));
        let mut moves = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let here = format!("moves[{index}]");
            let mov = Move::parse_for(player, text).map_err(|error| Refused::at(&here, error))?;
            let next = board.play(mov, place.tile);
            board = next.map_err(|error| Refused::at(&here, error))?;
            player = player.opponent();
            moves.push(mov);
        }
        Ok((place, moves))
    }

    fn first(&self) -> Result<Option<Player>, Refused> {
        match self.first {
            None => Ok(None),
            Some(First::V) => Ok(Some(Player::Vertical)),
            Some(First::H) => Ok(Some(Player::Horizontal)),
            Some(First::Both) => Err(Refused::at("first", "one player is expected")),
        }
    }
}

/// Refuses a board that is too large.
pub(crate) fn check_area(board: &Board, limits: &Limits) -> Result<(), Refused> {
    match board.area() > limits.area {
        true => {
            let most = limits.area;
            let message = format!("more than {most} squares are not taken here");
            Err(Refused::at("position", message))
        }
        false => Ok(()),
    }
}
