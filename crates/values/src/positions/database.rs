//! The database as a file: written, read, extended.
//!
//! All numbers are little-endian, so that a file means the same everywhere.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CCVALUES` |
//! | 4 | version of the format, 1 |
//! | 4 | tile length |
//! | 4 | all connected regions of up to this many cells are present |
//! | 4 | number of games |
//! | 8 | number of regions in small rectangles |
//! | 8 | number of regions in large rectangles |
//! | … | games: 0 and an 8-byte number in units of 2^-32, or 1, the numbers of Left and Right options (2 bytes each) and the options (4 bytes each), all of them earlier games |
//! | … | regions in small rectangles: key (8 bytes: columns in the upper 6 bits, cells row by row below) and game (4 bytes) |
//! | … | regions in large rectangles: rows and columns (2 bytes each), cells (32 bytes) and game (4 bytes) |
//! | 8 | FNV-1a checksum of everything before it |
//!
//! Only games that are the value of a region, or occur in one, are written. When a file is read,
//! every key and every canonical form is checked, not only the checksum.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crosscram_rules::{Bits, Bits256, Board, Dyadic, Tile};
use crosscram_support::atomic::{self, Replacement};
use crosscram_support::checksum::Fnv1a;

use super::PositionValues;
use super::regions::RegionMap;
use super::shape::RegionKey;
use crate::games::{Game, GameError, Games};

const MAGIC: &[u8; 8] = b"CCVALUES";
const VERSION: u32 = 1;

/// Why a database could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a database.
    #[error("this is not a database of values")]
    NotADatabase,
    /// A later version of the format.
    #[error("version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The checksum is wrong: the file was damaged or cut off.
    #[error("the checksum is wrong: the file is damaged or cut off")]
    Damaged,
    /// The checksum is right, but the content is impossible.
    #[error("{0}")]
    Content(&'static str),
    /// A value that does not fit.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Computes the checksum of what is written through it.
struct Summing<W> {
    inner: W,
    sum: Fnv1a,
}

impl<W: Write> Summing<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }
}

impl PositionValues {
    /// Writes the database, atomically.
    pub fn save(&self, path: &Path) -> Result<(), DatabaseError> {
        Ok(atomic::replace(path, |out| self.write(out))?)
    }

    /// Writes the database, atomically, and returns the new file, which is locked since before it replaced
    /// the old one; `None` where files cannot be locked.
    pub fn save_locked(&self, path: &Path) -> Result<Option<File>, DatabaseError> {
        let mut replacement = Replacement::create(path)?;
        self.write(&mut replacement)?;
        Ok(replacement.commit_locked()?)
    }

    /// The number of games in the file: values of regions and what occurs in them.
    pub fn games_stored(&self) -> usize {
        let (games, small, large) = self.entries();
        let values = small.values().chain(large.values());
        games.with_followers(values.copied()).len()
    }

    /// Writes the database to `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (games, regions, large) = self.entries();
        let mut small: Vec<(RegionKey, Game)> = regions.iter().map(|(&k, &v)| (k, v)).collect();
        let mut large: Vec<(Board, Game)> = large.iter().map(|(&k, &v)| (k, v)).collect();
        small.sort_unstable();
        large.sort_unstable();
        let values = small.iter().map(|entry| entry.1);
        let order = games.with_followers(values.chain(large.iter().map(|entry| entry.1)));
        let place: HashMap<Game, u32> = order.iter().copied().zip(0..).collect();

        let mut out = Summing {
            inner: out,
            sum: Fnv1a::default(),
        };
        out.put(MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&self.tile().length().to_le_bytes())?;
        out.put(&self.complete().to_le_bytes())?;
        // An arena has at most 2^32 games.
        out.put(&(order.len() as u32).to_le_bytes())?;
        out.put(&(small.len() as u64).to_le_bytes())?;
        out.put(&(large.len() as u64).to_le_bytes())?;
        for &game in &order {
            match games.as_number(game) {
                Some(x) => {
                    out.put(&[0])?;
                    out.put(&x.units().to_le_bytes())?;
                }
                None => {
                    let (left, right) = (games.stored_left(game), games.stored_right(game));
                    out.put(&[1])?;
                    // An arena keeps at most 2^16 - 1 options of each player.
                    out.put(&(left.len() as u16).to_le_bytes())?;
                    out.put(&(right.len() as u16).to_le_bytes())?;
                    for option in left.iter().chain(right) {
                        out.put(&place[option].to_le_bytes())?;
                    }
                }
            }
        }
        for (key, value) in &small {
            out.put(&key.to_word().to_le_bytes())?;
            out.put(&place[value].to_le_bytes())?;
        }
        for (board, value) in &large {
            out.put(&(board.rows() as u16).to_le_bytes())?;
            out.put(&(board.cols() as u16).to_le_bytes())?;
            for at in (0..256).step_by(32) {
                out.put(&board.free_bits().field(at, 32).to_le_bytes())?;
            }
            out.put(&place[value].to_le_bytes())?;
        }
        let sum = out.sum.value();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// Reads a database.
    pub fn load(path: &Path) -> Result<PositionValues, DatabaseError> {
        PositionValues::from_bytes(&fs::read(path)?)
    }

