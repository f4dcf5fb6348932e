//! A table of short texts on coloured cells, with numbered rows and columns, as SVG text.

use crate::svg::{Point, Svg};

/// Sizes in pixels.
const CELL: f64 = 22.0;
const MARGIN: f64 = 30.0;
const TOP: f64 = 52.0;
const LEGEND: f64 = 150.0;

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct GridCell<'a> {
    /// One or two letters; a cell without them has neither title nor mark.
    pub code: String,
    /// Its colour.
    pub fill: &'a str,
    /// What a browser shows under the pointer; may be empty.
    pub title: String,
    /// Whether its corner is black.
    pub marked: bool,
}

/// Draws a table, below it what its colours with their codes mean, and what the mark.
///
/// ```
/// use crosscram_plot::{GridCell, grid};
///
/// let cell = |code: &str, fill| GridCell { code: code.into(), fill, ..GridCell::default() };
/// let svg = grid("Who wins", &[vec![cell("2", "#f2dc7c"), cell("H", "#f0a58f")]], &[], None);
/// assert!(svg.starts_with("<svg ") && svg.contains("Who wins"));
/// ```
pub fn grid(
    title: &str,
    rows: &[Vec<GridCell<'_>>],
    legend: &[(&str, &str, &str)],
    mark: Option<&str>,
) -> String {
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = (MARGIN + cols as f64 * CELL + 8.0).max(2.0 * MARGIN + 7.0 * title.len() as f64);
    let per_line = ((width - MARGIN) / LEGEND).max(1.0) as usize;
    let entries = legend.len() + usize::from(mark.is_some());
    let end = TOP + rows.len() as f64 * CELL + 8.0;
    let height = end + entries.div_ceil(per_line) as f64 * CELL;
    let mut svg = Svg::document(width, height, title);
    text(&mut svg, (MARGIN, 18.0), "start", 13.0, title);
    for col in 0..cols {
        let place = (MARGIN + (col as f64 + 0.5) * CELL, TOP - 6.0);
        text(&mut svg, place, "middle", 10.0, &(col + 1).to_string());
    }
    for (row, cells) in rows.iter().enumerate() {
        let y = TOP + row as f64 * CELL;
        let place = (MARGIN - 5.0, y + 15.0);
        text(&mut svg, place, "end", 10.0, &(row + 1).to_string());
        for (col, cell) in cells.iter().enumerate() {
            let x = MARGIN + col as f64 * CELL;
            let is_known = !cell.code.is_empty();
            if is_known {
                svg.begin("g", &[]);
                if !cell.title.is_empty() {
                    svg.text("title", &[], &cell.title);
                }
            }
            square(&mut svg, (x, y), cell.fill, &cell.code);
            if is_known {
                if cell.marked {
                    corner(&mut svg, (x, y));
                }
                svg.end();
            }
        }
    }
    for entry in 0..entries {
        let (x, y) = (
            MARGIN + (entry % per_line) as f64 * LEGEND,
            end + (entry / per_line) as f64 * CELL,
        );
        let meaning = match legend.get(entry) {
            Some((fill, code, meaning)) => {
                square(&mut svg, (x, y), fill, code);
                meaning
            }
            None => {
                corner(&mut svg, (x, y));
                mark.unwrap_or_default()
            }
        };
        let place = (x + CELL + 4.0, y + 15.0);
        text(&mut svg, place, "start", 10.0, meaning);
    }
    svg.end();
    svg.finish()
}

fn square(svg: &mut Svg, (x, y): Point, fill: &str, code: &str) {
    let look = [("fill", fill.into()), ("stroke", "#c8c8c8".into())];
    svg.rectangle((x, y), (CELL, CELL), &look);
    text(svg, (x + CELL / 2.0, y + 15.0), "middle", 10.0, code);
}

/// The upper right corner of a cell, in black.
fn corner(svg: &mut Svg, (x, y): Point) {
    let path = format!("M{} {y}v7l-7 -7z", x + CELL);
    svg.empty("path", &[("d", (&path).into())]);
}

fn text(svg: &mut Svg, at: Point, anchor: &str, size: f64, content: &str) {
    let look = [("text-anchor", anchor.into()), ("font-size", size.into())];
    svg.write(at, &look, content);
}
