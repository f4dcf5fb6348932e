//! What searches of one game in several processes tell each other, as messages that somebody carries.
//!
//! The threads of one process share a table and mark the positions below which they search. Processes do the same by
//! messages, many times a second: a message has the positions on the sender's line of play, those that it has solved, and those that its
//! proofs have gone through. Messages are not kept. One that is lost costs time; the line of a sender that is silent is
//! forgotten soon.
//!
//! What is heard is believed by the search alone: whoever writes a proof finds out if it is false.
//!
//! # Format
//!
//! All numbers are little-endian.
//!
//! ```text
//! message = game (8 bytes)
//!           count (2 bytes), hashes of the positions on the line (8 bytes each)
//!           count (4 bytes), solved positions: nodes (4 bytes), whether the mover wins (1 byte), key
//!           { attempt (8 bytes), count (4 bytes), positions of proofs: number of the part (4 bytes), winner (1 byte), key }
//! ```

use crosscram_rules::Bits;
use crosscram_support::threads::lock;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Plies of a line that are told at most.
const PLIES: usize = 64;
/// Places for marks of others; a power of two. A mark that another one overwrites is only lost.
const MARKS: usize = 1 << 12;
/// The line of a sender that has said nothing for so long is forgotten.
const SILENCE: Duration = Duration::from_millis(500);
/// Bytes that wait to be sent at most: what comes on top is not told. A broker takes a message of so many by default.
const MOST_SENT: usize = 1 << 19;
/// Bytes that wait to be heard by a search at most.
const MOST_HEARD: usize = 64 << 20;

/// The game that a message is about.
pub(crate) type Game = [u8; 8];

/// A search's ends of the messages to and from others.
///
/// ```
/// use crosscram_rules::{Board, Player, Question, Tile};
/// use crosscram_search::{Control, EngineName, Ensemble, Peers, Run, Solver};
///
/// let question = Question::new(Board::empty(6, 8)?, Tile::DOMINO, Player::Vertical);
/// let solve = |peers: &Peers, control: &Control| {
///     let ensemble = Ensemble { peers: Some(peers), ..Ensemble::default() };
///     let run = Run { ensemble, ..Run::new(control) };
///     Solver::new(EngineName::Crosscram).run(&question, &run).nodes
/// };
/// let (one, other) = (Peers::default(), Peers::default());
/// let nodes = solve(&one, &Control::new());
/// // Who has never searched does not know which game it is about, and hears nothing.
/// let stopped = Control::new();
/// stopped.stop();
/// solve(&other, &stopped);
/// other.hear("one", &one.take());
/// assert!(2 * solve(&other, &Control::new()) < nodes);
/// # Ok::<(), crosscram_rules::BoardError>(())
/// ```
pub struct Peers {
    game: Mutex<Option<Game>>,
    /// The own line: hashes of the open positions, by depth; 0 for none.
    line: [AtomicU64; PLIES],
    /// Hashes of the positions on the lines of others.
    marks: Box<[AtomicU64]>,
    others: Mutex<HashMap<String, Line>>,
    outgoing: Mutex<News>,
    incoming: Mutex<News>,
    has_found: AtomicBool,
    has_walked: AtomicBool,
    is_closed: AtomicBool,
}

/// The line of another search.
struct Line {
    heard: Instant,
    hashes: Vec<u64>,
}

/// Positions, in the form of messages.
#[derive(Default)]
struct News {
    found: Vec<u8>,
    walked: Vec<(u64, Vec<u8>)>,
}

impl News {
    fn bytes(&self) -> usize {
        let walked = self.walked.iter().map(|(_, keys)| keys.len());
        self.found.len() + walked.sum::<usize>()
    }
}

impl Default for Peers {
    fn default() -> Self {
        Peers {
            game: Mutex::default(),
            line: [const { AtomicU64::new(0) }; PLIES],
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            others: Mutex::default(),
            outgoing: Mutex::default(),
            incoming: Mutex::default(),
            has_found: AtomicBool::new(false),
            has_walked: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
        }
    }
}

impl Peers {
    /// The next message to the others; empty if there is nothing to say.
    pub fn take(&self) -> Vec<u8> {
        let Some(game) = *lock(&self.game) else {
            return Vec::new();
        };
        let news = std::mem::take(&mut *lock(&self.outgoing));
        let line = self.line.iter().map(|hash| hash.load(Relaxed));
        let line: Vec<u64> = line.filter(|&hash| hash != 0).collect();
        if line.is_empty() && news.bytes() == 0 {
            return Vec::new();
        }
        let record = |bytes: usize| (bytes / record_bytes(game)) as u32;
        let mut message = game.to_vec();
        message.extend((line.len() as u16).to_le_bytes());
        message.extend(line.iter().flat_map(|hash| hash.to_le_bytes()));
        message.extend(record(news.found.len()).to_le_bytes());
        message.extend(news.found);
        for (attempt, keys) in news.walked {
            message.extend(attempt.to_le_bytes());
            message.extend(record(keys.len()).to_le_bytes());
            message.extend(keys);
        }
        message
    }

