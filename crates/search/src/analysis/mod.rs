//! Judges every move of a position: who wins after it, what proves that, and how it is answered.
//!
//! Marks are proven or missing, never guessed: a move that neither a bound nor the search within its
//! limits decides stays unknown. Positions that are the same by reflection, or by transposition with the
//! players exchanged, are judged once.
//!
//! Who wins at all comes first: it takes one search, and if the player to move has lost, so has every move. Then
//! come the moves, the quick ones first.

mod distance;
mod judge;
mod review;
mod symmetry;

use crate::explain::Level;
use crate::{Control, Solver};
use crosscram_rules::{Board, Move, Player, Tile};
pub use distance::{Distance, Distances};
use judge::{Judge, Verdict};
pub use review::{Effect, Review, ReviewedMove, review};

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

    /// A clause that explains to a player why `winner` wins, for instance after "proven".
    pub fn in_words(self, winner: Player) -> String {
        let loser = winner.opponent();
        match self {
            Reason::Counts => format!(
                "by counting: moves that only {winner} can make outnumber all moves left to {loser}"
            ),
            Reason::Cover => format!(
                "by a board cover: {winner} is sure of more moves than {loser} can ever make"
            ),
            Reason::Switches(level) => {
                let cut = match level {
                    Level::Rows => "into lines and strips",
                    Level::Runs => "into runs of free cells",
                    Level::Regions => "into regions",
                    Level::Across => "into regions, some across their necks",
                    Level::Merge => "into pieces",
                };
                format!(
                    "by a cut: even if the board is cut {cut} to the loss of {winner}, {winner} wins their sum"
                )
            }
            Reason::Search { nodes } => {
                let s = if nodes == 1 { "" } else { "s" };
                format!(
                    "by search: {winner} has an answer to everything ({nodes} position{s} looked at)"
                )
            }
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

/// The share of the nodes that may go into the question who wins at all.
const FOR_THE_WHOLE: u64 = 2;

/// What an analysis tells while it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Who wins if `first` moves first.
    Winner {
        /// Who moves first.
        first: Player,
        /// Who wins.
        winner: Player,
        /// A winning move of `first`, if one is known already.
        best_move: Option<Move>,
    },
    /// How many moves are judged, of how many.
    Judged {
        /// Moves with a mark.
        known: usize,
        /// All moves.
        of: usize,
    },
}

/// What is wanted after some [`News`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// Nothing more: what is known is enough.
    Nothing,
    /// A principal line.
    Line,
    /// All moves and a principal line.
    Moves,
}

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
    let tell = &mut |_| Wish::Moves;
    analyse_and_tell(board, tile, players, solver, limits, control, tell)
}

/// The same; `tell` hears what is known on the way, and says what it wants further.
pub fn analyse_and_tell(
    board: &Board,
    tile: Tile,
    players: &[Player],
    solver: &Solver,
    limits: Limits,
    control: &Control,
    tell: &mut dyn FnMut(News) -> Wish,
) -> Analysis {
    let mut judge = Judge::new(board, tile, solver, limits, control);
    let mut sides: Vec<Side> = players
        .iter()
        .map(|&first| whole_by_bounds(&mut judge, board, tile, first))
        .collect();
    let mut wish = Wish::Moves;
    for side in &mut sides {
        wish = wish.min(solve_first(&mut judge, board, side, tell));
    }
    if wish == Wish::Moves {
        for side in &mut sides {
            moves_by_bounds(&mut judge, board, side);
        }
        wish = search_moves(&mut judge, board, &mut sides, tell);
    }
    for side in &mut sides {
        share(&judge, board, side);
        conclude(side);
        if wish == Wish::Moves {
            refute(&mut judge, board, side);
        }
        if wish >= Wish::Line {
            side.line = line(&mut judge, board, tile, side);
        }
    }
    Analysis {
        sides,
        nodes: judge.spent(),
        stopped: judge.is_stopped(),
    }
}

/// Judges the position without search, if `first` moves first. If that player loses, so does every move.
fn whole_by_bounds(judge: &mut Judge<'_>, board: &Board, tile: Tile, first: Player) -> Side {
    let moves = board.moves(first, tile).map(|mov| JudgedMove {
        mov,
        mark: None,
        refutation: None,
    });
    let mut side = Side {
        first,
        winner: None,
        bound: None,
        moves: moves.collect(),
        line: None,
    };
    if !judge.is_stopped()
        && let Some(verdict) = judge.known((*board, first))
    {
        side.bound = Some(verdict.reason);
        side.take(verdict);
    }
    side
}

