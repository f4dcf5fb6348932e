//! Judges every move of a position: who wins after it, what proves that, and how it is answered.
//!
//! Marks are proven or missing, never guessed: a move that neither a bound nor the search within its
//! limits decides stays unknown. Positions that are the same by reflection, or by transposition with the
//! players exchanged, are judged once.

mod judge;
mod symmetry;

use crate::explain::Level;
use crate::{Control, Solver};
use crosscram_rules::{Board, Move, Player, Tile};
use judge::{Judge, Verdict};

/// Limits of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of all searches together. With one thread of the engine crosscram it is not exceeded; other
    /// searches check it every few thousand nodes.
    pub nodes: u64,
    /// Maximum number of cells of regions that the switch bounds take uncut.
    pub cells: u32,
}

/// What proves who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Safe moves of one player against real moves of the other.
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
    /// What proves it.
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

/// A principal line: the winner plays winning moves; the loser first the move that was hardest to refute,
/// then the moves that the search would try first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrincipalLine {
    /// The moves.
    pub moves: Vec<Move>,
    /// After how many of them a bound decides the game, and which bound; `None` if none does.
    pub decided: Option<(usize, Reason)>,
    /// Whether the line ends because the player to move has no move; else the limits were reached.
    pub complete: bool,
}

/// The moves of one player, as if it were that player's turn.
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
    /// Nodes of all searches, including those that were given up.
    pub nodes: u64,
    /// Whether it was stopped, by [`Control::stop`] or at its deadline.
    pub stopped: bool,
}

/// The node limit of the first searches; those that do not end are repeated with more.
const FIRST_LIMIT: u64 = 4_096;
/// The factor by which the limit grows; searches that do not end then waste a seventh of the work.
const GROWTH: u64 = 8;

/// Judges every move of each of `players` on `board`.
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

/// Judges the moves of one player without search.
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

/// Searches the unknown moves, the quick ones first.
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
        // Stops if nothing could be searched further with the remaining budget.
        if !unknown || judge.spent() == spent && limit >= judge.left() {
            return;
        }
        limit = limit.saturating_mul(GROWTH);
    }
}

/// Derives the winner from the moves, if they decide it.
fn conclude(side: &mut Side) {
    let wins = |judged: &JudgedMove| judged.mark.map(|mark| mark.wins);
    if side.moves.iter().any(|judged| wins(judged) == Some(true)) {
        side.winner = Some(side.first);
    } else if side.moves.iter().all(|judged| wins(judged) == Some(false)) {
        side.winner = Some(side.first.opponent());
    }
}

/// Finds a winning reply to each losing move.
fn refute(judge: &mut Judge<'_>, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if judged.mark.is_some_and(|mark| !mark.wins) {
            let node = judge.after(board, judged.mov);
            judged.refutation = judge.winning_move(node);
        }
    }
}

/// The principal line, if the winner is known.
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

/// The winning move that took the fewest nodes.
fn easiest(side: &Side) -> Option<Move> {
    let winning = side.moves.iter().filter_map(|judged| {
        let mark = judged.mark.filter(|mark| mark.wins)?;
        Some((mark.reason.nodes(), judged.mov))
    });
    winning.min_by_key(|&(nodes, _)| nodes).map(|(_, mov)| mov)
}

/// The losing move that took the most nodes, if any took a search.
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
