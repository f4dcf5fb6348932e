//! The threads that solve leaves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crosscram_rules::{Player, Question};
use crosscram_search::{Control, Ending, Shortage, Solver};

use crate::Work;
use crate::journal::Record;

/// A leaf with its answer.
pub(super) struct Solved {
    /// Its index in the work file.
    pub(super) leaf: usize,
    pub(super) record: Record,
}

/// What the workers share with whoever collects their answers.
pub(super) struct Workers {
    halt: AtomicBool,
    /// A win of this player at any leaf makes all workers halt.
    halt_at_win: Option<Player>,
    /// Index of the next pending leaf.
    next: AtomicUsize,
    /// What a search could not have; the others halt then.
    shortage: Mutex<Option<Shortage>>,
    /// The running search of each worker.
    searches: Vec<Mutex<Arc<Control>>>,
}

impl Workers {
    pub(super) fn new(count: usize, halt_at_win: Option<Player>) -> Workers {
        Workers {
            halt: AtomicBool::new(false),
            halt_at_win,
            next: AtomicUsize::new(0),
            shortage: Mutex::default(),
            searches: (0..count).map(|_| Mutex::default()).collect(),
        }
    }

    /// Start all workers; the receiver ends when the last of them does.
    pub(super) fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: &'scope Work,
        pending: &'scope [usize],
        solver: &'scope Solver,
    ) -> Receiver<Solved> {
        let (sender, receiver) = channel();
        for search in &self.searches {
            let sender = sender.clone();
            scope.spawn(move || self.work(search, work, pending, solver, &sender));
        }
        receiver
    }

    fn work(
        &self,
        search: &Mutex<Arc<Control>>,
        work: &Work,
        pending: &[usize],
        solver: &Solver,
        sender: &Sender<Solved>,
    ) {
        // Relaxed: the flag and the counter guard no data. A halt that comes between the test
        // and the search is repeated by the collector until all workers have ended.
        while !self.halt.load(Relaxed) {
            let Some(&leaf) = pending.get(self.next.fetch_add(1, Relaxed)) else {
                return;
            };
            let control = Arc::new(Control::new());
            *search.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&control);
            let board = work.leaves().get(leaf).expect("pending leaves exist");
            let question = Question::new(board, work.tile(), work.to_move());
            let report = solver.solve(&question, &control);
            let winner = match report.ending {
                Ending::Won { winner, .. } => winner,
                Ending::Interrupted { .. } => return,
                Ending::OutOfMemory(shortage) => {
                    self.fail(shortage);
                    return;
                }
            };
            let record = Record {
                board,
                number: 0.into(),
                to_move: work.to_move(),
                winner,
                nodes: report.nodes,
                elapsed: report.elapsed,
            };
            *search.lock().unwrap_or_else(PoisonError::into_inner) = Arc::default();
            if self.halt_at_win == Some(winner) {
                self.halt();
            }
            if sender.send(Solved { leaf, record }).is_err() {
                return;
            }
        }
    }

    /// Stop all searches and begin no other. To be repeated until all workers have ended.
    pub(super) fn halt(&self) {
        self.halt.store(true, Relaxed);
        self.running().for_each(|control| control.stop());
    }

    fn fail(&self, shortage: Shortage) {
        *self.shortage.lock().unwrap_or_else(PoisonError::into_inner) = Some(shortage);
        self.halt();
    }

    /// What a search could not have.
    pub(super) fn shortage(&self) -> Option<Shortage> {
        let shortage = self.shortage.lock();
        shortage.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Nodes of the running searches so far.
    pub(super) fn nodes(&self) -> u64 {
        self.running().map(|control| control.nodes()).sum()
    }

    /// Halts the workers when it is dropped.
    pub(super) fn halt_on_drop(&self) -> impl Drop + '_ {
        HaltOnDrop(self)
    }

    fn running(&self) -> impl Iterator<Item = Arc<Control>> + '_ {
        let searches = self.searches.iter();
        searches.map(|search| Arc::clone(&search.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

struct HaltOnDrop<'a>(&'a Workers);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// What came from the workers.
pub(super) enum Message {
    /// Everything that was solved since.
    Solved(Vec<Solved>),
    /// Nothing for some time.
    Nothing,
    /// No worker is left.
    AllDone,
}

/// Wait for the next answers, at most `timeout`.
pub(super) fn receive(receiver: &Receiver<Solved>, timeout: Duration) -> Message {
    match receiver.recv_timeout(timeout) {
        Ok(solved) => {
            let mut batch = vec![solved];
            batch.extend(receiver.try_iter());
            Message::Solved(batch)
        }
        Err(RecvTimeoutError::Timeout) => Message::Nothing,
        Err(RecvTimeoutError::Disconnected) => Message::AllDone,
    }
}
