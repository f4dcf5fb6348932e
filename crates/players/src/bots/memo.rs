//! Evaluations kept for when the same position comes up again.
//!
//! The same tiles placed in another order give the same position, so that a search of depth 3 meets most
//! positions twice and one of depth 4 four times; the next move's search meets many of them again.

use crosscram_rules::Player;

use super::evaluation::Score;
use super::field::Field;

/// A table with one place for each hash, in which the latest evaluation stays.
#[derive(Clone)]
pub(super) struct Memo {
    entries: Vec<Option<Remembered>>,
}

#[derive(Clone, Copy)]
struct Remembered {
    key: Key,
    score: Score,
}

/// All that an evaluation depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    cells: u128,
    evaluator: Player,
    first: Player,
}

/// About 800 kB.
const ENTRIES: usize = 1 << 13;

impl Key {
    /// `None` if the position is too large for a key.
    pub(super) fn new(field: &Field, evaluator: Player, first: Player) -> Option<Key> {
        let lines = field.lines();
        let cells = lines
            .iter()
            .fold(0, |cells, &line| cells << 16 | u128::from(line));
        (lines.len() <= 8).then_some(Key {
            cells,
            evaluator,
            first,
        })
    }

    fn place(&self) -> usize {
        let halves = (self.cells >> 64) as u64 ^ (self.cells as u64).rotate_left(23);
        let players = (self.evaluator.index() * 2 + self.first.index()) as u64;
        let mixed = (halves ^ players << 61).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - ENTRIES.trailing_zeros())) as usize
    }
}

impl Memo {
    pub(super) fn new() -> Memo {
        Memo {
            entries: vec![None; ENTRIES],
        }
    }

    /// The score for `key`, computed unless it is known.
    pub(super) fn score(&mut self, key: Key, compute: impl FnOnce() -> Score) -> Score {
        let place = &mut self.entries[key.place()];
        match place {
            Some(entry) if entry.key == key => entry.score,
            _ => {
                let score = compute();
                *place = Some(Remembered { key, score });
                score
            }
        }
    }
}
