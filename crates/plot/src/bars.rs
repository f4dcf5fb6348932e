//! Horizontal bars on a logarithmic scale, for comparing one number in many variants.

use crate::drawing::{Anchor, Drawing, Ink, TEXT_SIZE};
use crosscram_support::columns::grouped;

/// The bars of one variant: a label, and one number for each series.
pub type Bar = (String, Vec<f64>);

/// Sizes in pixels.
const LABELS: f64 = 250.0;
const SCALE: f64 = 420.0;
const NUMBERS: f64 = 110.0;
/// A bar, and the line of its number beside it, which is as high as a text.
const THICKNESS: f64 = TEXT_SIZE + 3.0;
const GAP: f64 = 9.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 30.0;

/// Inks of the series; their number is the maximum number of series.
const INKS: [Ink; 2] = [Ink::Blue, Ink::Red];

/// Draws all variants, one below the other, each with a bar for every series. Bars begin at the
/// largest power of ten below all numbers, which must be positive.
///
/// # Panics
///
/// If there are no bars, or more than two series.
pub fn bars(title: &str, series: &[&str], bars: &[Bar]) -> Drawing {
    assert!(!bars.is_empty() && series.len() <= INKS.len());
    let numbers = || bars.iter().flat_map(|(_, numbers)| numbers.iter().copied());
    let least = numbers().fold(f64::INFINITY, f64::min).log10().floor();
    let most = numbers()
        .fold(0.0, f64::max)
        .log10()
        .ceil()
        .max(least + 1.0);
    let x = |number: f64| LABELS + SCALE * (number.log10() - least) / (most - least);
    let step = GAP + THICKNESS * series.len() as f64;
    let height = TOP + step * bars.len() as f64 + BOTTOM;
    let mut drawing = Drawing::new(LABELS + SCALE + NUMBERS, height);
    drawing.text((LABELS, 22.0), Anchor::Start, title);
    for (i, (name, ink)) in series.iter().zip(INKS).enumerate() {
        let left = LABELS + 140.0 * i as f64;
        drawing.rectangle((left, 36.0), (12.0, 12.0), ink);
        drawing.text((left + 18.0, 47.0), Anchor::Start, *name);
    }
    for power in least as i32..=most as i32 {
        let at = x(10f64.powi(power));
        let line = vec![(at, TOP - 10.0), (at, height - BOTTOM)];
        drawing.path(line, Ink::Grey, 1.0);
        drawing.text((at, height - 10.0), Anchor::Middle, power_of_ten(power));
    }
    for (i, (label, numbers)) in bars.iter().enumerate() {
        let top = TOP + step * i as f64;
        let middle = top + THICKNESS * series.len() as f64 / 2.0 + 5.0;
        drawing.text((LABELS - 10.0, middle), Anchor::End, label);
        for (j, (&number, ink)) in numbers.iter().zip(INKS).enumerate() {
            let y = top + THICKNESS * j as f64;
            let width = (x(number) - LABELS).max(1.0);
            drawing.rectangle((LABELS, y), (width, THICKNESS - 2.0), ink);
            let end = (LABELS + width + 6.0, y + THICKNESS - 4.0);
            drawing.text(end, Anchor::Start, grouped(number.round() as u64));
        }
    }
    drawing
}

/// Returns the label of a power of ten: 1, 10, 100, 1000, 10^4, …
fn power_of_ten(power: i32) -> String {
    match power {
        0..=3 => format!("{}", 10u32.pow(power as u32)),
        _ => format!("10^{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of two bars, one below the other, are at least as far apart as a text is high.
    #[test]
    fn numbers_do_not_run_into_the_next_bar() {
        let rows = [("all".to_string(), vec![47_416.0, 25_426.0])];
        let svg = bars("Nodes", &["8x8", "7x9"], &rows).to_svg();
        let line = |number: &str| -> f64 {
            let text = svg.lines().find(|line| line.contains(number)).unwrap();
            let y = text.split(" y=\"").nth(1).unwrap();
            y.split('"').next().unwrap().parse().unwrap()
        };
        assert!(line("25,426") - line("47,416") >= TEXT_SIZE);
    }

    #[test]
    fn every_number_is_drawn() {
        let rows = [
            ("all".to_string(), vec![47_416.0, 25_426.0]),
            ("rows".to_string(), vec![977_328.0, 1_316_503.0]),
        ];
        let svg = bars("Nodes", &["8x8", "7x9"], &rows).to_svg();
        for text in ["47,416", "1,316,503", "rows", "7x9", "10^4", "10^7"] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(!svg.contains("10^3") && !svg.contains("NaN"));
    }
}
