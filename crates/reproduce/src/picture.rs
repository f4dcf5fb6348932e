//! The picture of an experiment that has none of its own: its rows as bars.

use crate::result::{Reproduction, Row};
use crosscram_plot::{Axis, Chart, LineStyle, Series, bars};

/// Our numbers beside the published ones, row by row, as an SVG file; `None` if nothing was measured. Numbers on a
/// logarithmic scale if all are positive.
pub(crate) fn of_rows(result: &Reproduction) -> Option<(String, String)> {
    let measured: Vec<(&Row, f64)> = result
        .rows
        .iter()
        .filter_map(|row| Some((row, row.ours()?)))
        .collect();
    if measured.is_empty() {
        return None;
    }
    let number = result.experiment.id.to_lowercase().replace('.', "-");
    let name = format!("{}-{number}", result.paper.name);
    let title = result.heading().trim_end().to_string();
    let published = |row: &Row| row.published.map(|number| number.value);
    let numbers = measured
        .iter()
        .flat_map(|&(row, ours)| [Some(ours), published(row)].into_iter().flatten());
    let svg = match numbers.clone().all(|number| number > 0.0) {
        true => {
            let any_published = measured.iter().any(|(row, _)| row.published.is_some());
            let series: &[&str] = match any_published {
                true => &["ours", "published"],
                false => &["ours"],
            };
            let rows: Vec<(String, Vec<f64>)> = measured
                .iter()
                .map(|&(row, ours)| {
                    let label = format!("{} {}", row.what, row.variant);
                    let numbers = [Some(ours), published(row)].into_iter().flatten();
                    (label.trim_end().to_string(), numbers.collect())
                })
                .collect();
            bars(&title, series, &rows).to_svg()
        }
        false => {
            let points = |of: &dyn Fn(&Row, f64) -> Option<f64>| {
                let rows = (1..).zip(&measured);
                let points =
                    rows.filter_map(|(at, &(row, ours))| Some((f64::from(at), of(row, ours)?)));
                points.collect::<Vec<_>>()
            };
            let series = |name: &str, points: Vec<(f64, f64)>| {
                Series::new(name).points(points).line(LineStyle::None)
            };
            Chart::new(title)
                .id(&name)
                .x_axis(Axis::linear("row of the table"))
                .y_axis(Axis::linear("value"))
                .series(series("ours", points(&|_, ours| Some(ours))))
                .series(series("published", points(&|row, _| published(row))))
                .to_svg()
        }
    };
    Some((format!("{name}.svg"), svg))
}
