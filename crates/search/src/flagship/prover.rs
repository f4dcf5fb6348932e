//! The proof of a solved position: every position that it rests on, each with its reason.
//!
//! The walk asks the bounds first, as the search did, and takes the winner's moves from the table of
//! positions. What the table has lost is searched again. The search leaves out moves of the loser
//! that are no better than others (safe moves, shifted dominoes) and refutes many by what their
//! position has at hand; the walk goes into all of them.

use super::bounds::Node;
use super::worker::{Verdict, Worker};
use crate::proof_walk::{ProofSink, Step};
use crosscram_rules::Bits;
use std::collections::HashSet;
use std::io;

/// The error of a position that was said to be won, and is not: a journal was wrong.
fn unproven() -> io::Error {
    let message = "a position that was taken as proven is not won: the journal is wrong";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// How a walk ended early.
pub(super) enum Halt {
    /// A stop was requested.
    Stopped,
    /// The proof cannot be written.
    Failed(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Halt::Failed(error)
    }
}

pub(super) struct Prover<'w, 'a, W: Bits> {
    worker: &'w mut Worker<'a, W>,
    sink: &'w mut dyn ProofSink,
    /// Player index.
    winner: usize,
    /// Keys of the positions with the loser to move that were walked through.
    walked: HashSet<W>,
    steps: u64,
}

impl<'w, 'a, W: Bits> Prover<'w, 'a, W> {
    pub(super) fn new(
        worker: &'w mut Worker<'a, W>,
        sink: &'w mut dyn ProofSink,
        winner: usize,
    ) -> Self {
        Prover {
            worker,
            sink,
            winner,
            walked: HashSet::new(),
            steps: 0,
        }
    }

    /// Walks through the proof of a node that is won by the winner. `depth` is zero at the root.
    pub(super) fn walk(&mut self, node: &Node<W>, depth: usize) -> Result<(), Halt> {
        self.steps += 1;
        if self.worker.is_over() {
            return Err(Halt::Stopped);
        }
        let loser_moves = node.mover != self.winner;
        let key = self.worker.key(node);
        if loser_moves && self.walked.contains(&key) {
            return Ok(self.sink.step(&Step::Known)?);
        }
        if let Some(step) = self.reason(node, depth) {
            return Ok(self.sink.step(&step)?);
        }
        if !loser_moves {
            return self.walk_winning_move(node, depth);
        }
        self.sink.step(&Step::All)?;
        for start in self.worker.order.legal(node) {
            let child = self.worker.child(node, start);
            self.walk(&child, depth + 1)?;
        }
        if let Some(child) = self.worker.after_number(node) {
            self.walk(&child, depth + 1)?;
        }
        self.walked.insert(key);
        Ok(())
    }

    /// What shows without search that the winner wins a node.
    fn reason(&mut self, node: &Node<W>, depth: usize) -> Option<Step> {
        let bounds = &mut self.worker.bounds;
        if bounds.counts_prove(self.winner, node) {
            return Some(Step::Count);
        }
        bounds.witness(self.winner, node, depth).map(Step::Cut)
    }

    fn walk_winning_move(&mut self, node: &Node<W>, depth: usize) -> Result<(), Halt> {
        let Some(start) = self.winning_move(node, depth)? else {
            let child = self.worker.after_number(node).ok_or_else(unproven)?;
            self.sink.step(&Step::Number)?;
            return self.walk(&child, depth + 1);
        };
        let cell = self.worker.order.cells_across(node.mover, start).first();
        self.sink.step(&Step::Move(cell as u16))?;
        self.walk(&self.worker.child(node, start), depth + 1)
    }

    /// A move that wins a node that is known to be won: best one to a position that was walked
    /// through already, else one that bounds or the table prove, else one that is searched. `None`
    /// for a move in the number.
    fn winning_move(&mut self, node: &Node<W>, depth: usize) -> Result<Option<u16>, Halt> {
        let moves = self.worker.order.all(node);
        let walked = moves.iter().find(|&&start| {
            let child = self.worker.child(node, start);
            self.walked.contains(&self.worker.key(&child))
        });
        if let Some(&start) = walked {
            return Ok(Some(start));
        }
        self.worker.bounds.begin_children(depth);
        let mut open = Vec::new();
        for &start in &moves {
            if self.worker.is_refuted(node, start, depth) {
                continue;
            }
            let child = self.worker.child(node, start);
            let known = self.worker.probe(&child).or_else(|| {
                let decision = self.worker.bounds.decide(&child, depth + 1);
                decision.map(|decision| decision.mover_wins)
            });
            match known {
                Some(false) => return Ok(Some(start)),
                Some(true) => {}
                None => open.push(start),
            }
        }
        for start in open {
            match self.worker.visit_alone(node, start, depth) {
                Verdict::Loss => return Ok(Some(start)),
                Verdict::Win => {}
                Verdict::Stopped => return Err(Halt::Stopped),
            }
        }
        Ok(None)
    }
}
