//! An analysis in steps: it works for as long as it is let, and goes on later.

use super::judge::{Judge, Node, Work};
use super::{Analysis, JudgedMove, Limits, Mark, News, PrincipalLine, Side, Wish};
use crate::{Control, Solver};
use crosscram_rules::{Board, ByFirst, Move, Outcome, Player, Tile};
use crosscram_support::clock::Instant;
use std::time::Duration;

/// The node limit of the first searches; those that do not end are repeated with more.
const FIRST_LIMIT: u64 = 4_096;
/// The factor by which the limit grows; searches that do not end then waste a seventh of the work.
const GROWTH: u64 = 8;

/// Nodes spent on each move of a lost position to see which is hardest to refute.
const RESISTANCE: u64 = 2_000;

/// The share of the nodes that may go into the question who wins at all.
const FOR_THE_WHOLE: u64 = 2;

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
    // Nodes depend on this analysis alone.
    solver.forget_positions();
    let mut analyser = Analyser::new(board, tile, players, solver, limits);
    let stopped = !analyser.go_on(solver, control, tell);
    if stopped {
        analyser.end(solver, control);
    }
    analyser.into_analysis()
}

/// An analysis that works for as long as it is let, and goes on later.
pub struct Analyser {
    judge: Judge,
    board: Board,
    tile: Tile,
    sides: Vec<Side>,
    time: Option<Duration>,
    /// How long it has worked before the present slice.
    spent: Duration,
    phase: Phase,
    wish: Wish,
    stopped: bool,
}

/// What an analysis does next; numbers are those of sides.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Bounds on the whole position.
    Begin,
    /// Who wins at all.
    Whole(usize, Share),
    /// Bounds on moves.
    Bounds(usize),
    Moves(Round),
    /// How hard the moves of a lost position are to refute: the side, the number of the next move in the order of the
    /// solver, and the hardest before it with the nodes that it took.
    Resist(usize, usize, Option<(u64, Move)>),
    /// What the judged moves say of the whole.
    Conclude(usize),
    /// A winning reply to the move with this number.
    Refute(usize, usize),
    Line(usize, Node),
    Over,
}

/// What may go into the question who wins at all.
#[derive(Clone, Copy, Debug)]
struct Share {
    nodes: u64,
    /// As time of the whole analysis.
    until: Option<Duration>,
}

/// Searches of all unknown moves with one limit.
#[derive(Clone, Copy, Debug)]
struct Round {
    limit: u64,
    /// Nodes before it.
    before: u64,
    /// The number of the next move, over all sides.
    next: usize,
}

impl Analyser {
    /// An analysis that has not begun. What the table of `solver` holds is used.
    pub fn new(
        board: &Board,
        tile: Tile,
        players: &[Player],
        solver: &Solver,
        limits: Limits,
    ) -> Analyser {
        let side = |&first: &Player| {
            let moves = board.moves(first, tile).map(|mov| JudgedMove {
                mov,
                mark: None,
                refutation: None,
            });
            Side {
                first,
                winner: None,
                bound: None,
                moves: moves.collect(),
                line: None,
            }
        };
        Analyser {
            judge: Judge::new(board, tile, solver, limits),
            board: *board,
            tile,
            sides: players.iter().map(side).collect(),
            time: limits.time,
            spent: Duration::ZERO,
            phase: Phase::Begin,
            wish: Wish::Moves,
            stopped: false,
        }
    }

    /// Wishes for no more than this from the beginning.
    #[must_use]
    pub fn wishing(self, wish: Wish) -> Analyser {
        Analyser { wish, ..self }
    }

    /// Goes on until all is known that the limits allow, or until `control` is stopped; it is asked again with a new one then.
    /// Returns whether that was all.
    pub fn go_on(
        &mut self,
        solver: &Solver,
        control: &Control,
        tell: &mut dyn FnMut(News) -> Wish,
    ) -> bool {
        self.work(solver, control, false, tell)
    }

    /// Searches no more, and concludes from what is known.
    pub fn end(&mut self, solver: &Solver, control: &Control) {
        self.stopped |= !matches!(self.phase, Phase::Over);
        self.work(solver, control, true, &mut |_| Wish::Moves);
    }

