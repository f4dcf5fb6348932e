//! A graph search on disk: each node with its numbers and edges, in the order of creation.

use super::store::Edge;
use super::{GraphOptions, GraphSearch};
use crate::game::{Game, Key};
use crate::numbers::Numbers;
use crate::state::{StateError, StateReader, StateWriter};
use crosscram_support::random::Random;
use std::io::{self, Read, Write};

/// Written where there is no node.
const NONE: u32 = u32::MAX;

impl<'g, G: Game> GraphSearch<'g, G> {
    /// Writes the search. `question` says in one line what is searched.
    pub fn save(&self, out: impl Write, question: &str) -> io::Result<()> {
        let mut out = StateWriter::begin(out, question)?;
        out.statistics(&self.statistics)?;
        out.u64(self.random.state())?;
        out.u32(self.store.len() as u32)?;
        for node in 0..self.store.len() as u32 {
            let numbers = self.store.numbers[node as usize];
            out.u32(numbers.proof)?;
            out.u32(numbers.disproof)?;
            out.u32(self.store.born_of(node).unwrap_or(NONE))?;
            out.u32(self.store.repeats(node).unwrap_or(NONE))?;
            let edges = self.store.edges(node);
            out.u16(edges.len() as u16)?;
            for edge in edges {
                out.u32(edge.child)?;
                out.u32(self.game.move_code(edge.mov))?;
            }
        }
        out.end()
    }

    /// Reads a search that was saved with the same question, game and options.
    pub fn load(
        game: &'g G,
        options: GraphOptions,
        input: impl Read,
        question: &str,
    ) -> Result<Self, StateError> {
        let mut input = StateReader::begin(input, question)?;
        let statistics = input.statistics()?;
        let random = Random::new(input.u64()?);
        let count = input.u32()?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(Saved::read(game, &mut input)?);
        }
        input.end()?;
        let mut search = GraphSearch::new(game, options);
        search.rebuild(&nodes)?;
        (search.statistics, search.random) = (statistics, random);
        Ok(search)
    }

    /// Creates all nodes except the root, which exists already, and connects them.
    fn rebuild(&mut self, nodes: &[Saved<G::Move>]) -> Result<(), StateError> {
        let mut moves = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let number = number as u32;
            if number > 0 {
                // A node is created after the node that created it.
                let parent = nodes[..number as usize].get(node.born_of as usize);
                let mut edges = parent.ok_or(StateError::Damaged)?.edges.iter();
                let edge = edges.find(|edge| edge.child == number);
                let mut position = self.store.position(node.born_of).clone();
                self.game
                    .play(&mut position, edge.ok_or(StateError::Damaged)?.mov);
                let key = self.shared_key(&position);
                self.create(position, node.numbers, Some(node.born_of));
                if node.repeats != NONE {
                    if node.repeats >= number {
                        return Err(StateError::Damaged);
                    }
                    self.store.mark_repetition(number, node.repeats);
                } else if self.find(&key).is_none() {
                    self.enter(number, key.mix());
                }
            }
            self.store.numbers[number as usize] = node.numbers;
            moves.clear();
            self.game.moves(self.store.position(number), &mut moves);
            if node.edges.iter().any(|edge| !moves.contains(&edge.mov)) {
                return Err(StateError::Damaged);
            }
        }
        for (number, node) in nodes.iter().enumerate() {
            let number = number as u32;
            for edge in &node.edges {
                let child = nodes.get(edge.child as usize).ok_or(StateError::Damaged)?;
                if child.born_of != number {
                    self.store.add_parent(edge.child, number);
                }
            }
            self.store.attach(number, &node.edges);
        }
        match nodes.is_empty() {
            true => Err(StateError::Damaged),
            false => Ok(()),
        }
    }
}

/// A node as it stands in the file.
struct Saved<M> {
    numbers: Numbers,
    born_of: u32,
    repeats: u32,
    edges: Vec<Edge<M>>,
}

impl<M> Saved<M> {
    fn read<G: Game<Move = M>>(
        game: &G,
        input: &mut StateReader<impl Read>,
    ) -> Result<Self, StateError> {
        let numbers = Numbers::new(input.u32()?, input.u32()?);
        let (born_of, repeats) = (input.u32()?, input.u32()?);
        let count = input.u16()?;
        let mut edges = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let child = input.u32()?;
            let mov = game.move_of_code(input.u32()?);
            let mov = mov.ok_or(StateError::Damaged)?;
            edges.push(Edge { child, mov });
        }
        Ok(Saved {
            numbers,
            born_of,
            repeats,
            edges,
        })
    }
}
