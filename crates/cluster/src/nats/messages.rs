//! What workers and coordinator say to each other besides units and segments.

use crosscram_proof::jobs::Fact;
use crosscram_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// What a worker says now and then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Who.
    pub worker: String,
    /// Segments that it has delivered.
    pub units: u64,
    /// Nodes that it has searched.
    pub nodes: u64,
    /// Facts of others that it has heard.
    pub heard: u64,
    /// Seconds since it began.
    pub seconds: f64,
    /// Whether it is at a unit.
    pub busy: bool,
}

/// The state of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The name of the run.
    pub run: String,
    /// The board, and who moves first.
    pub board: String,
    /// Who moves first.
    pub first: String,
    /// The winner, if he is known; the proof may still have gaps.
    pub winner: Option<String>,
    /// Segments on disk.
    pub segments: u64,
    /// Leaves that were solved.
    pub solved: u64,
    /// Leaves that were opened.
    pub opened: u64,
    /// Positions that are proven.
    pub facts: u64,
    /// Nodes that were searched.
    pub nodes: u64,
    /// Leaves of the proof that is most likely now.
    pub leaves_left: u64,
    /// Units that they will take: low, middle, high.
    pub units_left: [f64; 3],
    /// Units that are queued or being worked on.
    pub under_way: u64,
    /// Segments per second in this process.
    pub rate: f64,
    /// Facts per second in this process.
    pub facts_rate: f64,
    /// Workers that were heard of in the last half minute.
    pub workers: Vec<WorkerStatus>,
    /// Workers that are shut out, with the reasons.
    pub shut_out: BTreeMap<String, String>,
    /// Units that nobody could finish.
    pub parked: u64,
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
