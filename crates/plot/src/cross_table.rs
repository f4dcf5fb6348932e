//! Who beat whom, and how they are rated, as SVG text.

use crate::svg::{Svg, anchored};

/// A table of players against players with their ratings.
///
/// ```
/// use crosscram_plot::{CrossRow, CrossTable};
///
/// let row = |name: &str, cells: [_; 2], points| CrossRow {
///     name: name.into(),
///     cells: cells.into(),
///     rating: Some((points, 60.0)),
/// };
/// let table = CrossTable {
///     title: "Two players".into(),
///     rows: vec![row("A", [None, Some((7, 8))], 120.0), row("B", [Some((1, 8)), None], -120.0)],
///     notes: Vec::new(),
/// };
/// let svg = table.to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("+120 ± 60"));
/// ```
#[derive(Clone, Debug)]
pub struct CrossTable {
    /// What it shows.
    pub title: String,
    /// The players.
    pub rows: Vec<CrossRow>,
    /// Lines of text below the table.
    pub notes: Vec<String>,
}

/// One player.
#[derive(Clone, Debug)]
pub struct CrossRow {
    /// Its name.
    pub name: String,
    /// Wins and games against each player of the table, in its order; `None` where they did not meet.
    pub cells: Vec<Option<(u64, u64)>>,
    /// The rating and its error.
    pub rating: Option<(f64, f64)>,
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
        let [start, centred] = ["start", "middle"].map(anchored);
        svg.write((MARGIN, MARGIN + LINE / 2.0), &start, &self.title);
        for (index, row) in self.rows.iter().enumerate() {
            let middle = table + (index as f64 + 0.5) * CELL;
            let number = (index + 1).to_string();
            svg.write((middle, top - 8.0), &centred, &number);
            let y = top + index as f64 * HEIGHT;
            let name = format!("{number}  {}", row.name);
            svg.write((MARGIN, y + HEIGHT * 0.65), &start, &name);
            self.draw_row(&mut svg, index, (table, y));
        }
        self.draw_ratings(&mut svg, (scale, top, bottom));
        for (number, note) in self.notes.iter().enumerate() {
            let y = bottom + (number + 1) as f64 * LINE + LINE / 2.0;
            svg.write((MARGIN, y), &start, note);
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
            let look = [
                ("fill", fill.into()),
                ("fill-opacity", opacity.into()),
                ("stroke", "#bbbbbb".into()),
                ("stroke-width", 0.5.into()),
            ];
            svg.rectangle((x, y), (CELL, HEIGHT), &look);
            if let Some((wins, games)) = score {
                let text = format!("{wins}/{games}");
                let at = (x + CELL / 2.0, y + HEIGHT * 0.65);
                svg.write(at, &anchored("middle"), &text);
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
        let thin = [("stroke-width", 1.0.into())];
        let thick = [("stroke-width", 1.5.into())];
        svg.line((zero, top), (zero, bottom), "#bbbbbb", &thin);
        svg.write((zero, top - 8.0), &anchored("middle"), "0");
        for (index, row) in self.rows.iter().enumerate() {
            let Some((points, error)) = row.rating else {
                continue;
            };
            let y = top + (index as f64 + 0.5) * HEIGHT;
            let (from, to) = (place(points - error), place(points + error));
            svg.line((from, y), (to, y), "#000000", &thick);
            for end in [from, to] {
                svg.line((end, y - 4.0), (end, y + 4.0), "#000000", &thick);
            }
            let dot = [
                ("cx", place(points).into()),
                ("cy", y.into()),
                ("r", 4.0.into()),
                ("fill", WON.into()),
            ];
            svg.empty("circle", &dot);
            let text = format!("{points:+.0} ± {error:.0}");
            let at = (left + SCALE + 12.0, y + HEIGHT * 0.15);
            svg.write(at, &anchored("start"), &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_without_games_and_names_with_markup() {
        let svg = |rows, notes| {
            let title = "a table".to_string();
            CrossTable { title, rows, notes }.to_svg()
        };
        assert!(svg(vec![], vec![]).ends_with("</svg>\n"));
        let row = CrossRow {
            name: "cmd:a<b & c".to_string(),
            cells: vec![None],
            rating: None,
        };
        let svg = svg(vec![row], vec!["nobody played".to_string()]);
        assert!(svg.contains("cmd:a&lt;b &amp; c") && svg.contains("nobody played"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
