//! What every answer begins with.

use crosscram_rules::{Position, SCHEMA, Tile};
use serde::Serialize;

/// The first keys of every object about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shape {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: u32,
    tile: Tile,
    /// Of the board; missing where several are added.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<usize>,
    /// As rows of . and # with | between them, or a sum of such.
    position: String,
}

impl Shape {
    /// The beginning for what is written so, with tiles of this length.
    pub fn of_text(position: impl ToString, tile: Tile) -> Shape {
        Shape {
            schema: SCHEMA,
            tile,
            rows: None,
            cols: None,
            position: position.to_string(),
        }
    }

    /// What it is about, as text.
    pub fn position(&self) -> &str {
        &self.position
    }
}

impl From<&Position> for Shape {
    fn from(position: &Position) -> Shape {
        Shape {
            rows: Some(position.board.rows()),
            cols: Some(position.board.cols()),
            ..Shape::of_text(position.board, position.tile)
        }
    }
}

/// An answer of the library about a position, as all programs write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer<T> {
    /// What it is about.
    #[serde(flatten)]
    pub shape: Shape,
    /// What is known of it.
    #[serde(flatten)]
    pub answer: T,
}

impl<T> Answer<T> {
    /// An answer about this.
    pub fn new(about: impl Into<Shape>, answer: T) -> Answer<T> {
        Answer {
            shape: about.into(),
            answer,
        }
    }
}

/// An object that is not about a position, with its version first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Versioned<T> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: u32,
    /// The rest.
    #[serde(flatten)]
    pub object: T,
}

impl<T> From<T> for Versioned<T> {
    fn from(object: T) -> Versioned<T> {
        Versioned {
            schema: SCHEMA,
            object,
        }
    }
}
