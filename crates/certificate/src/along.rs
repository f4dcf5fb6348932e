//! A certificate is checked while it is written or read: whoever has the bytes sends them along, and checkers read them on
//! threads of their own, each of which does its share of the sums.

use super::Compressed;
use crosscram_checker::{FEW_VECTORS, Failure, Proven, check_share};
use crosscram_support::threads;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};

/// Bytes that are sent at a time, and how often before somebody reads them.
const CHUNK: usize = 1 << 16;
const WAITING: usize = 64;

/// Sends bytes to readers.
pub struct Sending {
    chunk: Vec<u8>,
    senders: Vec<SyncSender<Arc<[u8]>>>,
}

impl Sending {
    fn send(&mut self) -> io::Result<()> {
        let chunk: Arc<[u8]> = Arc::from(self.chunk.as_slice());
        self.chunk.clear();
        for sender in &self.senders {
            let sent = sender.send(Arc::clone(&chunk));
            // The reader has seen enough: what it found is the better reason.
            sent.map_err(|_| io::ErrorKind::InvalidData)?;
        }
        Ok(())
    }
}

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send()
    }
}

/// A file, and whoever reads along.
pub struct Tee<O> {
    /// The file.
    pub file: Compressed<O>,
    /// What is sent to those who read along.
    pub read_along: Sending,
}

impl<O> Tee<O> {
    /// Sends the last bytes. Returns the file, which is not finished.
    pub fn end(mut self) -> io::Result<Compressed<O>> {
        self.read_along.send()?;
        Ok(self.file)
    }
}

impl<O: Write> Write for Tee<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.read_along.write_all(&bytes[..written])?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What was sent, in order.
struct Received {
    receiver: Receiver<Arc<[u8]>>,
    chunk: Arc<[u8]>,
    /// Bytes of the chunk that were read, and of all chunks.
    read: usize,
    read_in_all: u64,
}

impl Received {
    fn new(receiver: Receiver<Arc<[u8]>>) -> Self {
        Received {
            receiver,
            chunk: Arc::from([]),
            read: 0,
            read_in_all: 0,
        }
    }
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
            // Nothing is sent any more: the end.
            let Ok(chunk) = self.receiver.recv() else {
                return Ok(&[]);
            };
            (self.chunk, self.read) = (chunk, 0);
        }
        Ok(&self.chunk[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
        self.read_in_all += count as u64;
    }
}

/// How a certificate is checked.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    /// How many threads do it beside the one that reads; if none, that one does it. Each reads everything and does its share of the sums.
    pub threads: usize,
    /// How many vectors of pieces each of them keeps, besides four for each byte that was read.
    pub vectors: usize,
}

impl Default for Checkers {
    fn default() -> Self {
        Checkers {
            threads: 0,
            vectors: FEW_VECTORS,
        }
    }
}

/// What became of a certificate that was sent along.
#[derive(Debug)]
pub struct SentAlong<T> {
    /// What sending it returned.
    pub written: io::Result<T>,
    /// What it proves, or why it is refused: the same, however many threads there are. `None` if sending failed by itself, so that the certificate is not at fault.
    pub checked: Option<Result<Proven, Failure>>,
}

/// Calls `write` with where to send the bytes of a certificate, while checkers read them. It has to flush what it has sent.
pub fn check_beside<T>(
    checkers: Checkers,
    write: impl FnOnce(Sending) -> io::Result<T>,
) -> io::Result<SentAlong<T>> {
    let Checkers { threads, vectors } = checkers;
    let (senders, receivers): (Vec<_>, Vec<_>) =
        (0..threads).map(|_| mpsc::sync_channel(WAITING)).unzip();
    let receivers = Mutex::new(receivers);
    let check = |share| {
        let receiver = threads::lock(&receivers).pop();
        let mut received = Received::new(receiver.expect("there is one for each thread"));
        let checked = check_share(&mut received, vectors, (share, threads));
        (checked, received.read_in_all)
    };
    let sending = Sending {
        chunk: Vec::with_capacity(CHUNK),
        senders,
    };
    let (written, checked) = threads::beside(threads, check, || write(sending))
        .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error.to_string()))?;
    // If it failed by itself, what was sent is not the whole.
    let is_whole = written.as_ref().map_or_else(is_refused, |_| true);
    Ok(SentAlong {
        written,
        checked: is_whole.then(|| together(checked)),
    })
}

/// What all checkers found. Each has seen every byte before the first one that was refused, so the refusal after the fewest bytes
/// is that of a checker that does everything; where a file ends, others miss the next byte, which is not the reason.
fn together(mut checked: Vec<(Result<Proven, Failure>, u64)>) -> Result<Proven, Failure> {
    let order = |(checked, read): &(Result<Proven, Failure>, u64)| match checked {
        Ok(_) => (u64::MAX, 0),
        Err(Failure(code, _)) => (*read, *code),
    };
    checked.sort_by_key(order);
    checked.swap_remove(0).0
}

/// Returns whether a writer ended because a checker did not read on.
fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData && error.get_ref().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, Writer};
    use crosscram_rules::{Board, Player, Question, Tile};
    use crosscram_search::{Control, CrosscramOptions, Run, Solver};
    use crosscram_support::random::Random;

    fn check(bytes: &[u8], threads: usize, fail: bool) -> SentAlong<()> {
        let write = |mut sending: Sending| {
            for chunk in bytes.chunks(100) {
                sending.write_all(chunk)?;
            }
            match fail {
                true => Err(io::ErrorKind::StorageFull.into()),
                false => sending.flush(),
            }
        };
        let vectors = crosscram_checker::FEW_VECTORS;
        check_beside(Checkers { threads, vectors }, write).unwrap()
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
        let sent = check(&bytes, 1, false);
        assert!(sent.written.is_ok() && sent.checked.unwrap().is_ok());
        // Cut off, and changed near the beginning, so that the checker ends while much is still to be sent.
        let cut_off = check(&bytes[..bytes.len() - 1], 1, false);
        assert!(cut_off.checked.unwrap().is_err());
        let mut changed = bytes.clone();
        changed[40] ^= 1;
        assert!(check(&changed, 1, false).checked.unwrap().is_err());
    }

    #[test]
    fn threads_find_what_one_checker_finds() {
        let bytes = valid();
        assert!(bytes.len() > 16_384, "{}", bytes.len());
        let mut refused = 0;
        let mut random = Random::new(7);
        for trial in 0..60 {
            let mut changed = bytes.clone();
            for _ in 0..trial % 3 {
                let place = random.index(changed.len());
                changed[place] ^= 1 << random.below(8);
            }
            if trial % 5 == 4 {
                changed.truncate(random.index(bytes.len()));
            }
            let plain = crosscram_checker::check(&mut &changed[..])
                .map_err(|Failure(code, reason)| (code, reason));
            refused += usize::from(plain.is_err());
            for threads in 2..=3 {
                let checked = check(&changed, threads, false).checked.unwrap();
                let checked = checked.map_err(|Failure(code, reason)| (code, reason));
                assert_eq!(checked, plain, "trial {trial}, {threads} threads");
            }
        }
        assert!((20..60).contains(&refused), "{refused}");
    }

    #[test]
    fn a_writer_that_fails_is_at_fault_itself() {
        let sent = check(&valid(), 2, true);
        assert_eq!(sent.written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(sent.checked.is_none());
    }
}
