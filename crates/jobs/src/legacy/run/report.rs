//! The progress of a run and its final report.

use std::path::Path;
use std::time::Duration;

use crosscram_rules::{Position, Tile};

use crate::legacy::{Work, name_of};

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of different leaves.
    pub total: usize,
    /// Leaves that are solved and in the journal, those of earlier runs included.
    pub solved: usize,
    /// Solved leaves that the first player does not win.
    pub refuted: usize,
    /// Leaves solved in this run.
    pub fresh: usize,
    /// Nodes of all solved leaves and of the searches that are running.
    pub nodes: u64,
    /// Time since this run began.
    pub elapsed: Duration,
    /// The time for the open leaves, at least and at most (90 %), if they are like those of this run; `None` before the
    /// first is solved. For progress displays only, because leaves differ by orders of magnitude.
    pub remaining: Option<(Duration, Duration)>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All leaves are solved.
    Finished,
    /// A stop was requested.
    Stopped,
    /// A leaf is refuted, and the options say to stop there.
    AtRefutation,
}

/// The state of a work file after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// Number of different leaves.
    pub total: usize,
    /// Leaves that the first player wins.
    pub proven: usize,
    /// Leaves that the first player does not win.
    pub refuted: Vec<Position>,
    /// Leaves solved in this run; the others come from the journal.
    pub fresh: usize,
    /// Nodes of all solved leaves, in this run or earlier.
    pub nodes: u64,
    /// Search time of all solved leaves, summed over threads and runs.
    pub search_time: Duration,
    /// How long this run took.
    pub elapsed: Duration,
    /// Why it ended.
    pub ending: Ending,
    /// Records of the journal about positions that are not leaves of this work file.
    pub others: u64,
    /// Bytes of a torn end that were cut off the journal.
    pub cut: u64,
}

impl RunReport {
    /// Number of leaves without answer.
    pub fn open(&self) -> usize {
        self.total - self.proven - self.refuted.len()
    }

    /// Returns whether the first player is proven to win because it wins all leaves.
    pub fn is_proof(&self) -> bool {
        self.proven == self.total
    }

    /// Says in a few lines what the answers mean and what to do next.
    pub fn conclusion(&self, work: &Work, journal: &Path) -> String {
        let (first, board) = (work.first(), name_of(work.board()));
        let (total, proven, open) = (self.total, self.proven, self.open());
        if let Some(shard) = work.shard().filter(|_| self.is_proof()) {
            return format!(
                "shard {shard} complete: all its {total} leaves at ply {} are proven\nwhen all shards \
                 are, this shows it:\n  {} and the journals of the other shards",
                work.plies(),
                split_again(work, journal)
            );
        }
        if self.is_proof() {
            let known = match work.known() {
                0 => String::new(),
                1 => ", together with 1 position from journals".to_string(),
                known => format!(", together with {known} positions from journals"),
            };
            return format!(
                "proof complete: {first}, moving first, wins {board} \
                 (all {total} leaves at ply {} are proven{known})",
                work.plies()
            );
        }
        let solved = format!("{proven} of {total} leaves proven, {open} open");
        if self.refuted.is_empty() {
            return format!("{solved}: run again to continue");
        }
        let mut lines = vec![format!(
            "{solved}, {} refuted: there {first} does not win",
            self.refuted.len()
        )];
        let shown = self.refuted.iter().take(10);
        lines.extend(shown.map(|position| format!("  {position}")));
        if self.refuted.len() > 10 {
            lines.push(format!("  … and {} more", self.refuted.len() - 10));
        }
        lines.push(format!(
            "the assumed tree is not a proof: split {board} again with what is known now\n  {}",
            split_again(work, journal)
        ));
        lines.join("\n")
    }
}

/// The command that splits again with everything that is known: what this work file was made with, and
/// `journal`. With the last journal alone, refuted moves of earlier rounds would come back.
fn split_again(work: &Work, journal: &Path) -> String {
    let mut command = format!(
        "crosscram split {} --first {} --plies {}",
        quoted(&name_of(work.board())),
        work.first().letter(),
        work.plies()
    );
    if work.tile() != Tile::DOMINO {
        command += &format!(" --tile {}", work.tile().length());
    }
    let engine = work
        .made_by()
        .split(", ")
        .find_map(|part| part.strip_prefix("engine "));
    if let Some(engine) = engine {
        command += &format!(" --engine {engine}");
    }
    command += " -o NEW.work --known";
    let last = journal.display().to_string();
    let before = work.journals().iter().filter(|name| **name != last);
    for name in before.chain([&last]) {
        command += &format!(" {}", quoted(name));
    }
    command
}

/// A word of a command line, in quotes if a shell would change it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "./_-,".contains(c);
    match word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