    /// Hears a message of another search. One of another game, or that cannot be read, is left out.
    pub fn hear(&self, from: &str, message: &[u8]) {
        let game = *lock(&self.game);
        let Some((line, news)) = game.and_then(|game| read(game, message)) else {
            return;
        };
        let mut others = lock(&self.others);
        let silent = |line: &Line| line.heard.elapsed() > SILENCE;
        others.retain(|_, line| !silent(line) || self.unmark(&line.hashes));
        let line = Line {
            heard: Instant::now(),
            hashes: line,
        };
        for &hash in &line.hashes {
            self.mark(hash).store(hash, Relaxed);
        }
        if let Some(before) = others.insert(from.to_string(), line) {
            let stays = |hash: &u64| others[from].hashes.contains(hash);
            let gone: Vec<u64> = before
                .hashes
                .into_iter()
                .filter(|hash| !stays(hash))
                .collect();
            self.unmark(&gone);
        }
        drop(others);
        let mut incoming = lock(&self.incoming);
        if incoming.bytes() + message.len() > MOST_HEARD {
            return;
        }
        if !news.found.is_empty() {
            incoming.found.extend(news.found);
            self.has_found.store(true, Relaxed);
        }
        if !news.walked.is_empty() {
            incoming.walked.extend(news.walked);
            self.has_walked.store(true, Relaxed);
        }
    }

    /// Neither tells nor hears anything any more.
    pub fn close(&self) {
        self.is_closed.store(true, Relaxed);
        *lock(&self.game) = None;
    }

    /// Forgets the lines of those that have said nothing for some time.
    pub fn forget_silent(&self) {
        let silent = |line: &Line| line.heard.elapsed() > SILENCE;
        lock(&self.others).retain(|_, line| !silent(line) || self.unmark(&line.hashes));
    }

    /// Takes marks away. Returns `false`.
    fn unmark(&self, hashes: &[u64]) -> bool {
        for &hash in hashes {
            let _ = self.mark(hash).compare_exchange(hash, 0, Relaxed, Relaxed);
        }
        false
    }

    fn mark(&self, hash: u64) -> &AtomicU64 {
        &self.marks[hash as usize % MARKS]
    }

    /// A search of this game begins. What is left of another game is forgotten.
    pub(crate) fn enter(&self, game: Game) {
        let mut current = lock(&self.game);
        if self.is_closed.load(Relaxed) {
            return;
        }
        if *current != Some(game) {
            *current = Some(game);
            *lock(&self.outgoing) = News::default();
            *lock(&self.incoming) = News::default();
        }
        for hash in &self.line {
            hash.store(0, Relaxed);
        }
    }

    /// Returns whether another search is below a position.
    #[inline]
    pub(crate) fn is_busy(&self, hash: u64) -> bool {
        self.mark(hash).load(Relaxed) == hash
    }

    /// The search goes below a position, or leaves that at this depth: 0.
    #[inline]
    pub(crate) fn go(&self, depth: usize, hash: u64) {
        if let Some(place) = self.line.get(depth) {
            place.store(hash, Relaxed);
        }
    }

    /// Tells that a position is solved.
    pub(crate) fn tell<W: Bits>(&self, key: W, mover_wins: bool, nodes: u64) {
        let mut outgoing = lock(&self.outgoing);
        if outgoing.found.len() < MOST_SENT / 2 {
            let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
            push(&mut outgoing.found, nodes, mover_wins, key);
        }
    }

    /// Tells that the proof of a part, in this attempt to write it, has gone through a position.
    pub(crate) fn tell_walked<W: Bits>(&self, attempt: u64, part: u32, winner: usize, key: W) {
        let mut outgoing = lock(&self.outgoing);
        if outgoing.bytes() >= MOST_SENT {
            return;
        }
        if outgoing.walked.last().is_none_or(|(of, _)| *of != attempt) {
            outgoing.walked.push((attempt, Vec::new()));
        }
        let last = outgoing.walked.last_mut().expect("one was just pushed");
        push(&mut last.1, part, winner == 1, key);
    }

    /// Calls `learn` with the positions that others have solved since the last call: key, whether the mover wins, nodes.
    #[inline]
    pub(crate) fn solved<W: Bits>(&self, learn: impl FnMut(W, bool, u32)) {
        if self.has_found.load(Relaxed) {
            self.learn_solved(learn);
        }
    }

    #[cold]
    fn learn_solved<W: Bits>(&self, mut learn: impl FnMut(W, bool, u32)) {
        let found = {
            let mut incoming = lock(&self.incoming);
            self.has_found.store(false, Relaxed);
            std::mem::take(&mut incoming.found)
        };
        for (nodes, mover_wins, key) in records(&found) {
            learn(key, mover_wins, nodes);
        }
    }

