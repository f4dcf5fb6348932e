//! Which moves a node tries, and in which order.
//!
//! By how a move changes real and safe moves of both players, ties by a fixed value of the
//! square (Bullock 2002): an order that does not depend on how a position was reached, so that
//! lines of play meet again in the table.

use super::bounds::Node;
use super::{Problem, Techniques};
use crate::layout::counts::count_moves;
use crate::layout::positional::{SCALE, place_major_values, positional_values};
use crate::layout::scores::Scores;
use crate::layout::stages::{Candidate, Choice, Stages};
use crate::layout::view::{MoveMasks, State, all_move_masks, move_in_lines, views};
use crate::options::Ordering;
use crosscram_rules::{Bits, Move, Player};
use crosscram_values::tables::Grid;

/// The moves of a node that are not in the list yet.
pub(super) struct Remaining<W> {
    stages: Stages<W>,
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

/// Lists the moves of a node in the order in which they are tried.
pub(super) struct MoveOrder<W: Bits> {
    views: [Grid<W>; 2],
    masks: [Vec<MoveMasks<W>>; 2],
    tile: u32,
    positional: [Vec<i16>; 2],
    techniques: Techniques,
    /// Moves of all nodes on the current line, one after another.
    pub(super) candidates: Vec<Candidate>,
}

impl<W: Bits> MoveOrder<W> {
    pub(super) fn new(problem: &Problem) -> Self {
        let views = views(&problem.board, problem.tile);
        MoveOrder {
            masks: all_move_masks(&problem.board, problem.tile),
            tile: problem.tile.length(),
            positional: [0, 1].map(|player| {
                // Measured: on 9x9 half the nodes, in a subtree of 11x11 a sixth; on 8x8, 7x9, 7x11 and in a
                // subtree of 10x10 up to twice as many.
                if matches!(
                    [0, 1].map(|player| views[player].lines()),
                    [9, 9] | [11, 11]
                ) {
                    place_major_values(&views[player])
                } else {
                    positional_values(&views[player])
                }
            }),
            techniques: problem.techniques,
            candidates: Vec::new(),
            views,
        }
    }

    /// Cells of a tile.
    pub(super) fn tile(&self) -> u32 {
        self.tile
    }

    /// The cells of a tile, in its player's layout.
    #[inline]
    pub(super) fn cells(&self, mover: usize, start: u16) -> W {
        self.masks[mover][usize::from(start)].free[mover]
    }

    /// The move of a player with this first cell.
    pub(super) fn name(&self, mover: usize, start: u16) -> Move {
        move_in_lines(self.views[mover].length(), Player::ALL[mover], start)
    }

    /// The cells of a tile, in the layout of its player's opponent.
    #[inline]
    pub(super) fn cells_across(&self, mover: usize, start: u16) -> W {
        self.masks[mover][usize::from(start)].free[1 - mover]
    }

    /// The position after a move.
    #[inline]
    pub(super) fn child(&self, node: &Node<W>, start: u16) -> Node<W> {
        let masks = &self.masks[node.mover][usize::from(start)];
        Node {
            state: node.state.after(masks),
            number: node.number,
            mover: 1 - node.mover,
        }
    }

    /// Returns the first cells of all moves worth trying, best first.
    pub(super) fn all(&mut self, node: &Node<W>) -> Vec<u16> {
        self.push_all(node);
        self.taken()
    }

    /// Takes the first cells of the moves out of the list.
    pub(super) fn taken(&mut self) -> Vec<u16> {
        let moves = self.candidates.drain(..);
        moves.map(|candidate| candidate.start).collect()
    }

    /// Returns the first cells of all legal moves of a node, ascending.
    pub(super) fn legal(&self, node: &Node<W>) -> Vec<u16> {
        let starts = self.views[node.mover].right_moves(node.state.free[node.mover]);
        starts.members().map(|start| start as u16).collect()
    }

    /// Returns whether even the first move in the list from `base` on, the best, gains nothing.
    pub(super) fn good_moves_are_spent(&self, base: usize) -> bool {
        let best = self.candidates.get(base);
        best.is_some_and(|best| best.score() <= 0)
    }

    /// All moves worth trying; [`MoveOrder::push_more`] puts them into the list.
    pub(super) fn moves(&self, state: &State<W>, mover: usize) -> Remaining<W> {
        let (view, free) = (&self.views[mover], state.free[mover]);
        let choice = Choice {
            ignores_safe: true,
            ignores_shifted: self.tile == 2,
            is_staged: true,
        };
        let stages = Stages::new(view, free, choice);
        let at_once =
            self.tile == 2 && self.techniques.ordering != Ordering::None && stages.is_untouched();
        Remaining {
            scores: at_once.then(|| Scores::new(view, free)),
            stages,
            pushed: Pushed::Nothing,
        }
    }

    /// Puts all moves of a node worth trying into the list, best first.
    pub(super) fn push_all(&mut self, node: &Node<W>) {
        let mut remaining = self.moves(&node.state, node.mover);
        while self.push_more(&node.state, node.mover, &mut remaining) {}
    }

    /// Appends the next class of moves to the list. Returns whether any were left.
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
                    if let Some((score, class)) = scores.classes(remaining.stages.scored).next() {
                        self.push_class(score, class, mover);
                    }
                    Pushed::BestClass
                }
                (Pushed::Nothing, None) => {
                    self.push_one_by_one(state, mover, remaining.stages.scored);
                    Pushed::Scored
                }
                (Pushed::BestClass, scores) => {
                    let scores = scores.as_ref().expect("classes have scores");
                    for (score, class) in scores.classes(remaining.stages.scored).skip(1) {
                        self.push_class(score, class, mover);
                    }
                    Pushed::Scored
                }
                (Pushed::Scored, _) => {
                    for start in remaining.stages.waiting.members() {
                        self.push(0, start);
                    }
                    Pushed::All
                }
                (Pushed::All, _) => return false,
            };
        }
        Candidate::sort(&mut self.candidates[base..]);
        true
    }

    /// Scores by counting the board before and after each move.
    fn push_one_by_one(&mut self, state: &State<W>, mover: usize, moves: W) {
        if self.techniques.ordering == Ordering::None {
            self.push_class(0, moves, mover);
            return;
        }
        let totals = count_moves(state, &self.views);
        for start in moves.members() {
            let after = state.after(&self.masks[mover][start as usize]);
            let next = count_moves(&after, &self.views);
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
        self.candidates.push(Candidate::new(score, start));
    }
}
