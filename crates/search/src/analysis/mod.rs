//! Every move of a position judged: who wins after it, what shows that, and how it is answered.
//!
//! Marks are proven or missing, never guessed: what neither a bound nor the search within its
//! limits decides stays unknown. Positions that are the same by reflection, or by transposition
//! with the players exchanged, are judged once.

mod judge;
mod symmetry;

use crate::explain::Level;
use crate::{Control, Solver};
use crosscram_rules::{Board, Move, Player, Tile};
use judge::{Judge, Verdict};

/// What an analysis may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of all searches together. Searches look at it every few thousand nodes, so some
    /// thousands more may be searched.
    pub nodes: u64,
    /// Maximum number of cells of regions that the switch bounds take uncut.
    pub cells: u32,
}

/// What shows who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Safe moves of the one against real moves of the other.
    Counts,
    /// The board cover.
    Cover,
    /// Switch bounds.
    Switches(Level),
    /// A search of this many nodes.
    Search {
        /// Nodes of the search that decided it.
        nodes: u64,
    },
}

impl Reason {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Counts => "counts",
            Reason::Cover => "cover",
            Reason::Switches(level) => level.name(),
            Reason::Search { .. } => "search",
        }
    }

    /// Returns whether no search was needed.
    pub fn is_bound(self) -> bool {
        !matches!(self, Reason::Search { .. })
    }

    /// Nodes searched; none for a bound.
    pub fn nodes(self) -> u64 {
        match self {
            Reason::Search { nodes } => nodes,
            _ => 0,
        }
    }
}

/// What is proven of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether it wins.
    pub wins: bool,
    /// What shows it.
    pub reason: Reason,
    /// Whether the reason is about the position before the move, where every move loses, instead
    /// of the one after it.
    pub whole_position: bool,
}

/// A legal move and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mov: Move,
    /// What is proven; `None` if unknown.
    pub mark: Option<Mark>,
    /// A winning reply to a losing move; `None` also if none was found within the limits.
    pub refutation: Option<Move>,
}

/// How the game may go on: the winner plays winning moves, the loser the moves that the search
/// would try first, but at the very beginning the one that was hardest to refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrincipalLine {
    /// The moves.
    pub moves: Vec<Move>,
    /// After how many of them a bound decides the game, and which; `None` if none does in what
    /// is known of the line.
    pub decided: Option<(usize, Reason)>,
    /// Whether the line ends because the player to move cannot; else the limits were reached.
    pub complete: bool,
}

/// The moves of one player, as if it were his turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Who moves first.
    pub first: Player,
    /// Who wins, if known.
    pub winner: Option<Player>,
    /// The bound that decides the position before any move, if there is one.
    pub bound: Option<Reason>,
    /// All legal moves, row by row.
    pub moves: Vec<JudgedMove>,
    /// The principal line, if it is known who wins.
    pub line: Option<PrincipalLine>,
}

/// What is known of all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each player asked about.
    pub sides: Vec<Side>,
    /// Nodes of all searches, also of those that were given up.
    pub nodes: u64,
    /// Whether it was stopped, by [`Control::stop`] or at its deadline.
    pub stopped: bool,
}

/// Limit of the first searches; those that do not end are tried again with more.
const FIRST_LIMIT: u64 = 4_096;
/// How many times more: what is wasted on searches that do not end is then a seventh.
const GROWTH: u64 = 8;

/// Judge every move of each of `players` on `board`.
///
/// If `control` is stopped, what is known by then is returned.
pub fn analyse(
    board: &Board,
    tile: Tile,
    players: &[Player],
    solver: &Solver,
    limits: Limits,
    control: &Control,
) -> Analysis {
    let mut judge = Judge::new(board, tile, solver, limits, control);
    let mut sides: Vec<Side> = players
        .iter()
        .map(|&first| side_by_bounds(&mut judge, board, tile, first))
        .collect();
    search_moves(&mut judge, board, &mut sides);
    for side in &mut sides {
        conclude(side);
        refute(&mut judge, board, side);
        side.line = line(&mut judge, board, tile, side);
    }
    Analysis {
        sides,
        nodes: judge.spent(),
        stopped: judge.is_stopped(),
    }
}

