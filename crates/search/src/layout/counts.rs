//! Real and safe moves: the bounds of DOMI, and the raw material of move ordering.
//!
//! *real* is the number of disjoint tiles that a player could place if the opponent stopped, *safe* the
//! number that a player can place whatever the opponent does. Both are sums over the lines of a player:
//! [`count`] computes them for any tile, [`count_dominoes`] faster for dominoes.

use super::runs::{even_across, even_along};
use super::view::State;
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Counts of both players, by player index, and the number of free cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) real: [i32; 2],
    pub(crate) safe: [i32; 2],
    pub(crate) empty: i32,
}

impl Totals {
    /// Returns whether the mover wins, if safe against real moves decide it.
    #[inline]
    pub(crate) fn winner(&self, mover: usize) -> Option<bool> {
        let other = 1 - mover;
        if self.safe[mover] > self.real[other] {
            Some(true)
        } else if self.safe[other] >= self.real[mover] {
            Some(false)
        } else {
            None
        }
    }

    /// Bullock's primary move score (section 4.2) of the move of `mover` that leads to `next`.
    pub(crate) fn score_of(&self, next: &Totals, mover: usize) -> i32 {
        let gain = |player: usize| {
            next.real[player] - self.real[player] + next.safe[player] - self.safe[player]
        };
        gain(mover) - gain(1 - mover)
    }
}

/// The counts, by the fastest method for the tile.
#[inline]
pub(crate) fn count_moves<W: Bits>(state: &State<W>, views: &[Grid<W>; 2]) -> Totals {
    match views[0].tile() {
        2 => count_dominoes(state, views),
        _ => count(state, views),
    }
}

/// The counts for any tile.
pub(crate) fn count<W: Bits>(state: &State<W>, views: &[Grid<W>; 2]) -> Totals {
    let mut totals = Totals {
        empty: state.free[0].count() as i32,
        ..Totals::default()
    };
    for (player, view) in views.iter().enumerate() {
        let free = state.free[player];
        totals.real[player] = view.most_right_tiles(free).into();
        totals.safe[player] = view.most_right_tiles(view.protected(free)).into();
    }
    totals
}

/// The counts for dominoes, both players' in one layout: a run of cells holds as many dominoes
/// as it has cells at odd distance from its start.
#[inline]
pub(crate) fn count_dominoes<W: Bits>(state: &State<W>, views: &[Grid<W>; 2]) -> Totals {
    let (view, free) = (&views[0], state.free[0]);
    let beside = view.behind(free) | view.before(free);
    let across = free.up(view.length()) | free.down(view.length());
    let safe_along = free & !across;
    let safe_across = free & !beside;
    Totals {
        real: [
            (free & !even_along(view, free)).count() as i32,
            (free & !even_across(view, free)).count() as i32,
        ],
        safe: [
            (safe_along & !even_along(view, safe_along)).count() as i32,
            (safe_across & !even_across(view, safe_across)).count() as i32,
        ],
        empty: free.count() as i32,
    }
}
