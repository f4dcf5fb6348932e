//! Searches on disk, to be continued later.
//!
//! A file is the line `crosscram-pn 1`, a line of the caller that says what was searched and how, the
//! search in little-endian numbers, and a checksum (64-bit FNV-1a of all before it). Positions are
//! not stored: they follow from the game and the moves.

use crate::game::Game;
use crate::report::Statistics;
use crosscram_support::checksum::Fnv1a;
use std::io::{self, Read, Write};

const FIRST_LINE: &str = "crosscram-pn 1\n";

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// It is not a saved search.
    #[error("not a saved search (its first line is not 'crosscram-pn 1')")]
    NotAState,
    /// It holds another search, which this line describes.
    #[error("holds another search: {0}")]
    Other(String),
    /// It ends early, or was changed.
    #[error("damaged: it ends too early or was changed")]
    Damaged,
}

impl From<io::Error> for StateError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => StateError::Damaged,
            _ => StateError::Io(error),
        }
    }
}

/// The number of a move in files, or the error that this game has none.
pub(crate) fn numbered<G: Game>(game: &G, mov: G::Move) -> io::Result<u32> {
    game.move_code(mov).ok_or_else(|| {
        let problem =
            "moves of this game have no numbers (Game::move_code), so they cannot be written";
        io::Error::new(io::ErrorKind::Unsupported, problem)
    })
}

/// Writes a file from start to end.
pub(crate) struct StateWriter<W> {
    out: W,
    checksum: Fnv1a,
}

impl<W: Write> StateWriter<W> {
    pub(crate) fn begin(out: W, question: &str) -> io::Result<Self> {
        let mut writer = StateWriter {
            out,
            checksum: Fnv1a::default(),
        };
        writer.bytes(FIRST_LINE.as_bytes())?;
        // The caller's line must stay one line.
        let question = question.replace('\n', " ");
        writer.bytes(format!("{question}\n").as_bytes())?;
        Ok(writer)
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.out.write_all(bytes)
    }

    pub(crate) fn u16(&mut self, number: u16) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn u32(&mut self, number: u32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn u64(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn statistics(&mut self, statistics: &Statistics) -> io::Result<()> {
        let mut all = *statistics;
        let mut numbers = all.numbers().into_iter();
        numbers.try_for_each(|number| self.u64(*number))
    }

    pub(crate) fn end(mut self) -> io::Result<()> {
        let sum = self.checksum.value();
        self.out.write_all(&sum.to_le_bytes())?;
        self.out.flush()
    }
}

/// Reads a file from start to end.
pub(crate) struct StateReader<R> {
    input: R,
    checksum: Fnv1a,
}

impl<R: Read> StateReader<R> {
    pub(crate) fn begin(input: R, question: &str) -> Result<Self, StateError> {
        let mut reader = StateReader {
            input,
            checksum: Fnv1a::default(),
        };
        let mut first = [0; FIRST_LINE.len()];
        match reader.bytes(&mut first) {
            Ok(()) if first == FIRST_LINE.as_bytes() => {}
            Ok(()) | Err(StateError::Damaged) => return Err(StateError::NotAState),
            Err(error) => return Err(error),
        }
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            reader.bytes(&mut byte)?;
            match byte[0] {
                b'\n' => break,
                byte => line.push(byte),
            }
            // No question is that long.
            if line.len() > 1 << 16 {
                return Err(StateError::Damaged);
            }
        }
        if line != question.replace('\n', " ").into_bytes() {
            let line = String::from_utf8_lossy(&line).into_owned();
            return Err(StateError::Other(line));
        }
        Ok(reader)
    }

    pub(crate) fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), StateError> {
        self.input.read_exact(bytes)?;
        self.checksum.add(bytes);
        Ok(())
    }

    pub(crate) fn u16(&mut self) -> Result<u16, StateError> {
        let mut bytes = [0; 2];
        self.bytes(&mut bytes)?;
        Ok(u16::from_le_bytes(bytes))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, StateError> {
        let mut bytes = [0; 4];
        self.bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, StateError> {
        let mut bytes = [0; 8];
        self.bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(crate) fn statistics(&mut self) -> Result<Statistics, StateError> {
        let mut statistics = Statistics::default();
        for number in statistics.numbers() {
            *number = self.u64()?;
        }
        Ok(statistics)
    }

    /// Checks the checksum after everything was read.
    pub(crate) fn end(mut self) -> Result<(), StateError> {
        let expected = self.checksum.value();
        let mut bytes = [0; 8];
        self.input.read_exact(&mut bytes)?;
        let more = self.input.read(&mut [0])?;
        match u64::from_le_bytes(bytes) == expected && more == 0 {
            true => Ok(()),
            false => Err(StateError::Damaged),
        }
    }
}
