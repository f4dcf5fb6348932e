//! The primary score of every move at once.
//!
//! Bullock orders moves by how they change real and safe moves of both players (section 4.2). For a
//! domino without protected cells the change is a sum of nine yes-or-no facts, each of which is a set of
//! moves; the sets are added like binary digits, so the result is the score of every move in four words.
//! Tests compare it with counts of the board before and after each move.

use super::runs::{even_across, even_across_from_end, even_along, even_along_from_end};
use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Scores of all moves without protected cells, indexed by their first cell.
pub(crate) struct Scores<W> {
    /// Binary digits of (score + [`OFFSET`]), lowest first.
    digits: [W; 4],
}

/// Makes every score non-negative.
const OFFSET: i32 = 4;
/// Largest score plus [`OFFSET`].
const HIGHEST: i32 = 9;

impl<W: Bits> Scores<W> {
    pub(crate) fn new(view: &Grid<W>, free: W) -> Self {
        let length = view.length();
        let (before, after) = (free.up(length), free.down(length));
        let left = view.behind(free);
        let right = view.before(free);

        // Own real moves: one is always lost, a second if an odd number of cells remains on both
        // sides of the tile.
        let even_before = even_along(view, free);
        let even_after = even_along_from_end(view, free);
        let keeps_own = even_before | (even_after >> 1);

        // The opponent's real moves: each cell costs one, unless it cuts the run into two even parts.
        let harmless = even_across(view, free) & even_across_from_end(view, free);
        let hurts_first = !harmless;
        let hurts_second = !(harmless >> 1);

        // Own safe moves: cells beside the tile become protected if their other neighbour is
        // blocked, and lengthen the protected runs at both sides.
        let protected = free & !(before | after);
        let odd_before = view.behind(even_along(view, protected));
        let odd_after = view.before(even_along_from_end(view, protected));
        let gain = |new: W, odd_before: W, odd_after: W| {
            let (first, second) = (new, new >> 1);
            let odd_after = odd_after >> 1;
            let one =
                (first & second) | (first & !second & odd_before) | (second & !first & odd_after);
            let two = first & second & odd_before & odd_after;
            (one, two)
        };
        let new_before = (free & !before & after).up(length);
        let new_after = (free & !after & before).down(length);
        let (before_one, before_two) =
            gain(new_before, odd_before.up(length), odd_after.up(length));
        let (after_one, after_two) =
            gain(new_after, odd_before.down(length), odd_after.down(length));

        // The opponent's safe moves: the single cell that may be left at either end of the tile becomes
        // safe for the opponent if it joins an odd run of such cells.
        let single = free & !(left | right);
        let joins_odd =
            even_across(view, single).up(length) | even_across_from_end(view, single).down(length);
        let end_before = view.behind(free & !left & joins_odd);
        let end_after = view.before(free & !right & joins_odd);

        let digits = add_nine([
            keeps_own,
            hurts_first,
            hurts_second,
            before_one,
            before_two,
            after_one,
            after_two,
            !end_before,
            !(end_after >> 1),
        ]);
        Scores { digits }
    }

    /// The moves among `moves` by score, best first, without empty classes.
    pub(crate) fn classes(&self, moves: W) -> impl Iterator<Item = (i32, W)> {
        let digits = self.digits;
        (0..=HIGHEST).rev().filter_map(move |value| {
            let mut class = moves;
            for (place, digit) in digits.into_iter().enumerate() {
                class &= if value >> place & 1 == 1 {
                    digit
                } else {
                    !digit
                };
            }
            (!class.is_empty()).then_some((value - OFFSET, class))
        })
    }
}

/// Adds nine one-digit numbers in every place.
fn add_nine<W: Bits>(n: [W; 9]) -> [W; 4] {
    // (sum, carry) of three digits.
    let add = |a: W, b: W, c: W| {
        let half = a ^ b;
        (half ^ c, (a & b) | (half & c))
    };
    let (s0, c0) = add(n[0], n[1], n[2]);
    let (s1, c1) = add(n[3], n[4], n[5]);
    let (s2, c2) = add(n[6], n[7], n[8]);
    let (ones, c3) = add(s0, s1, s2);
    let (t0, d0) = add(c0, c1, c2);
    let (twos, d1) = (t0 ^ c3, t0 & c3);
    [ones, twos, d0 ^ d1, d0 & d1]
}
