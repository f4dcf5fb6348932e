//! A fixed value of every tile, which breaks ties between moves of equal score.

use crosscram_rules::Bits;
use crosscram_values::tables::Grid;

/// Tie-break values are below this; one unit of primary score weighs as much.
pub(crate) const SCALE: i32 = 128;

/// The program's fixed value of every tile, by its first cell in the player's layout.
///
/// Lines are numbered from the edge, so reflections of a tile share a value. Best are the
/// second, fourth, … line at odd places, then the rest of those lines, then odd places from the
/// third line on, then the rest of these, and last the edge line; each group in raster order.
/// The starting values of the groups are the program's.
pub(crate) fn positional_values<W: Bits>(view: &Grid<W>) -> Vec<i16> {
    values(view.lines() as usize, view.length() as usize, false)
}

/// The same with each group in the order of places from the nearer end, then of lines.
pub(crate) fn place_major_values<W: Bits>(view: &Grid<W>) -> Vec<i16> {
    values(view.lines() as usize, view.length() as usize, true)
}

fn values(lines: usize, length: usize, by_place: bool) -> Vec<i16> {
    let mut values = vec![0i16; lines * length];
    if length < 2 {
        return values;
    }
    let (half_lines, half_places) = (lines.div_ceil(2), length / 2);
    // First line, step between lines, step between places, value before the first.
    let groups = [
        (2, 2, 2, 127),
        (2, 2, 1, 90),
        (3, 1, 2, 70),
        (3, 1, 1, 50),
        (1, 1, 1, 30),
    ];
    for (first_line, line_step, place_step, start) in groups {
        let mut value = start;
        let lines_of_group = (first_line..=half_lines).step_by(line_step);
        let places = || (1..=half_places).step_by(place_step);
        let mut group: Vec<(usize, usize)> = lines_of_group
            .flat_map(|line| places().map(move |place| (line, place)))
            .collect();
        if by_place {
            group.sort_by_key(|&(line, place)| (place, line));
        }
        for (line, place) in group {
            if values[(line - 1) * length + place - 1] != 0 {
                continue;
            }
            // Boards larger than the program's would run out of values.
            value = (value - 1).max(1);
            for line in [line - 1, lines - line] {
                for place in [place - 1, length - 1 - place] {
                    values[line * length + place] = value;
                }
            }
        }
    }
    values
}