    /// Reads a database from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<PositionValues, DatabaseError> {
        if !bytes.starts_with(MAGIC) {
            return Err(DatabaseError::NotADatabase);
        }
        let mut reader = Reader {
            rest: &bytes[MAGIC.len()..],
        };
        let version = reader.u32().map_err(|_| DatabaseError::Damaged)?;
        if version != VERSION {
            return Err(DatabaseError::Version(version));
        }
        let (content, sum) = bytes.split_last_chunk().ok_or(DatabaseError::Damaged)?;
        if Fnv1a::of(content) != u64::from_le_bytes(*sum) {
            return Err(DatabaseError::Damaged);
        }
        reader.rest = &content[MAGIC.len() + size_of::<u32>()..];
        reader.database()
    }
}

/// What is left to read.
struct Reader<'a> {
    rest: &'a [u8],
}

const SHORT: DatabaseError = DatabaseError::Content("the file ends too early");

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], DatabaseError> {
        let (first, rest) = self.rest.split_first_chunk().ok_or(SHORT)?;
        self.rest = rest;
        Ok(*first)
    }

    fn u16(&mut self) -> Result<u16, DatabaseError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn u32(&mut self) -> Result<u32, DatabaseError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64, DatabaseError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn database(mut self) -> Result<PositionValues, DatabaseError> {
        let tile = u8::try_from(self.u32()?).ok();
        let tile = tile.and_then(|length| Tile::new(length).ok());
        let tile = tile.ok_or(DatabaseError::Content("a tile length outside 2 to 8"))?;
        let complete = self.u32()?;
        let (count, small, large) = (self.u32()?, self.u64()?, self.u64()?);
        let mut games = Games::new();
        let mut named = Vec::new();
        for _ in 0..count {
            named.push(self.game(&mut games, &named)?);
        }
        let mut regions = RegionMap::default();
        for _ in 0..small {
            let key = RegionKey::from_word(self.u64()?).ok_or(DatabaseError::Content(
                "a region that is not in its smallest form",
            ))?;
            regions.insert(key, self.named(&named)?);
        }
        let mut boards = HashMap::new();
        for _ in 0..large {
            let board = self.board()?;
            boards.insert(board, self.named(&named)?);
        }
        if !self.rest.is_empty() {
            return Err(DatabaseError::Content("the file goes on after its end"));
        }
        let mut values = PositionValues::from_entries(tile, games, regions, boards);
        values.set_complete(complete);
        Ok(values)
    }

    fn named(&mut self, named: &[Game]) -> Result<Game, DatabaseError> {
        let index = self.u32()? as usize;
        let game = named.get(index).copied();
        game.ok_or(DatabaseError::Content("a game that was not defined before"))
    }

    fn game(&mut self, games: &mut Games, named: &[Game]) -> Result<Game, DatabaseError> {
        match self.array()? {
            [0] => {
                let units = i64::from_le_bytes(self.array()?);
                let number = Dyadic::from_units(units).map_err(GameError::from)?;
                Ok(games.number(number)?)
            }
            [1] => {
                let (lefts, rights) = (self.u16()?, self.u16()?);
                let mut side = |count: u16| -> Result<Vec<Game>, DatabaseError> {
                    (0..count).map(|_| self.named(named)).collect()
                };
                let (mut left, mut right) = (side(lefts)?, side(rights)?);
                left.sort_unstable();
                right.sort_unstable();
                let game = games.construct(&left, &right)?;
                let canonical = games.as_number(game).is_none()
                    && games.stored_left(game) == left
                    && games.stored_right(game) == right;
                match canonical {
                    true => Ok(game),
                    false => Err(DatabaseError::Content(
                        "a game that is not in canonical form",
                    )),
                }
            }
            _ => Err(DatabaseError::Content("an unknown kind of game")),
        }
    }

    fn board(&mut self) -> Result<Board, DatabaseError> {
        let (rows, cols) = (self.u16()?, self.u16()?);
        let mut free = Bits256::EMPTY;
        for at in (0..256).step_by(32) {
            free |= Bits256::from_field(self.u32()?, at);
        }
        Board::from_free_bits(rows.into(), cols.into(), free)
            .ok()
            .filter(|board| board.canonical() == *board && board.cropped() == *board)
            .ok_or(DatabaseError::Content(
                "a region that is not in its smallest form",
            ))
    }
}
