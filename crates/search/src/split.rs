//! The positions that a proof needs some plies down, under the assumption that a player wins everywhere there.
//!
//! This is section 5.2 of Bullock's thesis (*Domineering: Solving Large Combinatorial Search Spaces*, 2002), by which 10x10
//! was solved: the first plies of the proof are one move wherever the assumed winner moves, and all moves wherever the other
//! player does. If the winner has all positions at its end, the *leaves*, it has the board.
//!
//! The tree is a graph: transpositions and reflections are one position. Its value under the assumption
//! is computed first, by depth-first search that remembers every answer; only then are the leaves of the
//! surviving tree collected, so that no leaf of an abandoned move remains. A position needs no leaf, at
//! any ply, if the engine's static evaluation decides it.
//!
//! Moves are ordered on the board as first reached, not on its canonical reflection: neighbouring lines
//! of play then break ties alike and transpose more often (10x10 at 8 plies: 635,884 leaves against
//! 671,521; the thesis has 650,531).

use crate::solver::{Evaluator, Solver};
use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Player, Question};
use crosscram_support::stop::{Stop, Stopped};
use std::collections::HashMap;

/// The end of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Who wins, if the static evaluation shows it: nothing is left to solve.
    pub decided: Option<Player>,
    /// The positions that remain to be solved, each the canonical one of its reflections.
    pub leaves: Vec<Board>,
    /// What the tree consists of.
    pub counts: Counts,
}

/// Counts of the surviving tree, every position counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions at the last ply that need no leaf because the static evaluation decides them.
    pub at_sight_last: u64,
    /// Positions whose moves are in the tree.
    pub inner: u64,
    /// Positions that were looked at, in the tree or not.
    pub visited: u64,
}

/// Splits a question without a number, so many plies from there, assuming that `winner` wins.
///
/// `solver` gives the static evaluation and the order of moves.
///
/// # Panics
///
/// If the engine is not [sound](crate::Engine::is_sound): it would prove nothing.
pub fn split(
    question: &Question,
    winner: Player,
    plies: u32,
    solver: &Solver,
    stop: &Stop,
) -> Result<Split, Stopped> {
    let is_sound = solver.engine().is_sound();
    assert!(is_sound, "an unsound engine proves nothing");
    let assumed = Assumed {
        question,
        winner,
        plies,
        solver,
        stop,
    };
    match question.board.area() {
        0..=64 => Splitter::<Bits64>::new(assumed).split(),
        65..=128 => Splitter::<Bits128>::new(assumed).split(),
        _ => Splitter::<Bits256>::new(assumed).split(),
    }
}

/// What is split, and how.
#[derive(Clone, Copy)]
struct Assumed<'a> {
    question: &'a Question,
    winner: Player,
    plies: u32,
    solver: &'a Solver,
    stop: &'a Stop,
}

/// What is known of a position under the assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// The assumed winner loses, even under the assumption.
    Lost,
    /// The assumed winner wins by static evaluation.
    AtSight,
    /// The assumed winner wins by moves that are in the tree.
    Inner,
    /// At the last ply: assumed to be a win of the assumed winner.
    Leaf,
}

struct Splitter<'a, W> {
    assumed: Assumed<'a>,
    evaluator: Evaluator,
    /// The status of positions and whether they have been collected, by the free cells of the canonical
    /// board, whose number also determines the ply.
    positions: HashMap<W, (Status, bool)>,
    leaves: Vec<Board>,
    counts: Counts,
}

impl<'a, W: Bits> Splitter<'a, W> {
    fn new(assumed: Assumed<'a>) -> Self {
        let Question { board, tile, .. } = assumed.question;
        Splitter {
            evaluator: assumed.solver.evaluator(board, *tile),
            assumed,
            positions: HashMap::new(),
            leaves: Vec::new(),
            counts: Counts::default(),
        }
    }

