//! The chart: axes, series, legend, and the drawing of them all.

use crate::axis::Axis;
use crate::marks::{draw_line, draw_marker};
use crate::scale::Scale;
use crate::series::Series;
use crate::svg::{Svg, anchored, rounded};

/// A chart, built step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    title: String,
    description: String,
    id: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// Size of the frame in pixels; everything else is added around it.
const FRAME: (f64, f64) = (560.0, 380.0);
/// Room above (title), to the right (half a label), below (labels and axis title), to the left.
const TOP: f64 = 48.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 58.0;
const LEFT: f64 = 76.0;
const FONT: f64 = 13.0;
/// Width of an average letter at [`FONT`]; generous, because the reader's font is unknown.
const LETTER: f64 = 7.3;
const LEGEND_ROW: f64 = 20.0;
const LEGEND_SAMPLE: f64 = 34.0;

impl Chart {
    /// A chart with linear axes and without series.
    pub fn new(title: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            description: String::new(),
            id: "chart".to_string(),
            x: Axis::linear("x"),
            y: Axis::linear("y"),
            series: Vec::new(),
        }
    }

    /// Sets the text that describes the chart to readers who cannot see it. By default it lists the
    /// axes and the names of the series.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Chart {
        self.description = description.into();
        self
    }

    /// Sets the prefix of the ids inside the SVG; needed only if one page shows several charts.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Chart {
        self.id = id.into();
        self
    }

    /// Sets the horizontal axis.
    #[must_use]
    pub fn x_axis(mut self, axis: Axis) -> Chart {
        self.x = axis;
        self
    }

    /// Sets the vertical axis.
    #[must_use]
    pub fn y_axis(mut self, axis: Axis) -> Chart {
        self.y = axis;
        self
    }

    /// Adds a series. Later ones are drawn over earlier ones.
    #[must_use]
    pub fn series(mut self, series: Series) -> Chart {
        self.series.push(series);
        self
    }

    /// Returns the chart as an SVG document, which scales with its container and keeps its
    /// proportions.
    pub fn to_svg(&self) -> String {
        let placed = Placed::new(self);
        let (width, height) = self.size();
        let (title_id, description_id) =
            (format!("{}-title", self.id), format!("{}-desc", self.id));
        let mut svg = Svg::default();
        svg.begin(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                (
                    "viewBox",
                    (&format!("0 0 {} {}", rounded(width), rounded(height))).into(),
                ),
                ("width", width.into()),
                ("height", height.into()),
                ("role", "img".into()),
                (
                    "aria-labelledby",
                    (&format!("{title_id} {description_id}")).into(),
                ),
                ("font-family", "sans-serif".into()),
                ("font-size", FONT.into()),
            ],
        );
        svg.text("title", &[("id", (&title_id).into())], &self.title);
        svg.text(
            "desc",
            &[("id", (&description_id).into())],
            &self.described(),
        );
        svg.fill((width.into(), height.into()), "#ffffff");
        let middle = LEFT + FRAME.0 / 2.0;
        let large = [("text-anchor", "middle".into()), ("font-size", 16.0.into())];
        svg.write((middle, TOP / 2.0 + 4.0), &large, &self.title);
        self.draw_axes(&mut svg, &placed);
        for (number, series) in self.series.iter().enumerate() {
            placed.draw_series(&mut svg, look(series, number), series);
        }
        if placed.is_empty() {
            let at = (middle, TOP + FRAME.1 / 2.0);
            svg.write(at, &anchored("middle"), "no data");
        }
        self.draw_legend(&mut svg);
        svg.end();
        svg.finish()
    }

    fn size(&self) -> (f64, f64) {
        let longest = self.series.iter().map(|s| s.name.chars().count()).max();
        let legend = longest.map_or(0.0, |n| LEGEND_SAMPLE + 16.0 + n as f64 * LETTER);
        let rows = self.series.len() as f64 * LEGEND_ROW;
        (
            LEFT + FRAME.0 + RIGHT + legend,
            TOP + FRAME.1.max(rows) + BOTTOM,
        )
    }

    fn described(&self) -> String {
        if !self.description.is_empty() {
            return self.description.clone();
        }
        let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        format!(
            "{} against {}: {}",
            self.y.label,
            self.x.label,
            names.join(", ")
        )
    }

    fn draw_axes(&self, svg: &mut Svg, placed: &Placed<'_>) {
        let (right, bottom) = (LEFT + FRAME.0, TOP + FRAME.1);
        svg.begin(
            "g",
            &[("stroke-width", 1.0.into()), ("fill", "#222222".into())],
        );
        let shade = |labelled: bool| if labelled { "#cccccc" } else { "#eeeeee" };
        for tick in placed.x.ticks() {
            let x = LEFT + tick.at * FRAME.0;
            svg.line((x, TOP), (x, bottom), shade(tick.label.is_some()), &[]);
            if let Some(label) = tick.label {
                svg.write((x, bottom + FONT + 5.0), &anchored("middle"), &label);
            }
        }
        for tick in placed.y.ticks() {
            let y = bottom - tick.at * FRAME.1;
            svg.line((LEFT, y), (right, y), shade(tick.label.is_some()), &[]);
            if let Some(label) = tick.label {
                let at = (LEFT - 8.0, y + FONT / 3.0);
                svg.write(at, &anchored("end"), &label);
            }
        }
        let outline = [("fill", "none".into()), ("stroke", "#222222".into())];
        svg.rectangle((LEFT, TOP), FRAME, &outline);
        let at = (LEFT + FRAME.0 / 2.0, bottom + BOTTOM - 14.0);
        svg.write(at, &anchored("middle"), &self.x.label);
        let (x, y) = (rounded(20.0), rounded(TOP + FRAME.1 / 2.0));
        let turned = format!("translate({x} {y}) rotate(-90)");
        let at = [
            ("transform", (&turned).into()),
            ("text-anchor", "middle".into()),
        ];
        svg.text("text", &at, &self.y.label);
        svg.end();
    }

    fn draw_legend(&self, svg: &mut Svg) {
        let left = LEFT + FRAME.0 + RIGHT;
        for (number, series) in self.series.iter().enumerate() {
            let y = TOP + (number as f64 + 0.5) * LEGEND_ROW;
            let ends = [(left, y), (left + LEGEND_SAMPLE, y)];
            let look = look(series, number);
            svg.begin("g", &[]);
            draw_line(svg, look, series.line, &ends);
            draw_marker(svg, look, series.line, (left + LEGEND_SAMPLE / 2.0, y));
            let at = (left + LEGEND_SAMPLE + 8.0, y + FONT / 3.0);
            svg.write(at, &[("fill", "#222222".into())], &series.name);
            svg.end();
        }
    }
}

