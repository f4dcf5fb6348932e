//! Splitting: the leaves of the proof tree under the assumption that the first player wins everywhere
//! (section 5.2 of Bullock's thesis).
//!
//! The tree is a graph: transpositions and reflections are one position. Its value under the assumption
//! is computed first, by depth-first search that remembers every answer; only then are the leaves of the
//! surviving tree collected, so that no leaf of an abandoned move remains. A position needs no leaf, at
//! any ply, if its winner is known or if the engine's static evaluation decides it.
//!
//! Moves are ordered on the board as first reached, not on its canonical reflection: neighbouring lines
//! of play then break ties alike and transpose more often (10x10 at 8 plies: 635,884 leaves against
//! 671,521; the thesis has 650,531).

use std::collections::HashMap;

use crosscram_rules::{Bits, Bits64, Bits128, Bits256, Board, Player, Tile};
use crosscram_search::{Evaluator, Solver};

use crate::legacy::{Boards, Knowledge, Stop, Stopped, Work, provenance};

/// The result of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// What remains to be done.
    pub outlook: Outlook,
    /// What the tree consists of.
    pub counts: Counts,
}

/// What remains to be done after a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Nothing: known winners and the static evaluation prove that this player wins. If it is not the
    /// first player, the assumption is refuted.
    Decided(Player),
    /// The first player wins if it wins all these leaves.
    Open(Work),
}

/// Counts of the surviving tree, every position counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that remain to be solved.
    pub leaves: u64,
    /// Positions that need no leaf because the first player is known to win them.
    pub known: u64,
    /// Positions above the last ply that need no leaf because the static evaluation decides them.
    pub at_sight: u64,
    /// The same at the last ply, where they would otherwise be leaves.
    pub at_sight_last: u64,
    /// Positions whose moves are in the tree.
    pub inner: u64,
    /// Moves of the first player that are ordered before the one in the tree and are known to lose.
    pub refuted: u64,
    /// Positions that were looked at, in the tree or not.
    pub visited: u64,
}

/// Options of engines that a split does not use.
const NOT_USED: &[&str] = &["replacement", "root", "table", "test_children", "threads"];

/// Splits the question who wins on `board` when `first` moves first, `plies` moves from there.
///
/// `solver` gives the static evaluation and the order of moves. As `knowledge` refutes assumptions, a
/// split turns to other moves of the first player, so that alternating splits and runs end with
/// [`Outlook::Decided`].
///
/// Memory: about 50 bytes per visited position, less on boards of up to 64 squares.
///
/// # Panics
///
/// If the engine is not [sound](crosscram_search::Engine::is_sound): it would prove nothing.
pub fn split(
    board: &Board,
    tile: Tile,
    first: Player,
    plies: u32,
    knowledge: &Knowledge,
    solver: &Solver,
    stop: &Stop,
) -> Result<Split, Stopped> {
    let engine = solver.engine();
    assert!(engine.is_sound(), "an unsound engine proves nothing");
    let frontier = Tree {
        tile,
        first,
        winner: first,
        plies,
        knowledge,
        solver,
        stop,
    }
    .frontier(board)?;
    let outlook = match frontier.decided {
        Some(winner) => Outlook::Decided(winner),
        None => Outlook::Open(Work::new(
            *board,
            tile,
            first,
            plies,
            frontier.counts.known,
            provenance(solver, tile, NOT_USED),
            frontier.leaves,
        )),
    };
    Ok(Split {
        outlook,
        counts: frontier.counts,
    })
}

/// The parameters of the tree below a board.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    pub(crate) tile: Tile,
    pub(crate) first: Player,
    /// Who is assumed to win.
    pub(crate) winner: Player,
    pub(crate) plies: u32,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) solver: &'a Solver,
    pub(crate) stop: &'a Stop,
}

/// The end of a tree.
pub(crate) struct Frontier {
    /// Who wins, if nothing is left to solve.
    pub(crate) decided: Option<Player>,
    /// Positions that remain to be solved: the assumed winner wins if it wins them all.
    pub(crate) leaves: Boards,
    pub(crate) counts: Counts,
}

impl Tree<'_> {
    pub(crate) fn frontier(self, board: &Board) -> Result<Frontier, Stopped> {
        match board.area() {
            0..=64 => Splitter::<Bits64>::new(self, board).frontier(board),
            65..=128 => Splitter::<Bits128>::new(self, board).frontier(board),
            _ => Splitter::<Bits256>::new(self, board).frontier(board),
        }
    }
}

/// What is known of a position under the assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// The assumed winner loses, even under the assumption.
    Lost,
    /// The assumed winner is known to win.
    Known,
    /// The assumed winner wins by static evaluation.
    AtSight,
    /// The assumed winner wins by moves that are in the tree.
    Inner,
    /// At the last ply: assumed to be a win of the assumed winner.
    Leaf,
}

