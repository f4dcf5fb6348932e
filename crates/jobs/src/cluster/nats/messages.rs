//! What workers and coordinator say to each other besides units and segments.

use crate::Fact;
use crosscram_rules::Player;
use serde::{Deserialize, Serialize};

/// What a worker says first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) worker: String,
    pub(super) protocol: u32,
    pub(super) version: String,
    /// Nodes of a search that both do.
    pub(super) bench: u64,
}

/// What the coordinator answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Welcome {
    /// Why the worker cannot take part.
    pub(super) refused: Option<String>,
    /// The levels of the bounds.
    pub(super) bounds: String,
}

/// Facts as a message: a line each.
pub(super) fn write_facts(facts: &[Fact]) -> Vec<u8> {
    let line = |fact: &Fact| {
        let (to_move, winner) = (fact.to_move.letter(), fact.winner.letter());
        format!("{} {to_move} {winner} {}\n", fact.board, fact.nodes)
    };
    facts.iter().map(line).collect::<String>().into_bytes()
}

/// The facts of a message. They are hints, so what cannot be read is left out.
pub(super) fn read_facts(bytes: &[u8]) -> Vec<Fact> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let player = |text: &str| match text {
        "V" => Some(Player::Vertical),
        "H" => Some(Player::Horizontal),
        _ => None,
    };
    let read = |line: &str| {
        let mut words = line.split(' ');
        Some(Fact {
            board: words.next()?.parse().ok()?,
            to_move: player(words.next()?)?,
            winner: player(words.next()?)?,
            nodes: words.next()?.parse().ok()?,
        })
    };
    text.lines().filter_map(read).collect()
}