/// The number of the colour and marker of a series.
fn look(series: &Series, number: usize) -> usize {
    series.look.unwrap_or(number)
}

/// A chart with its ranges known.
struct Placed<'a> {
    chart: &'a Chart,
    x: Scale,
    y: Scale,
}

impl<'a> Placed<'a> {
    fn new(chart: &'a Chart) -> Self {
        let points = || chart.series.iter().flat_map(|series| series.points.iter());
        let shown = || points().filter(|&&point| has_place(chart, point));
        Placed {
            chart,
            x: Scale::around(chart.x.kind, shown().map(|point| point.0)),
            y: Scale::around(chart.y.kind, shown().map(|point| point.1)),
        }
    }

    fn is_empty(&self) -> bool {
        let mut points = self.chart.series.iter().flat_map(|series| &series.points);
        !points.any(|&point| has_place(self.chart, point))
    }

    fn draw_series(&self, svg: &mut Svg, look: usize, series: &Series) {
        let place = |(x, y): (f64, f64)| {
            let down = 1.0 - self.y.place(y);
            (LEFT + self.x.place(x) * FRAME.0, TOP + down * FRAME.1)
        };
        svg.begin("g", &[("data-series", (&series.name).into())]);
        let pieces = series.points.split(|&point| !has_place(self.chart, point));
        let pieces: Vec<Vec<(f64, f64)>> = pieces
            .map(|piece| piece.iter().copied().map(place).collect())
            .collect();
        for piece in &pieces {
            draw_line(svg, look, series.line, piece);
        }
        // Markers last, so that no line runs over them.
        for point in pieces.into_iter().flatten() {
            draw_marker(svg, look, series.line, point);
        }
        svg.end();
    }
}

fn has_place(chart: &Chart, (x, y): (f64, f64)) -> bool {
    chart.x.shows(x) && chart.y.shows(y)
}
