//! Real and safe moves: the bounds of DOMI, and the raw material of move ordering.
//!
//! *real* is how many disjoint tiles a player could place if the opponent stopped, *safe* how
//! many he can place whatever the opponent does. Both are sums over the lines of a player:
//! [`count`] finds them for any tile, [`count_dominoes`] faster for dominoes, and
//! [`PairTable2002`] as the thesis's program did, faults included.

use super::runs::{even_across, even_along};
use super::view::{State, View};
use crosscram_rules::Bits;

/// Counts of both players, by player index, and the number of free cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) real: [i32; 2],
    pub(crate) safe: [i32; 2],
    pub(crate) empty: i32,
}

impl Totals {
    /// Whether the mover wins, if safe against real moves tell.
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

/// The counts for any tile.
pub(crate) fn count<W: Bits>(state: &State<W>, views: &[View<W>; 2], tile: u32) -> Totals {
    let mut totals = Totals {
        empty: state.free[0].count() as i32,
        ..Totals::default()
    };
    for (player, view) in views.iter().enumerate() {
        let free = state.free[player];
        let safe = view.protected(free, tile);
        totals.real[player] = view.disjoint(view.starts(free, tile), tile);
        totals.safe[player] = view.disjoint(view.starts(safe, tile), tile);
    }
    totals
}

/// The counts for dominoes, both players' in one layout: a run of cells holds as many dominoes
/// as it has cells at odd distance from its start.
#[inline]
pub(crate) fn count_dominoes<W: Bits>(state: &State<W>, views: &[View<W>; 2]) -> Totals {
    let (view, free) = (&views[0], state.free[0]);
    let beside = (free << 1) & view.not_first | (free >> 1) & view.not_last;
    let across = free.up(view.length) | free.down(view.length);
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

/// Counts disjoint dominoes in lines as the thesis's program does.
///
/// It looks up both 16-bit halves of a line and has to join them: if a pair ends with the lower
/// half, the next one may not start with the upper. Instead of dropping that pair it clears the
/// lowest bit of the *count*. With this reading the counts of the thesis's Fig. 8.2 come out.
pub(crate) struct PairTable2002 {
    /// By the pairs in half a line: how many can be taken, lowest first, and [`REACHES_END`].
    halves: Vec<u8>,
}

/// The last pair taken is the last of its half.
const REACHES_END: u8 = 0x80;

/// The program's longest line, and what fits the numbers used here.
const LONGEST_2002: u32 = 30;

impl PairTable2002 {
    /// `None` if the board has lines that the program could not handle.
    pub(crate) fn new<W>(views: &[View<W>; 2]) -> Option<Self> {
        let longest = views[0].length.max(views[1].length);
        (longest <= LONGEST_2002).then(PairTable2002::for_all_lines)
    }

    fn for_all_lines() -> Self {
        let half = |pairs: u32| {
            let (mut rest, mut count, mut last) = (pairs, 0, 0);
            while rest != 0 {
                last = rest & rest.wrapping_neg();
                rest &= !(last | last << 1);
                count += 1;
            }
            count | if last == 1 << 15 { REACHES_END } else { 0 }
        };
        PairTable2002 {
            halves: (0..1 << 16).map(half).collect(),
        }
    }

    fn pairs(&self, line: u32) -> i32 {
        // There, cell i is bit i + 1, and a pair is the bit of its second cell.
        let cells = line << 1;
        let pairs = cells & cells << 1;
        let low = self.halves[(pairs & 0xffff) as usize];
        let high = self.halves[(pairs >> 16) as usize] & !REACHES_END;
        let count = (low & !REACHES_END) + high;
        i32::from(if low & REACHES_END != 0 {
            count & !1
        } else {
            count
        })
    }

    /// The counts of a position.
    pub(crate) fn count<W: Bits>(&self, state: &State<W>, views: &[View<W>; 2]) -> Totals {
        let mut totals = Totals {
            empty: state.free[0].count() as i32,
            ..Totals::default()
        };
        for (player, view) in views.iter().enumerate() {
            let free = state.free[player];
            let safe = view.protected(free, 2);
            for line in 0..view.lines {
                let cells = |set: W| set.field(line * view.length, view.length);
                totals.real[player] += self.pairs(cells(free));
                totals.safe[player] += self.pairs(cells(safe));
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Right up to 14 cells; beyond, too few and too many.
    #[test]
    fn line_counts_of_2002_are_wrong_from_15_cells_on() {
        let table = PairTable2002::for_all_lines();
        let right = |line: u32| {
            let runs = format!("{line:b}");
            let pairs = runs.split('0').map(|run| run.len() as i32 / 2);
            pairs.sum::<i32>()
        };
        for line in 0..1 << 14 {
            assert_eq!(table.pairs(line), right(line));
        }
        let two_cells_at_the_end_of_15 = 0b11 << 13;
        assert_eq!(right(two_cells_at_the_end_of_15), 1);
        assert_eq!(table.pairs(two_cells_at_the_end_of_15), 0);
        let three_cells_and_two_pairs = 0b11_0000_0111 << 13 | 0b11;
        assert_eq!(right(three_cells_and_two_pairs), 3);
        assert_eq!(table.pairs(three_cells_and_two_pairs), 4);
    }
}
