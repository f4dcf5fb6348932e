//! The place of each cell in its run of neighbours, for all cells of a board at once.
//!
//! Each function takes a set and returns the members whose distance from one end of their run is even.
//! Runs go along the lines of a view or across them. The distance doubles with every step, so a line of
//! eight cells takes two.

use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Even distance from the start of the run, along lines.
#[inline]
pub(crate) fn even_along<W: Bits>(view: &Grid<W>, set: W) -> W {
    let joined = set & view.behind(set);
    even(set, joined, view.length(), W::up)
}

/// Even distance from the end of the run, along lines.
#[inline]
pub(crate) fn even_along_from_end<W: Bits>(view: &Grid<W>, set: W) -> W {
    let joined = set & view.before(set);
    even(set, joined, view.length(), W::down)
}

/// Even distance from the start of the run, across lines.
#[inline]
pub(crate) fn even_across<W: Bits>(view: &Grid<W>, set: W) -> W {
    let joined = set & set.up(view.length());
    even(set, joined, view.lines(), |set, by| {
        set.up(by * view.length())
    })
}

/// Even distance from the end of the run, across lines.
#[inline]
pub(crate) fn even_across_from_end<W: Bits>(view: &Grid<W>, set: W) -> W {
    let joined = set & set.down(view.length());
    even(set, joined, view.lines(), |set, by| {
        set.down(by * view.length())
    })
}

/// `joined` are the members whose neighbour towards that end is a member too; `shift` moves a set away
/// from it by a number of places; no run is longer than `longest`.
#[inline]
fn even<W: Bits>(set: W, joined: W, longest: u32, shift: impl Fn(W, u32) -> W) -> W {
    let mut even = set & !joined;
    let mut link = joined & shift(joined, 1);
    let mut reach = 2;
    while reach < longest {
        // `link`: members joined to the one `reach` places nearer to the end.
        even |= shift(even, reach) & link;
        link &= shift(link, reach);
        reach *= 2;
    }
    even
}