    /// Calls `learn` with the positions that the proofs of others have gone through since the last call: attempt, part, player index of the
    /// winner, key.
    #[inline]
    pub(crate) fn walked<W: Bits>(&self, mut learn: impl FnMut(u64, u32, usize, W)) {
        if !self.has_walked.load(Relaxed) {
            return;
        }
        let walked = {
            let mut incoming = lock(&self.incoming);
            self.has_walked.store(false, Relaxed);
            std::mem::take(&mut incoming.walked)
        };
        for (attempt, keys) in walked {
            for (part, winner, key) in records(&keys) {
                learn(attempt, part, usize::from(winner), key);
            }
        }
    }
}

/// Bytes of a record: a number, a flag, a key.
fn record_bytes(game: Game) -> usize {
    5 + 8 * usize::from(game[7])
}

fn push<W: Bits>(bytes: &mut Vec<u8>, number: u32, flag: bool, key: W) {
    bytes.extend(number.to_le_bytes());
    bytes.push(flag.into());
    for i in 0..W::WORDS {
        bytes.extend(key.word(i).to_le_bytes());
    }
}

fn records<W: Bits>(bytes: &[u8]) -> impl Iterator<Item = (u32, bool, W)> {
    bytes.chunks_exact(5 + 8 * W::WORDS).map(|record| {
        let number = u32::from_le_bytes(record[..4].try_into().expect("four bytes"));
        let words = record[5..].chunks_exact(8);
        let words = words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        (number, record[4] != 0, W::from_words(words))
    })
}

/// The line and the positions of a message, if it is one of this game.
fn read(game: Game, message: &[u8]) -> Option<(Vec<u64>, News)> {
    fn part<'a>(rest: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
        let (part, after) = rest.split_at_checked(bytes)?;
        *rest = after;
        Some(part)
    }
    let mut rest = message;
    if part(&mut rest, 8)? != game {
        return None;
    }
    let count = u16::from_le_bytes(part(&mut rest, 2)?.try_into().ok()?);
    let line = part(&mut rest, 8 * usize::from(count))?.chunks_exact(8);
    let line = line.map(|hash| u64::from_le_bytes(hash.try_into().expect("eight bytes")));
    let line: Vec<u64> = line.take(PLIES).collect();
    let positions = |rest: &mut &[u8]| {
        let count = u32::from_le_bytes(part(rest, 4)?.try_into().ok()?);
        Some(part(rest, record_bytes(game).checked_mul(count as usize)?)?.to_vec())
    };
    let found = positions(&mut rest)?;
    let mut walked = Vec::new();
    while !rest.is_empty() {
        let attempt = u64::from_le_bytes(part(&mut rest, 8)?.try_into().ok()?);
        walked.push((attempt, positions(&mut rest)?));
    }
    Some((line, News { found, walked }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscram_rules::Bits128;

    const GAME: Game = [8, 10, 2, 0, 0, 0, 0, 2];

    fn peers() -> Peers {
        let peers = Peers::default();
        peers.enter(GAME);
        peers
    }

    #[test]
    fn what_is_told_is_heard() {
        let (one, other) = (peers(), peers());
        let key = Bits128::below(77);
        one.go(3, 1234);
        one.tell(key, true, 99);
        one.tell_walked(7, 5, 1, key);
        one.tell_walked(8, 6, 0, key);
        let message = one.take();
        other.hear("one", &message);
        assert!(other.is_busy(1234) && !other.is_busy(1235));
        let mut heard = Vec::new();
        other.solved(|key: Bits128, wins, nodes| heard.push((key, wins, nodes)));
        assert_eq!(heard, [(key, true, 99)]);
        let mut heard = Vec::new();
        other
            .walked(|attempt, part, winner, key: Bits128| heard.push((attempt, part, winner, key)));
        assert_eq!(heard, [(7, 5, 1, key), (8, 6, 0, key)]);
        // Nothing is told or heard twice, and the line is where it is now.
        one.go(3, 0);
        one.go(4, 4321);
        other.hear("one", &one.take());
        assert!(!other.is_busy(1234) && other.is_busy(4321));
        other.solved(|_: Bits128, _, _| panic!("heard twice"));
        // Cut off anywhere, or of another game, a message does no harm.
        for end in 0..message.len() {
            peers().hear("one", &message[..end]);
        }
        let stranger = Peers::default();
        stranger.enter([8, 10, 2, 2, 0, 0, 0, 2]);
        stranger.hear("one", &message);
        assert!(!stranger.is_busy(1234));
    }

    #[test]
    fn the_line_of_a_dead_worker_is_forgotten() {
        let (one, other) = (peers(), peers());
        one.go(3, 1234);
        other.hear("one", &one.take());
        while other.is_busy(1234) {
            other.forget_silent();
        }
    }
}
