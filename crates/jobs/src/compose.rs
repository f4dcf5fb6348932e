//! One certificate from the pieces of a run: a walk through all of them ([`super::pieces`]).

use super::coordinator::{Coordinator, hash};
use super::library::Known;
use super::pieces::{Pieces, Walker, damaged};
use super::segment::Segment;
use crosscram_rules::{Move, Player, Question};
use crosscram_search::{ProofSink, Step};
use std::collections::{HashMap, HashSet};
use std::io;
use std::rc::Rc;

/// Where segments are kept.
pub trait Shelf {
    /// The segment with this name.
    fn segment(&self, name: &str) -> io::Result<Segment>;
}

/// The segments used last are kept as long as they have so many nodes together.
const OPEN_NODES: usize = 4_000_000;

/// Walks through the proof of a run that is complete. Returns the winner.
pub fn compose(
    coordinator: &Coordinator,
    shelf: &dyn Shelf,
    sink: &mut dyn ProofSink,
) -> io::Result<Player> {
    let winner = coordinator.winner();
    let winner = winner.ok_or_else(|| damaged("the winner is not known yet".to_string()))?;
    let mut composer = Composer {
        coordinator,
        shelf,
        walker: Walker::new(winner, coordinator.plan().question.tile),
        open: Vec::new(),
    };
    let largest = composer.largest_piece()?;
    sink.begin(winner, largest)?;
    composer.position(&coordinator.plan().question, sink)?;
    Ok(winner)
}

struct Composer<'a> {
    coordinator: &'a Coordinator,
    shelf: &'a dyn Shelf,
    walker: Walker,
    /// Pieces of the segments used last.
    open: Vec<(u32, Rc<Pieces>)>,
}

impl Composer<'_> {
    /// The number of cells that a part of a cut has at most, over the segments that are needed.
    fn largest_piece(&mut self) -> io::Result<u32> {
        let (graph, winner) = (self.coordinator.graph(), self.walker.winner);
        let (mut largest, mut seen, mut stack) = (0, HashSet::new(), vec![0]);
        let mut segments = HashMap::new();
        while let Some(node) = stack.pop() {
            let position = *graph.position(node);
            if !seen.insert(node) {
                continue;
            }
            if let Some(known) = self.coordinator.library().solved(&position) {
                let name = self.coordinator.library().name(known.segment);
                let cells = match segments.get(&known.segment) {
                    Some(&cells) => cells,
                    None => {
                        let segment = self.shelf.segment(name)?;
                        let cells = segment.largest_piece(winner)?;
                        *segments.entry(known.segment).or_insert(cells)
                    }
                };
                largest = largest.max(cells);
            } else if position.first == winner {
                stack.extend(self.coordinator.winning_child(node, winner));
            } else {
                stack.extend(graph.children(node));
            }
        }
        Ok(largest)
    }

    /// The pieces of the segment that solves a position.
    fn pieces(&mut self, known: &Known) -> io::Result<Rc<Pieces>> {
        let name = self.coordinator.library().name(known.segment);
        let is_it = |(segment, _): &(u32, Rc<Pieces>)| *segment == known.segment;
        let pieces = match self.open.iter().position(is_it) {
            Some(place) => self.open.remove(place).1,
            None => {
                let read = self
                    .shelf
                    .segment(name)
                    .and_then(|segment| Pieces::read(&segment));
                Rc::new(read.map_err(|error| damaged(format!("{name}: {error}")))?)
            }
        };
        self.open.insert(0, (known.segment, Rc::clone(&pieces)));
        let mut nodes = 0;
        self.open.retain(|(_, pieces)| {
            nodes += pieces.len();
            nodes <= OPEN_NODES.max(pieces.len())
        });
        Ok(pieces)
    }

    /// Walks through a position above or at the end of the graph.
    fn position(&mut self, position: &Question, sink: &mut dyn ProofSink) -> io::Result<()> {
        let canonical = position.canonical();
        let is_losers = position.first != self.walker.winner;
        if is_losers && self.walker.is_walked(&canonical) {
            return sink.step(&Step::Known);
        }
        if let Some(known) = self.coordinator.library().solved(&canonical).cloned() {
            let name = self.coordinator.library().name(known.segment);
            let pieces = self.pieces(&known)?;
            let walked = self
                .walker
                .piece(&pieces, known.piece.start, position, sink);
            return walked.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => damaged(format!("{name}: {error}")),
                _ => error,
            });
        }
        let graph = self.coordinator.graph();
        let node = graph.find(&canonical, hash(&canonical));
        let node = node.ok_or_else(|| damaged(format!("nothing is known of {position}")))?;
        if is_losers {
            sink.step(&Step::All)?;
            for (_, after) in self.walker.in_order(position) {
                self.position(&after, sink)?;
            }
            self.walker.note(canonical);
            return Ok(());
        }
        let child = self.coordinator.winning_child(node, self.walker.winner);
        let wanted = child.map(|child| *graph.position(child));
        let mut moves = position.moves();
        let found = moves.find(|(_, after)| Some(after.canonical()) == wanted);
        let (mov, after) =
            found.ok_or_else(|| damaged(format!("no move of {position} is known to win")))?;
        let number_of = |mov: Move| self.walker.number_of(mov.cell(), &position.board) as u16;
        sink.step(&mov.map_or(Step::Number, |mov| Step::Move(number_of(mov))))?;
        self.position(&after, sink)
    }
}
