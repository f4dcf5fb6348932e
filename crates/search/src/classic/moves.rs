//! Which moves a node tries, and in which order.

use super::node::Search;
use crate::layout::counts::Totals;
use crate::layout::positional::SCALE;
use crate::layout::scores::Scores;
use crate::layout::stages::{Candidate, Stages};
use crate::layout::view::State;
use crate::options::Ordering;
use crosscram_rules::Bits;

impl<W: Bits> Search<'_, W> {
    pub(crate) fn stages(&self, state: &State<W>, mover: usize) -> Stages<W> {
        Stages::new(&self.views[mover], state.free[mover], self.choice)
    }

    /// First cells of the moves that the opponent cannot prevent.
    pub(crate) fn safe_moves(&self, state: &State<W>, mover: usize) -> W {
        let view = &self.views[mover];
        view.right_moves(view.protected(state.free[mover]))
    }

    /// All moves worth trying, in the order in which a node tries them.
    pub(crate) fn all_candidates(&mut self, state: &State<W>, mover: usize) -> Vec<Candidate> {
        let stages = self.stages(state, mover);
        let totals = self.count(state);
        self.push_scored(state, &totals, mover, &stages, self.ordering);
        self.push_waiting(&stages);
        std::mem::take(&mut self.candidates)
    }

    /// All moves worth trying, in one stage, for the root.
    pub(crate) fn root_candidates(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        ordering: Ordering,
    ) -> Vec<Candidate> {
        let stages = self.stages(state, mover);
        let one_stage = Stages {
            scored: stages.scored | stages.waiting,
            waiting: W::EMPTY,
            ..stages
        };
        self.push_scored(state, totals, mover, &one_stage, ordering);
        std::mem::take(&mut self.candidates)
    }

    /// Appends the best of the scored moves.
    pub(crate) fn push_best(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        stages: &Stages<W>,
    ) {
        let base = self.candidates.len();
        if self.ordering != Ordering::None && self.can_score_at_once() && stages.is_untouched() {
            let scores = Scores::new(&self.views[mover], state.free[mover]);
            let (score, class) = scores
                .classes(stages.scored)
                .next()
                .expect("a node without moves is decided by counts");
            self.push_class(score, class, mover, self.ordering);
        } else {
            self.push_scored(state, totals, mover, stages, self.ordering);
        }
        let moves = &self.candidates[base..];
        let best = moves.iter().max_by_key(|candidate| candidate.rank).copied();
        self.candidates.truncate(base);
        self.candidates.extend(best);
    }

    /// Appends all scored moves, best first.
    pub(crate) fn push_scored(
        &mut self,
        state: &State<W>,
        totals: &Totals,
        mover: usize,
        stages: &Stages<W>,
        ordering: Ordering,
    ) {
        let base = self.candidates.len();
        let mut one_by_one = stages.scored;
        if ordering == Ordering::None {
            self.push_class(0, stages.scored, mover, ordering);
            one_by_one = W::EMPTY;
        } else if self.can_score_at_once() {
            let scores = Scores::new(&self.views[mover], state.free[mover]);
            for (score, class) in scores.classes(stages.scored & !stages.touching) {
                self.push_class(score, class, mover, ordering);
            }
            one_by_one &= stages.touching;
        }
        for start in one_by_one.members() {
            let next = self.count(&state.after(&self.masks[mover][start as usize]));
            let score = totals.score_of(&next, mover);
            self.push_class(score, W::single(start), mover, ordering);
        }
        // Classes come best first, so this hardly has to move anything.
        Candidate::sort(&mut self.candidates[base..]);
    }

    fn push_class(&mut self, score: i32, class: W, mover: usize, ordering: Ordering) {
        for start in class.members() {
            let tie_break = match ordering {
                Ordering::None | Ordering::Primary => 0,
                Ordering::Positional => self.positional[mover][start as usize],
                Ordering::Dynamic => self.reflected.value(mover, start),
            };
            let score = SCALE * score + i32::from(tie_break);
            self.candidates.push(Candidate::new(score, start));
        }
    }

    pub(crate) fn push_waiting(&mut self, stages: &Stages<W>) {
        let moves = stages.waiting.members();
        self.candidates
            .extend(moves.map(|start| Candidate::new(0, start)));
    }
}
