//! A layout seen from each of its corners.

use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// The same cells with the lines backwards, each line reversed, and both. A greedy cover begins in the
/// first corner, so that each of these may give another one, and all are covers of the same position.
pub(super) fn other_corners<W: Bits>(view: &Grid<W>, cells: W) -> [W; 3] {
    let (lines, length) = (view.lines(), view.length());
    let mut turned = [W::EMPTY; 3];
    for cell in cells.members() {
        let (line, place) = (cell / length, cell % length);
        let (line_back, place_back) = (lines - 1 - line, length - 1 - place);
        turned[0] |= W::single(line_back * length + place);
        turned[1] |= W::single(line * length + place_back);
        turned[2] |= W::single(line_back * length + place_back);
    }
    turned
}
