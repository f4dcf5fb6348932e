//! Where a cell stands in its run of neighbours, for all cells of a board at once.
//!
//! Each function takes a set and gives those members whose distance from one end of their run is
//! even. Runs go along the lines of a view or across them. The distance doubles with every step,
//! so a line of eight cells takes two.

use super::view::View;
use crosscram_rules::Bits;

/// Even distance from the start of the run, along lines.
#[inline]
pub(crate) fn even_along<W: Bits>(view: &View<W>, set: W) -> W {
    let joined = set & (set << 1) & view.not_first;
    even_upward(set, joined, 1, view.length)
}

/// Even distance from the end of the run, along lines.
#[inline]
pub(crate) fn even_along_from_end<W: Bits>(view: &View<W>, set: W) -> W {
    let joined = set & (set >> 1) & view.not_last;
    even_downward(set, joined, 1, view.length)
}

/// Even distance from the start of the run, across lines.
#[inline]
pub(crate) fn even_across<W: Bits>(view: &View<W>, set: W) -> W {
    let joined = set & set.up(view.length);
    even_upward(set, joined, view.length, view.lines)
}

/// Even distance from the end of the run, across lines.
#[inline]
pub(crate) fn even_across_from_end<W: Bits>(view: &View<W>, set: W) -> W {
    let joined = set & set.down(view.length);
    even_downward(set, joined, view.length, view.lines)
}

/// `joined` are the members whose predecessor, `step` below, is a member too; no run is longer
/// than `longest`.
#[inline]
fn even_upward<W: Bits>(set: W, joined: W, step: u32, longest: u32) -> W {
    let mut even = set & !joined;
    let mut link = joined & joined.up(step);
    let mut reach = 2;
    while reach < longest {
        // `link`: members joined to the one `reach` places before.
        even |= even.up(reach * step) & link;
        link &= link.up(reach * step);
        reach *= 2;
    }
    even
}

#[inline]
fn even_downward<W: Bits>(set: W, joined: W, step: u32, longest: u32) -> W {
    let mut even = set & !joined;
    let mut link = joined & joined.down(step);
    let mut reach = 2;
    while reach < longest {
        even |= even.down(reach * step) & link;
        link &= link.down(reach * step);
        reach *= 2;
    }
    even
}
