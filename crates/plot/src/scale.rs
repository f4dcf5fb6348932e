//! The range of an axis, its ticks, and where values lie on it.

use crate::axis::Kind;

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// Its place, as a fraction of the axis in `0.0..=1.0`.
    pub(crate) at: f64,
    /// The label; `None` for minor ticks.
    pub(crate) label: Option<String>,
}

/// The range of an axis, in decades for a logarithmic one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
    step: f64,
}

/// The number of labelled ticks to aim at; 1-2-5 steps then give 4 to 10.
const TARGET_TICKS: f64 = 8.0;
/// Beyond this many decades there is no room for lines between them.
const MINOR_TICKS_UP_TO: f64 = 8.0;

impl Scale {
    /// The smallest range with ticks at both ends that holds all of `values`.
    pub(crate) fn around(kind: Kind, values: impl Iterator<Item = f64>) -> Scale {
        let place = |value: f64| match kind {
            Kind::Linear => value,
            Kind::Log => value.log10(),
        };
        let (low, high) = values
            .map(place)
            .fold((f64::MAX, f64::MIN), |(low, high), v| {
                (low.min(v), high.max(v))
            });
        // Without values, a range that leaves the frame empty but well-formed.
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let step = match kind {
            // A single value gets room on both sides.
            Kind::Linear if high == low => 1.0,
            Kind::Linear => nice_step((high - low) / TARGET_TICKS),
            Kind::Log => ((high - low) / TARGET_TICKS).ceil().max(1.0),
        };
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let (low, high) = match kind {
            _ if low < high => (low, high),
            Kind::Linear => (low - step, high + step),
            Kind::Log => (low, high + step),
        };
        Scale {
            kind,
            low,
            high,
            step,
        }
    }

    /// Where `value` lies, as a fraction of the axis.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let value = match self.kind {
            Kind::Linear => value,
            Kind::Log => value.log10(),
        };
        (value - self.low) / (self.high - self.low)
    }

    /// All ticks, in ascending order.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        let count = ((self.high - self.low) / self.step).round() as i64;
        let share = |value: f64| (value - self.low) / (self.high - self.low);
        let mut ticks = Vec::new();
        for i in 0..=count {
            let value = self.low + i as f64 * self.step;
            let label = match self.kind {
                Kind::Linear => number(value, self.step),
                Kind::Log => power_of_ten(value.round() as i32),
            };
            ticks.push(Tick {
                at: share(value),
                label: Some(label),
            });
            let decades = self.kind == Kind::Log && self.step == 1.0;
            if decades && i < count && self.high - self.low <= MINOR_TICKS_UP_TO {
                ticks.extend((2..10).map(|factor| Tick {
                    at: share(value + f64::from(factor).log10()),
                    label: None,
                }));
            }
        }
        ticks
    }
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = least / power;
    // The tolerance keeps 2.0000000001 from becoming 5.
    let nice = [1.0, 2.0, 5.0].into_iter().find(|n| factor <= n + 1e-9);
    nice.unwrap_or(10.0) * power
}

/// Formats a tick value with no more decimals than its step needs.
fn number(value: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let text = format!("{value:.decimals$}");
    // Rounding can leave "-0.0".
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_string(),
        _ => text,
    }
}

fn power_of_ten(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    match exponent {
        0 => "1".to_string(),
        1 => "10".to_string(),
        _ => format!(
            "10{}",
            exponent.to_string().chars().map(raise).collect::<String>()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(kind: Kind, values: &[f64]) -> String {
        let ticks = Scale::around(kind, values.iter().copied()).ticks();
        let labels: Vec<String> = ticks.into_iter().filter_map(|tick| tick.label).collect();
        labels.join(" ")
    }

    #[track_caller]
    fn check(kind: Kind, values: &[f64], expected: &str) {
        assert_eq!(labels(kind, values), expected);
    }

    #[test]
    fn linear_ticks_are_round_numbers() {
        check(Kind::Linear, &[2.0, 30.0], "0 5 10 15 20 25 30");
        check(Kind::Linear, &[2.0, 10.0], "2 3 4 5 6 7 8 9 10");
        check(Kind::Linear, &[0.0, 1.0], "0.0 0.2 0.4 0.6 0.8 1.0");
        check(Kind::Linear, &[-0.3, 0.11], "-0.3 -0.2 -0.1 0.0 0.1 0.2");
        check(Kind::Linear, &[7.0], "6 7 8");
        check(Kind::Linear, &[], "0.0 0.2 0.4 0.6 0.8 1.0");
    }

    #[test]
    fn log_ticks_are_powers_of_ten() {
        check(
            Kind::Log,
            &[1.0, 2_023_301.0],
            "1 10 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷",
        );
        check(Kind::Log, &[0.02, 0.5], "10⁻² 10⁻¹ 1");
        check(Kind::Log, &[1000.0], "10³ 10⁴");
        check(
            Kind::Log,
            &[1.0, 3.5e12],
            "1 10² 10⁴ 10⁶ 10⁸ 10¹⁰ 10¹² 10¹⁴",
        );
    }

    #[test]
    fn log_places() {
        let scale = Scale::around(Kind::Log, [1.0, 10_000.0].into_iter());
        assert_eq!(scale.place(1.0), 0.0);
        assert_eq!(scale.place(100.0), 0.5);
        assert_eq!(scale.place(10_000.0), 1.0);
        let ticks = scale.ticks();
        assert_eq!(ticks.len(), 5 + 4 * 8);
        assert!(ticks.iter().all(|tick| (0.0..=1.0).contains(&tick.at)));
        assert!(ticks.windows(2).all(|pair| pair[0].at < pair[1].at));
        // Three tenths of the first of four decades.
        assert!((ticks[1].at - 2f64.log10() / 4.0).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_on_its_axis() {
        let values = [1e-7, 0.3, 1.0, 17.0, 99.99, 100.0, 123_456.0, 3.5e12];
        for kind in [Kind::Linear, Kind::Log] {
            for a in values {
                for b in values {
                    let scale = Scale::around(kind, [a, b].into_iter());
                    for value in [a, b] {
                        let place = scale.place(value);
                        assert!((-1e-9..=1.0 + 1e-9).contains(&place), "{kind:?} {a} {b}");
                    }
                }
            }
        }
    }
}
