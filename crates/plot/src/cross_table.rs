//! Who beat whom, and how they are rated, as SVG text.

use crate::svg::{Svg, Value};

/// A table of players against players with their ratings.
///
/// ```
/// use crosscram_plot::{CrossRow, CrossTable};
///
/// let table = CrossTable::new("Two players")
///     .row(CrossRow::new("A").against([None, Some((7, 8))]).rated(120.0, 60.0))
///     .row(CrossRow::new("B").against([Some((1, 8)), None]).rated(-120.0, 60.0));
/// let svg = table.to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("+120 ± 60"));
/// ```
#[derive(Clone, Debug)]
pub struct CrossTable {
    title: String,
    notes: Vec<String>,
    rows: Vec<CrossRow>,
}

/// One player.
#[derive(Clone, Debug)]
pub struct CrossRow {
    name: String,
    cells: Vec<Option<(u64, u64)>>,
    rating: Option<(f64, f64)>,
}

impl CrossRow {
    /// A player without games.
    pub fn new(name: impl Into<String>) -> CrossRow {
        CrossRow {
            name: name.into(),
            cells: Vec::new(),
            rating: None,
        }
    }

    /// Sets wins and games against each player of the table, in its order; `None` where they did
    /// not meet.
    #[must_use]
    pub fn against(mut self, cells: impl IntoIterator<Item = Option<(u64, u64)>>) -> CrossRow {
        self.cells.extend(cells);
        self
    }

    /// The rating and its error.
    #[must_use]
    pub fn rated(mut self, points: f64, error: f64) -> CrossRow {
        self.rating = Some((points, error));
        self
    }
}

/// Sizes in pixels.
const MARGIN: f64 = 24.0;
const LINE: f64 = 20.0;
const HEIGHT: f64 = 28.0;
const CELL: f64 = 56.0;
/// Room for a character.
const CHARACTER: f64 = 7.5;
/// The part in which ratings are drawn, and the room for their numbers.
const SCALE: f64 = 260.0;
const NUMBERS: f64 = 110.0;
/// Okabe and Ito's blue and vermilion, which colour-blind readers can tell apart.
const WON: &str = "#0072b2";
const LOST: &str = "#d55e00";

