//! How the types of this crate stand in data: as the texts that people write, tiles as numbers.
//!
//! By hand and not by `derive`, so that this crate, on which all others wait, need not wait for macros.
//! The feature `schema` adds their JSON Schema.

use crate::{
    Board, Cell, Dyadic, Move, Outcome, PartialOutcome, Player, Tile,
    placements::{Count, Placements},
};
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

/// Version of all JSON that programs print and serve; raised when a key changes its meaning or goes away.
/// `docs/schemas/README.md` says what changed.
pub const SCHEMA: u32 = 2;

/// The text of each type in data, and the JSON Schema of that text.
macro_rules! texts {
    ($($name:ident($value:ident) = $text:expr, $schema:tt;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$text)
            }
        }

        described!($name, $schema);
    )*};
}

macro_rules! described {
    ($name:ident, $schema:tt) => {
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}

texts! {
    Board(board) = board, {"type": "string", "pattern": "^[.#|]+$", "description": "rows of . and # with | between them"};
    Cell(cell) = cell, {"type": "string", "pattern": "^[0-9]+,[0-9]+$", "description": "row and column, from 1"};
    Count(count) = count, {"type": "string", "pattern": "^[0-9]+$", "description": "a count that may be longer than JSON's numbers"};
    Dyadic(number) = number, {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$", "description": "a dyadic number"};
    Move(mov) = mov, {"type": "string", "pattern": "^[VH][0-9]+,[0-9]+$", "description": "player, row and column of the upper left cell"};
    Outcome(outcome) = outcome.code(), {"enum": ["V", "H", "1", "2"], "description": "V or H wins, or the first or the second player"};
    PartialOutcome(outcome) = outcome, {
        "type": "string", "pattern": "^([VH12?]|[12vh]+)$",
        "description": "the outcome, or those that are possible in small letters, or ? if nothing is known"
    };
    Player(player) = player.letter(), {"enum": ["V", "H"], "description": "Vertical or Horizontal"};
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.length())
    }
}

described!(Tile, {"type": "integer", "minimum": 2, "maximum": 8, "description": "length of the tiles"});

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        Tile::new(u8::deserialize(deserializer)?).map_err(Error::custom)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(Error::custom)
    }
}

impl Serialize for Placements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Placements", 5)?;
        fields.serialize_field("placements", &self.all)?;
        fields.serialize_field("reachable", &self.reachable)?;
        fields.serialize_field("level", &self.level)?;
        fields.serialize_field("vertical_ahead", &self.vertical_ahead)?;
        fields.serialize_field("horizontal_ahead", &self.horizontal_ahead)?;
        fields.end()
    }
}

/// Something for each player who may move first: the one shape in which data say who wins.
///
/// In data it is an object with the keys `vertical_first` and `horizontal_first`, mostly flattened into a larger one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByFirst<T> {
    /// If Vertical moves first.
    pub vertical_first: T,
    /// If Horizontal moves first.
    pub horizontal_first: T,
}

impl<T> ByFirst<T> {
    /// What `of` gives for each first player.
    pub fn new(mut of: impl FnMut(Player) -> T) -> ByFirst<T> {
        ByFirst {
            vertical_first: of(Player::Vertical),
            horizontal_first: of(Player::Horizontal),
        }
    }

    /// What there is if this player moves first.
    pub fn get(&self, first: Player) -> &T {
        match first {
            Player::Vertical => &self.vertical_first,
            Player::Horizontal => &self.horizontal_first,
        }
    }

    /// The same with the place for this first player to write to.
    pub fn get_mut(&mut self, first: Player) -> &mut T {
        match first {
            Player::Vertical => &mut self.vertical_first,
            Player::Horizontal => &mut self.horizontal_first,
        }
    }
}

impl<T: Serialize> Serialize for ByFirst<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ByFirst", 2)?;
        fields.serialize_field("vertical_first", &self.vertical_first)?;
        fields.serialize_field("horizontal_first", &self.horizontal_first)?;
        fields.end()
    }
}

/// Something for each player, in data under `V` and `H`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByPlayer<T> {
    /// Vertical's.
    #[cfg_attr(feature = "schema", schemars(rename = "V"))]
    pub vertical: T,
    /// Horizontal's.
    #[cfg_attr(feature = "schema", schemars(rename = "H"))]
    pub horizontal: T,
}

impl<T> ByPlayer<T> {
    /// What `of` gives for each player.
    pub fn new(mut of: impl FnMut(Player) -> T) -> ByPlayer<T> {
        ByPlayer {
            vertical: of(Player::Vertical),
            horizontal: of(Player::Horizontal),
        }
    }
}

impl<T: Serialize> Serialize for ByPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ByPlayer", 2)?;
        fields.serialize_field("V", &self.vertical)?;
        fields.serialize_field("H", &self.horizontal)?;
        fields.end()
    }
}
