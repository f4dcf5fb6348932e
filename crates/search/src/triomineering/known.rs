//! What the search remembers: a growing list of positions, as in the program of 2016, or a table of fixed
//! size with a replacement scheme, which the paper proposes.

use super::lines::Lines;
use super::{Limits, Techniques};
use crate::classic::Table;
use crate::report::Stored;
use crate::{Replacement, SearchError, TableSize};
use crosscram_rules::Bits;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Positions with whether the mover wins; who moves follows from the number of free cells.
pub(super) enum Known<B> {
    /// Nothing is remembered.
    Nothing,
    /// Each position, and with symmetry each of its reflections, until there are so many.
    Listed {
        positions: HashMap<Key<B>, bool, BuildHasherDefault<Mixed>>,
        most: u64,
        symmetry: bool,
    },
    /// A table in which a new position may replace another; with symmetry, reflections are one position.
    Replaced { table: Table<B>, symmetry: bool },
}

/// Passes on the hash that sets of cells have of their own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are hashed as one word");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of cells as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<B>(pub(super) B);

impl<B: Bits> std::hash::Hash for Key<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.mix());
    }
}

impl<B: Bits> Known<B> {
    /// The memory that the techniques ask for, for a board with `cells` free cells.
    pub(super) fn new(
        techniques: Techniques,
        limits: Limits,
        cells: u32,
    ) -> Result<Known<B>, SearchError> {
        let symmetry = techniques.symmetry;
        Ok(match techniques.replacement {
            _ if !techniques.table => Known::Nothing,
            None => Known::Listed {
                positions: HashMap::default(),
                most: limits.entries,
                symmetry,
            },
            Some(scheme) => Known::Replaced {
                table: table(scheme, limits.entries, cells)?,
                symmetry,
            },
        })
    }

    /// Returns whether the mover wins, if the position is remembered.
    pub(super) fn get(&self, lines: &Lines<B>, free: B) -> Option<bool> {
        match self {
            Known::Nothing => None,
            Known::Listed { positions, .. } => positions.get(&Key(free)).copied(),
            Known::Replaced { table, symmetry } => {
                let key = key(lines, free, *symmetry);
                table.probe(table.locate(key), key)
            }
        }
    }

    /// Remembers a position below which `nodes` were searched. Returns whether there was a place for it.
    pub(super) fn insert(&mut self, lines: &Lines<B>, free: B, wins: bool, nodes: u64) -> bool {
        match self {
            Known::Nothing => false,
            Known::Listed {
                positions,
                most,
                symmetry,
            } => {
                if positions.len() as u64 >= *most {
                    return false;
                }
                positions.insert(Key(free), wins);
                if *symmetry {
                    for image in lines.reflections(free) {
                        positions.insert(Key(image), wins);
                    }
                }
                true
            }
            Known::Replaced { table, symmetry } => {
                let key = key(lines, free, *symmetry);
                let depth = free.count() as i32;
                table.store(key, wins, nodes, depth) != Stored::Refused
            }
        }
    }
}

fn table<B: Bits>(scheme: Replacement, entries: u64, cells: u32) -> Result<Table<B>, SearchError> {
    Ok(Table::new(TableSize::Entries(entries), scheme, cells)?)
}

/// The position, or the smallest of its reflections.
fn key<B: Bits>(lines: &Lines<B>, free: B, symmetry: bool) -> B {
    match symmetry {
        false => free,
        true => lines.reflections(free).into_iter().fold(free, B::min),
    }
}