    /// The sides as far as they are judged.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.judge.spent()
    }

    /// How long it has worked.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// What was found.
    pub fn into_analysis(self) -> Analysis {
        let nodes = self.judge.spent();
        let mut sides = self.sides.into_iter();
        let mut of = ByFirst::new(|_| None);
        for side in &mut sides {
            let first = side.first;
            *of.get_mut(first) = Some(side);
        }
        let winner = |first| of.get(first).as_ref().and_then(|side: &Side| side.winner);
        let winners = (winner(Player::Vertical), winner(Player::Horizontal));
        Analysis {
            outcome: match winners {
                (Some(vertical), Some(horizontal)) => {
                    Some(Outcome::from_winners(vertical, horizontal))
                }
                _ => None,
            },
            sides: of,
            nodes,
            stopped: self.stopped,
        }
    }

    fn work(
        &mut self,
        solver: &Solver,
        control: &Control,
        ends: bool,
        tell: &mut dyn FnMut(News) -> Wish,
    ) -> bool {
        let started = Instant::now();
        let at = |spent: Duration, end: Option<Duration>| {
            end.and_then(|end| started.checked_add(end.saturating_sub(spent)))
        };
        let work = Work {
            solver,
            control,
            until: at(self.spent, self.time),
            ends,
        };
        let over = loop {
            let now = self.spent + started.elapsed();
            let until = match self.phase {
                Phase::Over => break true,
                Phase::Whole(_, share) => at(self.spent, share.until),
                _ => work.until,
            };
            self.step(Work { until, ..work }, now, tell);
            if work.pauses() && !matches!(self.phase, Phase::Over) {
                break false;
            }
        };
        self.stopped |= over && !ends && work.has_ended();
        self.spent += started.elapsed();
        over
    }

    /// The next step, unless `work` pauses meanwhile: then it is repeated later.
    fn step(&mut self, work: Work<'_>, now: Duration, tell: &mut dyn FnMut(News) -> Wish) {
        match self.phase {
            Phase::Begin => {
                // For one move a search is quicker, whose own bounds come first.
                let sides = self.sides.iter_mut();
                for side in sides.filter(|_| self.wish > Wish::Move) {
                    whole_by_bounds(&mut self.judge, work, &self.board, side);
                }
                if !work.pauses() {
                    self.phase = Phase::Whole(0, self.share(now));
                }
            }
            Phase::Whole(index, share) => {
                if let Some(side) = self.sides.get_mut(index) {
                    solve_first(&mut self.judge, work, &self.board, side, share.nodes);
                    if side.winner.is_none() && work.pauses() {
                        return;
                    }
                    self.wish = self.wish.min(tell_winner(side, tell));
                    self.phase = Phase::Whole(index + 1, self.share(now));
                } else {
                    self.phase = match self.wish {
                        Wish::Moves => Phase::Bounds(0),
                        _ => Phase::Conclude(0),
                    };
                }
            }
            Phase::Bounds(index) => {
                self.phase = match self.sides.get_mut(index) {
                    Some(side) => {
                        moves_by_bounds(&mut self.judge, work, &self.board, side);
                        if work.pauses() {
                            return;
                        }
                        Phase::Bounds(index + 1)
                    }
                    None => Phase::Moves(Round {
                        limit: FIRST_LIMIT,
                        before: self.judge.spent(),
                        next: 0,
                    }),
                };
            }
            Phase::Moves(round) => self.search_move(work, round, tell),
            Phase::Conclude(index) => {
                let Some(side) = self.sides.get_mut(index) else {
                    self.phase = Phase::Over;
                    return;
                };
                share_marks(&self.judge, &self.board, side);
                conclude(side);
                self.phase = match self.wish {
                    Wish::Nothing => Phase::Conclude(index + 1),
                    Wish::Move if side.winner == Some(side.first.opponent()) => {
                        Phase::Resist(index, 0, None)
                    }
                    Wish::Move => self.line_of(index),
                    Wish::Line => self.line_of(index),
                    Wish::Moves => Phase::Refute(index, 0),
                };
            }
            Phase::Resist(index, next, hardest) => self.try_to_resist(work, index, next, hardest),
            Phase::Refute(index, next) => {
                let Some(judged) = self.sides[index].moves.get_mut(next) else {
                    self.phase = self.line_of(index);
                    return;
                };
                if judged.wins() == Some(false) {
                    let node = self.judge.after(&self.board, judged.mov);
                    judged.refutation = self.judge.winning_move(work, node);
                    if judged.refutation.is_none() && work.pauses() {
                        return;
                    }
                }
                self.phase = Phase::Refute(index, next + 1);
            }
            Phase::Line(index, node) => self.extend_line(work, index, node),
            Phase::Over => {}
        }
    }

    /// Half of what is left, or everything if nothing else is wished for.
    fn share(&self, now: Duration) -> Share {
        match self.wish {
            Wish::Nothing | Wish::Move => Share {
                nodes: self.judge.left(),
                until: self.time,
            },
            Wish::Line | Wish::Moves => Share {
                nodes: self.judge.left() / FOR_THE_WHOLE,
                until: self.time.map(|time| (now + time.max(now)) / 2),
            },
        }
    }

    fn line_of(&self, index: usize) -> Phase {
        Phase::Line(index, (self.board, self.sides[index].first))
    }

    /// Searches the next unknown move, the quick ones first.
    fn search_move(&mut self, work: Work<'_>, round: Round, tell: &mut dyn FnMut(News) -> Wish) {
        let moves = self.sides.iter().flat_map(|side| &side.moves);
        let of = moves.clone().count();
        let known = moves.clone().filter(|judged| judged.mark.is_some()).count();
        let unknown = |(_, judged): &(usize, &JudgedMove)| judged.mark.is_none();
        let found = moves.enumerate().skip(round.next).find(unknown);
        let Some((next, mov)) = found.map(|(next, judged)| (next, judged.mov)) else {
            // Stops if nothing could be searched further with the remaining budget.
            let (limit, before) = (round.limit, self.judge.spent());
            let useless = before == round.before && limit >= self.judge.left();
            self.phase = match known == of || useless {
                true => Phase::Conclude(0),
                false => Phase::Moves(Round {
                    limit: limit.saturating_mul(GROWTH),
                    before,
                    next: 0,
                }),
            };
            return;
        };
        if work.pauses() {
            return;
        }
        if self.judge.left() == 0 || work.has_ended() {
            self.phase = Phase::Conclude(0);
            return;
        }
        self.wish = self.wish.min(tell(News::Judged { known, of }));
        if self.wish < Wish::Moves {
            self.phase = Phase::Conclude(0);
            return;
        }
        let node = self.judge.after(&self.board, mov);
        // A move that is the same by symmetry may have been searched meanwhile.
        let judge = &mut self.judge;
        let verdict = judge
            .known(node)
            .or_else(|| judge.search(work, node, round.limit));
        if verdict.is_none() && work.pauses() {
            return;
        }
        let mut moves = self.sides.iter_mut().flat_map(|side| &mut side.moves);
        if let Some(judged) = moves.nth(next) {
            judged.mark = verdict.map(Mark::after_move);
        }
        let next = next + 1;
        self.phase = Phase::Moves(Round { next, ..round });
    }

    /// Searches the next move of a lost position for a while.
    fn try_to_resist(
        &mut self,
        work: Work<'_>,
        index: usize,
        next: usize,
        hardest: Option<(u64, Move)>,
    ) {
        let side = &mut self.sides[index];
        let moves = self.judge.moves(&self.board, side.first);
        let Some(&mov) = moves.get(next) else {
            side.line = hardest.map(|(_, mov)| PrincipalLine {
                moves: vec![mov],
                ..PrincipalLine::default()
            });
            self.phase = Phase::Conclude(index + 1);
            return;
        };
        if work.pauses() {
            return;
        }
        let after = self.judge.after(&self.board, mov);
        let nodes = self.judge.resistance(work, after, RESISTANCE);
        let is_harder = hardest.is_none_or(|(before, _)| nodes > before);
        let hardest = if is_harder {
            Some((nodes, mov))
        } else {
            hardest
        };
        self.phase = Phase::Resist(index, next + 1, hardest);
    }

    /// One more move of the principal line, if the winner is known.
    fn extend_line(&mut self, work: Work<'_>, index: usize, node: Node) {
        let (board, to_move) = node;
        let done = Phase::Conclude(index + 1);
        let side = &mut self.sides[index];
        let Some(winner) = side.winner else {
            self.phase = done;
            return;
        };
        let line = side.line.get_or_insert_with(|| PrincipalLine {
            decided_after: side.bound.map(|_| 0),
            decided_by: side.bound,
            ..PrincipalLine::default()
        });
        if !board.can_move(to_move, self.tile) {
            line.complete = true;
            self.phase = done;
            return;
        }
        let begins = line.moves.is_empty();
        let next = if to_move != winner {
            let hardest = hardest(&side.moves).filter(|_| begins);
            hardest.or_else(|| self.judge.moves(&board, to_move).first().copied())
        } else {
            let easiest = easiest(&side.moves).filter(|_| begins);
            easiest.or_else(|| self.judge.winning_move(work, node))
        };
        if work.pauses() {
            return;
        }
        let Some(mov) = next.filter(|_| !work.has_ended()) else {
            self.phase = done;
            return;
        };
        line.moves.push(mov);
        let node = self.judge.after(&board, mov);
        if line.decided_by.is_none()
            && let Some(verdict) = self.judge.known(node)
            && verdict.reason.is_bound()
        {
            line.decided_after = Some(line.moves.len());
            line.decided_by = Some(verdict.reason);
        }
        self.phase = match self.wish {
            Wish::Move => done,
            _ => Phase::Line(index, node),
        };
    }
}

