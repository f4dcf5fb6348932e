//! A depth-first search on disk: its table. Not saved are the path, which is soon searched again, and
//! the losses that hold on some paths only.

use super::DfPn;
use super::table::Entry;
use crate::game::{Game, Key};
use crate::numbers::Numbers;
use crate::state::{StateError, StateReader, StateWriter, numbered};
use std::io::{self, Read, Write};

impl<G: Game> DfPn<'_, G> {
    pub(super) fn write_table(&self, out: &mut StateWriter<&mut dyn Write>) -> io::Result<()> {
        out.u32(self.root.proof)?;
        out.u32(self.root.disproof)?;
        let best = self
            .best
            .map(|mov| numbered(self.base.game, mov))
            .transpose()?;
        out.u32(best.unwrap_or(u32::MAX))?;
        let entries = self.table.entries();
        out.u64(entries.len() as u64)?;
        let mut bytes = Vec::new();
        for entry in entries {
            bytes.clear();
            entry.key.write(&mut bytes);
            out.bytes(&bytes)?;
            out.u32(entry.numbers.proof)?;
            out.u32(entry.numbers.disproof)?;
            out.u32(entry.work)?;
            out.u32(entry.parent)?;
        }
        Ok(())
    }

    pub(super) fn read_table(
        &mut self,
        mut input: StateReader<&mut dyn Read>,
    ) -> Result<(), StateError> {
        let game = self.base.game;
        self.root = Numbers::new(input.u32()?, input.u32()?);
        let mut moves = Vec::new();
        game.moves(&game.root(), &mut moves);
        self.best = match input.u32()? {
            u32::MAX => None,
            code => {
                let best = game.move_of_code(code).filter(|mov| moves.contains(mov));
                Some(best.ok_or(StateError::Damaged)?)
            }
        };
        // Only a root that is the mover's win has a best move.
        let is_win = self.root.chosen(game.kind(&game.root())) == 0;
        if !self.root.is_possible() || self.best.is_some() && !is_win {
            return Err(StateError::Damaged);
        }
        let mut bytes = vec![0; G::Key::BYTES];
        for _ in 0..input.u64()? {
            input.bytes(&mut bytes)?;
            let entry = Entry {
                key: G::Key::read(&bytes),
                numbers: Numbers::new(input.u32()?, input.u32()?),
                work: input.u32()?.max(1),
                parent: input.u32()?,
            };
            if !entry.numbers.is_possible() {
                return Err(StateError::Damaged);
            }
            self.table.store_entry(entry);
        }
        input.end()
    }
}
