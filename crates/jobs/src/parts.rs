//! The parts of a proof that several workers write at the same time, when the winner is known.
//!
//! First one of them writes an outline: the top of the proof, with some thousand holes, positions with the loser to move. Then all write
//! parts, the proofs of those positions, in the order of the outline. A part relies on what earlier parts go through, so that nothing is written twice that
//! somebody has told in time, and the certificate is all of them one after the other, byte by byte.
//!
//! Nothing is believed that the checker has not seen: parts are good for a certificate that is checked as a whole. A part that relies on an attempt
//! which has not been delivered, because a worker died, is written again. Whatever else goes wrong, a part that turns out to be won by the other
//! player or a certificate that does not hold, ends this way of writing: the parts are put aside, and proofs that are complete in themselves are asked for, which tell who is to blame.

use super::compose::Shelf;
use super::coordinator::Plan;
use super::pieces::damaged;
use super::segment::{Finding, Outcome, PartOf, Segment};
use super::unit::{Unit, Wanted};
use crosscram_certificate::{Hash, Writer};
use crosscram_rules::{Player, Question};
use crosscram_search::ProofSink;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;

/// An outline has at least so many holes, if the proof is large enough.
const HOLES: u32 = 1000;
/// Bytes of the parts of one unit: so many for each node of a unit that searches, but not fewer than the second number.
const BYTES_PER_NODE: u64 = 4;
const LEAST_BYTES: u64 = 1 << 16;
/// Parts of one unit at most.
const MOST_PARTS: u64 = 64;

/// How far the parts are written.
pub(super) struct Parts {
    plan: Plan,
    /// Whether proofs are written in this way; for good if they are not any more.
    state: State,
    /// The unit that asks for an outline.
    asked: Option<Hash>,
    outline: Option<Outline>,
    /// The numbers of the holes that units under way are about.
    under_way: HashMap<Hash, Range<usize>>,
    /// Bytes of recent parts, on average.
    typical: f64,
    /// Attempts that were relied on, and have come to nothing.
    lost: BTreeSet<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    NotYet,
    On,
    Off,
}

struct Outline {
    name: String,
    winner: Player,
    attempt: u64,
    holes: Vec<Hole>,
    /// The segments of parts in use, by attempt.
    used: HashMap<u64, Used>,
}

struct Hole {
    position: Question,
    /// Whether a unit is under way.
    is_begun: bool,
    /// The attempt in which it was written, and which result of its segment it is.
    written: Option<(u64, usize)>,
}

struct Used {
    name: String,
    rests: Vec<u64>,
}

impl Parts {
    pub(super) fn new(plan: Plan) -> Parts {
        Parts {
            plan,
            state: State::NotYet,
            asked: None,
            outline: None,
            under_way: HashMap::new(),
            typical: 0.0,
            lost: BTreeSet::new(),
        }
    }

    /// Ends this way of writing. Nothing that came of it is used.
    pub(super) fn turn_off(&mut self) {
        *self = Parts {
            state: State::Off,
            ..Parts::new(self.plan)
        };
    }

