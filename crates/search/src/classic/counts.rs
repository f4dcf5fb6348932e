//! Real and safe moves: the bounds of DOMI, and the raw material of move ordering.
//!
//! *real* is how many disjoint tiles a player could place if the opponent stopped, *safe* how
//! many he can place whatever the opponent does. Both are sums over lines. For dominoes on lines
//! of up to 32 cells a move's effect is found by recounting the few lines that it touches
//! ([`LineScorer`]); everything else recounts the whole board ([`recount`]), which is also what
//! the line version is tested against.

use super::view::{State, View};
use crate::config::LineCount;
use crosscram_rules::Bits;

/// Counts of both players, by player index, and the number of free cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) real: [i32; 2],
    pub(crate) safe: [i32; 2],
    pub(crate) empty: i32,
}

/// What one move changes, from the mover's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) own_real: i8,
    pub(crate) own_safe: i8,
    pub(crate) other_real: i8,
    pub(crate) other_safe: i8,
}

impl Change {
    /// Bullock's primary move score (section 4.2).
    #[inline]
    pub(crate) fn score(self) -> i32 {
        i32::from(self.own_real) - i32::from(self.other_real) + i32::from(self.own_safe)
            - i32::from(self.other_safe)
    }
}

impl Totals {
    /// The totals after a move of player `mover` with a tile of `tile` cells.
    #[inline]
    pub(crate) fn after(mut self, mover: usize, change: Change, tile: i32) -> Self {
        self.real[mover] += i32::from(change.own_real);
        self.safe[mover] += i32::from(change.own_safe);
        self.real[1 - mover] += i32::from(change.other_real);
        self.safe[1 - mover] += i32::from(change.other_safe);
        self.empty -= tile;
        self
    }

    /// The change that leads from `self` to `next`.
    fn change_to(self, next: Totals, mover: usize) -> Change {
        let other = 1 - mover;
        Change {
            own_real: (next.real[mover] - self.real[mover]) as i8,
            own_safe: (next.safe[mover] - self.safe[mover]) as i8,
            other_real: (next.real[other] - self.real[other]) as i8,
            other_safe: (next.safe[other] - self.safe[other]) as i8,
        }
    }
}

/// Counts disjoint dominoes in a line given as a number.
pub(crate) struct PairCounter {
    table: Vec<u8>,
    count: fn(u32) -> u32,
}

/// Lines up to this length are counted by table: 64 KB at most.
const TABLE_LENGTH: u32 = 16;

impl PairCounter {
    fn new(longest: u32, line_count: LineCount) -> Self {
        let count = match line_count {
            LineCount::Exact => pairs_in_line,
            LineCount::Unsound2002 => pairs_in_line_as_in_2002,
        };
        let entries = 1u32 << longest.min(TABLE_LENGTH);
        PairCounter {
            table: (0..entries).map(|line| count(line) as u8).collect(),
            count,
        }
    }

    #[inline]
    fn pairs(&self, line: u32) -> i32 {
        match self.table.get(line as usize) {
            Some(&count) => count.into(),
            None => (self.count)(line) as i32,
        }
    }
}

/// Disjoint pairs of neighbouring free cells.
fn pairs_in_line(free: u32) -> u32 {
    let (mut pairs, mut count) = (free & free >> 1, 0);
    while pairs != 0 {
        let first = pairs & pairs.wrapping_neg();
        pairs &= !(first | first << 1);
        count += 1;
    }
    count
}

/// The same as the thesis's program counts them, faults included.
///
/// It looks up both 16-bit halves of a line and has to join them: if a pair ends with the lower
/// half, the next one may not start with the upper. Instead of dropping that pair it clears the
/// lowest bit of the *count*. With this reading all counts of the thesis's Fig. 8.2 come out.
fn pairs_in_line_as_in_2002(free: u32) -> u32 {
    // There, cell i is bit i + 1, a pair is the bit of its second cell, and lines have at most
    // 30 cells.
    let cells = u64::from(free) << 1;
    let pairs = cells & cells << 1;
    let half = |mut pairs: u64| {
        let (mut count, mut last) = (0, 0);
        while pairs != 0 {
            last = pairs & pairs.wrapping_neg();
            pairs &= !(last | last << 1);
            count += 1;
        }
        (count, last & 0x8000 != 0)
    };
    let (low, joins) = half(pairs & 0xffff);
    let (high, _) = half(pairs >> 16);
    if joins { (low + high) & !1 } else { low + high }
}

