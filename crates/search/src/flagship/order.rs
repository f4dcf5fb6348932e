//! Which moves a node tries, and in which order.
//!
//! By how a move changes real and safe moves of both players, ties by a fixed value of the
//! square (Bullock 2002): an order that does not depend on how a position was reached, so that
//! lines of play meet again in the table.

use super::worker::Worker;
use crate::classic::counts::{Totals, count, count_dominoes};
use crate::classic::ordering::SCALE;
use crate::classic::scores::Scores;
use crate::classic::view::State;
use crate::config::Ordering;
use crosscram_rules::Bits;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Larger is tried earlier; no two moves of a node are equal.
    rank: i32,
    /// First cell, in the mover's layout.
    pub(super) start: u16,
}

/// Low digits of a rank: raster order among equal scores.
const PLACES: i32 = 256;

/// The moves of a node that are not in the list yet.
pub(super) struct Remaining<W> {
    /// Moves in order of score.
    scored: W,
    /// Moves with a protected cell, which wait for the others.
    waiting: W,
    scores: Option<Scores<W>>,
    pushed: Pushed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pushed {
    Nothing,
    BestClass,
    Scored,
    All,
}

impl<W: Bits> Worker<'_, W> {
    /// Real and safe moves of a position.
    #[inline]
    pub(super) fn count(&self, state: &State<W>) -> Totals {
        if self.tile == 2 {
            count_dominoes(state, &self.views)
        } else {
            count(state, &self.views, self.tile)
        }
    }

    /// All moves worth trying; [`Worker::push_more`] puts them into the list.
    pub(super) fn moves(&self, state: &State<W>, mover: usize) -> Remaining<W> {
        let (view, free) = (&self.views[mover], state.free[mover]);
        let protected = view.protected(free, self.tile);
        let mut moves = view.starts(free, self.tile);
        if self.techniques.no_safe_moves {
            // Bullock's Theorem 4.3.1: a safe move can wait as long as there is another.
            let others = moves & !view.starts(protected, self.tile);
            if !others.is_empty() {
                moves = others;
            }
        }
        if self.techniques.shift_dominance && self.tile == 2 {
            moves = moves & !self.shifted(moves, free, protected, mover);
        }
        let mut touching = protected;
        for step in 1..self.tile {
            touching |= protected >> step;
        }
        let untouched = moves & !touching;
        let (scored, waiting) = if untouched.is_empty() {
            (moves, W::EMPTY)
        } else {
            (untouched, moves & touching)
        };
        let at_once =
            self.tile == 2 && self.techniques.ordering != Ordering::None && !untouched.is_empty();
        Remaining {
            scored,
            waiting,
            scores: at_once.then(|| Scores::new(view, free)),
            pushed: Pushed::Nothing,
        }
    }

    /// First cells of dominoes that are no better than the same domino shifted by one.
    ///
    /// Let A cover cells 1 and 2 of a line, B cells 2 and 3. After A cell 3 is left over, after B
    /// cell 1. If cell 4 is not free, cell 3 is of no use to the mover after A; if cell 1 has no
    /// free neighbour across, it is of no use to his opponent after B. Then B is at least as good:
    /// from the position after A remove cell 3, which costs the mover nothing, and add cell 1,
    /// which gives his opponent nothing. Only a move that stays in the list may oust another, and
    /// of a pair that oust each other one stays: A can only be ousted by B towards the end of
    /// its run, and B in turn only by A.
    fn shifted(&self, moves: W, free: W, protected: W, mover: usize) -> W {
        let view = &self.views[mover];
        let in_line = |shifted: W, first: W| shifted & first;
        // Cells at distance two and three along the line, within it.
        let next = |set: W| in_line(set >> 1, view.not_last);
        let before = |set: W| in_line(set << 1, view.not_first);
        let behind_pair = next(next(next(free)));
        let by_next = moves & next(moves) & !behind_pair & protected;
        let before_pair = before(before(free));
        let by_previous = moves & before(moves) & !before_pair & (protected >> 1);
        by_next | (by_previous & !(by_next << 1))
    }

    /// Put the next best moves into the list; whether there were any.
    pub(super) fn push_more(
        &mut self,
        state: &State<W>,
        mover: usize,
        remaining: &mut Remaining<W>,
    ) -> bool {
        let base = self.candidates.len();
        while self.candidates.len() == base {
            remaining.pushed = match (remaining.pushed, &remaining.scores) {
                (Pushed::Nothing, Some(scores)) => {
                    if let Some((score, class)) = scores.classes(remaining.scored).next() {
                        self.push_class(score, class, mover);
                    }
                    Pushed::BestClass
                }
                (Pushed::Nothing, None) => {
                    self.push_one_by_one(state, mover, remaining.scored);
                    Pushed::Scored
                }
                (Pushed::BestClass, scores) => {
                    let scores = scores.as_ref().expect("classes have scores");
                    for (score, class) in scores.classes(remaining.scored).skip(1) {
                        self.push_class(score, class, mover);
                    }
                    Pushed::Scored
                }
                (Pushed::Scored, _) => {
                    for start in remaining.waiting.members() {
                        self.push(0, start);
                    }
                    Pushed::All
                }
                (Pushed::All, _) => return false,
            };
        }
        let moves = &mut self.candidates[base..];
        moves.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        true
    }

    /// Scores by counting the board before and after each move.
    fn push_one_by_one(&mut self, state: &State<W>, mover: usize, moves: W) {
        if self.techniques.ordering == Ordering::None {
            self.push_class(0, moves, mover);
            return;
        }
        let totals = self.count(state);
        for start in moves.members() {
            let next = self.count(&state.after(&self.masks[mover][start as usize]));
            let score = totals.score_of(&next, mover);
            self.push_class(score, W::single(start), mover);
        }
    }

    fn push_class(&mut self, score: i32, class: W, mover: usize) {
        for start in class.members() {
            let tie_break = match self.techniques.ordering {
                Ordering::None | Ordering::Primary => 0,
                Ordering::Positional | Ordering::Dynamic => {
                    i32::from(self.positional[mover][start as usize])
                }
            };
            self.push(SCALE * score + tie_break, start);
        }
    }

    fn push(&mut self, score: i32, start: u32) {
        self.candidates.push(Candidate {
            rank: score * PLACES - start as i32,
            start: start as u16,
        });
    }
}
