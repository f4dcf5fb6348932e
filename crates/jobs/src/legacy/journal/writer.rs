//! Appends to a journal so that nothing is lost.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crosscram_support::atomic;

use super::{Game, Record, Spent, read_as};
use crate::legacy::{FileError, Problem};
use crate::text::is_plain;

/// A journal that is open for appending and locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    game: Game,
}

/// The state of a journal when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Number of records that were there.
    pub records: u64,
    /// What the runs that wrote it cost.
    pub spent: Spent,
    /// Bytes of a torn end that were cut off.
    pub cut: u64,
}

impl Journal {
    /// Opens or creates a journal of `game`: locks it, passes each of its records to `each`, cuts off a
    /// torn end.
    ///
    /// The lock is advisory: it excludes every program that uses this function. It ends with the
    /// process, however that ends. An error leaves the file unchanged.
    pub fn open(
        path: &Path,
        game: Game,
        mut each: impl FnMut(Record) -> Result<(), Problem>,
    ) -> Result<(Journal, Opened), FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path);
        let file = file.map_err(|error| FileError::io(path, "open", error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileError::Locked {
                path: path.to_path_buf(),
            },
            TryLockError::Error(error) => FileError::io(path, "lock", error),
        })?;
        let mut journal = Journal {
            file,
            path: path.to_path_buf(),
            game,
        };

        let reader = BufReader::new(&journal.file);
        let contents = read_as(Some(game), reader, path, |_, record| each(record))?;
        journal.cut(contents.complete)?;
        if contents.game.is_none() {
            journal.write(&game.header())?;
            atomic::sync_directory_of(path);
        }
        let opened = Opened {
            records: contents.records,
            spent: contents.spent,
            cut: contents.torn,
        };
        Ok((journal, opened))
    }

    /// Records the program that computes the following records, or, in the form of [`Spent::line`], what
    /// it has cost until now.
    pub fn begin(&mut self, by: &str) -> Result<(), FileError> {
        debug_assert!(is_plain(by));
        self.write(&self.game.line(format_args!("by {by}")))
    }

    /// Appends records. When this returns, they are on disk.
    ///
    /// After an error, part of a line may have been written. The journal must then be dropped; the next
    /// [`Journal::open`] cuts that part off.
    pub fn append(&mut self, records: &[Record]) -> Result<(), FileError> {
        let lines: String = records
            .iter()
            .map(|record| self.game.line(record))
            .collect();
        self.write(&lines)
    }

    /// Truncates the file to `length` bytes and continues there.
    fn cut(&mut self, length: u64) -> Result<(), FileError> {
        self.file
            .set_len(length)
            .and_then(|()| self.file.seek(SeekFrom::Start(length)))
            .map(|_| ())
            .map_err(|error| FileError::io(&self.path, "cut", error))
    }

    fn write(&mut self, lines: &str) -> Result<(), FileError> {
        self.file
            .write_all(lines.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| FileError::io(&self.path, "write to", error))
    }
}

// Unlocks explicitly: between fork and exec, a child process that another thread starts shares the file
// and would keep the lock a moment longer.
impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}
