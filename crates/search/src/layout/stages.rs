//! Which moves a node tries, when, and in which order.

use super::dominance::shifted;
use super::positional::SCALE;
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Which moves are tried, and which of them wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Safe moves are left out as long as there are others (Bullock's Theorem 4.3.1).
    pub(crate) ignores_safe: bool,
    /// Moves that a shift dominates are left out.
    pub(crate) ignores_shifted: bool,
    /// Moves with a protected cell wait until all others have failed.
    pub(crate) is_staged: bool,
}

/// The moves of a node in the stages in which they are tried.
pub(crate) struct Stages<W> {
    /// First cells of the moves to try at once, in order of score.
    pub(crate) scored: W,
    /// First cells of the moves that wait until these have failed, in raster order.
    pub(crate) waiting: W,
    /// First cells of moves with a protected cell.
    pub(crate) touching: W,
}

impl<W: Bits> Stages<W> {
    #[inline]
    pub(crate) fn new(view: &Grid<W>, free: W, choice: Choice) -> Self {
        let protected = view.protected(free);
        let mut moves = view.right_moves(free);
        if choice.ignores_safe {
            let others = moves & !view.right_moves(protected);
            if !others.is_empty() {
                moves = others;
            }
        }
        if choice.ignores_shifted {
            moves &= !shifted(view, moves, free, protected);
        }
        let mut touching = protected;
        for step in 1..view.tile() {
            touching |= protected >> step;
        }
        let untouched = moves & !touching;
        let (scored, waiting) = if choice.is_staged && !untouched.is_empty() {
            (untouched, moves & touching)
        } else {
            (moves, W::EMPTY)
        };
        Stages {
            scored,
            waiting,
            touching,
        }
    }

    /// Returns whether there are moves to score of which none has a protected cell.
    #[inline]
    pub(crate) fn is_untouched(&self) -> bool {
        !self.scored.is_empty() && (self.scored & self.touching).is_empty()
    }
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Larger is tried earlier; no two moves of a node are equal.
    pub(crate) rank: i32,
    /// First cell, in the mover's layout.
    pub(crate) start: u16,
}

/// Low digits of a rank: raster order among equal scores.
const PLACES: i32 = 256;

impl Candidate {
    /// A move by its score with the tie-break.
    pub(crate) fn new(score: i32, start: u32) -> Self {
        Candidate {
            rank: score * PLACES - start as i32,
            start: start as u16,
        }
    }

    /// How the move changes real and safe moves.
    pub(crate) fn score(&self) -> i32 {
        self.rank.div_euclid(PLACES * SCALE)
    }

    /// The same for moves that differ only by reflection, and larger if tried earlier.
    pub(crate) fn class(&self) -> i32 {
        (self.rank + PLACES - 1).div_euclid(PLACES)
    }

    /// Sorts moves, best first.
    pub(crate) fn sort(moves: &mut [Candidate]) {
        moves.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    }
}