/// Judges the position without search. If the first player loses, so does every move.
fn whole_by_bounds(judge: &mut Judge, work: Work<'_>, board: &Board, side: &mut Side) {
    if !work.is_over()
        && let Some(verdict) = judge.known((*board, side.first))
    {
        side.bound = Some(verdict.reason);
        side.take(verdict);
    }
}

/// Searches for the winner where no bound has decided it.
fn solve_first(judge: &mut Judge, work: Work<'_>, board: &Board, side: &mut Side, nodes: u64) {
    let whole = (*board, side.first);
    if side.winner.is_none()
        && nodes > 0
        && let Some(verdict) = judge
            .remembered(whole)
            .or_else(|| judge.search(work, whole, nodes))
    {
        side.take(verdict);
        // Among the moves is the winning one that the search has found.
        share_marks(judge, board, side);
    }
}

fn tell_winner(side: &Side, tell: &mut dyn FnMut(News) -> Wish) -> Wish {
    let Some(winner) = side.winner else {
        return Wish::Moves;
    };
    let won = side.moves.iter().find(|judged| judged.wins() == Some(true));
    tell(News::Winner {
        first: side.first,
        winner,
        best_move: won.map(|judged| judged.mov),
    })
}

/// Judges the moves of one player without search. A bound of the move itself is a better reason than that the whole
/// position is lost.
fn moves_by_bounds(judge: &mut Judge, work: Work<'_>, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if work.is_over() {
            break;
        }
        if judged.mark.is_none_or(|mark| mark.whole_position) {
            let verdict = judge.known(judge.after(board, judged.mov));
            judged.mark = verdict.map(Mark::after_move).or(judged.mark);
        }
    }
}

