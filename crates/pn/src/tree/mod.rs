//! Proof-number search on a tree (Schijf 1993, chapter 3): every path to a position has its own
//! node.
//!
//! Nodes do not hold their position. The search keeps the positions of its current path and plays the
//! moves on the way down, so that a chess node takes 16 bytes.

mod arena;
mod draw;
mod forget;
mod second;
mod state;

use crate::base::{Base, Method, proving};
use crate::draw::{Drawing, NotDrawn};
use crate::game::{Game, Kind};
use crate::numbers::Numbers;
use crate::options::{Algorithm, Evaluation, Options};
use crate::report::{Ending, Observer};
use crate::state::{StateError, StateReader, StateWriter};
use arena::{Arena, Node};
use std::io::{self, Read, Write};

/// One node of the path from the root, with its position.
#[derive(Clone, Debug)]
struct Step<G: Game> {
    node: u32,
    kind: Kind,
    position: G::Position,
    /// Used only where positions can repeat.
    key: G::Key,
}

/// A search on a tree.
pub(crate) struct TreeSearch<'g, G: Game> {
    base: Base<'g, G>,
    arena: Arena<G::Move>,
    /// From the root down to where the next selection begins. Never empty.
    path: Vec<Step<G>>,
    /// Keys of the positions above the root, if this is the second level of another search.
    above: Vec<G::Key>,
    /// Scratch.
    moves: Vec<G::Move>,
    siblings: Vec<Node<G::Move>>,
}

impl<'g, G: Game> TreeSearch<'g, G> {
    pub(crate) fn new(game: &'g G, options: &Options) -> Self {
        TreeSearch::from(game, game.root(), options)
    }

    /// A search from any position.
    fn from(game: &'g G, position: G::Position, options: &Options) -> Self {
        let mut base = Base::new(game, options);
        base.statistics.nodes = 1;
        let numbers = base.leaf(&position);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        // The root's own move is never used, so any will do. Without moves there is no tree.
        let root = moves.first().map(|&mov| Node::leaf(numbers, mov));
        let arena = root.map_or_else(|| Arena::from_nodes(Vec::new()), Arena::new);
        let mut search = TreeSearch {
            base,
            arena,
            path: Vec::new(),
            above: Vec::new(),
            moves,
            siblings: Vec::new(),
        };
        search.path.push(search.at(0, position));
        search.measure();
        search
    }

    fn at(&self, node: u32, position: G::Position) -> Step<G> {
        Step {
            node,
            kind: self.base.game.kind(&position),
            key: if G::CYCLIC {
                self.base.game.repetition_key(&position)
            } else {
                G::Key::default()
            },
            position,
        }
    }

    /// Extends the path down to a leaf, always to the leftmost child with the same number (Fig. 3.5).
    fn select(&mut self) {
        loop {
            let Step {
                node,
                kind,
                position,
                ..
            } = &self.path[self.path.len() - 1];
            let parent = self.arena.get(*node);
            if !parent.is_expanded() {
                return;
            }
            let wanted = parent.numbers.chosen(*kind);
            let children = self.arena.children(*node);
            let place = children
                .iter()
                .position(|child| child.numbers.chosen(*kind) == wanted)
                .expect("a node has the number of one of its children");
            let child = parent.children().start + place as u32;
            let mut position = position.clone();
            self.base.game.play(&mut position, children[place].mov);
            self.path.push(self.at(child, position));
        }
    }

    /// Generates the children of the node at `end` of the path (Fig. 3.6).
    fn expand(&mut self, end: usize) -> Result<(), Ending> {
        let game = self.base.game;
        let Step { node, position, .. } = &self.path[end];
        self.base.generate(position, &mut self.moves)?;
        self.siblings.clear();
        for &mov in &self.moves {
            let mut child = position.clone();
            game.play(&mut child, mov);
            let repeated = G::CYCLIC && {
                let key = game.repetition_key(&child);
                self.path.iter().any(|step| step.key == key) || self.above.contains(&key)
            };
            let numbers = if repeated {
                self.base.statistics.repetitions += 1;
                Numbers::LOST
            } else {
                self.base.leaf(&child)
            };
            self.siblings.push(Node::leaf(numbers, mov));
        }
        let attached = self.arena.attach(*node, &self.siblings);
        attached.ok_or(Ending::Full)?;
        let statistics = &mut self.base.statistics;
        statistics.expansions += 1;
        statistics.nodes += self.siblings.len() as u64;
        statistics.peak = statistics.peak.max(self.arena.live());
        Ok(())
    }

    /// Recomputes the numbers of the first `length` nodes of the path, from its end to the root or
    /// until nothing changes (Fig. 3.7). The path then ends there.
    fn update(&mut self, length: usize) {
        let mut stop = 0;
        for place in (0..length).rev() {
            let Step { node, kind, .. } = self.path[place];
            self.base.statistics.updates += 1;
            let children = self.arena.children(node);
            let numbers = Numbers::of_children(kind, children.iter().map(|child| child.numbers));
            let node_now = self.arena.get_mut(node);
            if node_now.numbers == numbers && !self.base.options.full_updates {
                stop = place;
                break;
            }
            node_now.numbers = numbers;
            if numbers.is_solved() && !self.base.options.keep_solved && place > 0 {
                self.base.statistics.removed += self.arena.clear_below(node);
            }
        }
        // Above `stop` nothing changed, so the next selection would follow the same path.
        self.path.truncate(stop + 1);
    }
}

impl<'g, G: Game> Method<'g, G> for TreeSearch<'g, G> {
    fn base(&self) -> &Base<'g, G> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<'g, G> {
        &mut self.base
    }

    fn root(&self) -> Numbers {
        match self.arena.live() {
            0 => self.base.assessed(&self.path[0].position),
            _ => self.arena.get(0).numbers,
        }
    }

    fn best_move(&self) -> Option<G::Move> {
        if self.arena.live() == 0 {
            return None;
        }
        let children = self.arena.children(0).iter();
        let children = children.map(|child| (child.numbers, child.mov));
        proving(self.root(), self.path[0].kind, children)
    }

    fn measure(&mut self) {
        let statistics = &mut self.base.statistics;
        statistics.live = self.arena.live();
        statistics.peak = statistics.peak.max(statistics.live);
        statistics.bytes = statistics.bytes.max(self.arena.bytes());
    }

    fn step(&mut self, _: &mut dyn Observer) -> Result<(), Ending> {
        if self.arena.live() == 0 {
            return Err(Ending::Stuck);
        }
        self.select();
        let end = self.path.len() - 1;
        if self.base.options.evaluation == Evaluation::Delayed {
            let Step { node, position, .. } = &self.path[end];
            let numbers = self.base.assessed(position);
            if numbers.is_solved() {
                self.arena.get_mut(*node).numbers = numbers;
                self.base.statistics.updates += 1;
                self.update(end);
                return Ok(());
            }
        }
        if !self.make_room() {
            return Err(Ending::Full);
        }
        self.expand(end)?;
        if self.base.options.algorithm == Algorithm::Pn2 {
            self.search_second_level(end)?;
        }
        self.update(end + 1);
        Ok(())
    }

    fn drawing(&self) -> Result<Drawing, NotDrawn> {
        self.drawn()
    }

    fn write(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        self.write_nodes(out)
    }

    fn read(&mut self, input: StateReader<&mut dyn Read>) -> Result<(), StateError> {
        self.read_nodes(input)
    }
}