/// Searches for the winner where no bound has decided it.
fn solve_first(
    judge: &mut Judge<'_>,
    board: &Board,
    side: &mut Side,
    tell: &mut dyn FnMut(News) -> Wish,
) -> Wish {
    let nodes = judge.left() / FOR_THE_WHOLE;
    let whole = (*board, side.first);
    if side.winner.is_none()
        && nodes > 0
        && let Some(verdict) = judge
            .remembered(whole)
            .or_else(|| judge.search_whole(whole, nodes))
    {
        side.take(verdict);
        // Among the moves is the winning one that the search has found.
        share(judge, board, side);
    }
    let Some(winner) = side.winner else {
        return Wish::Moves;
    };
    let won = side.moves.iter().find(|judged| wins(judged) == Some(true));
    tell(News::Winner {
        first: side.first,
        winner,
        best_move: won.map(|judged| judged.mov),
    })
}

/// Judges the moves of one player without search. A bound of the move itself is a better reason than that the whole
/// position is lost.
fn moves_by_bounds(judge: &mut Judge<'_>, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if judge.is_stopped() {
            break;
        }
        if judged.mark.is_none_or(|mark| mark.whole_position) {
            let verdict = judge.known(judge.after(board, judged.mov));
            judged.mark = verdict.map(Mark::after_move).or(judged.mark);
        }
    }
}

/// Gives moves that are not judged the marks of those that are the same by symmetry.
fn share(judge: &Judge<'_>, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if judged.mark.is_none() {
            let verdict = judge.remembered(judge.after(board, judged.mov));
            judged.mark = verdict.map(Mark::after_move);
        }
    }
}

/// Searches the unknown moves, the quick ones first.
fn search_moves(
    judge: &mut Judge<'_>,
    board: &Board,
    sides: &mut [Side],
    tell: &mut dyn FnMut(News) -> Wish,
) -> Wish {
    let all: usize = sides.iter().map(|side| side.moves.len()).sum();
    let mut known = {
        let moves = sides.iter().flat_map(|side| &side.moves);
        moves.filter(|judged| judged.mark.is_some()).count()
    };
    let mut limit = FIRST_LIMIT;
    loop {
        let (mut unknown, spent) = (false, judge.spent());
        for judged in sides.iter_mut().flat_map(|side| &mut side.moves) {
            if judged.mark.is_some() {
                continue;
            }
            if judge.left() == 0 || judge.is_stopped() {
                return Wish::Moves;
            }
            let wish = tell(News::Judged { known, of: all });
            if wish < Wish::Moves {
                return wish;
            }
            let node = judge.after(board, judged.mov);
            // A move that is the same by symmetry may have been searched meanwhile.
            let verdict = judge.known(node).or_else(|| judge.search(node, limit));
            judged.mark = verdict.map(Mark::after_move);
            known += usize::from(verdict.is_some());
            unknown |= verdict.is_none();
        }
        // Stops if nothing could be searched further with the remaining budget.
        if !unknown || judge.spent() == spent && limit >= judge.left() {
            return Wish::Moves;
        }
        limit = limit.saturating_mul(GROWTH);
    }
}

/// Whether a move is proven to win or to lose.
fn wins(judged: &JudgedMove) -> Option<bool> {
    judged.mark.map(|mark| mark.wins)
}

/// Derives the winner from the moves, if they decide it.
fn conclude(side: &mut Side) {
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

impl Side {
    /// Takes over who wins. If the player to move loses, so does every move.
    fn take(&mut self, verdict: Verdict) {
        self.winner = Some(verdict.winner(self.first));
        if !verdict.mover_wins {
            for judged in &mut self.moves {
                judged.mark = judged.mark.or(Some(Mark::before_move(verdict)));
            }
        }
    }
}

impl Mark {
    /// The mark of every move in a lost position.
    fn before_move(verdict: Verdict) -> Mark {
        Mark {
            wins: verdict.mover_wins,
            reason: verdict.reason,
            whole_position: true,
        }
    }

    /// The mark of the move that led to a position with this verdict.
    fn after_move(verdict: Verdict) -> Mark {
        Mark {
            wins: !verdict.mover_wins,
            reason: verdict.reason,
            whole_position: false,
        }
    }
}
