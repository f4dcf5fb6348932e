//! `crosscram solve BOARD --journal FILE`: records finished subtrees, so that a long search can resume
//! after an interruption.

use super::answers::Earlier;
use crate::failure::Failure;
use crosscram_jobs::legacy::journal::{self, Game, Journal, Record, Spent};
use crosscram_rules::{Board, Question, Tile};
use crosscram_search::{Control, Proof, Proven, Report, Run, Solver, Tracer};
use crosscram_support::threads::{self, StartError};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The minimum size of a recorded subtree; smaller ones are searched again in a tenth of a second.
const LEAST_NODES: u64 = 20_000;

/// Who writes the journal.
const BY: &str = concat!(
    "crosscram ",
    env!("CARGO_PKG_VERSION"),
    ", subtrees of a search"
);

/// How often finished subtrees are written to disk.
const PERIOD: Duration = Duration::from_secs(1);

/// A journal and its contents.
#[derive(Debug)]
pub(crate) struct Keeper {
    path: PathBuf,
    known: Vec<Proven>,
    /// What the runs before this one cost.
    spent: Spent,
    /// Subtrees that are not written yet.
    finished: Mutex<Vec<Record>>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    journal: Journal,
    /// What the searches of this run cost that have ended.
    ended: (u64, Duration),
    /// When the search began that runs now.
    since: Option<Instant>,
    /// Why the journal could not be written.
    failure: Option<String>,
}

impl State {
    /// What this run has cost until now.
    fn cost(&self, control: &Control) -> (u64, Duration) {
        let (nodes, elapsed) = self.ended;
        match self.since {
            None => (nodes, elapsed),
            Some(since) => (nodes + control.nodes(), elapsed + since.elapsed()),
        }
    }

    /// Writes down what this run has cost until now.
    fn say_cost(&mut self, control: &Control) -> Result<(), String> {
        let (nodes, elapsed) = self.cost(control);
        let line = Spent::line(BY, nodes, elapsed);
        self.journal.begin(&line).map_err(|error| error.to_string())
    }
}

/// Records every subtree that is large enough.
impl Tracer for Keeper {
    fn proven(&self, position: &Proven) {
        open(&self.finished).push(Record {
            board: position.board,
            number: position.number,
            to_move: position.to_move,
            winner: position.winner,
            nodes: position.nodes,
            elapsed: position.elapsed,
        });
    }

    fn least_nodes(&self) -> u64 {
        LEAST_NODES
    }
}

/// A record as the search takes it.
fn proven(record: &Record) -> Proven {
    Proven {
        board: record.board,
        number: record.number,
        to_move: record.to_move,
        winner: record.winner,
        by: Proof::Earlier,
        depth: 0,
        nodes: record.nodes,
        elapsed: record.elapsed,
    }
}

/// The subtrees of a journal that is only read, and must be of this game.
pub(crate) fn read_journal(path: &Path, board: &Board, tile: Tile) -> Result<Vec<Proven>, Failure> {
    let named = |error: &dyn Display| Failure::message(format_args!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| named(&error))?;
    let mut known = Vec::new();
    let contents = journal::read(BufReader::new(file), path, |_, record| {
        known.push(proven(&record));
        Ok(())
    });
    let game = contents.map_err(Failure::message)?.game;
    if game != Some(Game::of(board, tile)) {
        return Err(named(&"it is not a journal of this board and these tiles"));
    }
    Ok(known)
}

impl Keeper {
    /// Opens or creates the journal of a board.
    pub(crate) fn open(path: &Path, board: &Board, tile: Tile) -> Result<Self, Failure> {
        let mut known = Vec::new();
        let opened = Journal::open(path, Game::of(board, tile), |record| {
            known.push(proven(&record));
            Ok(())
        });
        let (mut journal, opened) = opened.map_err(Failure::message)?;
        journal.begin(BY).map_err(Failure::message)?;
        Ok(Keeper {
            path: path.to_path_buf(),
            known,
            spent: opened.spent,
            finished: Mutex::default(),
            state: Mutex::new(State {
                journal,
                ended: (0, Duration::ZERO),
                since: None,
                failure: None,
            }),
        })
    }

    /// The earlier subtrees that the answers depend on, if any.
    pub(super) fn earlier(&self) -> Option<Earlier> {
        (!self.known.is_empty()).then(|| Earlier {
            journal: self.path.display().to_string(),
            subtrees: self.known.len() as u64,
            runs: self.spent.runs,
            nodes: (self.spent.runs > 0).then_some(self.spent.nodes),
            seconds: (self.spent.runs > 0).then_some(self.spent.elapsed.as_secs_f64()),
        })
    }

    /// The number of known subtrees.
    pub(crate) fn known(&self) -> usize {
        self.known.len()
    }

    /// Runs a search that uses the known subtrees and records its own.
    pub(crate) fn during<T>(
        &self,
        control: &Control,
        search: impl FnOnce(&Run<'_>) -> T,
    ) -> Result<T, StartError> {
        let (done, waiting) = channel::<()>();
        let waiting = Mutex::new(waiting);
        open(&self.state).since = Some(Instant::now());
        let search = || {
            let result = search(&Run {
                tracer: Some(self),
                known: &self.known,
                ..Run::new(control)
            });
            drop(done);
            result
        };
        let searched = threads::beside(1, |_| self.write_now_and_then(&waiting, control), search);
        self.write(control);
        self.end(control);
        searched.map(|(result, _)| result)
    }

    /// Records what the search that has ended cost.
    fn end(&self, control: &Control) {
        let mut state = open(&self.state);
        state.ended = state.cost(control);
        state.since = None;
        if state.failure.is_none()
            && let Err(error) = state.say_cost(control)
        {
            state.failure = Some(error);
        }
    }

    /// Solves a question and records its subtrees.
    pub(super) fn solve(&self, solver: &Solver, question: &Question, control: &Control) -> Report {
        let searched = self.during(control, |run| {
            let report = solver.run(question, run);
            self.keep_answer(&report);
            report
        });
        searched.unwrap_or_else(|error| Report::failed(question, error))
    }

    /// Records the answer itself, however small its tree, unless it is known.
    fn keep_answer(&self, report: &Report) {
        let Question {
            board,
            number,
            first,
            ..
        } = report.question;
        let Some(winner) = report.winner() else {
            return;
        };
        let same =
            |known: &Proven| (known.board, known.number, known.to_move) == (board, number, first);
        if report.nodes < LEAST_NODES && !self.known.iter().any(same) {
            open(&self.finished).push(Record {
                board,
                number,
                to_move: first,
                winner,
                nodes: report.nodes,
                elapsed: report.elapsed,
            });
        }
    }

    /// Writes periodically until the channel, which carries no messages, is closed.
    fn write_now_and_then(&self, waiting: &Mutex<Receiver<()>>, control: &Control) {
        let waiting = open(waiting);
        while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(PERIOD) {
            self.write(control);
        }
    }

    /// Writes the finished subtrees. If that fails, stops the search.
    fn write(&self, control: &Control) {
        let records = std::mem::take(&mut *open(&self.finished));
        let mut state = open(&self.state);
        if records.is_empty() || state.failure.is_some() {
            return;
        }
        let appended = state.journal.append(&records);
        let written = appended.map_err(|error| error.to_string());
        if let Err(error) = written.and_then(|()| state.say_cost(control)) {
            state.failure = Some(error);
            control.stop();
        }
    }

    /// Returns an error if the journal could not be written.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match &open(&self.state).failure {
            Some(error) => Err(Failure::message(error)),
            None => Ok(()),
        }
    }
}

fn open<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
