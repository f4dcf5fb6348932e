//! Searches that take too long to be repeated with every figure, run once: `data/recorded.tsv`.

use crosscram_papers::SolvedBoard;
use crosscram_search::LineCount;
use crosscram_support::columns::grouped;
use crosscram_support::tsv::{self, TsvError};

const DATA: &str = include_str!("../../data/recorded.tsv");

/// The searches of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The board, such as `9x9`.
    pub board: String,
    /// How long lines were counted.
    pub line_count: LineCount,
    /// Nodes of all its searches: with Vertical and with Horizontal moving first, of a square board the first of them.
    pub nodes: u64,
    /// Seconds of processor time.
    pub seconds: f64,
}

/// All of them.
///
/// # Panics
///
/// If the file is malformed. It is embedded and a test reads it, so users never see this.
pub fn recorded() -> Vec<Recorded> {
    read().unwrap_or_else(|error| panic!("recorded.tsv: {error}"))
}

fn read() -> Result<Vec<Recorded>, TsvError> {
    let table = tsv::Table::parse(DATA)?;
    let rows = table.rows().map(|row| {
        Ok(Recorded {
            board: row.text("board")?.to_string(),
            line_count: row.value("lines")?,
            nodes: row.value("nodes")?,
            seconds: row.value("seconds")?,
        })
    });
    rows.collect()
}

/// What is said of a board that is not searched again, if it was searched once.
pub(super) fn note(published: &SolvedBoard, line_count: LineCount) -> Option<String> {
    let name = published.to_string();
    let found = recorded()
        .into_iter()
        .find(|run| run.board == name && run.line_count == line_count)?;
    let nodes = grouped(found.nodes);
    let minutes = found.seconds / 60.0;
    Some(format!("run once: {nodes} nodes, {minutes:.0} minutes"))
}
