//! Pictures as SVG.

use super::layout::{Place, places};
use super::{Drawing, DrawnNode};
use crate::game::Kind;
use std::fmt::Write;

/// Distances between nodes, and the size of a node, in pixels.
const COLUMN: f64 = 64.0;
const ROW: f64 = 84.0;
const RADIUS: f64 = 17.0;
const MARGIN: f64 = 40.0;

impl Drawing {
    /// Returns the picture as an SVG document with this title.
    pub fn to_svg(&self, title: &str) -> String {
        let places = places(self);
        let widest = places.iter().map(|place| place.column).fold(0.0, f64::max);
        let deepest = places.iter().map(|place| place.row).max().unwrap_or(0);
        let width = 2.0 * MARGIN + widest * COLUMN + 40.0;
        let height = 2.0 * MARGIN + deepest as f64 * ROW;
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"12\">"
        );
        let _ = writeln!(svg, "<title>{}</title>", escaped(title));
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
        );
        for &(parent, child) in self.edges() {
            let width = if self.is_bold(parent, child) {
                3.5
            } else {
                1.0
            };
            let [(x1, y1), (x2, y2)] = [parent, child].map(|node| centre(places[node]));
            let _ = writeln!(
                svg,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#222222\" \
                 stroke-width=\"{width}\"/>"
            );
        }
        for (node, place) in self.nodes().iter().zip(&places) {
            draw_node(&mut svg, node, centre(*place));
        }
        svg + "</svg>\n"
    }
}

fn centre(place: Place) -> (f64, f64) {
    let x = MARGIN + place.column * COLUMN;
    // Rounded to half a pixel, so that the bytes are the same on every machine.
    ((x * 2.0).round() / 2.0, MARGIN + place.row as f64 * ROW)
}

fn draw_node(svg: &mut String, node: &DrawnNode, (x, y): (f64, f64)) {
    let fill = match (node.numbers.is_solved(), node.numbers.is_won()) {
        (false, _) => "#ffffff",
        (true, true) => "#bfe8c8",
        (true, false) => "#f6d0cb",
    };
    let dashes = match node.is_repetition {
        true => " stroke-dasharray=\"4 3\"",
        false => "",
    };
    let _ = writeln!(svg, "<g><title>{}</title>", escaped(&node.description));
    let look = format!("fill=\"{fill}\" stroke=\"#222222\"{dashes}");
    let _ = match node.kind {
        Kind::Max => {
            let (left, top, side) = (x - RADIUS, y - RADIUS, 2.0 * RADIUS);
            writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" {look}/>"
            )
        }
        Kind::Min => writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" {look}/>"),
    };
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        y + 4.0,
        escaped(&node.name)
    );
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#0050a0\">{}</text></g>",
        x + RADIUS - 3.0,
        y - RADIUS - 3.0,
        node.numbers
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
