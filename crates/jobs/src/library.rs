//! Everything that segments say, by position. Facts are true for ever, so the order in which segments come, and
//! whether one comes twice, does not matter; two that contradict each other are an error.

use super::segment::{ChildState, Outcome, Segment, Solved};
use super::unit::Fact;
use crosscram_rules::{Player, Question};
use std::collections::HashMap;
use std::ops::Range;

/// A segment does not say what a move that it refutes has taken. The piece tells: one of so many bytes, those of a single
/// cut, took a node.
const PIECE_BYTES: u64 = 64;

/// A position that is solved, and where the proof is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub winner: Player,
    /// The number of the segment.
    pub segment: u32,
    /// Where the piece is among the segment's pieces; empty if there is no proof yet.
    pub piece: Range<usize>,
    /// The position of which the piece is, one of the reflections.
    pub position: Question,
    /// Nodes that it took.
    pub nodes: u64,
}

impl Known {
    /// Returns whether there is no proof yet.
    pub fn is_claim(&self) -> bool {
        self.piece.is_empty()
    }
}

/// A position that a segment left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The number of the segment.
    pub segment: u32,
    /// The positions after the moves, canonical, best first, and the estimates of those that are open.
    pub children: Vec<(Question, Option<(u32, u32)>)>,
}

/// Two segments that name different winners of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} and {} contradict each other: if {} is to move on {}, {} wins by the one and {} by the other",
    one.0, other.0, position.first, position.name(), one.1, other.1
)]
pub struct Contradiction {
    /// The position.
    pub position: Question,
    /// The one segment and the winner that it names.
    pub one: (String, Player),
    /// The other segment and the winner that it names.
    pub other: (String, Player),
}

/// What is known of positions, each the canonical one of its reflections.
#[derive(Default)]
pub struct Library {
    names: Vec<String>,
    solved: HashMap<Question, Known>,
    opened: HashMap<Question, Opened>,
}

impl Library {
    /// The name of a segment.
    pub fn name(&self, segment: u32) -> &str {
        &self.names[segment as usize]
    }

    /// How many positions are solved.
    pub fn facts(&self) -> usize {
        self.solved.len()
    }

    /// What solves a position.
    pub fn solved(&self, canonical: &Question) -> Option<&Known> {
        self.solved.get(canonical)
    }

    /// What a segment says about a position that it left open.
    pub fn opened(&self, canonical: &Question) -> Option<&Opened> {
        self.opened.get(canonical)
    }

    /// All solved positions.
    pub fn all(&self) -> impl Iterator<Item = Fact> + '_ {
        self.solved.values().map(|known| Fact {
            position: known.position,
            winner: known.winner,
            nodes: known.nodes,
        })
    }

    /// Adds what a segment says. Returns the positions about which something new is known, and the facts that
    /// are new.
    pub fn add(
        &mut self,
        name: &str,
        segment: &Segment,
    ) -> Result<(Vec<Question>, Vec<Fact>), Contradiction> {
        let number = self.names.len() as u32;
        self.names.push(name.to_string());
        let (mut news, mut facts) = (Vec::new(), Vec::new());
        for found in &segment.results {
            let position = found.position;
            match &found.outcome {
                Outcome::Untouched | Outcome::Part(_) => {}
                Outcome::Solved(solved) => {
                    let fact = self.solve(number, position, solved, found.nodes)?;
                    facts.extend(fact);
                    news.push(position.canonical());
                }
                Outcome::Open(children) => {
                    let mut opened = Vec::with_capacity(children.len());
                    for child in children {
                        let Some(after) = position.after(child.mov) else {
                            continue;
                        };
                        let estimates = match &child.state {
                            ChildState::Open { win, refute } => Some((*win, *refute)),
                            ChildState::Solved(solved) => {
                                let nodes = match solved.is_claim() {
                                    true => found.nodes / children.len() as u64,
                                    false => solved.piece.len() as u64 / PIECE_BYTES,
                                };
                                let nodes = nodes.max(1);
                                facts.extend(self.solve(number, after, solved, nodes)?);
                                None
                            }
                        };
                        opened.push((after.canonical(), estimates));
                    }
                    news.push(position.canonical());
                    self.opened.entry(position.canonical()).or_insert(Opened {
                        segment: number,
                        children: opened,
                    });
                }
            }
        }
        Ok((news, facts))
    }

    fn solve(
        &mut self,
        segment: u32,
        position: Question,
        solved: &Solved,
        nodes: u64,
    ) -> Result<Option<Fact>, Contradiction> {
        let canonical = position.canonical();
        if let Some(known) = self.solved.get_mut(&canonical) {
            if known.winner == solved.winner {
                if known.is_claim() && !solved.is_claim() {
                    *known = Known {
                        segment,
                        piece: solved.piece.clone(),
                        position,
                        ..known.clone()
                    };
                }
                return Ok(None);
            }
            let known = known.clone();
            let name = |segment: u32| self.names[segment as usize].clone();
            return Err(Contradiction {
                position,
                one: (name(known.segment), known.winner),
                other: (name(segment), solved.winner),
            });
        }
        let known = Known {
            winner: solved.winner,
            segment,
            piece: solved.piece.clone(),
            position,
            nodes,
        };
        self.solved.insert(canonical, known);
        Ok(Some(Fact {
            position,
            winner: solved.winner,
            nodes,
        }))
    }
}
