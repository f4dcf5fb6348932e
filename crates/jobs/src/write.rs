//! Writes outlines of proofs, and their parts: what several workers do at the same time when the winner is known. A part relies on what the
//! parts before it go through, whoever writes them; workers tell each other that while they write ([`Peers`](crosscram_search::Peers)).

use super::segment::{Attempt, Finding, Outcome, PartOf, Segment};
use super::unit::{Unit, Wanted};
use super::work::{WorkError, Worker, played};
use crosscram_certificate::{PartWriter, WrittenPart};
use crosscram_rules::Question;
use crosscram_search::{Control, Ending, Ensemble, Part, Run, Share, Walks};
use crosscram_support::stop::Stop;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Where the parts of an outline have gone that a worker has written or heard of.
#[derive(Default)]
pub(super) struct Written {
    outline: u64,
    walks: Walks,
}

/// How a proof is written.
struct Task<'a> {
    unit: &'a Unit,
    control: Control,
    walks: &'a Walks,
    attempt: u64,
}

impl Worker {
    /// Writes what a unit asks for. `None` if that cannot be, because something in the table is false or the other player wins.
    pub(super) fn write(&mut self, unit: &Unit, stop: &Stop) -> Result<Option<Segment>, WorkError> {
        let mut written = std::mem::take(&mut self.written);
        let mut rests = Vec::new();
        if let Wanted::Parts { outline, .. } = unit.wanted {
            if written.outline != outline {
                written = Written {
                    outline,
                    walks: Walks::default(),
                };
            }
            rests.push(outline);
            written.walks.lose(unit.lost.iter().copied());
        }
        let task = Task {
            unit,
            control: Control::under(stop),
            walks: &written.walks,
            attempt: RandomState::new().build_hasher().finish(),
        };
        // Every search goes on counting where the one before has ended.
        task.control.limit_next(u64::MAX);
        let mut segment = Segment::new(unit.id());
        for (number, &position) in unit.positions.iter().enumerate() {
            let before = task.control.nodes();
            let Some(found) = self.write_one(&task, position, number as u32)? else {
                return Ok(None);
            };
            let Some(winner) = found.winner else {
                return Ok(None);
            };
            let begin = segment.pieces.len();
            segment.pieces.extend(found.nodes);
            segment.results.push(Finding {
                position,
                nodes: 0,
                writing: task.control.nodes().saturating_sub(before),
                outcome: Outcome::Part(PartOf {
                    winner,
                    largest: found.largest,
                    piece: begin..segment.pieces.len(),
                    holes: found.holes,
                }),
            });
        }
        rests.extend(written.walks.rested());
        segment.attempt = Some(Attempt {
            name: task.attempt,
            rests,
        });
        self.written = written;
        Ok(Some(segment))
    }

    /// Writes the outline of a position, or a part, the position of this place in the unit.
    fn write_one(
        &mut self,
        task: &Task<'_>,
        question: Question,
        place: u32,
    ) -> Result<Option<WrittenPart>, WorkError> {
        let known = self.hints(&question);
        let peers = self.peers.clone();
        let run = Run {
            known: &known,
            warm: true,
            ..Run::new(&task.control)
        };
        let alone = Ensemble {
            played: played(&question),
            number: Some(task.unit.number),
            peers: peers.as_deref(),
            writes: Share::Whole,
        };
        let shares: Vec<Share<'_>> = match task.unit.wanted {
            Wanted::Parts { first, .. } => {
                let part = Part {
                    number: first + place,
                    attempt: task.attempt,
                };
                vec![Share::Part(task.walks, part)]
            }
            // Deeper and deeper, until there are enough.
            _ => (1..=question.board.area()).map(Share::Outline).collect(),
        };
        let mut found = None;
        for writes in shares {
            let ensemble = Ensemble { writes, ..alone };
            let run = Run { ensemble, ..run };
            let mut writer = PartWriter::new(&question);
            let report = self.solver().prove(&question, &run, &mut writer);
            if task.control.is_stopped() {
                return Err(WorkError::Stopped);
            }
            let Ok(report) = report else {
                return Ok(None);
            };
            if let Ending::Failed(error) = report.ending {
                return Err(WorkError::Search(error));
            }
            let is_expected = match task.unit.wanted {
                Wanted::Parts { .. } => report.winner() == Some(question.first.opponent()),
                _ => report.winner().is_some(),
            };
            if !is_expected {
                return Ok(None);
            }
            let holes = writer.holes();
            found = Some(writer.finish());
            match task.unit.wanted {
                Wanted::Outline(wanted) if holes > 0 && holes < wanted as usize => {}
                _ => break,
            }
        }
        Ok(found)
    }
}
