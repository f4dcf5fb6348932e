//! What is said, as JSON. Keys come in the order of the fields; unknown keys of answers are
//! ignored, so that both sides may learn to say more.

use serde::{Deserialize, Serialize};

/// Version of the protocol; raised when a message changes its meaning or goes away.
pub const PROTOCOL: u32 = 1;

/// What a program is told.
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

/// What a program answers.
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
