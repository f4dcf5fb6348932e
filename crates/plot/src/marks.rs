//! Marks: the lines and points that a chart consists of.

use crate::series::{LineStyle, MARKERS, PALETTE};
use crate::svg::{Svg, Value, joined};

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
    let corners = MARKERS[look % MARKERS.len()];
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
