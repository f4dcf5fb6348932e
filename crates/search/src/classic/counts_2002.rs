//! Real and safe moves as the thesis's program counted them, faults included.

use crate::layout::counts::{Totals, count_dominoes};
use crate::layout::view::State;
use crate::options::LONGEST_LINE_2002;
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Counts disjoint dominoes in lines as the thesis's program does.
///
/// It looks up both 16-bit halves of a line and has to join them: if a pair ends with the lower
/// half, the next one may not start with the upper. Instead of dropping that pair it clears the
/// lowest bit of the *count*. This interpretation reproduces the counts of the thesis's Fig. 8.2.
pub(crate) struct PairTable2002 {
    /// By the pairs in half a line: how many can be taken, lowest first, and [`REACHES_END`].
    halves: Vec<u8>,
}

/// The last pair taken is the last of its half.
const REACHES_END: u8 = 0x80;

/// In lines of up to this many cells the program counts correctly.
const LONGEST_RIGHT_LINE: u32 = 14;

impl PairTable2002 {
    /// Makes the table; `None` if the board has lines that the program could not handle.
    pub(crate) fn new<W: Bits>(views: &[Grid<W>; 2]) -> Option<Self> {
        let longest = views[0].length().max(views[1].length());
        (longest as usize <= LONGEST_LINE_2002).then(PairTable2002::for_all_lines)
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

    /// The counts of a position. Lines that are short enough to be counted correctly are counted
    /// all at once.
    pub(crate) fn count<W: Bits>(&self, state: &State<W>, views: &[Grid<W>; 2]) -> Totals {
        let mut totals = count_dominoes(state, views);
        for (player, view) in views.iter().enumerate() {
            if view.length() > LONGEST_RIGHT_LINE {
                let free = state.free[player];
                totals.real[player] = self.lines(view, free);
                totals.safe[player] = self.lines(view, view.protected(free));
            }
        }
        totals
    }

    /// The pairs in all lines of a set of cells.
    fn lines<W: Bits>(&self, view: &Grid<W>, set: W) -> i32 {
        let line = |line| self.pairs(set.field(line * view.length(), view.length()));
        (0..view.lines()).map(line).sum()
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
        for line in 0..1 << LONGEST_RIGHT_LINE {
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
