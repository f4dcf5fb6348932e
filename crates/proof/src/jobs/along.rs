//! A certificate is checked while it is written: whoever writes sends the bytes along, and the checker reads them on a thread of
//! its own.

use crate::certificate::Compressed;
use crosscram_support::threads;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};

/// Bytes that are sent at a time, and how often before somebody reads them.
const CHUNK: usize = 1 << 16;
const WAITING: usize = 64;

/// Sends bytes to a reader.
pub(super) struct Sending {
    chunk: Vec<u8>,
    sender: SyncSender<Vec<u8>>,
}

impl Sending {
    fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.chunk.extend_from_slice(bytes);
        match self.chunk.len() >= CHUNK {
            true => self.send(),
            false => Ok(()),
        }
    }

    fn send(&mut self) -> io::Result<()> {
        let chunk = std::mem::take(&mut self.chunk);
        let sent = self.sender.send(chunk);
        // The reader has seen enough: what it found is the better reason.
        sent.map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

/// A file, and whoever reads along.
pub(super) struct Tee<O> {
    pub(super) file: Compressed<O>,
    pub(super) read_along: Sending,
}

impl<O> Tee<O> {
    /// Sends the last bytes. Returns the file, which is not finished.
    pub(super) fn end(mut self) -> io::Result<Compressed<O>> {
        self.read_along.send()?;
        Ok(self.file)
    }
}

impl<O: Write> Write for Tee<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.read_along.push(&bytes[..written])?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What was sent, in order.
struct Received {
    receiver: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    read: usize,
}

impl Read for Received {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Received {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.chunk.len() {
            // Nobody sends any more: the end.
            let Ok(chunk) = self.receiver.recv() else {
                return Ok(&[]);
            };
            (self.chunk, self.read) = (chunk, 0);
        }
        Ok(&self.chunk[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

/// Calls `write` with where to send the bytes of a certificate, while the checker reads them. Returns what `write` returned and
/// the number of nodes, or why the checker refuses them. If `write` fails by itself, the certificate is not at fault, and nothing is refused.
pub(super) fn check_beside<T>(
    write: impl FnOnce(Sending) -> io::Result<T>,
) -> io::Result<(io::Result<T>, Result<u64, String>)> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let part = Mutex::new(Some(receiver));
    let check = |_| {
        let receiver = part.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut received = Received {
            receiver: receiver.expect("there is one thread"),
            chunk: Vec::new(),
            read: 0,
        };
        match crosscram_checker::check(&mut received) {
            Ok(proven) => Ok(proven.nodes),
            Err(crosscram_checker::Failure(_, reason)) => Err(reason),
        }
    };
    let sending = Sending {
        chunk: Vec::with_capacity(CHUNK),
        sender,
    };
    let (written, checked) = threads::beside(1, check, || write(sending))
        .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error.to_string()))?;
    let checked = checked.into_iter().next().expect("one thread was started");
    Ok(match written {
        // What was sent is not the whole.
        Err(error) if !is_refused(&error) => (Err(error), Ok(0)),
        written => (written, checked),
    })
}

/// Returns whether a writer ended because the checker did not read on.
fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData && error.get_ref().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{Form, Writer};
    use crosscram_rules::{Board, Player, Question, Tile};
    use crosscram_search::{Control, CrosscramOptions, Run, Solver};

    fn check(bytes: &[u8], fail: bool) -> (io::Result<()>, Result<u64, String>) {
        let write = |mut sending: Sending| {
            for chunk in bytes.chunks(100) {
                sending.push(chunk)?;
            }
            match fail {
                true => Err(io::ErrorKind::StorageFull.into()),
                false => sending.send(),
            }
        };
        check_beside(write).unwrap()
    }

    /// A certificate of some kilobytes.
    fn valid() -> Vec<u8> {
        let board = Board::empty(6, 8).unwrap();
        let question = Question::new(board, Tile::DOMINO, Player::Vertical);
        let mut writer = Writer::new(Vec::new(), Form::Binary, &question);
        let control = Control::new();
        let solver = Solver::new(CrosscramOptions::default());
        let proven = solver.prove(&question, &Run::new(&control), &mut writer);
        assert_eq!(proven.unwrap().winner(), Some(Player::Horizontal));
        writer.finish().unwrap()
    }

    #[test]
    fn what_is_sent_is_checked() {
        let bytes = valid();
        let (written, checked) = check(&bytes, false);
        assert!(written.is_ok() && checked.is_ok());
        // Cut off, and changed near the beginning, so that the checker ends while much is still to be sent.
        assert!(check(&bytes[..bytes.len() - 1], false).1.is_err());
        let mut changed = bytes.clone();
        changed[40] ^= 1;
        assert!(check(&changed, false).1.is_err());
    }

    #[test]
    fn a_writer_that_fails_is_at_fault_itself() {
        let (written, checked) = check(&valid(), true);
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(checked, Ok(0));
    }
}
