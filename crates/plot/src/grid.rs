//! A table of short texts on coloured cells, with numbered rows and columns, as SVG text.

use crate::svg::{Svg, Value};

/// Sizes in pixels.
const CELL: f64 = 22.0;
const MARGIN: f64 = 30.0;
const TOP: f64 = 52.0;

/// Draws a table. Each cell has a text of one or two letters and a fill colour.
///
/// ```
/// use crosscram_plot::grid;
///
/// let svg = grid("Who wins", &[vec![("2".to_string(), "#f2dc7c"), ("H".to_string(), "#f0a58f")]]);
/// assert!(svg.starts_with("<svg ") && svg.contains("Who wins"));
/// ```
pub fn grid(title: &str, rows: &[Vec<(String, &str)>]) -> String {
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = (MARGIN + cols as f64 * CELL + 8.0).max(2.0 * MARGIN + 7.0 * title.len() as f64);
    let height = TOP + rows.len() as f64 * CELL + 8.0;
    let mut svg = Svg::document(width, height, title);
    text(&mut svg, (MARGIN, 18.0), "start", 13.0, title);
    for col in 0..cols {
        let x = MARGIN + (col as f64 + 0.5) * CELL;
        text(
            &mut svg,
            (x, TOP - 6.0),
            "middle",
            10.0,
            &(col + 1).to_string(),
        );
    }
    for (row, cells) in rows.iter().enumerate() {
        let y = TOP + row as f64 * CELL;
        text(
            &mut svg,
            (MARGIN - 5.0, y + 15.0),
            "end",
            10.0,
            &(row + 1).to_string(),
        );
        for (col, (code, fill)) in cells.iter().enumerate() {
            let x = MARGIN + col as f64 * CELL;
            let square: [(&str, Value<'_>); 6] = [
                ("x", x.into()),
                ("y", y.into()),
                ("width", CELL.into()),
                ("height", CELL.into()),
                ("fill", (*fill).into()),
                ("stroke", "#c8c8c8".into()),
            ];
            svg.empty("rect", &square);
            text(&mut svg, (x + CELL / 2.0, y + 15.0), "middle", 10.0, code);
        }
    }
    svg.end();
    svg.finish()
}

fn text(svg: &mut Svg, (x, y): (f64, f64), anchor: &str, size: f64, content: &str) {
    let attributes: [(&str, Value<'_>); 4] = [
        ("x", x.into()),
        ("y", y.into()),
        ("text-anchor", anchor.into()),
        ("font-size", size.into()),
    ];
    svg.text("text", &attributes, content);
}
