//! Which leaves are solved, and at what cost.

use std::collections::HashMap;
use std::time::Duration;

use crosscram_rules::{Bits256, Player};

use super::workers::Solved;
use super::{Ending, Progress, RunOptions, RunReport};
use crate::legacy::journal::{Opened, Record};
use crate::legacy::{Knowledge, Problem, Work};

/// Standard deviations on both sides that hold nine of ten.
const NINETY_PERCENT: f64 = 1.645;

pub(super) struct Tally<'a> {
    work: &'a Work,
    /// The first index of each leaf, by the free cells of its canonical board.
    index: HashMap<Bits256, u32>,
    /// For each leaf, its winner if known.
    winners: Vec<Option<Player>>,
    /// Everything in the journal, to notice contradictions.
    journal: Knowledge,
    proven: usize,
    refuted: usize,
    /// Leaves solved in this run.
    fresh: usize,
    /// Records about positions that are not leaves.
    others: u64,
    nodes: u64,
    search_time: Duration,
    /// Seconds that the leaves of this run took, and their squares, both added up.
    seconds: [f64; 2],
}

impl<'a> Tally<'a> {
    pub(super) fn new(work: &'a Work) -> Self {
        let mut index = HashMap::with_capacity(work.leaves().len());
        for (i, leaf) in (0..).zip(work.leaves().iter()) {
            index.entry(leaf.canonical().free_bits()).or_insert(i);
        }
        Tally {
            work,
            // A leaf that is listed twice is solved once.
            winners: vec![None; work.leaves().len()],
            index,
            journal: Knowledge::new(),
            proven: 0,
            refuted: 0,
            fresh: 0,
            others: 0,
            nodes: 0,
            search_time: Duration::ZERO,
            seconds: [0.0; 2],
        }
    }

    /// Counts a record of the journal.
    pub(super) fn add_old(&mut self, record: &Record) -> Result<(), Problem> {
        if record.number != 0.into() {
            self.others += 1;
            return Ok(());
        }
        let (board, to_move, winner) = (&record.board, record.to_move, record.winner);
        let tile = self.work.tile();
        let is_news = self
            .journal
            .learn(board, tile, to_move, winner)
            .map_err(|_| Problem::Contradiction)?;
        let leaf = self.index.get(&board.canonical().free_bits());
        match leaf {
            Some(&leaf) if to_move == self.work.to_move() => {
                if is_news {
                    self.count(leaf as usize, record);
                }
            }
            _ => self.others += 1,
        }
        Ok(())
    }

    /// Counts a leaf that was just solved and recorded.
    pub(super) fn add_new(&mut self, solved: &Solved) {
        self.fresh += 1;
        let seconds = solved.record.elapsed.as_secs_f64();
        self.seconds[0] += seconds;
        self.seconds[1] += seconds * seconds;
        self.count(solved.leaf, &solved.record);
    }

    fn count(&mut self, leaf: usize, record: &Record) {
        self.winners[leaf] = Some(record.winner);
        match record.winner == self.work.first() {
            true => self.proven += 1,
            false => self.refuted += 1,
        }
        self.nodes += record.nodes;
        self.search_time += record.elapsed;
    }

    /// Number of different leaves.
    fn total(&self) -> usize {
        self.index.len()
    }

    /// Number of leaves without answer.
    pub(super) fn open(&self) -> usize {
        self.total() - self.proven - self.refuted
    }

    /// Indices of the leaves without answer, in the order of the work file.
    pub(super) fn pending(&self) -> Vec<usize> {
        let mut pending: Vec<usize> = self.index.values().map(|&leaf| leaf as usize).collect();
        pending.retain(|&leaf| self.winners[leaf].is_none());
        pending.sort_unstable();
        pending
    }

    /// Returns whether a refuted leaf ends the run.
    pub(super) fn ends_at(&self, options: &RunOptions) -> bool {
        options.stop_at_refutation && self.refuted > 0
    }

    pub(super) fn progress(&self, elapsed: Duration, running_nodes: u64) -> Progress {
        let open = self.open();
        let remaining = match self.fresh {
            0 => None,
            fresh => {
                let middle = elapsed.as_secs_f64() * open as f64 / fresh as f64;
                let spread = NINETY_PERCENT * self.spread(open);
                let ends = [middle * (1.0 - spread).max(0.0), middle * (1.0 + spread)];
                let [low, high] = ends.map(|end| Duration::try_from_secs_f64(end).ok());
                low.zip(high)
            }
        };
        Progress {
            total: self.total(),
            solved: self.proven + self.refuted,
            refuted: self.refuted,
            fresh: self.fresh,
            nodes: self.nodes + running_nodes,
            elapsed,
            remaining,
        }
    }

    /// The standard deviation of what the open leaves take, as a part of it, if they are like those of this run.
    fn spread(&self, open: usize) -> f64 {
        let (fresh, open) = (self.fresh as f64, open.max(1) as f64);
        let mean = self.seconds[0] / fresh;
        let variance = (self.seconds[1] / fresh - mean * mean).max(0.0);
        match mean > 0.0 && fresh > 1.0 {
            true => (variance * (1.0 / fresh + 1.0 / open)).sqrt() / mean,
            // One leaf says nothing of how leaves differ.
            false => 1.0,
        }
    }

    pub(super) fn report(self, ending: Ending, opened: Opened, elapsed: Duration) -> RunReport {
        let leaves = self.work.positions().zip(&self.winners);
        let lost = self.work.first().opponent();
        let refuted = leaves.filter(|(_, winner)| **winner == Some(lost));
        RunReport {
            total: self.total(),
            proven: self.proven,
            refuted: refuted.map(|(position, _)| position).collect(),
            fresh: self.fresh,
            nodes: self.nodes,
            search_time: self.search_time,
            elapsed,
            ending,
            others: self.others,
            cut: opened.cut,
        }
    }
}
