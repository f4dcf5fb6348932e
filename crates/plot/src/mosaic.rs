//! Boards whose squares belong to parts, drawn side by side as SVG text.

use crate::series::PALETTE;
use crate::svg::{Svg, Value, rounded};

/// What a square of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Not part of the game.
    Blocked,
    /// Free but in no part.
    Empty,
    /// In the part with this number.
    Part(usize),
}

impl Square {
    /// A square in this part, if it is in one.
    pub fn of(part: Option<usize>, is_free: bool) -> Square {
        match part {
            Some(part) => Square::Part(part),
            None if is_free => Square::Empty,
            None => Square::Blocked,
        }
    }
}

/// One board with its parts.
#[derive(Clone, Debug)]
pub struct Panel {
    title: String,
    cols: usize,
    squares: Vec<Square>,
    labels: Vec<[String; 2]>,
    notes: Vec<String>,
}

impl Panel {
    /// A board whose `squares` are listed row by row, `cols` to a row.
    ///
    /// # Panics
    ///
    /// If the last row is not full.
    pub fn new(title: impl Into<String>, cols: usize, squares: Vec<Square>) -> Panel {
        assert!(cols > 0 && squares.len().is_multiple_of(cols));
        Panel {
            title: title.into(),
            cols,
            squares,
            labels: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Sets the name and value of the next part, which are written into it.
    #[must_use]
    pub fn label(mut self, name: impl Into<String>, value: impl Into<String>) -> Panel {
        self.labels.push([name.into(), value.into()]);
        self
    }

    /// Adds a line of text below the board.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Panel {
        self.notes.push(text.into());
        self
    }

    fn rows(&self) -> usize {
        self.squares.len() / self.cols
    }
}

/// Returns a colour number for every part, from 0. Parts that touch differ if each has fewer than
/// `colours` neighbours.
pub fn distinct_colours(cols: usize, squares: &[Square], colours: usize) -> Vec<usize> {
    let parts = squares.iter().filter_map(|square| match square {
        Square::Part(part) => Some(part + 1),
        _ => None,
    });
    let parts = parts.max().unwrap_or(0);
    let mut chosen: Vec<Option<usize>> = vec![None; parts];
    for part in 0..parts {
        let mut taken = vec![false; colours];
        for (at, _) in squares
            .iter()
            .enumerate()
            .filter(|(_, square)| **square == Square::Part(part))
        {
            for beside in neighbours(at, cols, squares.len()) {
                if let Square::Part(other) = squares[beside]
                    && let Some(Some(colour)) = chosen.get(other)
                {
                    taken[*colour] = true;
                }
            }
        }
        // Begins with another colour each time, so that a drawing uses them all.
        let mut turns = (0..colours).map(|turn| (part + turn) % colours);
        chosen[part] = turns
            .find(|&colour| !taken[colour])
            .or(Some(part % colours));
    }
    chosen.into_iter().flatten().collect()
}

/// The squares that share a side with square `at` of `count`.
fn neighbours(at: usize, cols: usize, count: usize) -> impl Iterator<Item = usize> {
    let col = at % cols;
    [
        (at >= cols).then(|| at - cols),
        (at + cols < count).then_some(at + cols),
        (col > 0).then(|| at - 1),
        (col + 1 < cols).then_some(at + 1),
    ]
    .into_iter()
    .flatten()
}

/// Sizes in pixels.
const SQUARE: f64 = 40.0;
const MARGIN: f64 = 24.0;
const LINE: f64 = 20.0;
/// Width of a character.
const CHARACTER: f64 = 7.0;

/// Draws panels side by side, two to a row.
pub fn mosaic(title: &str, panels: &[Panel]) -> String {
    const ACROSS: usize = 2;
    let text_width = |text: &str| text.chars().count() as f64 * CHARACTER;
    let panel_width = panels.iter().map(|panel| {
        let texts = panel.notes.iter().chain([&panel.title]);
        texts
            .map(|text| text_width(text))
            .fold(panel.cols as f64 * SQUARE, f64::max)
    });
    let panel_width = panel_width.fold(0.0, f64::max) + MARGIN;
    let height_of = |row: &[Panel]| {
        let heights = row
            .iter()
            .map(|panel| panel.rows() as f64 * SQUARE + (2 + panel.notes.len()) as f64 * LINE);
        heights.fold(0.0, f64::max) + MARGIN
    };
    let top = MARGIN + 2.0 * LINE;
    let height = top + panels.chunks(ACROSS).map(height_of).sum::<f64>();
    let across = panels.len().clamp(1, ACROSS) as f64;
    let width = (MARGIN + across * panel_width).max(text_width(title) + 2.0 * MARGIN);

    let mut svg = Svg::document(width, height, title);
    let large = [("font-size", 16.0.into())];
    svg.write((MARGIN, MARGIN + LINE / 2.0), &large, title);
    let mut y = top;
    for row in panels.chunks(ACROSS) {
        for (index, panel) in row.iter().enumerate() {
            draw(&mut svg, panel, (MARGIN + index as f64 * panel_width, y));
        }
        y += height_of(row);
    }
    svg.end();
    svg.finish()
}

fn draw(svg: &mut Svg, panel: &Panel, (left, top): (f64, f64)) {
    let place = format!("translate({} {})", rounded(left), rounded(top));
    svg.begin("g", &[("transform", (&place).into())]);
    svg.write((0.0, 0.0), &[], &panel.title);
    let corner_of = |index: usize| corner(index / panel.cols, index % panel.cols);

    let colours = distinct_colours(panel.cols, &panel.squares, PALETTE.len() - 1);
    for (index, square) in panel.squares.iter().enumerate() {
        let (fill, opacity) = match square {
            Square::Blocked => ("#444444", 1.0),
            Square::Empty => ("#ffffff", 1.0),
            Square::Part(part) => (PALETTE[colours[*part]], 0.45),
        };
        let look = [
            ("fill", fill.into()),
            ("fill-opacity", opacity.into()),
            ("stroke", "#bbbbbb".into()),
            ("stroke-width", 0.5.into()),
        ];
        svg.rectangle(corner_of(index), (SQUARE, SQUARE), &look);
    }
    borders(svg, panel);
    for (part, label) in panel.labels.iter().enumerate() {
        write_label(svg, panel, part, label, corner_of);
    }
    let (_, below) = corner(panel.rows(), 0);
    for (number, note) in panel.notes.iter().enumerate() {
        svg.write((0.0, below + (number + 1) as f64 * LINE), &[], note);
    }
    svg.end();
}

/// The upper left corner of a square, below the panel's title.
fn corner(row: usize, col: usize) -> (f64, f64) {
    (col as f64 * SQUARE, LINE / 2.0 + row as f64 * SQUARE)
}

/// Draws thick lines along the borders of parts.
fn borders(svg: &mut Svg, panel: &Panel) {
    let (rows, cols) = (panel.rows(), panel.cols);
    let square = |row: usize, col: usize| {
        let inside = row < rows && col < cols;
        inside.then(|| panel.squares[row * cols + col])
    };
    for row in 0..=rows {
        for col in 0..=cols {
            let here = square(row, col);
            let (x, y) = corner(row, col);
            let above = row.checked_sub(1).and_then(|row| square(row, col));
            let before = col.checked_sub(1).and_then(|col| square(row, col));
            let thick = [("stroke-width", 2.0.into())];
            if here != above && col < cols {
                svg.line((x, y), (x + SQUARE, y), "#000000", &thick);
            }
            if here != before && row < rows {
                svg.line((x, y), (x, y + SQUARE), "#000000", &thick);
            }
        }
    }
}

/// Writes the name and value of a part into its longest lying run of squares; if they do not fit there, upwards into
/// its longest upright run, if that is longer. The letters are as large as the run allows.
fn write_label(
    svg: &mut Svg,
    panel: &Panel,
    part: usize,
    [name, value]: &[String; 2],
    corner_of: impl Fn(usize) -> (f64, f64),
) {
    let lines = [(name, -4.0, 14.0), (value, 12.0, 12.0)];
    let Some(run) = run_for(
        panel,
        part,
        &lines.map(|(text, _, size)| width(text) * size),
    ) else {
        return;
    };
    let (first, last) = (corner_of(run.first), corner_of(run.last));
    let centre = (
        (first.0 + last.0 + SQUARE) / 2.0,
        (first.1 + last.1 + SQUARE) / 2.0,
    );
    let turned = format!("rotate(-90 {} {})", rounded(centre.0), rounded(centre.1));
    for (text, offset, largest) in lines {
        let size = f64::min(largest, run.room() / width(text));
        let mut attributes: Vec<(&str, Value<'_>)> =
            vec![("text-anchor", "middle".into()), ("font-size", size.into())];
        if run.upright {
            attributes.push(("transform", (&turned).into()));
        }
        svg.write((centre.0, centre.1 + offset), &attributes, text);
    }
}

/// The width of a text, as a multiple of its height; those of labels are mostly digits and signs.
fn width(text: &str) -> f64 {
    const LETTER: f64 = 0.6;
    text.chars().count().max(1) as f64 * LETTER
}

/// Squares of one part in a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    first: usize,
    last: usize,
    squares: usize,
    upright: bool,
}

impl Run {
    /// Pixels for a text, with a little room at both ends.
    fn room(&self) -> f64 {
        self.squares as f64 * SQUARE - 4.0
    }
}

/// The run into which texts of these widths are written.
fn run_for(panel: &Panel, part: usize, widths: &[f64]) -> Option<Run> {
    let lying = longest_run(panel, part, false)?;
    let upright = longest_run(panel, part, true)?;
    let fits = widths.iter().all(|&width| width <= lying.room());
    Some(match fits || lying.squares >= upright.squares {
        true => lying,
        false => upright,
    })
}

/// The longest run of a part's squares in a direction; of equally long ones that nearest to the part's centre.
fn longest_run(panel: &Panel, part: usize, upright: bool) -> Option<Run> {
    let place = |index: usize| ((index / panel.cols) as f64, (index % panel.cols) as f64);
    let squares: Vec<usize> = (0..panel.squares.len())
        .filter(|&index| panel.squares[index] == Square::Part(part))
        .collect();
    let count = squares.len() as f64;
    let centre = squares.iter().fold((0.0, 0.0), |sum, &index| {
        let (row, col) = place(index);
        (sum.0 + row / count, sum.1 + col / count)
    });
    let own = |index: usize| panel.squares.get(index) == Some(&Square::Part(part));
    let step = if upright { panel.cols } else { 1 };
    // The next square of a row is not that of the next row.
    let next = |index: usize| {
        let ends = !upright && (index + 1).is_multiple_of(panel.cols);
        (!ends && own(index + step)).then_some(index + step)
    };
    let runs = squares.iter().map(|&first| {
        let mut last = first;
        while let Some(following) = next(last) {
            last = following;
        }
        Run {
            first,
            last,
            squares: (last - first) / step + 1,
            upright,
        }
    });
    let distance = |run: &Run| {
        let (from, to) = (place(run.first), place(run.last));
        ((from.0 + to.0) / 2.0 - centre.0).powi(2) + ((from.1 + to.1) / 2.0 - centre.1).powi(2)
    };
    runs.min_by(|a, b| {
        let longer = b.squares.cmp(&a.squares);
        longer.then(distance(a).total_cmp(&distance(b)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A label that is wider than a square stands upright in an upright part, and is as wide as the run.
    #[test]
    fn labels_fit_into_narrow_parts() {
        use Square::{Empty, Part};
        let squares = [Part(0), Empty, Part(1), Part(0), Empty, Part(1)].to_vec();
        let panel = Panel::new("t", 3, squares)
            .label("A+∗½", "-3/4 (1st)")
            .label("B", "-1234567/65536 (1st)");
        let expected = Run {
            first: 0,
            last: 3,
            squares: 2,
            upright: true,
        };
        assert_eq!(longest_run(&panel, 0, true), Some(expected));
        assert_eq!(run_for(&panel, 0, &[72.0]), Some(expected));
        assert!(!run_for(&panel, 0, &[30.0]).unwrap().upright);
        let svg = mosaic("t", &[panel]);
        let line = |text: &str| {
            svg.lines()
                .find(|line| line.contains(text))
                .unwrap()
                .to_string()
        };
        assert!(line("-3/4 (1st)").contains("rotate(-90 20 50)"), "{svg}");
        // 20 letters in 76 pixels.
        assert!(line("-1234567").contains("font-size=\"6.33\""), "{svg}");
        let empty = Panel::new("t", 1, vec![Empty]);
        assert_eq!(longest_run(&empty, 0, false), None);
        // A row ends at the edge of the board.
        let rows = Panel::new("t", 2, vec![Empty, Part(0), Part(0), Empty]);
        assert_eq!(longest_run(&rows, 0, false).unwrap().squares, 1);
    }

    #[test]
    fn parts_that_touch_differ() {
        use Square::{Blocked, Empty, Part};
        let squares = [
            Part(0),
            Part(1),
            Part(2), //
            Part(0),
            Blocked,
            Part(3), //
            Part(4),
            Empty,
            Part(3),
        ];
        let colours = distinct_colours(3, &squares, 3);
        assert_eq!(colours.len(), 5);
        for (one, other) in [(0, 1), (1, 2), (2, 3), (0, 4)] {
            assert_ne!(colours[one], colours[other]);
        }
        assert!(distinct_colours(3, &[Blocked; 3], 3).is_empty());
        // With too few colours every part still gets one.
        assert_eq!(distinct_colours(2, &[Part(0), Part(1)], 1), [0, 0]);
    }
}