impl CrossTable {
    /// A table without players.
    pub fn new(title: impl Into<String>) -> CrossTable {
        CrossTable {
            title: title.into(),
            notes: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds a player, below the others.
    #[must_use]
    pub fn row(mut self, row: CrossRow) -> CrossTable {
        self.rows.push(row);
        self
    }

    /// Adds a line of text below the table.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> CrossTable {
        self.notes.push(text.into());
        self
    }

    /// Returns the table as SVG. A cell is the bluer the more its row has won against its column,
    /// and the redder the more it has lost; ratings with their errors are at the right.
    pub fn to_svg(&self) -> String {
        let text_width = |text: &String| text.chars().count() as f64 * CHARACTER;
        let names = self.rows.iter().map(|row| text_width(&row.name));
        let names = names.fold(0.0, f64::max) + 4.0 * CHARACTER;
        let table = MARGIN + names;
        let scale = table + self.rows.len() as f64 * CELL + MARGIN;
        let texts = self.notes.iter().chain([&self.title]).map(text_width);
        let width = texts.fold(scale + SCALE + NUMBERS, f64::max) + MARGIN;
        let top = MARGIN + 2.0 * LINE + HEIGHT;
        let bottom = top + self.rows.len() as f64 * HEIGHT;
        let height = bottom + (self.notes.len() + 1) as f64 * LINE + MARGIN;
        let mut svg = Svg::document(width, height, &self.title);
        write(
            &mut svg,
            (MARGIN, MARGIN + LINE / 2.0),
            "start",
            &self.title,
        );
        for (index, row) in self.rows.iter().enumerate() {
            let middle = table + (index as f64 + 0.5) * CELL;
            let number = (index + 1).to_string();
            write(&mut svg, (middle, top - 8.0), "middle", &number);
            let y = top + index as f64 * HEIGHT;
            let name = format!("{number}  {}", row.name);
            write(&mut svg, (MARGIN, y + HEIGHT * 0.65), "start", &name);
            self.draw_row(&mut svg, index, (table, y));
        }
        self.draw_ratings(&mut svg, (scale, top, bottom));
        for (number, note) in self.notes.iter().enumerate() {
            let y = bottom + (number + 1) as f64 * LINE + LINE / 2.0;
            write(&mut svg, (MARGIN, y), "start", note);
        }
        svg.end();
        svg.finish()
    }

    fn draw_row(&self, svg: &mut Svg, index: usize, (left, y): (f64, f64)) {
        for column in 0..self.rows.len() {
            let x = left + column as f64 * CELL;
            let score = self.rows[index].cells.get(column).copied().flatten();
            let score = score.filter(|(_, games)| *games > 0);
            let (fill, opacity) = match score {
                _ if index == column => ("#eeeeee", 1.0),
                None => ("#ffffff", 1.0),
                Some((wins, games)) => {
                    let lead = 2.0 * wins as f64 / games as f64 - 1.0;
                    (if lead >= 0.0 { WON } else { LOST }, 0.6 * lead.abs())
                }
            };
            let square = [
                ("x", x.into()),
                ("y", y.into()),
                ("width", CELL.into()),
                ("height", HEIGHT.into()),
                ("fill", fill.into()),
                ("fill-opacity", opacity.into()),
                ("stroke", "#bbbbbb".into()),
                ("stroke-width", 0.5.into()),
            ];
            svg.empty("rect", &square);
            if let Some((wins, games)) = score {
                let text = format!("{wins}/{games}");
                write(svg, (x + CELL / 2.0, y + HEIGHT * 0.65), "middle", &text);
            }
        }
    }

    fn draw_ratings(&self, svg: &mut Svg, (left, top, bottom): (f64, f64, f64)) {
        let rated = || self.rows.iter().filter_map(|row| row.rating);
        let low = rated().map(|(points, error)| points - error);
        let high = rated().map(|(points, error)| points + error);
        let (low, high) = (low.fold(0.0, f64::min), high.fold(0.0, f64::max));
        let span = if high > low { high - low } else { 1.0 };
        let place = |points: f64| left + SCALE * (points - low) / span;
        let zero = place(0.0);
        line(svg, [zero, top, zero, bottom], "#bbbbbb", 1.0);
        write(svg, (zero, top - 8.0), "middle", "0");
        for (index, row) in self.rows.iter().enumerate() {
            let Some((points, error)) = row.rating else {
                continue;
            };
            let y = top + (index as f64 + 0.5) * HEIGHT;
            let (from, to) = (place(points - error), place(points + error));
            line(svg, [from, y, to, y], "#000000", 1.5);
            for end in [from, to] {
                line(svg, [end, y - 4.0, end, y + 4.0], "#000000", 1.5);
            }
            let dot = [
                ("cx", place(points).into()),
                ("cy", y.into()),
                ("r", 4.0.into()),
                ("fill", WON.into()),
            ];
            svg.empty("circle", &dot);
            let text = format!("{points:+.0} ± {error:.0}");
            write(
                svg,
                (left + SCALE + 12.0, y + HEIGHT * 0.15),
                "start",
                &text,
            );
        }
    }
}

fn write(svg: &mut Svg, (x, y): (f64, f64), anchor: &str, text: &str) {
    let attributes: [(&str, Value<'_>); 3] = [
        ("x", x.into()),
        ("y", y.into()),
        ("text-anchor", anchor.into()),
    ];
    svg.text("text", &attributes, text);
}

fn line(svg: &mut Svg, ends: [f64; 4], colour: &str, width: f64) {
    let attributes: [(&str, Value<'_>); 6] = [
        ("x1", ends[0].into()),
        ("y1", ends[1].into()),
        ("x2", ends[2].into()),
        ("y2", ends[3].into()),
        ("stroke", colour.into()),
        ("stroke-width", width.into()),
    ];
    svg.empty("line", &attributes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_without_games_and_names_with_markup() {
        assert!(CrossTable::new("empty").to_svg().ends_with("</svg>\n"));
        let row = CrossRow::new("cmd:a<b & c").against([None]);
        let svg = CrossTable::new("one")
            .row(row)
            .note("nobody played")
            .to_svg();
        assert!(svg.contains("cmd:a&lt;b &amp; c") && svg.contains("nobody played"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