/// Counts from scratch, for any tile and any board.
pub(crate) fn recount<W: Bits>(state: &State<W>, views: &[View<W>; 2], tile: u32) -> Totals {
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

/// The change of one move, by recounting the whole board.
pub(crate) fn change_by_recount<W: Bits>(
    before: Totals,
    after: &State<W>,
    views: &[View<W>; 2],
    tile: u32,
    mover: usize,
) -> Change {
    before.change_to(recount(after, views, tile), mover)
}

/// Longest line that fits the number type of [`LineScorer`].
const LONGEST: u32 = 32;
/// Lines of a board whose lines are at least one cell long, with two blocked ones around.
const MOST_LINES: usize = 256 + 4;

/// One player's lines as numbers, with two blocked lines before and after.
struct Lines {
    free: [u32; MOST_LINES],
    /// Cells that the opponent cannot use.
    inner: [u32; MOST_LINES],
    real: [i8; MOST_LINES],
    safe: [i8; MOST_LINES],
}

/// Finds what moves change by recounting single lines. Dominoes only.
pub(crate) struct LineScorer {
    pairs: PairCounter,
    lines: Box<[Lines; 2]>,
}

impl LineScorer {
    /// `None` if the board's lines are too long.
    pub(crate) fn new<W>(views: &[View<W>; 2], line_count: LineCount) -> Option<Self> {
        let longest = views[0].length.max(views[1].length);
        let blank = || Lines {
            free: [0; MOST_LINES],
            inner: [0; MOST_LINES],
            real: [0; MOST_LINES],
            safe: [0; MOST_LINES],
        };
        (longest <= LONGEST).then(|| LineScorer {
            pairs: PairCounter::new(longest, line_count),
            lines: Box::new([blank(), blank()]),
        })
    }

    /// Counts of a position from scratch.
    pub(crate) fn totals<W: Bits>(&mut self, state: &State<W>, views: &[View<W>; 2]) -> Totals {
        self.load(state, views);
        let sum = |counts: &[i8]| counts.iter().map(|&n| i32::from(n)).sum();
        Totals {
            real: [0, 1].map(|player: usize| sum(&self.lines[player].real)),
            safe: [0, 1].map(|player: usize| sum(&self.lines[player].safe)),
            empty: state.free[0].count() as i32,
        }
    }

    /// Make `state` the position whose moves are scored.
    #[inline]
    pub(crate) fn load<W: Bits>(&mut self, state: &State<W>, views: &[View<W>; 2]) {
        for (player, view) in views.iter().enumerate() {
            let free = state.free[player];
            let inner = free & !(free.up(view.length) | free.down(view.length));
            let lines = &mut self.lines[player];
            let mut at = 0;
            for line in 2..view.lines as usize + 2 {
                lines.free[line] = free.field(at, view.length);
                lines.inner[line] = inner.field(at, view.length);
                lines.real[line] = self.pairs.pairs(lines.free[line]) as i8;
                lines.safe[line] = self.pairs.pairs(lines.inner[line]) as i8;
                at += view.length;
            }
        }
    }

    /// What the move of `mover` at (`line`, `offset`) of his layout changes in the loaded
    /// position.
    ///
    /// The opponent's safe moves in the two lines under the tile stay as they are: the tile's
    /// cells were open to the mover, so they were not safe for the opponent.
    #[inline]
    pub(crate) fn change(&self, mover: usize, line: u32, offset: u32) -> Change {
        let (own, other) = (&self.lines[mover], &self.lines[1 - mover]);
        let (line, offset) = (line as usize + 2, offset as usize);
        let tile = 3u32 << offset;
        let pairs = |cells: u32| self.pairs.pairs(cells) as i8;

        let own_real = pairs(own.free[line] & !tile) - own.real[line];
        let mut own_safe = 0;
        if own.inner[line] & tile != 0 {
            own_safe += pairs(own.inner[line] & !tile) - own.safe[line];
        }
        // Cells beside the tile become safe if their other neighbour is blocked.
        let before = own.free[line - 1] & !own.free[line - 2] & tile;
        if before != 0 {
            own_safe += pairs(own.inner[line - 1] | before) - own.safe[line - 1];
        }
        let after = own.free[line + 1] & !own.free[line + 2] & tile;
        if after != 0 {
            own_safe += pairs(own.inner[line + 1] | after) - own.safe[line + 1];
        }

        let cell = 1u32 << (line - 2);
        let (first, second) = (offset + 2, offset + 3);
        let other_real = pairs(other.free[first] & !cell) - other.real[first]
            + pairs(other.free[second] & !cell)
            - other.real[second];
        let mut other_safe = 0;
        if other.free[first - 1] & !other.free[first - 2] & cell != 0 {
            other_safe += pairs(other.inner[first - 1] | cell) - other.safe[first - 1];
        }
        if other.free[second + 1] & !other.free[second + 2] & cell != 0 {
            other_safe += pairs(other.inner[second + 1] | cell) - other.safe[second + 1];
        }
        Change {
            own_real,
            own_safe,
            other_real,
            other_safe,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of 2002: right up to 14 cells; beyond, too few and too many.
    #[test]
    fn line_counts_of_2002_are_wrong_from_15_cells_on() {
        for line in 0..1 << 14 {
            assert_eq!(pairs_in_line_as_in_2002(line), pairs_in_line(line));
        }
        let two_cells_at_the_end_of_15 = 0b11 << 13;
        assert_eq!(pairs_in_line(two_cells_at_the_end_of_15), 1);
        assert_eq!(pairs_in_line_as_in_2002(two_cells_at_the_end_of_15), 0);
        let five_cells_across_the_halves = 0b11111 << 13;
        assert_eq!(pairs_in_line(five_cells_across_the_halves), 2);
        let three_cells_and_a_pair = 0b11_0000_0111 << 13 | 0b11;
        assert_eq!(pairs_in_line(three_cells_and_a_pair), 3);
        assert_eq!(pairs_in_line_as_in_2002(three_cells_and_a_pair), 4);
    }
}
