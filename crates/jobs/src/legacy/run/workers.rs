//! Solving leaves on several threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosscram_rules::{Player, Question};
use crosscram_search::{Control, Ending, SearchError, Solver};
use crosscram_support::stop::Stop;

use crate::legacy::Work;
use crate::legacy::journal::Record;

/// A leaf with its answer.
pub(super) struct Solved {
    /// Its index in the work file.
    pub(super) leaf: usize,
    pub(super) record: Record,
}

/// The state that the threads share with the collector of their answers.
pub(super) struct Workers<'a> {
    pub(super) work: &'a Work,
    pub(super) solver: &'a Solver,
    /// If this player wins any leaf, all searches halt.
    pub(super) halt_at_win: Option<Player>,
    /// Halts all searches, after which none is begun.
    pub(super) halt: Stop,
    /// The running searches.
    pub(super) searches: Mutex<Vec<Arc<Control>>>,
}

impl Workers<'_> {
    /// Solves a leaf; `None` if the search was halted.
    pub(super) fn solve(&self, leaf: usize, stop: &Stop) -> Result<Option<Solved>, SearchError> {
        let (board, to_move) = (self.work.leaves().get(leaf), self.work.to_move());
        let board = board.expect("pending leaves exist");
        let control = Arc::new(Control::under(stop));
        self.searches().push(Arc::clone(&control));
        let question = Question::new(board, self.work.tile(), to_move);
        let report = self.solver.solve(&question, &control);
        self.searches()
            .retain(|running| !Arc::ptr_eq(running, &control));
        let winner = match report.ending {
            Ending::Won { winner, .. } => winner,
            Ending::Interrupted { .. } => return Ok(None),
            Ending::Failed(shortage) => {
                self.halt.request();
                return Err(shortage);
            }
        };
        if self.halt_at_win == Some(winner) {
            self.halt.request();
        }
        let record = Record {
            board,
            number: 0.into(),
            to_move,
            winner,
            nodes: report.nodes,
            elapsed: report.elapsed,
        };
        Ok(Some(Solved { leaf, record }))
    }

    /// Nodes of the running searches so far.
    pub(super) fn nodes(&self) -> u64 {
        self.searches().iter().map(|control| control.nodes()).sum()
    }

    fn searches(&self) -> MutexGuard<'_, Vec<Arc<Control>>> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
