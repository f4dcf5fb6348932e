//! Charts of the tournaments.

use crosscram_plot::{Axis, Chart, LineStyle, Series};

use super::tables::{Played, Setting, depths, shares};
use crate::result::Reproduction;

/// Our wins over the published ones, a point for each bot.
pub(super) fn scatter(result: &mut Reproduction, setting: &Setting, shown: &[&Played]) {
    let name = format!("vandaalen-{}", setting.id);
    let most = setting.games();
    let mut chart = Chart::new(format!("Table {}: wins of each bot", setting.id))
        .x_axis(Axis::linear("wins as published"))
        .y_axis(Axis::linear("our wins"));
    for played in shown {
        let points = setting.totals().into_iter().zip(played.totals());
        chart = chart.series(
            Series::new(&played.reading.name)
                .points(points)
                .line(LineStyle::None),
        );
    }
    let equal = Series::new("equal").points([(0.0, 0.0), (most, most)]);
    result.draw(&name, chart.series(equal.line(LineStyle::Dashed)));
}

/// The share of wins at each search depth, in each role.
pub(super) fn by_depth(result: &mut Reproduction, setting: &Setting, shown: &[&Played]) {
    let depths = depths(setting);
    if depths.len() < 2 {
        return;
    }
    let name = format!("vandaalen-{}-depths", setting.id);
    let mut chart = Chart::new(format!("Table {}: wins by search depth", setting.id))
        .x_axis(Axis::linear("search depth"))
        .y_axis(Axis::linear("percent of games won"));
    let ours = shown.iter();
    let ours = ours.map(|played| (played.reading.name.as_str(), played.wins.clone()));
    let all = [("published", setting.wins())].into_iter().chain(ours);
    for (i, (name, wins)) in all.enumerate() {
        let points = |part: &dyn Fn((f64, f64)) -> f64| {
            let point = |depth: &u32| (f64::from(*depth), part(shares(setting, &wins, *depth)));
            depths.iter().map(point).collect::<Vec<_>>()
        };
        let vertical = Series::new(format!("{name}, V")).points(points(&|share| share.0));
        let horizontal = Series::new(format!("{name}, H")).points(points(&|share| share.1));
        chart = chart
            .series(vertical.paired_with(i))
            .series(horizontal.paired_with(i).line(LineStyle::Dashed));
    }
    result.draw(&name, chart);
}
