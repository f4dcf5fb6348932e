//! Results on disk: a file of JSON lines that grows with every game and lets an interrupted
//! tournament resume.
//!
//! The first line is the plan, every other one a game, in the order of the plan. Nothing in it
//! depends on time or threads, so a tournament that was interrupted, even killed, and resumed leaves
//! the same bytes as one that was not. Reading checks that the plan is the same, that each game is
//! the one the plan has there, and that its moves are legal and give the result.

mod line;

use crosscram_support::path::{At, PathError};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::Record;

use crate::arena::plan::{Fixture, Plan};
use line::Header;

pub use line::{Ended, ResultLine};

/// Why results cannot be read or stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The file cannot be opened, read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// Another tournament is writing to it.
    #[error("{}: another tournament is writing to it", .0.display())]
    Busy(PathBuf),
    /// A line that is wrong.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// An open file of results.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
    names: Vec<String>,
}

impl ResultsFile {
    /// Opens or creates the file of a plan and passes the games in it to `known`, in order. These
    /// fixtures need not be played again.
    ///
    /// An incomplete last line, as a crash may leave it, is cut off. Any other fault is an error and
    /// leaves the file as it is.
    pub fn open(
        path: &Path,
        plan: &Plan,
        fixtures: &[Fixture],
        mut known: impl FnMut(&Fixture, &ResultLine),
    ) -> Result<ResultsFile, ResultsError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).at(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(ResultsError::Busy(path.to_path_buf()));
            }
            // Some file systems cannot lock; there the file is not protected.
            Err(std::fs::TryLockError::Error(_)) => {}
        }
        let mut results = ResultsFile {
            path: path.to_path_buf(),
            file,
            names: plan.names(),
        };
        let file = &mut results.file;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).at(path)?;
        let whole = bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let header = Header::new(plan);
        let problem = |line: usize, problem: String| ResultsError::Line {
            path: path.to_path_buf(),
            line,
            problem,
        };
        if whole == 0 && !header.starts_with(&bytes) {
            // Text without a line end that was not written by this program.
            return Err(problem(1, "this is not a file of results".to_string()));
        }
        let lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n');
        for (index, bytes) in lines.enumerate() {
            let number = index + 1;
            let read = if index == 0 {
                header.check(bytes)
            } else {
                let fixture = fixtures.get(index - 1);
                let line = fixture.ok_or("the plan has fewer games".to_string());
                line.and_then(|fixture| {
                    known(fixture, &ResultLine::read(bytes, fixture, &results.names)?);
                    Ok(())
                })
            };
            read.map_err(|text| problem(number, text))?;
        }
        file.set_len(whole as u64).at(path)?;
        file.seek(SeekFrom::Start(whole as u64)).at(path)?;
        if whole == 0 {
            file.write_all(header.text().as_bytes()).at(path)?;
        }
        Ok(results)
    }

    /// Writes a game. When this returns, the system has it: killing the process does not lose it.
    pub fn append(&mut self, fixture: &Fixture, record: &Record) -> Result<(), ResultsError> {
        let text = ResultLine::new(fixture, record, &self.names).text();
        Ok(self.file.write_all(text.as_bytes()).at(&self.path)?)
    }

    /// Syncs the file to disk.
    pub fn sync(&mut self) -> Result<(), ResultsError> {
        Ok(self.file.sync_data().at(&self.path)?)
    }
}

/// A player's program that is just being started still has all files of this process, so closing this one would not
/// give up its lock.
impl Drop for ResultsFile {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests;
