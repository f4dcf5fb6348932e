//! The JSON forms of results. Keys come in the order of the fields.

use crosscram_rules::{Board, Move, Player, Position};
use crosscram_search::{Ending, Report, Statistics};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::time::Duration;

pub(crate) use crosscram_rules::SCHEMA;

/// Writes one object on a line of its own.
pub(crate) fn write(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// A line of a batch that could not be read.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BadLine<'a> {
    pub(crate) line: u64,
    pub(crate) error: &'a str,
}

/// What is known for one first player.
#[derive(Debug, Serialize)]
pub(crate) struct Search {
    /// Unknown if there is no answer.
    winner: Option<char>,
    /// A winning first move, if the first player wins.
    best_move: Option<BestMove>,
    nodes: u64,
    seconds: f64,
    /// First moves proven to lose, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Vec<String>>,
    /// Number of first moves, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<usize>,
    /// The resource that the search lacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_memory: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Statistics>,
}

/// A move, in a sum with its term, counted from 1.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum BestMove {
    OnBoard(String),
    InTerm {
        term: usize,
        #[serde(rename = "move")]
        mov: String,
    },
}

impl Search {
    /// `best` is the report's best move with its term, if it is one of a sum.
    pub(crate) fn new(
        report: &Report,
        best: Option<(Option<usize>, Move)>,
        statistics: bool,
    ) -> Self {
        let (refuted, of) = report.refuted();
        let open = matches!(report.ending, Ending::Interrupted { .. });
        Search {
            winner: report.winner().map(Player::letter),
            best_move: best.map(|(term, mov)| match term {
                None => BestMove::OnBoard(mov.to_string()),
                Some(term) => BestMove::InTerm {
                    term,
                    mov: mov.to_string(),
                },
            }),
            nodes: report.nodes,
            seconds: seconds(report.elapsed),
            refuted: open.then(|| refuted.iter().map(ToString::to_string).collect()),
            first_moves: open.then_some(of),
            out_of_memory: match &report.ending {
                Ending::Failed(shortage) => Some(shortage.to_string()),
                Ending::Won { .. } | Ending::Interrupted { .. } => None,
            },
            statistics: statistics.then(|| report.statistics.clone()),
        }
    }
}

/// The first keys of every object about a board.
#[derive(Debug, Serialize)]
pub(crate) struct Shape {
    schema: u32,
    tile: u32,
    rows: usize,
    cols: usize,
    position: String,
}

impl Shape {
    /// The beginning for this position.
    pub(crate) fn new(position: &Position) -> Self {
        let board: &Board = &position.board;
        Shape {
            schema: SCHEMA,
            tile: position.tile.length(),
            rows: board.rows(),
            cols: board.cols(),
            position: board.to_string(),
        }
    }
}

/// Names and values as an object, in their order.
#[derive(Debug)]
pub(crate) struct Named<T>(pub(crate) Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Seconds, rounded to microseconds.
pub(crate) fn seconds(duration: Duration) -> f64 {
    rounded(duration.as_secs_f64())
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
