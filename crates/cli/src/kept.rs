//! `crosscram solve BOARD --journal FILE`: finished subtrees are kept, so that a long search can
//! go on after it was interrupted.

use crate::failure::Failure;
use crate::pool::Answer;
use crosscram_proof::journal::{Game, Journal, Record};
use crosscram_rules::{Board, Player, Tile};
use crosscram_search::{Config, Control, Subtree};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Smaller subtrees are not worth a line: they are found again in a tenth of a second.
const LEAST_NODES: u64 = 20_000;

/// How often finished subtrees are written to the disk.
const PERIOD: Duration = Duration::from_secs(1);

/// A journal, and what was in it.
#[derive(Debug)]
pub(crate) struct Keeper {
    known: Vec<Subtree>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    journal: Journal,
    /// Why the journal could not be written.
    failure: Option<String>,
}

impl Keeper {
    /// Open or begin the journal of a board.
    pub(crate) fn open(path: &Path, board: &Board, tile: Tile) -> Result<Self, Failure> {
        let mut known = Vec::new();
        let game = Game::of(board, tile);
        let opened = Journal::open(path, game, |record| {
            known.push(Subtree {
                board: record.board,
                to_move: record.to_move,
                winner: record.winner,
                nodes: record.nodes,
                elapsed: record.elapsed,
            });
            Ok(())
        });
        let (mut journal, _) = opened.map_err(Failure::message)?;
        let by = format!(
            "crosscram {}, subtrees of a search",
            env!("CARGO_PKG_VERSION")
        );
        journal.begin(&by).map_err(Failure::message)?;
        Ok(Keeper {
            known,
            state: Mutex::new(State {
                journal,
                failure: None,
            }),
        })
    }

    /// How many subtrees are known.
    pub(crate) fn known(&self) -> usize {
        self.known.len()
    }

    /// Solve a board, and keep its subtrees.
    pub(crate) fn solve(
        &self,
        board: &Board,
        tile: Tile,
        first: Player,
        config: &Config,
        control: &Control,
    ) -> Answer {
        control.remember(self.known.clone());
        control.keep_subtrees(LEAST_NODES);
        thread::scope(|scope| {
            let (done, waiting) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                // The channel says nothing until it is closed.
                while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) =
                    waiting.recv_timeout(PERIOD)
                {
                    self.write(control);
                }
            });
            let answer = crosscram_search::solve(board, tile, first, config, control);
            drop(done);
            self.write(control);
            answer
        })
    }

    /// Write what has been finished. If that fails, stop: the search would be in vain.
    fn write(&self, control: &Control) {
        let records: Vec<Record> = control
            .take_subtrees()
            .into_iter()
            .map(|subtree| Record {
                board: subtree.board,
                to_move: subtree.to_move,
                winner: subtree.winner,
                nodes: subtree.nodes,
                elapsed: subtree.elapsed,
            })
            .collect();
        if records.is_empty() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_none()
            && let Err(error) = state.journal.append(&records)
        {
            state.failure = Some(error.to_string());
            control.stop();
        }
    }

    /// An error if the journal could not be written.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &state.failure {
            Some(error) => Err(Failure::message(error)),
            None => Ok(()),
        }
    }
}