    fn split(mut self) -> Result<Split, Stopped> {
        let Assumed {
            question, winner, ..
        } = self.assumed;
        let status = self.status(&question.board, 0)?;
        if status != Status::Lost {
            self.collect(&question.board, 0)?;
        }
        self.counts.visited = self.positions.len() as u64;
        let decided = match status {
            Status::Lost => Some(winner.opponent()),
            _ if self.leaves.is_empty() => Some(winner),
            _ => None,
        };
        Ok(Split {
            decided,
            leaves: self.leaves,
            counts: self.counts,
        })
    }

    fn status(&mut self, board: &Board, ply: u32) -> Result<Status, Stopped> {
        if self.assumed.stop.is_requested() {
            return Err(Stopped);
        }
        let canonical = board.canonical();
        let key = narrow(canonical.free_bits());
        if let Some(&(status, _)) = self.positions.get(&key) {
            return Ok(status);
        }
        let to_move = player_at(self.assumed.question.first, ply);
        let status = match self.evaluator.winner(&canonical, to_move) {
            Some(winner) if winner == self.assumed.winner => Status::AtSight,
            Some(_) => Status::Lost,
            None if ply == self.assumed.plies => Status::Leaf,
            None => self.status_by_moves(board, ply)?,
        };
        self.positions.insert(key, (status, false));
        Ok(status)
    }

    fn status_by_moves(&mut self, board: &Board, ply: u32) -> Result<Status, Stopped> {
        let wants_win = self.winner_moves(ply);
        let (found, else_) = match wants_win {
            true => (Status::Inner, Status::Lost),
            false => (Status::Lost, Status::Inner),
        };
        for after in self.boards_after(board, ply) {
            let is_won = self.status(&after, ply + 1)? != Status::Lost;
            if is_won == wants_win {
                return Ok(found);
            }
        }
        Ok(else_)
    }

    /// Collects the leaves below a position that is not lost.
    ///
    /// A position may occur here in another reflection than in [`Splitter::status`]; ties among its moves
    /// are then broken differently, and moves that were not visited before may get into the tree. Their
    /// status is computed here.
    fn collect(&mut self, board: &Board, ply: u32) -> Result<(), Stopped> {
        let status = self.status(board, ply)?;
        let canonical = board.canonical();
        let entry = self.positions.get_mut(&narrow(canonical.free_bits()));
        let (_, collected) = entry.expect("it has a status now");
        if std::mem::replace(collected, true) {
            return Ok(());
        }
        match status {
            Status::Lost => unreachable!("only positions that are not lost are collected"),
            Status::AtSight => {
                self.counts.at_sight_last += u64::from(ply == self.assumed.plies);
            }
            Status::Leaf => self.leaves.push(canonical),
            Status::Inner => {
                self.counts.inner += 1;
                for after in self.boards_after(board, ply) {
                    if self.status(&after, ply + 1)? == Status::Lost {
                        continue;
                    }
                    self.collect(&after, ply + 1)?;
                    if self.winner_moves(ply) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether the assumed winner is to move after so many plies.
    fn winner_moves(&self, ply: u32) -> bool {
        player_at(self.assumed.question.first, ply) == self.assumed.winner
    }

    /// The boards after each move, in the engine's order.
    fn boards_after(&mut self, board: &Board, ply: u32) -> impl Iterator<Item = Board> + use<W> {
        let Question { tile, first, .. } = *self.assumed.question;
        let board = *board;
        let moves = self.evaluator.moves(&board, player_at(first, ply));
        let moves = moves.into_iter();
        moves.map(move |mov| board.play(mov, tile).expect("a listed move is legal"))
    }
}

/// Who is to move after `ply` moves.
pub fn player_at(first: Player, ply: u32) -> Player {
    match ply % 2 {
        0 => first,
        _ => first.opponent(),
    }
}

/// Converts a set to a smaller type.
fn narrow<W: Bits>(set: Bits256) -> W {
    (0..W::CAPACITY).step_by(32).fold(W::EMPTY, |narrow, at| {
        narrow | W::from_field(set.field(at, 32), at)
    })
}
