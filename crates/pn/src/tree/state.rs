//! A tree search on disk: its nodes row by row, so that siblings stay together.

use super::TreeSearch;
use super::arena::{Arena, Node};
use crate::game::{Game, Kind};
use crate::numbers::Numbers;
use crate::state::{StateError, StateReader, StateWriter, numbered};
use std::collections::VecDeque;
use std::io::{self, Read, Write};

impl<G: Game> TreeSearch<'_, G> {
    pub(super) fn write_nodes(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        out.u64(self.arena.live())?;
        let mut pending = VecDeque::new();
        if self.arena.live() > 0 {
            pending.push_back(0);
        }
        while let Some(node) = pending.pop_front() {
            let entry = self.arena.get(node);
            out.u32(entry.numbers.proof)?;
            out.u32(entry.numbers.disproof)?;
            out.u32(numbered(self.base.game, entry.mov)?)?;
            out.u16(entry.children().len() as u16)?;
            pending.extend(entry.children());
        }
        Ok(())
    }

    pub(super) fn read_nodes(
        &mut self,
        mut input: StateReader<&mut dyn Read>,
    ) -> Result<(), StateError> {
        let game = self.base.game;
        let count = input.u64()?;
        let mut nodes = Vec::new();
        let mut next_child = 1u32;
        let mut parents = Parents::new(game);
        for node in 0..count {
            // Every node except the root is a child of an earlier one.
            if node >= u64::from(next_child) {
                return Err(StateError::Damaged);
            }
            let numbers = Numbers::new(input.u32()?, input.u32()?);
            let mov = game.move_of_code(input.u32()?);
            let mov = mov.ok_or(StateError::Damaged)?;
            let children = input.u16()?;
            if !numbers.is_possible() {
                return Err(StateError::Damaged);
            }
            parents.add((node > 0).then_some(mov), children)?;
            nodes.push(Node::from_parts(numbers, mov, next_child, children));
            let after = next_child.checked_add(u32::from(children));
            next_child = after.ok_or(StateError::Damaged)?;
        }
        input.end()?;
        if count > 0 && u64::from(next_child) != count {
            return Err(StateError::Damaged);
        }
        for (node, &kind) in nodes.iter().zip(&parents.kinds) {
            let range = node.children().start as usize..node.children().end as usize;
            let children = nodes[range].iter().map(|child| child.numbers);
            if node.is_expanded() && node.numbers != Numbers::of_children(kind, children) {
                return Err(StateError::Damaged);
            }
        }
        if (self.arena.live() == 0) != nodes.is_empty() {
            return Err(StateError::Damaged);
        }
        self.arena = Arena::from_nodes(nodes);
        Ok(())
    }
}

/// The positions of a tree that is read row by row, as far as children are still to come.
struct Parents<'g, G: Game> {
    game: &'g G,
    /// Expanded nodes, each with the legal moves that no child has had yet.
    waiting: VecDeque<(G::Position, Vec<G::Move>)>,
    /// The kind of every node so far.
    kinds: Vec<Kind>,
}

impl<'g, G: Game> Parents<'g, G> {
    fn new(game: &'g G) -> Self {
        Parents {
            game,
            waiting: VecDeque::new(),
            kinds: Vec::new(),
        }
    }

    /// Adds the next node: the root, which no move leads to, or the next child of the first expanded
    /// node that misses one. An expanded node has a child for each of its moves.
    fn add(&mut self, mov: Option<G::Move>, children: u16) -> Result<(), StateError> {
        let mut position = self.game.root();
        if let Some(mov) = mov {
            let (parent, moves) = self.waiting.front_mut().ok_or(StateError::Damaged)?;
            let place = moves.iter().position(|&legal| legal == mov);
            moves.swap_remove(place.ok_or(StateError::Damaged)?);
            position = parent.clone();
            self.game.play(&mut position, mov);
            if moves.is_empty() {
                self.waiting.pop_front();
            }
        }
        self.kinds.push(self.game.kind(&position));
        if children > 0 {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            if moves.len() != usize::from(children) {
                return Err(StateError::Damaged);
            }
            self.waiting.push_back((position, moves));
        }
        Ok(())
    }
}
