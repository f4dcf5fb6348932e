//! A tree search on disk: its nodes row by row, so that siblings stay together.

use super::arena::{Arena, Node};
use super::{TreeOptions, TreeSearch};
use crate::game::Game;
use crate::numbers::Numbers;
use crate::state::{StateError, StateReader, StateWriter};
use crosscram_support::random::Random;
use std::collections::VecDeque;
use std::io::{self, Read, Write};

impl<'g, G: Game> TreeSearch<'g, G> {
    /// Writes the search. `question` says in one line what is searched.
    pub fn save(&self, out: impl Write, question: &str) -> io::Result<()> {
        let mut out = StateWriter::begin(out, question)?;
        out.statistics(&self.statistics)?;
        out.u64(self.random.state())?;
        out.u64(self.arena.live())?;
        let mut pending = VecDeque::new();
        if self.arena.live() > 0 {
            pending.push_back(0);
        }
        while let Some(node) = pending.pop_front() {
            let entry = self.arena.get(node);
            out.u32(entry.numbers.proof)?;
            out.u32(entry.numbers.disproof)?;
            out.u32(self.game.move_code(entry.mov))?;
            out.u16(entry.children().len() as u16)?;
            pending.extend(entry.children());
        }
        out.end()
    }

    /// Reads a search that was saved with the same question, game and options.
    pub fn load(
        game: &'g G,
        options: TreeOptions,
        input: impl Read,
        question: &str,
    ) -> Result<Self, StateError> {
        let mut input = StateReader::begin(input, question)?;
        let statistics = input.statistics()?;
        let random = Random::new(input.u64()?);
        let count = input.u64()?;
        let mut nodes = Vec::new();
        let mut next_child = 1u32;
        for node in 0..count {
            // Every node except the root is a child of an earlier one.
            if node >= u64::from(next_child) {
                return Err(StateError::Damaged);
            }
            let numbers = Numbers::new(input.u32()?, input.u32()?);
            let mov = game.move_of_code(input.u32()?);
            let mov = mov.ok_or(StateError::Damaged)?;
            let children = input.u16()?;
            nodes.push(Node::from_parts(numbers, mov, next_child, children));
            let after = next_child.checked_add(u32::from(children));
            next_child = after.ok_or(StateError::Damaged)?;
        }
        input.end()?;
        if count > 0 && u64::from(next_child) != count {
            return Err(StateError::Damaged);
        }
        let mut search = TreeSearch::new(game, options);
        if (search.arena.live() == 0) != nodes.is_empty() {
            return Err(StateError::Damaged);
        }
        search.arena = Arena::from_nodes(nodes);
        (search.statistics, search.random) = (statistics, random);
        Ok(search)
    }
}
