//! A proof that is walked through on one thread and written on another.

use crosscram_rules::Player;
use crosscram_search::{ProofSink, Step};
use crosscram_support::threads;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};

/// Nodes that are handed over at a time.
const BATCH: usize = 512;
/// Batches that may wait for the writer: so much memory, and no more, however slow the disk is.
const WAITING: usize = 8;

enum Message {
    Begin { winner: Player, largest_piece: u32 },
    Steps(Vec<Step>),
}

/// The walk's end.
struct Handover {
    sender: SyncSender<Message>,
    batch: Vec<Step>,
}

impl Handover {
    fn send(&self, message: Message) -> io::Result<()> {
        // The writer has gone because of an error, which is reported instead of this one.
        let gone = |_| io::Error::other("the proof cannot be written");
        self.sender.send(message).map_err(gone)
    }

    /// Hands over what is waiting.
    fn flush(&mut self) -> io::Result<()> {
        let full = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        self.send(Message::Steps(full))
    }
}

impl ProofSink for Handover {
    fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
        self.flush()?;
        self.send(Message::Begin {
            winner,
            largest_piece,
        })
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        self.batch.push(*step);
        match self.batch.len() < BATCH {
            true => Ok(()),
            false => self.flush(),
        }
    }
}

/// Takes what is handed over, until the walk ends.
fn take(messages: &Receiver<Message>, sink: &mut dyn ProofSink) -> io::Result<()> {
    for message in messages {
        match message {
            Message::Begin {
                winner,
                largest_piece,
            } => sink.begin(winner, largest_piece)?,
            Message::Steps(steps) => steps.iter().try_for_each(|step| sink.step(step))?,
        }
    }
    Ok(())
}

/// Calls `walk` with a sink that hands everything to `sink` on a thread of its own, so that writing
/// takes no time of the walk. Returns what `walk` returned when `sink` has taken everything, or the first error of `sink`,
/// which also ends the walk.
pub fn written_beside<T>(
    sink: &mut (impl ProofSink + Send),
    walk: impl FnOnce(&mut dyn ProofSink) -> io::Result<T>,
) -> io::Result<T> {
    let (sender, messages) = mpsc::sync_channel(WAITING);
    let writing = Mutex::new(Some((messages, sink)));
    let write = |_| {
        let taken = threads::lock(&writing).take();
        taken.map_or(Ok(()), |(messages, sink)| take(&messages, sink))
    };
    // Owned by the closure: when it ends, even by a panic, the writer hears that nothing more comes.
    let walking = move || {
        let mut handover = Handover {
            sender,
            batch: Vec::with_capacity(BATCH),
        };
        let walked = walk(&mut handover)?;
        handover.flush()?;
        Ok(walked)
    };
    let (walked, written) = threads::beside(1, write, walking)?;
    written.into_iter().collect::<io::Result<()>>()?;
    walked
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers what it is told, and fails after so many nodes.
    struct Listener {
        heard: Vec<String>,
        room: usize,
    }

    impl ProofSink for Listener {
        fn begin(&mut self, winner: Player, largest_piece: u32) -> io::Result<()> {
            self.heard.push(format!("{winner:?} {largest_piece}"));
            Ok(())
        }

        fn step(&mut self, step: &Step) -> io::Result<()> {
            if self.heard.len() > self.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.heard.push(format!("{step:?}"));
            Ok(())
        }
    }

    fn listener(room: usize) -> Listener {
        Listener {
            heard: Vec::new(),
            room,
        }
    }

    /// Nodes for whole batches, and not.
    fn walk(sink: &mut dyn ProofSink, nodes: usize) -> io::Result<usize> {
        sink.begin(Player::Horizontal, 7)?;
        for node in 0..nodes {
            sink.step(&Step::Move(node as u16))?;
        }
        Ok(nodes)
    }

    #[test]
    fn everything_arrives_in_order() {
        for nodes in [0, 1, BATCH - 1, BATCH, BATCH + 1, 40 * BATCH + 3] {
            let (mut plain, mut beside) = (listener(usize::MAX), listener(usize::MAX));
            walk(&mut plain, nodes).unwrap();
            let walked = written_beside(&mut beside, |sink| walk(sink, nodes));
            assert_eq!(walked.unwrap(), nodes);
            assert_eq!(beside.heard, plain.heard);
        }
    }

    /// A full disk ends the walk, which would go on for ever, and is the error that is reported.
    #[test]
    fn an_error_of_the_writer_ends_the_walk() {
        let mut full = listener(3 * BATCH);
        let walked = written_beside(&mut full, |sink| walk(sink, usize::MAX));
        assert_eq!(walked.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn an_error_of_the_walk_is_reported() {
        let mut listener = listener(usize::MAX);
        let walked: io::Result<()> = written_beside(&mut listener, |sink| {
            sink.step(&Step::All)?;
            Err(io::ErrorKind::InvalidData.into())
        });
        assert_eq!(walked.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
