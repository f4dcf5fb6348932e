//! A graph search on disk: each node with its numbers and edges, in the order of creation.

use super::GraphSearch;
use super::store::Edge;
use crate::components::components;
use crate::game::{Game, Key, Value};
use crate::numbers::Numbers;
use crate::state::{StateError, StateReader, StateWriter, numbered};
use std::io::{self, Read, Write};

/// Written where there is no node.
const NONE: u32 = u32::MAX;

impl<G: Game> GraphSearch<'_, G> {
    pub(super) fn write_nodes(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
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
                out.u32(numbered(self.base.game, edge.mov)?)?;
            }
        }
        Ok(())
    }

    pub(super) fn read_nodes(
        &mut self,
        mut input: StateReader<&mut dyn Read>,
    ) -> Result<(), StateError> {
        let game = self.base.game;
        let count = input.u32()?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(Saved::read(game, &mut input)?);
        }
        input.end()?;
        self.rebuild(&nodes)?;
        self.examine()
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
                let mov = edge.ok_or(StateError::Damaged)?.mov;
                let parent = self.store.position(node.born_of);
                let is_shared = self.is_shared(parent, mov);
                let mut position = parent.clone();
                self.base.game.play(&mut position, mov);
                let key = self.shared_key(&position);
                self.create(position, node.numbers, Some(node.born_of));
                if node.repeats == NONE && is_shared && self.find(&key).is_none() {
                    self.store.enter(number, key.mix());
                }
            }
            self.store.numbers[number as usize] = node.numbers;
            moves.clear();
            self.base
                .game
                .moves(self.store.position(number), &mut moves);
            if node.edges.iter().any(|edge| !moves.contains(&edge.mov))
                || !node.numbers.is_possible()
            {
                return Err(StateError::Damaged);
            }
        }
        for (number, node) in nodes.iter().enumerate() {
            let number = number as u32;
            if node.repeats != NONE {
                let original = nodes.get(node.repeats as usize);
                if original.is_none_or(|original| original.repeats != NONE) || number == 0 {
                    return Err(StateError::Damaged);
                }
                self.store.mark_repetition(number, node.repeats);
            }
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

    /// Refuses a graph that no search can have built: with cycles, with missing or misplaced
    /// children, with numbers that do not follow from the children, or with repetitions of something
    /// else. What was removed below a solved node cannot be examined.
    fn examine(&self) -> Result<(), StateError> {
        let store = &self.store;
        let children: Vec<Vec<u32>> = (0..store.len() as u32)
            .map(|node| store.edges(node).iter().map(|edge| edge.child).collect())
            .collect();
        let component = components(store.len(), |node| &children[node as usize]);
        let nothing_removed =
            self.base.statistics.removed == 0 && self.base.statistics.forgotten == 0;
        for node in 0..store.len() as u32 {
            let numbers = store.numbers[node as usize];
            let position = store.position(node);
            let is_right = if let Some(original) = store.repeats(node) {
                let original_won = store.numbers[original as usize].is_won();
                !store.is_expanded(node)
                    && store.repeats(original).is_none()
                    && numbers.is_won() == original_won
                    && numbers.is_solved()
                    && self.shared_key(position) == self.shared_key(store.position(original))
            } else if store.is_expanded(node) {
                let home = component[node as usize];
                let apart = |&child: &u32| component[child as usize] != home;
                numbers == store.recomputed(node)
                    && children[node as usize].iter().all(apart)
                    && self.has_its_children(node)
            } else {
                let value = match (numbers.is_solved(), numbers.is_won()) {
                    (false, _) => Value::Unknown,
                    (true, true) => Value::Win,
                    (true, false) => Value::Loss,
                };
                !numbers.is_solved()
                    || !nothing_removed
                    || self.base.game.evaluate(position) == value
            };
            if !is_right {
                return Err(StateError::Damaged);
            }
        }
        Ok(())
    }

    /// Returns whether the children of an expanded node are the positions after all its moves.
    fn has_its_children(&self, node: u32) -> bool {
        let store = &self.store;
        let after = |mov| {
            let mut position = store.position(node).clone();
            self.base.game.play(&mut position, mov);
            self.shared_key(&position)
        };
        let key_of = |child: u32| self.shared_key(store.position(child));
        let edges = store.edges(node);
        let mut moves = Vec::new();
        self.base.game.moves(store.position(node), &mut moves);
        edges
            .iter()
            .all(|edge| key_of(edge.child) == after(edge.mov))
            && moves.into_iter().all(|mov| {
                let key = after(mov);
                edges.iter().any(|edge| key_of(edge.child) == key)
            })
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
