//! The interface between a game and a search.

use crosscram_support::random::mix64;
use std::fmt::Debug;
use std::hash::Hash;

/// Who chooses at a node: the player whose win is to be proved (max) or the other one (min).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One won child suffices.
    Max,
    /// One lost child suffices.
    Min,
}

impl Kind {
    /// Its name in files of graphs.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Max => "max",
            Kind::Min => "min",
        }
    }

    /// The other kind.
    #[must_use]
    pub const fn other(self) -> Kind {
        match self {
            Kind::Max => Kind::Min,
            Kind::Min => Kind::Max,
        }
    }
}

/// What is known of a position without search, from the max player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won.
    Win,
    /// Not won: lost, or drawn where a draw counts as a loss.
    Loss,
    /// Not known. If there is no move either, a search that reaches it ends without an answer.
    Unknown,
}

/// A position in a fixed number of bytes, by which equal positions are recognised. Equal keys
/// mean equal positions: a key is the whole position, not a hash of it.
pub trait Key: Copy + Eq + Hash + Ord + Debug + Default + Send + Sync {
    /// The number of bytes that [`Key::write`] appends.
    const BYTES: usize;
    /// Appends the key.
    fn write(&self, bytes: &mut Vec<u8>);
    /// Reads a key from [`Key::BYTES`] bytes.
    fn read(bytes: &[u8]) -> Self;
    /// A well mixed hash, the same on every machine.
    fn mix(&self) -> u64;
}

/// A two-player game with one question: does the max player win? Every thread of a search has a copy of it.
pub trait Game: Clone + Send {
    /// A state of the game, with all that its moves and their order depend on.
    type Position: Clone;
    /// A move. It is stored in every node, so it should be small.
    type Move: Copy + Eq + Debug + Send;
    /// See [`Game::key`].
    type Key: Key;

    /// Whether positions can repeat. If so, a search treats the first repetition as a loss, which is
    /// right where endless play is not a win.
    const CYCLIC: bool;

    /// The position that is asked about.
    fn root(&self) -> Self::Position;
    /// Who is to move.
    fn kind(&self, position: &Self::Position) -> Kind;
    /// The value, as far as it is known without search.
    fn evaluate(&self, position: &Self::Position) -> Value;
    /// Appends all moves, in the order of the children from left to right.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);
    /// Plays a move in the position.
    fn play(&self, position: &mut Self::Position, mov: Self::Move);

    /// The key of a position. Positions with the same key have the same continuations.
    fn key(&self, position: &Self::Position) -> Self::Key;
    /// The key by which a tree search detects repetitions. It may be coarser than [`Game::key`] where
    /// that distinguishes positions that are the same for the players.
    fn repetition_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }
    /// A key that is the same for all positions that are symmetric to each other.
    fn symmetric_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// Returns whether no position up to this one can come again after this move: in chess after
    /// captures and moves of pawns. Where nothing is known, no move of a game with repetitions is.
    fn is_converting(&self, position: &Self::Position, mov: Self::Move) -> bool {
        let _ = (position, mov);
        !Self::CYCLIC
    }

    /// Number of moves.
    fn mobility(&self, position: &Self::Position) -> u32 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u32
    }
    /// A guess of the proof and the disproof number of an unknown position; both at least 1.
    fn guess(&self, position: &Self::Position) -> (u32, u32) {
        let _ = position;
        (1, 1)
    }

    /// The move as people write it, in this position.
    fn move_name(&self, position: &Self::Position, mov: Self::Move) -> String {
        let _ = position;
        format!("{mov:?}")
    }
    /// A short name of the position for drawings. By default its key.
    fn label(&self, position: &Self::Position) -> String {
        format!("{:?}", self.key(position))
    }
    /// The move as a number, for files: searches on disk and solutions. Where moves have no numbers, which
    /// is the default, saving is refused with an error; everything else works.
    fn move_code(&self, mov: Self::Move) -> Option<u32> {
        let _ = mov;
        None
    }
    /// The move with this number, if there is one.
    fn move_of_code(&self, code: u32) -> Option<Self::Move> {
        let _ = code;
        None
    }
}

impl<const N: usize> Key for [u64; N]
where
    [u64; N]: Default,
{
    const BYTES: usize = 8 * N;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter()
            .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> Self {
        let mut key = Self::default();
        for (word, bytes) in key.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().expect("chunks of eight"));
        }
        key
    }

    fn mix(&self) -> u64 {
        // The golden ratio between rounds keeps runs of equal words apart.
        self.iter().fold(0, |hash: u64, &word| {
            mix64(hash.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_writing() {
        let key = [1, u64::MAX, 0x0123_4567_89ab_cdef];
        let mut bytes = Vec::new();
        key.write(&mut bytes);
        assert_eq!(bytes.len(), <[u64; 3]>::BYTES);
        assert_eq!(<[u64; 3]>::read(&bytes), key);
        assert_ne!([0u64, 1].mix(), [1u64, 0].mix());
    }
}