/// Gives moves that are not judged the marks of those that are the same by symmetry.
fn share_marks(judge: &Judge, board: &Board, side: &mut Side) {
    for judged in &mut side.moves {
        if judged.mark.is_none() {
            let verdict = judge.remembered(judge.after(board, judged.mov));
            judged.mark = verdict.map(Mark::after_move);
        }
    }
}

/// Derives the winner from the moves, if they decide it.
fn conclude(side: &mut Side) {
    if side.moves.iter().any(|judged| judged.wins() == Some(true)) {
        side.winner = Some(side.first);
    } else if side.moves.iter().all(|judged| judged.wins() == Some(false)) {
        side.winner = Some(side.first.opponent());
    }
}

/// The winning move that took the fewest nodes.
fn easiest(moves: &[JudgedMove]) -> Option<Move> {
    let winning = moves.iter().filter_map(|judged| {
        let mark = judged.mark.filter(|mark| mark.wins)?;
        Some((mark.reason.nodes(), judged.mov))
    });
    winning.min_by_key(|&(nodes, _)| nodes).map(|(_, mov)| mov)
}

/// The losing move that took the most nodes, if any took a search.
fn hardest(moves: &[JudgedMove]) -> Option<Move> {
    let effort = moves.iter().filter_map(|judged| {
        let nodes = judged.mark?.reason.nodes();
        (nodes > 0).then_some((nodes, judged.mov))
    });
    effort.max_by_key(|&(nodes, _)| nodes).map(|(_, mov)| mov)
}
