//! What workers and coordinator say to each other besides units and segments.

use crate::Fact;
use crate::text::{Game, Lines};
use crate::unit::fact;
use serde::{Deserialize, Serialize};
use std::path::Path;

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

/// Facts of one game as a message: its size and tile, then a line for each as in a unit without the word `known`.
pub(super) fn write_facts(facts: &[Fact]) -> Vec<u8> {
    let game = facts
        .first()
        .map(|fact| Game::of(&fact.position).to_string());
    let lines = facts.iter().map(|fact| format!("{fact}\n"));
    let text: String = game.into_iter().chain(lines).collect();
    text.into_bytes()
}

/// The facts of a message. They are hints, so what cannot be read is left out.
pub(super) fn read_facts(bytes: &[u8]) -> Vec<Fact> {
    let mut lines = Lines::new(bytes, Path::new("facts"));
    let Ok(game) = Game::read(&mut lines) else {
        return Vec::new();
    };
    let next = || fact(&mut lines.need().ok()?, &game).ok();
    std::iter::from_fn(next).collect()
}