/// All that is known without search.
fn side_by_bounds(judge: &mut Judge<'_>, board: &Board, tile: Tile, first: Player) -> Side {
    let mut moves: Vec<JudgedMove> = board
        .moves(first, tile)
        .map(|mov| JudgedMove {
            mov,
            mark: None,
            refutation: None,
        })
        .collect();
    let whole = match judge.is_stopped() {
        true => None,
        false => judge.known((*board, first)),
    };
    for judged in &mut moves {
        if judge.is_stopped() {
            break;
        }
        let verdict = judge.known(judge.after(board, judged.mov));
        judged.mark = verdict.map(Mark::after_move);
        if judged.mark.is_none() {
            let lost = whole.filter(|verdict| !verdict.mover_wins);
            judged.mark = lost.map(|verdict| Mark {
                wins: false,
                reason: verdict.reason,
                whole_position: true,
            });
        }
    }
    let winner = whole.map(|verdict| match verdict.mover_wins {
        true => first,
        false => first.opponent(),
    });
    Side {
        first,
        winner,
        bound: whole.map(|verdict| verdict.reason),
        moves,
        line: None,
    }
}

/// Search what is unknown, the quick ones first.
fn search_moves(judge: &mut Judge<'_>, board: &Board, sides: &mut [Side]) {
    let mut limit = FIRST_LIMIT;
    loop {
        let (mut unknown, spent) = (false, judge.spent());
        for judged in sides.iter_mut().flat_map(|side| &mut side.moves) {
            if judged.mark.is_some() {
                continue;
            }
            if judge.left() == 0 || judge.is_stopped() {
                return;
            }
            let node = judge.after(board, judged.mov);
            // A move that is the same by symmetry may have been searched meanwhile.
            let verdict = judge.known(node).or_else(|| judge.search(node, limit));
            judged.mark = verdict.map(Mark::after_move);
            unknown |= verdict.is_none();
        }
        // What is left may be too little to try anything with more than before.
        if !unknown || judge.spent() == spent && limit >= judge.left() {
            return;
        }
        limit = limit.saturating_mul(GROWTH);
    }
}

/// Who wins, as far as the moves tell.
fn conclude(side: &mut Side) {
    let wins = |judged: &JudgedMove| judged.mark.map(|mark| mark.wins);
    if side.moves.iter().any(|judged| wins(judged) == Some(true)) {
        side.winner = Some(side.first);
    } else if side.moves.iter().all(|judged| wins(judged) == Some(false)) {
        side.winner = Some(side.first.opponent());
    }
}

/// Find a winning reply to each losing move.
fn refute(judge: &mut Judge<'_>, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if judged.mark.is_some_and(|mark| !mark.wins) {
            let node = judge.after(board, judged.mov);
            judged.refutation = judge.winning_move(node);
        }
    }
}

/// How the game may go on, if it is known who wins.
fn line(judge: &mut Judge<'_>, board: &Board, tile: Tile, side: &Side) -> Option<PrincipalLine> {
    let winner = side.winner?;
    let mut line = PrincipalLine {
        moves: Vec::new(),
        decided: side.bound.map(|reason| (0, reason)),
        complete: false,
    };
    let (mut board, mut to_move) = (*board, side.first);
    loop {
        if !board.can_move(to_move, tile) {
            line.complete = true;
            return Some(line);
        }
        let next = if to_move != winner {
            let hardest = hardest(side).filter(|_| line.moves.is_empty());
            hardest.or_else(|| judge.moves(&board, to_move).first().copied())
        } else if line.moves.is_empty()
            && let Some(easiest) = easiest(side)
        {
            Some(easiest)
        } else {
            judge.winning_move((board, to_move))
        };
        let Some(mov) = next else {
            return Some(line);
        };
        if judge.is_stopped() {
            return Some(line);
        }
        line.moves.push(mov);
        (board, to_move) = judge.after(&board, mov);
        if line.decided.is_none()
            && let Some(verdict) = judge.known((board, to_move))
            && verdict.reason.is_bound()
        {
            line.decided = Some((line.moves.len(), verdict.reason));
        }
    }
}

/// The winning move that was found with least effort.
fn easiest(side: &Side) -> Option<Move> {
    let winning = side.moves.iter().filter_map(|judged| {
        let mark = judged.mark.filter(|mark| mark.wins)?;
        Some((mark.reason.nodes(), judged.mov))
    });
    winning.min_by_key(|&(nodes, _)| nodes).map(|(_, mov)| mov)
}

/// The losing move that took most effort, if any took a search.
fn hardest(side: &Side) -> Option<Move> {
    let effort = side.moves.iter().filter_map(|judged| {
        let nodes = judged.mark?.reason.nodes();
        (nodes > 0).then_some((nodes, judged.mov))
    });
    effort.max_by_key(|&(nodes, _)| nodes).map(|(_, mov)| mov)
}

impl Mark {
    /// The mark of the move that led to a position with this verdict.
    fn after_move(verdict: Verdict) -> Mark {
        Mark {
            wins: !verdict.mover_wins,
            reason: verdict.reason,
            whole_position: false,
        }
    }
}
