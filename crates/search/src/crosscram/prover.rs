//! The proof of a solved position: every position that it rests on, each with its reason.
//!
//! The walk asks the bounds first, as the search did, and takes the winner's moves from the table of
//! positions. What the table has lost is searched again. The search leaves out moves of the loser
//! that are no better than others (safe moves, shifted dominoes) and refutes many by what their
//! position has at hand; the walk goes into all of them. Most of them are proven by the cut of the
//! position before, which costs a look-up, and a byte in the certificate.

use super::bounds::Node;
use super::division::Division;
use super::walked::{Place, Walked};
use super::worker::Worker;
use crate::proof_walk::{ProofSink, Step};
use crate::report::Searched;
use crosscram_rules::{Bits, Board, Player, Question, Tile};
use std::io;

/// The error of a position that was said to be won, and is not: a journal was wrong.
fn unproven() -> io::Error {
    let message = "a position that was taken as proven is not won: the journal is wrong";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// How a walk ended early.
pub(super) enum Halt {
    /// A stop was requested.
    Stopped,
    /// The proof cannot be written.
    Failed(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Halt::Failed(error)
    }
}

/// So many cuts are tried on the positions after the loser's moves.
const CUTS: usize = 4;

pub(super) struct Prover<'w, 'a, W: Bits> {
    worker: &'w mut Worker<'a, W>,
    sink: &'w mut dyn ProofSink,
    /// Player index.
    winner: usize,
    /// Keys of the positions with the loser to move that were walked through.
    walked: &'w mut Walked<W>,
    /// First cell of the move after which the winner's bound sufficed last.
    last: u16,
    /// Scratch memory: keys of the positions after some moves, with their hashes.
    keys: Vec<(W, u64)>,
    /// Positions so many plies deep become parts.
    outline: Option<usize>,
    /// Nodes that were walked through.
    steps: u64,
}

/// Whether others have gone through something is looked for once in this many nodes.
const LISTEN_INTERVAL: u64 = 256;

/// What shows that the winner wins a node.
enum Shown<W> {
    /// Safe moves.
    ByCounts,
    /// A cut.
    ByCut(Division<W>),
    /// Nothing does; the best cut that was found, if one was looked for.
    NotBy(Option<Division<W>>),
}

impl<'w, 'a, W: Bits> Prover<'w, 'a, W> {
    pub(super) fn new(
        worker: &'w mut Worker<'a, W>,
        sink: &'w mut dyn ProofSink,
        winner: usize,
        walked: &'w mut Walked<W>,
        outline: Option<usize>,
    ) -> Self {
        Prover {
            worker,
            sink,
            winner,
            walked,
            last: 0,
            keys: Vec::new(),
            outline,
            steps: 0,
        }
    }

    /// Walks through the proof of a node that is won by the winner. `depth` is zero at the root.
    pub(super) fn walk(&mut self, node: &Node<W>, depth: usize) -> Result<(), Halt> {
        if self.worker.is_over() {
            return Err(Halt::Stopped);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(LISTEN_INTERVAL) {
            self.listen();
        }
        let loser_moves = node.mover != self.winner;
        let key = self.worker.key(node);
        let free = node.state.free[0].count();
        if loser_moves && self.walked.rely_on(free, key) {
            return Ok(self.sink.step(&Step::Known)?);
        }
        // What was searched was not decided by its bounds.
        if !loser_moves && self.worker.probe(node) == Some(true) {
            self.worker.bounds.bound_alone(self.winner, node, depth);
            return self.walk_winning_move(node, depth);
        }
        match self.reason(node, depth) {
            Shown::ByCounts => return Ok(self.sink.step(&Step::Count)?),
            Shown::ByCut(division) => return self.cut(node, &division),
            Shown::NotBy(_) if !loser_moves => return self.walk_winning_move(node, depth),
            Shown::NotBy(_) if self.outline.is_some_and(|plies| depth >= plies) => {
                self.sink.part(&self.question(node))?;
            }
            Shown::NotBy(division) => self.walk_all(node, division, depth)?,
        }
        let now = self.walked.now;
        self.walked.insert(free, key, now);
        if let (Some(part), Some(peers)) = (self.walked.part, self.worker.team.peers) {
            peers.tell_walked(part.attempt, part.number, self.winner, key);
        }
        Ok(())
    }

    /// Takes in what the proofs of others have gone through.
    fn listen(&mut self) {
        if let (Some(_), Some(peers)) = (self.walked.part, self.worker.team.peers) {
            let (walked, winner) = (&mut self.walked, self.winner);
            peers.walked(|attempt, part, of, key: W| {
                if of == winner && !walked.lost.contains(&attempt) {
                    let attempt = walked.number_of(attempt);
                    walked.insert(key.count(), key, Place { part, attempt });
                }
            });
        }
    }

    /// The position of a node.
    fn question(&self, node: &Node<W>) -> Question {
        let (rows, cols) = self.worker.size();
        let board = Board::from_free_bits(rows, cols, node.state.free[1].resized());
        let board = board.expect("a position of this board");
        let tile = Tile::new(self.worker.order.tile() as u8).expect("the tile of this board");
        let number = self.worker.bounds.numbers().number(node.number);
        Question::new(board, tile, Player::ALL[node.mover]).plus(number)
    }

    /// A node is proven by a cut.
    fn cut(&mut self, node: &Node<W>, division: &Division<W>) -> Result<(), Halt> {
        let witness = self.worker.bounds.witness(self.winner, node, division);
        Ok(self.sink.step(&Step::Cut(witness))?)
    }

    /// Walks through the positions after all moves of the loser. Many are proven by the cut of the node
    /// itself, or by that of the position after another move, at the cost of a look-up.
    fn walk_all(
        &mut self,
        node: &Node<W>,
        division: Option<Division<W>>,
        depth: usize,
    ) -> Result<(), Halt> {
        self.sink.step(&Step::All)?;
        // The most recently used first.
        let mut cuts: Vec<Division<W>> = division.into_iter().collect();
        for start in self.worker.order.legal(node) {
            let child = self.worker.child(node, start);
            let cells = self.worker.order.cells(node.mover, start);
            let bounds = &self.worker.bounds;
            let proves = |cut: &mut Division<W>| bounds.refutes(node, cut, cells);
            if let Some(place) = cuts.iter_mut().position(proves) {
                cuts[..=place].rotate_right(1);
                self.cut(&child, &cuts[0])?;
                continue;
            }
            // What was searched was not decided by its bounds.
            if self.worker.probe(&child) == Some(true) {
                self.worker
                    .bounds
                    .bound_alone(self.winner, &child, depth + 1);
                self.walk_winning_move(&child, depth + 1)?;
                continue;
            }
            match self.reason(&child, depth + 1) {
                Shown::ByCounts => self.sink.step(&Step::Count)?,
                Shown::ByCut(division) => {
                    let before = self.worker.bounds.division_before(node, &division, cells);
                    self.cut(&child, before.as_ref().unwrap_or(&division))?;
                    if let Some(before) = before {
                        cuts.insert(0, before);
                        cuts.truncate(CUTS);
                    }
                }
                Shown::NotBy(_) => self.walk_winning_move(&child, depth + 1)?,
            }
        }
        if let Some(child) = self.worker.after_number(node) {
            self.walk(&child, depth + 1)?;
        }
        Ok(())
    }

    /// What shows without search that the winner wins a node.
    fn reason(&mut self, node: &Node<W>, depth: usize) -> Shown<W> {
        let bounds = &mut self.worker.bounds;
        if bounds.counts_prove(self.winner, node) {
            return Shown::ByCounts;
        }
        match bounds.division(self.winner, node, depth) {
            Some((division, true)) => Shown::ByCut(division),
            Some((division, false)) => Shown::NotBy(Some(division)),
            None => Shown::NotBy(None),
        }
    }

    fn walk_winning_move(&mut self, node: &Node<W>, depth: usize) -> Result<(), Halt> {
        let Some(start) = self.winning_move(node, depth)? else {
            let child = self.worker.after_number(node).ok_or_else(unproven)?;
            self.sink.step(&Step::Number)?;
            return self.walk(&child, depth + 1);
        };
        let cell = self.worker.order.cells_across(node.mover, start).first();
        self.sink.step(&Step::Move(cell as u16))?;
        self.walk(&self.worker.child(node, start), depth + 1)
    }

    /// A move that wins a node that is known to be won: best one to a position that was walked
    /// through already, else one after which the winner's bound suffices, else one that the table
    /// knows, else one that is searched. `None` for a move in the number.
    fn winning_move(&mut self, node: &Node<W>, depth: usize) -> Result<Option<u16>, Halt> {
        let legal = self.worker.order.legal(node);
        // A number alone may be left to move in.
        let free = node.state.free[0]
            .count()
            .saturating_sub(self.worker.order.tile());
        if !legal.is_empty() && !self.walked.is_empty(free) {
            let walked = legal.iter().find(|&&start| {
                let child = self.worker.child(node, start);
                self.walked.contains(free, self.worker.key(&child))
            });
            if let Some(&start) = walked {
                return Ok(Some(start));
            }
        }
        let hopeful = self.worker.bounds.hopeful(node, depth);
        let last = self.last;
        // What won the position before often wins here too.
        self.worker.bounds.begin_own_moves(depth);
        if legal.contains(&last) && self.is_won(node, last, hopeful, depth) {
            return Ok(Some(last));
        }
        let moves = self.worker.order.all(node);
        let mut others = moves.iter().filter(|&&start| start != last);
        if let Some(&start) = others.find(|&&start| self.is_won(node, start, hopeful, depth)) {
            self.last = start;
            return Ok(Some(start));
        }
        if let Some(start) = self.known_move(node, &moves) {
            return Ok(Some(start));
        }
        match self.worker.expand_alone(node, depth) {
            (Searched::Win, winning) => Ok(winning),
            (Searched::Loss, _) => Err(unproven().into()),
            (Searched::Stopped, _) => Err(Halt::Stopped),
        }
    }

    /// The first of some moves that the table knows to win.
    fn known_move(&mut self, node: &Node<W>, moves: &[u16]) -> Option<u16> {
        let table = &self.worker.team.table;
        self.keys.clear();
        for &start in moves {
            let key = self.worker.key(&self.worker.child(node, start));
            let hash = key.mix();
            // All places arrive in the cache while the keys of the others are computed.
            table.prefetch(hash);
            self.keys.push((key, hash));
        }
        let mut keys = self.keys.iter();
        let known = keys.position(|&(key, hash)| table.probe(key, hash) == Some(false))?;
        Some(moves[known])
    }

    /// Returns whether the winner's bound shows that one of its moves wins. Outside of the cells of
    /// [`super::bounds::Bounds::hopeful`] it never does.
    fn is_won(&mut self, node: &Node<W>, start: u16, hopeful: W, depth: usize) -> bool {
        let cells = self.worker.order.cells_across(node.mover, start);
        (cells & !hopeful).is_empty() && self.worker.bounds.is_won(node, cells, depth)
    }
}
