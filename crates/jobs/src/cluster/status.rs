//! How a run is doing: what `crosscram cluster status` and the page of `crosscram serve` show, whoever does the work.

use crate::{Desk, TopNode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// Plies of the tree that are shown, and moves of each position.
const PLIES: usize = 5;
const WIDTH: usize = 3;

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
    /// Version of this form.
    pub schema: u32,
    /// The name of the run.
    pub run: String,
    /// The board, with the number beside it if that is not 0.
    pub board: String,
    /// Who moves first.
    pub first: String,
    /// The winner, if it is known; the proof may still have gaps.
    pub winner: Option<String>,
    /// Whether the certificate is written.
    pub complete: bool,
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
    /// Seconds that they will take at the rate so far; nothing before the first segment.
    pub seconds_left: Option<[f64; 3]>,
    /// Units that are queued or being worked on.
    pub under_way: u64,
    /// Segments per second in this process.
    pub rate: f64,
    /// Facts per second in this process.
    pub facts_rate: f64,
    /// Nodes per second in this process.
    pub nodes_rate: f64,
    /// Seconds of this process.
    pub seconds: f64,
    /// Workers that were heard of in the last half minute.
    pub workers: Vec<WorkerStatus>,
    /// Workers that are shut out, with the reasons.
    pub shut_out: BTreeMap<String, String>,
    /// Units that no worker could finish.
    pub parked: u64,
    /// The top of the tree.
    pub tree: TopNode,
}

/// When a process began, and where the run was then.
#[derive(Clone, Copy, Debug)]
pub struct Beginning {
    at: Instant,
    segments: u64,
    facts: usize,
    nodes: u64,
}

impl Beginning {
    /// Now.
    pub fn of(desk: &Desk) -> Beginning {
        Beginning {
            at: Instant::now(),
            segments: desk.tally().segments,
            facts: desk.coordinator().library().facts(),
            nodes: desk.tally().nodes,
        }
    }
}

impl Status {
    /// The state of a run. `run` is its name.
    pub fn new(
        run: &str,
        desk: &Desk,
        beginning: &Beginning,
        workers: Vec<WorkerStatus>,
        parked: u64,
    ) -> Status {
        let (tally, left, plan) = (desk.tally(), desk.left(), desk.plan());
        let facts = desk.coordinator().library().facts();
        let seconds = beginning.at.elapsed().as_secs_f64().max(1e-3);
        let winner = desk.coordinator().winner();
        let rate = tally.segments.saturating_sub(beginning.segments) as f64 / seconds;
        let units_left = [left.units.low, left.units.middle, left.units.high];
        Status {
            schema: crosscram_rules::SCHEMA,
            run: run.to_string(),
            board: plan.question.name(),
            first: plan.question.first.letter().to_string(),
            winner: winner.map(|winner| winner.letter().to_string()),
            complete: false,
            segments: tally.segments,
            solved: tally.solved,
            opened: tally.opened,
            facts: facts as u64,
            nodes: tally.nodes,
            leaves_left: left.leaves,
            units_left,
            seconds_left: (rate > 0.0).then(|| units_left.map(|units| units / rate)),
            under_way: desk.coordinator().under_way() as u64,
            rate,
            facts_rate: facts.saturating_sub(beginning.facts) as f64 / seconds,
            nodes_rate: tally.nodes.saturating_sub(beginning.nodes) as f64 / seconds,
            seconds,
            workers,
            shut_out: desk.folder().shut_out().unwrap_or_default(),
            parked,
            tree: desk.coordinator().top(PLIES, WIDTH),
        }
    }

    /// Writes it into the folder of the run, where `crosscram serve --jobs` finds it.
    pub fn store(&self, desk: &Desk) {
        let words = serde_json::to_string(self).expect("plain words");
        desk.folder().note_status(&words);
    }
}
