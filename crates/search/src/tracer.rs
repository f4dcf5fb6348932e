//! Observing what a search proves, node by node.

use crate::report::Reason;
use crosscram_rules::{Bits, Board, Dyadic, Move, Player};
use crosscram_support::clock::Instant;
use std::time::Duration;

/// An observer of a search. It is told of every position that the search proves, after all positions
/// on which that proof depends, from every search thread.
///
/// A search without a tracer pays one test of a pointer for each node.
///
/// ```
/// use crosscram_rules::{Board, Player, Question, Tile};
/// use crosscram_search::{Control, EngineName, Proven, Solver, Tracer};
/// use std::sync::Mutex;
///
/// /// Keeps the longest line of play that was proven.
/// #[derive(Default)]
/// struct Deepest(Mutex<usize>);
///
/// impl Tracer for Deepest {
///     fn proven(&self, position: &Proven) {
///         let mut deepest = self.0.lock().unwrap();
///         *deepest = position.depth.max(*deepest);
///     }
/// }
///
/// let tracer = Deepest::default();
/// let question = Question::new(Board::empty(5, 6)?, Tile::DOMINO, Player::Vertical);
/// Solver::new(EngineName::Obsequi).solve_traced(&question, &Control::new(), &tracer);
/// assert!(*tracer.0.lock().unwrap() > 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tracer: Sync {
    /// A position is proven.
    fn proven(&self, position: &Proven);

    /// Returns the minimum number of nodes of a subtree to be reported. Positions that bounds or the
    /// table decide have one node.
    fn least_nodes(&self) -> u64 {
        1
    }
}

/// A position whose winner a search has proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The position.
    pub board: Board,
    /// The number that is added to it.
    pub number: Dyadic,
    /// Who is to move.
    pub to_move: Player,
    /// Who wins.
    pub winner: Player,
    /// What shows it.
    pub by: Proof,
    /// Moves from the root of the search.
    pub depth: usize,
    /// Nodes of the subtree, except those known already.
    pub nodes: u64,
    /// Time it took, on one thread; zero for positions without a search of their own.
    pub elapsed: Duration,
}

/// What proves who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The player to move wins with this move.
    Move(Move),
    /// The player to move wins with a move in the number.
    Number,
    /// All moves that had to be tried lose, or there is none.
    AllMovesLose,
    /// A bound, or the table.
    Static(Reason),
    /// It was proven in an earlier search.
    Earlier,
}

/// Tells a tracer of the positions of a search, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Trace<'a> {
    tracer: Option<&'a dyn Tracer>,
    /// The minimum number of nodes of a reported subtree; without a tracer, more than any has.
    least: u64,
    rows: usize,
    cols: usize,
}

/// A proven position as a search knows it.
pub(crate) struct Found {
    pub(crate) number: Dyadic,
    pub(crate) mover: usize,
    pub(crate) mover_wins: bool,
    pub(crate) by: Proof,
    pub(crate) depth: usize,
    pub(crate) nodes: u64,
    /// When its search began; `None` for a position without one.
    pub(crate) started: Option<Instant>,
}

impl Found {
    /// A position without a number that needed no search of its moves.
    pub(crate) fn leaf(mover: usize, depth: usize, mover_wins: bool, by: Reason) -> Found {
        Found {
            number: Dyadic::ZERO,
            mover,
            mover_wins,
            by: Proof::Static(by),
            depth,
            nodes: 1,
            started: None,
        }
    }
}

impl<'a> Trace<'a> {
    /// For positions as large as `board`.
    pub(crate) fn new(tracer: Option<&'a dyn Tracer>, board: &Board) -> Self {
        Trace {
            tracer,
            least: tracer.map_or(u64::MAX, |tracer| tracer.least_nodes().max(1)),
            rows: board.rows(),
            cols: board.cols(),
        }
    }

    /// Returns whether there is a tracer.
    pub(crate) fn is_wanted(&self) -> bool {
        self.tracer.is_some()
    }

    /// Returns whether a subtree of this many nodes is reported.
    #[inline]
    pub(crate) fn wants(&self, nodes: u64) -> bool {
        nodes >= self.least
    }

    /// Reports a position, whose free cells are given row by row.
    #[cold]
    pub(crate) fn tell<W: Bits>(&self, free: W, found: &Found) {
        let board = Board::from_free_bits(self.rows, self.cols, free.resized());
        let (Some(tracer), Ok(board)) = (self.tracer, board) else {
            return;
        };
        let to_move = Player::ALL[found.mover];
        tracer.proven(&Proven {
            board,
            number: found.number,
            to_move,
            winner: winner(to_move, found.mover_wins),
            by: found.by,
            depth: found.depth,
            nodes: found.nodes,
            elapsed: found
                .started
                .map_or(Duration::ZERO, |started| started.elapsed()),
        });
    }
}

/// The winner, by whether the player to move wins.
pub(crate) fn winner(to_move: Player, mover_wins: bool) -> Player {
    match mover_wins {
        true => to_move,
        false => to_move.opponent(),
    }
}