    /// Proofs are written in this way from now on, unless that was ended.
    pub(super) fn turn_on(&mut self) {
        if self.state == State::NotYet {
            self.state = State::On;
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.state == State::On
    }

    /// The same without anything written.
    pub(super) fn anew(before: &Parts) -> Parts {
        Parts {
            state: before.state,
            ..Parts::new(before.plan)
        }
    }

    /// Returns whether a segment is of a part, not of an outline.
    pub(super) fn is_of_a_part(segment: &Segment) -> bool {
        let attempt = segment.attempt.as_ref();
        attempt.is_some_and(|attempt| !attempt.rests.is_empty())
    }

    /// Holes that are not written, and units that they will take; one for an outline that is not there yet.
    pub(super) fn left(&self) -> (usize, f64) {
        let Some(outline) = &self.outline else {
            return (1, 1.0);
        };
        let open = outline.holes.iter().filter(|hole| hole.written.is_none());
        let open = open.count();
        (open, open as f64 / self.most() as f64)
    }

    /// Parts of the next unit at most.
    fn most(&self) -> usize {
        let bytes = (BYTES_PER_NODE * self.plan.nodes).max(LEAST_BYTES) as f64;
        ((bytes / self.typical.max(1.0)) as u64).clamp(1, MOST_PARTS) as usize
    }

    pub(super) fn is_under_way(&self, unit: &Hash) -> bool {
        self.asked == Some(*unit) || self.under_way.contains_key(unit)
    }

    /// The next unit; `None` if there is nothing to write before one under way comes back, or at all.
    pub(super) fn issue(&mut self) -> Option<Unit> {
        let Plan {
            question,
            bounds,
            nodes,
        } = self.plan;
        let lost: Vec<u64> = self.lost.iter().copied().collect();
        let unit = |wanted, positions| Unit {
            wanted,
            lost: lost.clone(),
            ..Unit::new(question.number, bounds, nodes, positions)
        };
        let most = self.most();
        let Some(outline) = &mut self.outline else {
            if self.asked.is_some() {
                return None;
            }
            let unit = unit(Wanted::Outline(HOLES), vec![question]);
            self.asked = Some(unit.id());
            return Some(unit);
        };
        let is_open = |hole: &Hole| !hole.is_begun && hole.written.is_none();
        let begin = outline.holes.iter().position(is_open)?;
        let open = outline.holes[begin..].iter().take(most);
        let end = begin + open.take_while(|hole| is_open(hole)).count();
        let holes = &mut outline.holes[begin..end];
        holes.iter_mut().for_each(|hole| hole.is_begun = true);
        let unit = unit(
            Wanted::Parts {
                outline: outline.attempt,
                first: begin as u32,
            },
            holes.iter().map(|hole| hole.position).collect(),
        );
        self.under_way.insert(unit.id(), begin..end);
        Some(unit)
    }

    /// A unit will not come back.
    pub(super) fn give_back(&mut self, unit: &Hash) {
        if self.asked == Some(*unit) {
            self.asked = None;
        }
        if let (Some(holes), Some(outline)) = (self.under_way.remove(unit), &mut self.outline) {
            for hole in &mut outline.holes[holes] {
                hole.is_begun = false;
            }
        }
    }

    /// Takes a segment of an outline or of parts. Returns whether it is used. An outline is, if it says that this player wins.
    pub(super) fn accept(&mut self, name: &str, segment: &Segment, winner: Option<Player>) -> bool {
        let is_asked = self.asked == Some(segment.unit);
        self.give_back(&segment.unit);
        let Some(attempt) = &segment.attempt else {
            return false;
        };
        let parts = segment.results.iter().map(|found| match &found.outcome {
            Outcome::Part(part) => Some((&found.position, part)),
            _ => None,
        });
        let Some(parts) = parts.collect::<Option<Vec<(&Question, &PartOf)>>>() else {
            return false;
        };
        let Some(outline) = &mut self.outline else {
            let [(position, part)] = parts[..] else {
                return false;
            };
            if *position != self.plan.question
                || !attempt.rests.is_empty()
                || Some(part.winner) != winner
            {
                return false;
            }
            let hole = |&(_, position): &(usize, Question)| Hole {
                position,
                is_begun: false,
                written: None,
            };
            self.asked = self.asked.filter(|_| !is_asked);
            self.outline = Some(Outline {
                name: name.to_string(),
                winner: part.winner,
                attempt: attempt.name,
                holes: part.holes.iter().map(hole).collect(),
                used: HashMap::new(),
            });
            return true;
        };
        if attempt.rests.first() != Some(&outline.attempt)
            || outline.used.contains_key(&attempt.name)
        {
            return false;
        }
        // They follow each other in the outline. One that somebody else has written is not written by this attempt.
        let mut holes = outline.holes.iter();
        let Some(begin) = holes.position(|hole| hole.position == *parts[0].0) else {
            return false;
        };
        let Some(holes) = outline.holes.get_mut(begin..begin + parts.len()) else {
            return false;
        };
        let fits = |(hole, (position, part)): (&Hole, &(&Question, &PartOf))| {
            hole.position == **position
                && hole.written.is_none()
                && part.winner == outline.winner
                && part.holes.is_empty()
        };
        if !holes.iter().zip(&parts).all(fits) {
            return false;
        }
        for (place, (hole, (_, part))) in holes.iter_mut().zip(&parts).enumerate() {
            hole.written = Some((attempt.name, place));
            self.typical += (part.piece.len() as f64 - self.typical) / 16.0;
        }
        let used = Used {
            name: name.to_string(),
            rests: attempt.rests.clone(),
        };
        outline.used.insert(attempt.name, used);
        true
    }

    /// Returns whether everything is written. Parts that rely on what was not delivered are open again then.
    pub(super) fn is_complete(&mut self) -> bool {
        let Some(outline) = &mut self.outline else {
            return false;
        };
        if outline.holes.iter().any(|hole| hole.written.is_none()) {
            return false;
        }
        loop {
            let mut there: HashSet<u64> = outline.used.keys().copied().collect();
            there.insert(outline.attempt);
            let rests = outline.used.values().flat_map(|used| &used.rests);
            let missing = rests.filter(|rest| !there.contains(rest));
            let missing: Vec<u64> = missing.copied().collect();
            if missing.is_empty() {
                break;
            }
            self.lost.extend(missing);
            // What is dropped must not be relied on either.
            let is_there = |rest: &u64| there.contains(rest);
            let lost = &mut self.lost;
            outline.used.retain(|attempt, used| {
                let stays = used.rests.iter().all(is_there);
                if !stays {
                    lost.insert(*attempt);
                }
                stays
            });
        }
        let mut is_complete = true;
        for hole in &mut outline.holes {
            let is_used = |(attempt, _): &(u64, usize)| outline.used.contains_key(attempt);
            hole.written = hole.written.filter(is_used);
            is_complete &= hole.written.is_some();
        }
        is_complete
    }

    /// Returns whether a segment is an outline of a proof that the other player wins.
    pub(super) fn contradicts(segment: &Segment, winner: Option<Player>) -> bool {
        let wins_otherwise = |found: &Finding| match &found.outcome {
            Outcome::Part(part) => winner.is_some_and(|winner| winner != part.winner),
            _ => false,
        };
        !Parts::is_of_a_part(segment) && segment.results.iter().any(wins_otherwise)
    }

    /// Writes the certificate: all parts in their order. Returns the winner.
    pub(super) fn join<O: Write>(
        &self,
        shelf: &dyn Shelf,
        writer: &mut Writer<O>,
    ) -> io::Result<Player> {
        let incomplete = || damaged("the parts are not complete".to_string());
        let outline = self.outline.as_ref().ok_or_else(incomplete)?;
        let top = shelf.segment(&outline.name)?;
        let largest = |segment: &Segment| {
            let parts = segment.results.iter().map(|found| match &found.outcome {
                Outcome::Part(part) => part.largest,
                _ => 0,
            });
            parts.max().unwrap_or(0)
        };
        let mut most = largest(&top);
        for used in outline.used.values() {
            most = most.max(largest(&shelf.segment(&used.name)?));
        }
        writer.begin(outline.winner, most)?;
        let (part, nodes) = part_of(&top, 0)?;
        if part.holes.len() != outline.holes.len() {
            return Err(incomplete());
        }
        let mut open: Option<(u64, Segment)> = None;
        let mut done = 0;
        for ((at, _), hole) in part.holes.iter().zip(&outline.holes) {
            writer.nodes_of_part(&nodes[done..*at])?;
            done = *at;
            let (attempt, place) = hole.written.ok_or_else(incomplete)?;
            let (_, segment) = match open.take_if(|(kept, _)| *kept == attempt) {
                Some(kept) => open.insert(kept),
                None => {
                    let used = outline.used.get(&attempt).ok_or_else(incomplete)?;
                    open.insert((attempt, shelf.segment(&used.name)?))
                }
            };
            writer.nodes_of_part(part_of(segment, place)?.1)?;
        }
        writer.nodes_of_part(&nodes[done..])?;
        Ok(outline.winner)
    }
}

/// A part of a segment, and its nodes.
fn part_of(segment: &Segment, place: usize) -> io::Result<(&PartOf, &[u8])> {
    match segment.results.get(place).map(|found| &found.outcome) {
        Some(Outcome::Part(part)) => Ok((part, &segment.pieces[part.piece.clone()])),
        _ => Err(damaged("a part is missing".to_string())),
    }
}
