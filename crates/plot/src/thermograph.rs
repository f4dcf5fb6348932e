//! Thermographs: two walls over a scale of values that grows to the left.

use crate::drawing::{Anchor, Drawing, Ink};

/// Corners of a wall as (value, temperature), from the lowest temperature up.
pub type Corners = Vec<(f64, f64)>;

/// Pixels around the scales.
const MARGIN: f64 = 50.0;
/// Pixels of the scales, across and up.
const SIZE: (f64, f64) = (460.0, 320.0);
/// Maximum number of marks on a scale.
const MARKS: f64 = 9.0;

/// Draws the walls of a thermograph. As usual in the theory, values grow to the left and
/// temperatures upward; the mast goes up to the edge, because it never ends.
///
/// ```
/// use crosscram_plot::thermograph;
///
/// let left = vec![(2.0, -1.0), (2.0, -0.5), (0.75, 0.75)];
/// let right = vec![(0.0, -1.0), (0.0, 0.0), (0.75, 0.75)];
/// let svg = thermograph(&left, &right, "{3/2|*}").to_svg();
/// assert!(svg.contains("{3/2|*}") && svg.contains("temperature") && svg.contains("value"));
/// ```
pub fn thermograph(left: &Corners, right: &Corners, caption: &str) -> Drawing {
    let values = || left.iter().chain(right).map(|corner| corner.0);
    let temperatures = || left.iter().chain(right).map(|corner| corner.1);
    let low = values().fold(f64::INFINITY, f64::min).floor();
    let high = values().fold(f64::NEG_INFINITY, f64::max).ceil();
    // A mast alone needs room on both sides.
    let (low, high) = if low < high {
        (low, high)
    } else {
        (low - 1.0, high + 1.0)
    };
    let coldest = temperatures().fold(-1.0, f64::min);
    let hottest = temperatures().fold(0.0, f64::max).floor() + 1.0;

    let mut drawing = Drawing::new(SIZE.0 + 2.0 * MARGIN, SIZE.1 + 2.0 * MARGIN);
    let x = |value: f64| MARGIN + SIZE.0 * (high - value) / (high - low);
    let y = |t: f64| MARGIN + SIZE.1 * (hottest - t) / (hottest - coldest);

    for value in marks(low, high) {
        drawing.path(
            vec![(x(value), y(hottest)), (x(value), y(coldest))],
            Ink::Grey,
            1.0,
        );
        drawing.text((x(value), y(coldest) + 18.0), Anchor::Middle, label(value));
    }
    for t in marks(coldest, hottest) {
        drawing.path(vec![(x(high), y(t)), (x(low), y(t))], Ink::Grey, 1.0);
        drawing.text((x(high) - 8.0, y(t) + 5.0), Anchor::End, label(t));
    }
    drawing.path(vec![(x(high), y(0.0)), (x(low), y(0.0))], Ink::Black, 1.0);

    for (wall, ink) in [(left, Ink::Blue), (right, Ink::Red)] {
        let points = wall.iter().map(|&(value, t)| (x(value), y(t))).collect();
        drawing.path(points, ink, 3.0);
    }
    let top = left
        .iter()
        .chain(right)
        .copied()
        .fold(
            (0.0, coldest),
            |top, corner| {
                if corner.1 >= top.1 { corner } else { top }
            },
        );
    drawing.path(
        vec![(x(top.0), y(top.1)), (x(top.0), y(hottest) - 12.0)],
        Ink::Black,
        3.0,
    );
    drawing.text((MARGIN + SIZE.0 / 2.0, 24.0), Anchor::Middle, caption);
    let below = y(coldest) + 36.0;
    drawing.text((MARGIN + SIZE.0 / 2.0, below), Anchor::Middle, "value");
    drawing.text((6.0, y(hottest) - 18.0), Anchor::Start, "temperature");
    drawing
}

/// Returns at most ten round numbers from `low` to `high`.
fn marks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let mut step = 0.25;
    while (high - low) / step > MARKS {
        step *= 2.0;
    }
    let first = (low / step).ceil();
    let count = (high / step).floor() - first;
    (0..=count as i64).map(move |i| (first + i as f64) * step)
}

fn label(number: f64) -> String {
    crate::svg::rounded(number)
}