struct Splitter<'a, W> {
    tree: Tree<'a>,
    evaluator: Evaluator,
    /// The status of positions and whether they have been collected, by the free cells of the canonical
    /// board, whose number also determines the ply.
    positions: HashMap<W, (Status, bool)>,
    counts: Counts,
}

impl<'a, W: Bits> Splitter<'a, W> {
    fn new(tree: Tree<'a>, board: &Board) -> Self {
        Splitter {
            evaluator: tree.solver.evaluator(board, tree.tile),
            tree,
            positions: HashMap::new(),
            counts: Counts::default(),
        }
    }

    fn frontier(mut self, board: &Board) -> Result<Frontier, Stopped> {
        let winner = self.tree.winner;
        let status = self.status(board, 0)?;
        let mut leaves = Boards::new(board.rows(), board.cols());
        if status != Status::Lost {
            self.collect(board, 0, &mut leaves)?;
        }
        self.counts.leaves = leaves.len() as u64;
        self.counts.visited = self.positions.len() as u64;
        let decided = match status {
            Status::Lost => Some(winner.opponent()),
            _ if leaves.is_empty() => Some(winner),
            _ => None,
        };
        Ok(Frontier {
            decided,
            leaves,
            counts: self.counts,
        })
    }

    fn status(&mut self, board: &Board, ply: u32) -> Result<Status, Stopped> {
        if self.tree.stop.is_requested() {
            return Err(Stopped);
        }
        let canonical = board.canonical();
        let key = narrow(canonical.free_bits());
        if let Some(&(status, _)) = self.positions.get(&key) {
            return Ok(status);
        }
        let status = match self.decided(&canonical, ply) {
            Some(status) => status,
            None if ply == self.tree.plies => Status::Leaf,
            None => self.status_by_moves(board, ply)?,
        };
        self.positions.insert(key, (status, false));
        Ok(status)
    }

    /// The status of a position if it does not depend on its moves.
    fn decided(&mut self, canonical: &Board, ply: u32) -> Option<Status> {
        let Tree {
            tile,
            winner: assumed,
            knowledge,
            ..
        } = self.tree;
        let to_move = self.to_move(ply);
        if let Some(winner) = knowledge.winner(canonical, tile, to_move) {
            let is_won = winner == assumed;
            return Some(if is_won { Status::Known } else { Status::Lost });
        }
        let winner = self.evaluator.winner(canonical, to_move)?;
        let is_won = winner == assumed;
        Some(if is_won {
            Status::AtSight
        } else {
            Status::Lost
        })
    }

    fn status_by_moves(&mut self, board: &Board, ply: u32) -> Result<Status, Stopped> {
        let wants_win = self.to_move(ply) == self.tree.winner;
        for after in self.boards_after(board, ply) {
            let is_won = self.status(&after, ply + 1)? != Status::Lost;
            if is_won == wants_win {
                return Ok(if wants_win {
                    Status::Inner
                } else {
                    Status::Lost
                });
            }
        }
        Ok(if wants_win {
            Status::Lost
        } else {
            Status::Inner
        })
    }

    /// Collects the leaves below a position that is not lost.
    ///
    /// A position may occur here in another reflection than in [`Splitter::status`]; ties among its moves
    /// are then broken differently, and moves that were not visited before may get into the tree. Their
    /// status is computed here.
    fn collect(&mut self, board: &Board, ply: u32, leaves: &mut Boards) -> Result<(), Stopped> {
        let status = self.status(board, ply)?;
        let canonical = board.canonical();
        let entry = self.positions.get_mut(&narrow(canonical.free_bits()));
        let (_, collected) = entry.expect("it has a status now");
        if std::mem::replace(collected, true) {
            return Ok(());
        }
        match status {
            Status::Lost => unreachable!("only positions that are not lost are collected"),
            Status::Known => self.counts.known += 1,
            Status::AtSight if ply == self.tree.plies => self.counts.at_sight_last += 1,
            Status::AtSight => self.counts.at_sight += 1,
            Status::Leaf => leaves.push(&canonical),
            Status::Inner => {
                self.counts.inner += 1;
                let is_winner = self.to_move(ply) == self.tree.winner;
                for after in self.boards_after(board, ply) {
                    if self.status(&after, ply + 1)? == Status::Lost {
                        self.counts.refuted += 1;
                        continue;
                    }
                    self.collect(&after, ply + 1, leaves)?;
                    if is_winner {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn to_move(&self, ply: u32) -> Player {
        player_at(self.tree.first, ply)
    }

    /// The boards after each move, in the engine's order.
    fn boards_after(&mut self, board: &Board, ply: u32) -> impl Iterator<Item = Board> + use<W> {
        let (board, tile) = (*board, self.tree.tile);
        let moves = self.evaluator.moves(&board, self.to_move(ply));
        moves
            .into_iter()
            .map(move |mov| board.play(mov, tile).expect("a listed move is legal"))
    }
}

/// Who is to move after `ply` moves.
pub(crate) fn player_at(first: Player, ply: u32) -> Player {
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
