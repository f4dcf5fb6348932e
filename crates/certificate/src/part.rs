//! Writes the outline of a proof, or a part of one: nodes alone, with holes where others belong.

use super::writer::{Form, Writer};
use crosscram_rules::{Player, Question};
use crosscram_search::{ProofSink, Step};
use std::io;

/// A part of a proof as it is walked through. Put together, parts are a walk: a mask that was used before a hole, or before the
/// beginning, is not used again behind it, so it does not matter which masks what comes in between uses.
pub struct PartWriter {
    writer: Writer<Vec<u8>>,
    winner: Option<Player>,
    largest: u32,
    holes: Vec<(usize, Question)>,
}

/// What was written.
pub struct WrittenPart {
    /// Who wins.
    pub winner: Option<Player>,
    /// The number of cells that a part of a cut has at most.
    pub largest: u32,
    /// The nodes.
    pub nodes: Vec<u8>,
    /// Where the nodes of other positions belong.
    pub holes: Vec<(usize, Question)>,
}

impl PartWriter {
    /// A part of the proof of who wins `question`.
    pub fn new(question: &Question) -> PartWriter {
        PartWriter {
            writer: Writer::new(Vec::new(), Form::Binary, question),
            winner: None,
            largest: 0,
            holes: Vec::new(),
        }
    }

    /// How many holes there are so far.
    pub fn holes(&self) -> usize {
        self.holes.len()
    }

    /// What was written.
    pub fn finish(self) -> WrittenPart {
        WrittenPart {
            winner: self.winner,
            largest: self.largest,
            nodes: self.writer.into_nodes(),
            holes: self.holes,
        }
    }
}

impl ProofSink for PartWriter {
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
        self.writer.begin_nodes(winner);
        (self.winner, self.largest) = (Some(winner), largest_piece);
        Ok(())
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        self.writer.step(step)
    }

    fn part(&mut self, position: &Question) -> io::Result<()> {
        self.writer.forget_masks();
        self.holes.push((self.writer.written().len(), *position));
        Ok(())
    }
}
