//! Positions whose winner is known.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crosscram_rules::{Bits256, Board, Player, Tile};

use crate::legacy::{FileError, Problem, journal};

/// The winners of positions, of any board size and tile length.
///
/// Reflections of a position are one position. About 50 bytes per position.
///
/// ```
/// use crosscram_jobs::legacy::Knowledge;
/// use crosscram_rules::{Player::*, Tile, board};
///
/// let mut knowledge = Knowledge::new();
/// let board = board!(. . # | . # .);
/// knowledge.learn(&board, Tile::DOMINO, Vertical, Vertical)?;
/// let reflected = board.flip_cols();
/// assert_eq!(knowledge.winner(&reflected, Tile::DOMINO, Vertical), Some(Vertical));
/// assert_eq!(knowledge.winner(&reflected, Tile::DOMINO, Horizontal), None);
/// assert!(knowledge.learn(&board, Tile::DOMINO, Vertical, Horizontal).is_err());
/// # Ok::<(), crosscram_jobs::legacy::Contradiction>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    games: HashMap<GameKey, HashMap<Bits256, Winners>>,
    len: usize,
}

/// The properties that positions must share to be compared by their free cells alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct GameKey {
    rows: u16,
    cols: u16,
    tile: Tile,
}

impl GameKey {
    fn of(board: &Board, tile: Tile) -> GameKey {
        GameKey {
            rows: board.rows() as u16,
            cols: board.cols() as u16,
            tile,
        }
    }
}

/// The winner for either player to move, as far as known.
type Winners = [Option<Player>; 2];

impl Knowledge {
    /// Knowledge of nothing.
    pub fn new() -> Knowledge {
        Knowledge::default()
    }

    /// Records that `winner` wins on `board` when `to_move` is to move. Returns whether that is new.
    pub fn learn(
        &mut self,
        board: &Board,
        tile: Tile,
        to_move: Player,
        winner: Player,
    ) -> Result<bool, Contradiction> {
        let game = self.games.entry(GameKey::of(board, tile)).or_default();
        let winners = game.entry(board.canonical().free_bits()).or_default();
        match winners[to_move.index()].replace(winner) {
            None => {
                self.len += 1;
                Ok(true)
            }
            Some(before) if before == winner => Ok(false),
            Some(before) => {
                winners[to_move.index()] = Some(before);
                Err(Contradiction)
            }
        }
    }

    /// Who wins on `board` when `to_move` is to move, if known.
    pub fn winner(&self, board: &Board, tile: Tile, to_move: Player) -> Option<Player> {
        let game = self.games.get(&GameKey::of(board, tile))?;
        let winners = game.get(&board.canonical().free_bits())?;
        winners[to_move.index()]
    }

    /// Number of known answers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Reads everything in a journal. Returns the number of new answers. A torn last line is ignored,
    /// and the file is not changed.
    ///
    /// The journal is not locked: reading it during a run gives the records that are complete.
    pub fn load(&mut self, path: &Path) -> Result<usize, FileError> {
        let file = File::open(path).map_err(|error| FileError::io(path, "open", error))?;
        let before = self.len;
        journal::read(BufReader::new(file), path, |game, record| {
            if record.number != 0.into() {
                return Ok(());
            }
            let (board, to_move) = (&record.board, record.to_move);
            self.learn(board, game.tile, to_move, record.winner)
                .map(|_| ())
                .map_err(|Contradiction| Problem::Contradiction)
        })?;
        Ok(self.len - before)
    }
}

/// Two different answers to one question: at least one is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the winner of this position is known to be the other player")
    }
}

impl Error for Contradiction {}
