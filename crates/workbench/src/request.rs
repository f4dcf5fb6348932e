//! What can be asked, and what is wrong with a request.

use crate::desk::Limits;
use crosscram_rules::{Board, Move, Player, Position, Tile};
use serde::Serialize;
use serde::de::DeserializeOwned;
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

/// A request as it is written.
#[derive(Debug)]
pub(crate) enum Request {
    Solve(SolveRequest),
    Analyse(PositionRequest),
    Review(GameRequest),
    Value(PositionRequest),
    Explain(PositionRequest),
    Play(PlayRequest),
    Atlas(AtlasRequest),
}

impl Request {
    pub(crate) fn parse(text: &str) -> Result<Request, Refused> {
        let mut fields = Fields::parse(text)?;
        let ask: String = fields.wanted("ask")?;
        let request = match ask.as_str() {
            "solve" => Request::Solve(SolveRequest {
                position: fields.wanted("position")?,
                tile: fields.get("tile")?,
                first: fields.get("first")?,
                seconds: fields.get("seconds")?,
            }),
            "analyse" => Request::Analyse(PositionRequest::take(&mut fields)?),
            "value" => Request::Value(PositionRequest::take(&mut fields)?),
            "explain" => Request::Explain(PositionRequest::take(&mut fields)?),
            "review" => Request::Review(GameRequest {
                about: PositionRequest::take(&mut fields)?,
                moves: fields.wanted("moves")?,
            }),
            "play" => Request::Play(PlayRequest {
                about: PositionRequest::take(&mut fields)?,
                moves: fields.get("moves")?.unwrap_or_default(),
                player: fields.wanted("player")?,
                seed: fields.get("seed")?,
            }),
            "atlas" => Request::Atlas(AtlasRequest {
                board: fields.get("board")?,
                size: fields.get("size")?,
                tile: fields.get("tile")?,
                known: fields.get("known")?,
            }),
            other => {
                let known: Vec<_> = ASKS.iter().filter(|ask| **ask != "verify").collect();
                let message = format!("one of {known:?}, not {other:?}");
                return Err(Refused::at("ask", message));
            }
        };
        fields.finish(&ask)?;
        Ok(request)
    }
}

/// The fields of an object; each error names its field, and one that nobody takes is an error.
struct Fields {
    left: Map<String, Value>,
}

impl Fields {
    fn parse(text: &str) -> Result<Fields, Refused> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            Refused::at(place, message)
        })?;
        match value {
            Value::Object(left) => Ok(Fields { left }),
            _ => Err(Refused::at("line 1, column 1", "an object is expected")),
        }
    }

    /// A field that may be missing.
    fn get<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Refused> {
        let value = self.left.remove(name);
        let value = value.map(|value| serde_json::from_value(value));
        value.transpose().map_err(|error| Refused::at(name, error))
    }

    fn wanted<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, Refused> {
        self.get(name)?
            .ok_or_else(|| Refused::at(name, "this field is missing"))
    }

    fn finish(self, ask: &str) -> Result<(), Refused> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => Err(Refused::at(name, format!("{ask} has no such field"))),
        }
    }
}

#[derive(Debug)]
pub(crate) struct SolveRequest {
    position: String,
    tile: Option<u8>,
    first: Option<String>,
    pub(crate) seconds: Option<f64>,
}

#[derive(Debug)]
pub(crate) struct PositionRequest {
    position: String,
    tile: Option<u8>,
    first: Option<String>,
    pub(crate) seconds: Option<f64>,
}

#[derive(Debug)]
pub(crate) struct GameRequest {
    pub(crate) about: PositionRequest,
    moves: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct PlayRequest {
    pub(crate) about: PositionRequest,
    moves: Vec<String>,
    pub(crate) player: String,
    pub(crate) seed: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct AtlasRequest {
    /// One board, with its derivations.
    pub(crate) board: Option<String>,
    /// The chart up to this size.
    pub(crate) size: Option<usize>,
    pub(crate) tile: Option<u8>,
    pub(crate) known: Option<String>,
}

/// A position with everything that the text left open filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) board: Board,
    pub(crate) tile: Tile,
    /// Who moves first, if it was said.
    pub(crate) first: Option<Player>,
}

impl Place {
    fn read(
        position: &str,
        tile: Option<u8>,
        first: Option<&str>,
        limits: &Limits,
    ) -> Result<Place, Refused> {
        let read: Position = position
            .parse()
            .map_err(|error| Refused::at("position", error))?;
        if read.board.area() > limits.area {
            let most = limits.area;
            let message = format!("more than {most} squares are not taken here");
            return Err(Refused::at("position", message));
        }
        let tile = read_tile(tile)?;
        let first = match first {
            Some(first) => Some(first.parse().map_err(|error| Refused::at("first", error))?),
            None => read.to_move,
        };
        Ok(Place {
            board: read.board,
            tile,
            first,
        })
    }

    /// Who moves first; Vertical unless something else was said.
    pub(crate) fn mover(&self) -> Player {
        self.first.unwrap_or(Player::Vertical)
    }
}

pub(crate) fn read_tile(length: Option<u8>) -> Result<Tile, Refused> {
    Tile::new(length.unwrap_or(2)).map_err(|error| Refused::at("tile", error))
}

impl SolveRequest {
    /// The position, and who may move first.
    pub(crate) fn place(&self, limits: &Limits) -> Result<(Place, Vec<Player>), Refused> {
        let both = self.first.as_deref() == Some("both");
        let first = self.first.as_deref().filter(|_| !both);
        let place = Place::read(&self.position, self.tile, first, limits)?;
        let players = match place.first {
            Some(first) if !both => vec![first],
            _ => Player::ALL.to_vec(),
        };
        Ok((place, players))
    }
}

impl PositionRequest {
    fn take(fields: &mut Fields) -> Result<PositionRequest, Refused> {
        Ok(PositionRequest {
            position: fields.wanted("position")?,
            tile: fields.get("tile")?,
            first: fields.get("first")?,
            seconds: fields.get("seconds")?,
        })
    }

    pub(crate) fn place(&self, limits: &Limits) -> Result<Place, Refused> {
        Place::read(&self.position, self.tile, self.first.as_deref(), limits)
    }
}

impl GameRequest {
    pub(crate) fn game(&self, limits: &Limits) -> Result<(Place, Vec<Move>), Refused> {
        let place = self.about.place(limits)?;
        let moves = read_moves(&place, &self.moves)?;
        Ok((place, moves))
    }
}

impl PlayRequest {
    pub(crate) fn game(&self, limits: &Limits) -> Result<(Place, Vec<Move>), Refused> {
        let place = self.about.place(limits)?;
        let moves = read_moves(&place, &self.moves)?;
        Ok((place, moves))
    }
}

/// The moves of a game, each legal where it is played.
fn read_moves(place: &Place, texts: &[String]) -> Result<Vec<Move>, Refused> {
    let (mut board, mut player) = (place.board, place.mover());
    let mut moves = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let here = format!("moves[{index}]");
        let mov = Move::parse_for(player, text).map_err(|error| Refused::at(&here, error))?;
        board = board
            .play(mov, place.tile)
            .map_err(|error| Refused::at(&here, error))?;
        player = player.opponent();
        moves.push(mov);
    }
    Ok(moves)
}
