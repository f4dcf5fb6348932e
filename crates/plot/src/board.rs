//! Boards with tiles and marks, for papers.

use crate::drawing::{Anchor, Drawing, Ink, TEXT_SIZE};

/// Pixels of a square.
const SQUARE: f64 = 32.0;
/// Room for the numbers of rows and columns.
const EDGE: f64 = 24.0;

/// A tile on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Row of its upper left square, from 0.
    pub row: usize,
    /// Column of its upper left square, from 0.
    pub col: usize,
    /// Number of squares.
    pub length: usize,
    /// Whether it stands upright.
    pub upright: bool,
    /// What is written on it.
    pub label: String,
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Good: a plus sign in blue.
    Plus,
    /// Bad: a minus sign in red.
    Minus,
    /// Not known: a question mark.
    Question,
}

/// A board to draw.
#[derive(Clone, Debug, Default)]
pub struct BoardPicture {
    title: String,
    cols: usize,
    free: Vec<bool>,
    tiles: Vec<Tile>,
    marks: Vec<(usize, usize, Mark)>,
}

impl BoardPicture {
    /// A board whose squares are listed row by row, `cols` to a row; those that are not free are filled.
    ///
    /// # Panics
    ///
    /// If the last row is not full.
    pub fn new(cols: usize, free: Vec<bool>) -> BoardPicture {
        assert!(cols > 0 && free.len().is_multiple_of(cols));
        BoardPicture {
            cols,
            free,
            ..BoardPicture::default()
        }
    }

    /// Sets a line of text above the board.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> BoardPicture {
        self.title = title.into();
        self
    }

    /// Adds a tile: upright ones are blue, lying ones red.
    #[must_use]
    pub fn tile(mut self, tile: Tile) -> BoardPicture {
        self.tiles.push(tile);
        self
    }

    /// Marks a square.
    #[must_use]
    pub fn mark(mut self, row: usize, col: usize, mark: Mark) -> BoardPicture {
        self.marks.push((row, col, mark));
        self
    }

    /// The picture, with the numbers of rows and columns.
    ///
    /// ```
    /// use crosscram_plot::{BoardPicture, Mark};
    ///
    /// let picture = BoardPicture::new(2, vec![true, true, true, false]).mark(0, 1, Mark::Plus);
    /// assert!(picture.draw().to_svg().contains("<rect "));
    /// ```
    pub fn draw(&self) -> Drawing {
        let rows = self.free.len() / self.cols;
        let top = EDGE + if self.title.is_empty() { 0.0 } else { EDGE };
        let board = (self.cols as f64 * SQUARE, rows as f64 * SQUARE);
        // Letters of the built-in font of PNG are the widest.
        let title = self.title.chars().count() as f64 * TEXT_SIZE * 0.65;
        let width = (EDGE + board.0).max(title) + EDGE / 2.0;
        let mut drawing = Drawing::new(width, top + board.1 + EDGE / 2.0);
        let corner =
            |row: usize, col: usize| (EDGE + col as f64 * SQUARE, top + row as f64 * SQUARE);
        if !self.title.is_empty() {
            drawing.text((4.0, TEXT_SIZE + 2.0), Anchor::Start, self.title.as_str());
        }
        for (index, _) in self.free.iter().enumerate().filter(|(_, free)| !**free) {
            let at = corner(index / self.cols, index % self.cols);
            drawing.rectangle(at, (SQUARE, SQUARE), Ink::Grey);
        }
        for row in 0..=rows {
            let (from, to) = (corner(row, 0), corner(row, self.cols));
            drawing.path(vec![from, to], Ink::Black, 1.0);
        }
        for col in 0..=self.cols {
            let (from, to) = (corner(0, col), corner(rows, col));
            drawing.path(vec![from, to], Ink::Black, 1.0);
        }
        for row in 0..rows {
            let (x, y) = corner(row, 0);
            let at = (x - 6.0, y + SQUARE / 2.0 + 5.0);
            drawing.text(at, Anchor::End, (row + 1).to_string());
        }
        for col in 0..self.cols {
            let (x, y) = corner(0, col);
            let at = (x + SQUARE / 2.0, y - 6.0);
            drawing.text(at, Anchor::Middle, (col + 1).to_string());
        }
        for tile in &self.tiles {
            draw_tile(&mut drawing, corner(tile.row, tile.col), tile);
        }
        for &(row, col, mark) in &self.marks {
            draw_mark(&mut drawing, corner(row, col), mark);
        }
        drawing
    }
}

fn draw_tile(drawing: &mut Drawing, (x, y): (f64, f64), tile: &Tile) {
    const GAP: f64 = 3.0;
    let long = tile.length as f64 * SQUARE - 2.0 * GAP;
    let short = SQUARE - 2.0 * GAP;
    let (size, ink) = match tile.upright {
        true => ((short, long), Ink::Blue),
        false => ((long, short), Ink::Red),
    };
    let (left, top) = (x + GAP, y + GAP);
    let (right, bottom) = (left + size.0, top + size.1);
    drawing.rectangle((left, top), size, Ink::White);
    let outline = vec![
        (left, top),
        (right, top),
        (right, bottom),
        (left, bottom),
        (left, top),
    ];
    drawing.path(outline, ink, 3.0);
    let middle = (left + size.0 / 2.0, top + size.1 / 2.0 + 5.0);
    drawing.text(middle, Anchor::Middle, tile.label.as_str());
}

fn draw_mark(drawing: &mut Drawing, (x, y): (f64, f64), mark: Mark) {
    let (centre, arm) = ((x + SQUARE / 2.0, y + SQUARE / 2.0), 7.0);
    let across = vec![(centre.0 - arm, centre.1), (centre.0 + arm, centre.1)];
    let upright = vec![(centre.0, centre.1 - arm), (centre.0, centre.1 + arm)];
    match mark {
        Mark::Plus => {
            drawing.path(across, Ink::Blue, 3.0);
            drawing.path(upright, Ink::Blue, 3.0);
        }
        Mark::Minus => drawing.path(across, Ink::Red, 3.0),
        Mark::Question => drawing.text((centre.0, centre.1 + 5.0), Anchor::Middle, "?"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_inside_and_tiles_are_where_they_belong() {
        let free = vec![true, true, false, true, true, true];
        let tile = Tile {
            row: 0,
            col: 1,
            length: 2,
            upright: true,
            label: "1".to_string(),
        };
        let picture =
            BoardPicture::new(3, free)
                .title("a title")
                .tile(tile)
                .mark(1, 0, Mark::Minus);
        let svg = picture.draw().to_svg();
        // Upright over two squares in the second column, three pixels inside.
        let expected = "<rect x=\"59\" y=\"51\" width=\"26\" height=\"58\" fill=\"#ffffff\"/>";
        assert!(svg.contains(expected), "{svg}");
        assert!(svg.contains("height=\"124\"") && svg.contains("a title"));
    }
}
