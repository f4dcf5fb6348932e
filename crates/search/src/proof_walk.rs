//! The proof that a search found, as a walk through its positions.

use crosscram_rules::{Bits256, Player, Question};
use crosscram_support::threads::lock;
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::Mutex;

/// One node of a proof, named before the nodes below it.
///
/// Cells are numbered in *the winner's view*: lines lie along the loser's tiles, rows if Vertical
/// wins and columns if Horizontal does, and cell `offset` of line `line` has the number
/// `line * length + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The loser is to move. A node for each of its moves follows: its tiles by their first cells,
    /// ascending; then its move in the number, if it has one.
    All,
    /// The winner places a tile whose first cell is this one.
    Move(u16),
    /// The winner moves in the number.
    Number,
    /// The loser is to move, and this position, or a reflection, was walked through before, in this walk or in an earlier one
    /// of the same [`Walks`].
    Known,
    /// The winner's safe moves outnumber the loser's real moves.
    Count,
    /// The winner wins the sum of the pieces of a cut.
    Cut(Witness),
}

/// A cut that proves who wins. The free cells fall into pieces: neighbours along a line stay joined,
/// except at shared cells; neighbours across lines only where the cut says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The free cells.
    pub free: Bits256,
    /// Free cells that stay joined to the cell in the line below.
    pub joined: Bits256,
    /// Cells of which the piece before and the piece behind have a copy each.
    pub shared: Bits256,
    /// Upper cells of the pairs that are cut. It may have pairs that are not free here, for the sake
    /// of positions near this one that are cut in the same way.
    pub cut: Bits256,
}

/// The positions that proofs have gone through, so that the next one does not go through them again: it says
/// [`Step::Known`] there. For proofs that are read together, one after the other.
///
/// A proof that is not completed is not read, so everything is forgotten then. So it is by a proof of another
/// game: another size of the board, another tile, another number, or the other player to move first.
///
/// Parts of a proof that several write at a time ([`Part`]) rely on earlier parts, of whoever wrote them.
#[derive(Default)]
pub struct Walks {
    kept: Mutex<Option<Box<dyn Any + Send>>>,
    rested: Mutex<BTreeSet<u64>>,
    lost: Mutex<BTreeSet<u64>>,
}

/// A part of a proof that several write at the same time. In the whole, parts follow each other in the order of their numbers, so each
/// may rely on what those before it go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number.
    pub number: u32,
    /// The attempt to write it, unlike any other: a part that relies on an attempt is worth nothing without it.
    pub attempt: u64,
}

impl Walks {
    /// Takes out what an engine has put in, if it is of this type.
    pub(crate) fn take<T: Any + Send>(&self) -> Option<T> {
        let taken = lock(&self.kept).take()?;
        taken.downcast().ok().map(|kept| *kept)
    }

    /// Keeps what an engine wants to know in the next walk.
    pub(crate) fn keep<T: Any + Send>(&self, kept: T) {
        *lock(&self.kept) = Some(Box::new(kept));
    }

    /// Notes the attempts that a part relies on.
    pub(crate) fn rest_on(&self, attempts: impl IntoIterator<Item = u64>) {
        lock(&self.rested).extend(attempts);
    }

    /// Attempts that have come to nothing: from now on no part relies on them.
    pub fn lose(&self, attempts: impl IntoIterator<Item = u64>) {
        lock(&self.lost).extend(attempts);
    }

    /// Attempts that have come to nothing.
    pub(crate) fn lost(&self) -> BTreeSet<u64> {
        lock(&self.lost).clone()
    }

    /// The attempts that parts have relied on since the last call.
    pub fn rested(&self) -> BTreeSet<u64> {
        std::mem::take(&mut *lock(&self.rested))
    }
}

impl fmt::Debug for Walks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walks").finish_non_exhaustive()
    }
}

/// Whoever writes a proof down.
pub trait ProofSink {
    /// Hears, before the first node, who wins and how many cells a piece has at most in which both
    /// players can move.
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()>;

    /// Takes the next node of the walk, depth first. An error ends the walk.
    fn step(&mut self, step: &Step) -> io::Result<()>;

    /// Takes a position with the loser to move whose proof is a part of its own, in an outline ([`Share::Outline`](crate::Share::Outline)).
    fn part(&mut self, position: &Question) -> io::Result<()> {
        let message = format!("the proof of {position} is not there");
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    }
}
