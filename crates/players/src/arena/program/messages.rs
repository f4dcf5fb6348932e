//! The messages of the protocol, as JSON. Keys come in the order of the fields; unknown keys in
//! answers are ignored, so that both sides may be extended.

use serde::{Deserialize, Serialize};

/// Version of the protocol; raised when a message changes its meaning or goes away.
pub const PROTOCOL: u32 = 1;

/// A message to a program.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Telling<'a> {
    Hello {
        protocol: u32,
        program: &'static str,
    },
    Begin {
        rows: usize,
        cols: usize,
        board: String,
        tile: u32,
        side: char,
        first: char,
        seed: u64,
    },
    Turn {
        board: String,
        side: char,
        moves: Vec<String>,
        played: Vec<String>,
        limit_ms: u64,
    },
    End {
        winner: char,
        reason: &'a str,
    },
    Quit {},
}

/// An answer of a program.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Reply {
    Ready {
        protocol: u32,
    },
    Move {
        #[serde(rename = "move")]
        text: String,
        #[serde(default)]
        claim: Option<String>,
    },
    Resign {},
}
