//! Marks: the lines and points that a chart consists of.

use crate::series::{LineStyle, Marker, PALETTE};
use crate::svg::{Svg, Value, rounded};

/// A line across the frame at a tick.
pub(crate) fn grid_line(svg: &mut Svg, from: (f64, f64), to: (f64, f64), labelled: bool) {
    let colour = if labelled { "#cccccc" } else { "#eeeeee" };
    let ends = [
        ("x1", from.0.into()),
        ("y1", from.1.into()),
        ("x2", to.0.into()),
        ("y2", to.1.into()),
        ("stroke", colour.into()),
    ];
    svg.empty("line", &ends);
}

/// The line of a series, or of its sample in the legend.
pub(crate) fn draw_line(svg: &mut Svg, look: usize, line: LineStyle, points: &[(f64, f64)]) {
    if line == LineStyle::None || points.len() < 2 {
        return;
    }
    let points = joined(points.iter().copied());
    let mut attributes: Vec<(&str, Value<'_>)> = vec![
        ("points", (&points).into()),
        ("fill", "none".into()),
        ("stroke", PALETTE[look % PALETTE.len()].into()),
        ("stroke-width", 1.5.into()),
    ];
    if line == LineStyle::Dashed {
        attributes.push(("stroke-dasharray", "6 4".into()));
    }
    svg.empty("polyline", &attributes);
}

/// One point of a series.
pub(crate) fn draw_marker(svg: &mut Svg, look: usize, line: LineStyle, at: (f64, f64)) {
    let colour = PALETTE[look % PALETTE.len()];
    // Hollow markers are larger, so that one shows around the filled marker of an equal point.
    let (fill, size) = match line {
        LineStyle::Dashed => ("#ffffff", 1.4),
        LineStyle::Solid | LineStyle::None => (colour, 1.0),
    };
    let corners = Marker::of(look).corners();
    if corners.is_empty() {
        let circle = [
            ("cx", at.0.into()),
            ("cy", at.1.into()),
            ("r", (4.0 * size).into()),
            ("fill", fill.into()),
            ("stroke", colour.into()),
        ];
        return svg.empty("circle", &circle);
    }
    let corners = joined(
        corners
            .iter()
            .map(|(x, y)| (at.0 + x * size, at.1 + y * size)),
    );
    let polygon = [
        ("points", (&corners).into()),
        ("fill", fill.into()),
        ("stroke", colour.into()),
    ];
    svg.empty("polygon", &polygon);
}

fn joined(points: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = points
        .map(|(x, y)| format!("{},{}", rounded(x), rounded(y)))
        .collect();
    points.join(" ")
}
