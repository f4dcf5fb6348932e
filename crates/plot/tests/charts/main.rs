//! Whole charts: well-formed, inside their frame, the same every time.

use crosscram_plot::{Axis, Chart, LineStyle, Panel, Series, Square, mosaic};
use roxmltree::Document;

/// Square boards of Bullock's thesis, Fig. 8.10, with two of our own counts beside them.
fn sample() -> Chart {
    let published = [(2.0, 1.0), (4.0, 23.0), (6.0, 908.0), (8.0, 2_023_301.0)];
    Chart::new("Nodes & <boards>")
        .x_axis(Axis::linear("n"))
        .y_axis(Axis::log("nodes"))
        .series(Series::new("ours").points([(6.0, 908.0), (8.0, 2_021_699.0)]))
        .series(
            Series::new("published \"2002\"")
                .points(published)
                .line(LineStyle::Dashed)
                .paired_with(0),
        )
        .series(
            Series::new("dots")
                .points([(3.0, 50.0)])
                .line(LineStyle::None),
        )
}

/// The values of an attribute, wherever it occurs.
fn attribute<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let parts = svg.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn a_chart_is_what_it_was() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/charts/sample.svg");
    let drawn = sample().to_svg();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &drawn).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(path).expect("the snapshot can be read");
    assert_eq!(
        drawn, expected,
        "if the new drawing is better, run with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn charts_are_well_formed() {
    let odd = [
        (f64::NAN, 1.0),
        (1.0, f64::INFINITY),
        (0.0, -1.0),
        (5.0, 0.0),
    ];
    let many = (0..40).fold(Chart::new("many"), |chart, i| {
        let name = format!("series {i} 'of' \u{1}");
        chart.series(Series::new(name).points([(f64::from(i), 1.0)]))
    });
    for chart in [
        sample(),
        Chart::new(""),
        Chart::new("]]> &amp;").description("\"<desc>\"").id("a"),
        Chart::new("odd points").series(Series::new("").points(odd)),
        sample().series(Series::new("more").points(odd)),
        many,
    ] {
        let svg = chart.to_svg();
        assert!(Document::parse(&svg).is_ok(), "{svg}");
    }
}

#[test]
fn points_lie_inside_the_frame() {
    let svg = sample().to_svg();
    let number = |text: &str| text.parse::<f64>().expect("a number");
    for (name, low, high) in [("cx", 76.0, 636.0), ("cy", 48.0, 428.0)] {
        let drawn = svg.split("data-series").skip(1).collect::<String>();
        // The last three circles and polygons are those of the legend, outside the frame.
        let drawn = drawn.split("<g>").next().expect("text before the legend");
        let values = attribute(drawn, name);
        assert_eq!(values.len(), 6);
        assert!(
            values
                .into_iter()
                .all(|v| (low..=high).contains(&number(v)))
        );
    }
}

#[test]
fn a_log_axis_leaves_out_what_has_no_logarithm() {
    let points = [(1.0, 0.0), (2.0, -5.0), (3.0, 7.0)];
    let series = || Series::new("s").points(points);
    let markers = |chart: Chart| chart.to_svg().matches("<circle").count();
    let log = Chart::new("log").y_axis(Axis::log("y"));
    // One more in the legend.
    assert_eq!(markers(log.series(series())), 1 + 1);
    assert_eq!(markers(Chart::new("linear").series(series())), 3 + 1);
}

#[test]
fn gaps_break_the_line() {
    let points = [
        (1.0, 1.0),
        (2.0, 2.0),
        (3.0, f64::NAN),
        (4.0, 4.0),
        (5.0, 5.0),
    ];
    let svg = Chart::new("gap")
        .series(Series::new("s").points(points))
        .to_svg();
    let drawn = svg.split("<g>").next().expect("text before the legend");
    assert_eq!(drawn.matches("<polyline").count(), 2);
    assert_eq!(drawn.matches("<circle").count(), 4);
}

#[test]
fn an_empty_chart_says_so() {
    assert!(Chart::new("nothing").to_svg().contains(">no data</text>"));
    assert!(!sample().to_svg().contains("no data"));
}

#[test]
fn published_series_share_the_colour_and_are_dashed() {
    let svg = sample().to_svg();
    assert_eq!(attribute(&svg, "stroke-dasharray"), ["6 4", "6 4"]);
    // Two lines in the frame, two in the legend, all blue; the dots have none.
    assert_eq!(svg.matches("<polyline").count(), 4);
    assert_eq!(svg.matches("fill=\"none\" stroke=\"#0072b2\"").count(), 4);
}

#[test]
fn readers_who_cannot_see_are_told() {
    let svg = sample().to_svg();
    assert!(svg.contains("role=\"img\" aria-labelledby=\"chart-title chart-desc\""));
    assert!(svg.contains("<title id=\"chart-title\">Nodes &amp; &lt;boards&gt;</title>"));
    assert!(svg.contains("nodes against n: ours, published &quot;2002&quot;, dots</desc>"));
    let told = sample().description("Both grow.").id("fig").to_svg();
    assert!(told.contains("<desc id=\"fig-desc\">Both grow.</desc>"));
}

/// Boards in parts: well-formed whatever the texts are, every part labelled once, none without
/// squares.
#[test]
fn mosaics_are_well_formed() {
    use Square::{Blocked, Empty, Part};
    let squares = vec![Part(0), Part(0), Blocked, Part(1), Empty, Part(1)];
    let panel = Panel::new("<b> & \"c\"", 3, squares)
        .label("A+½", "-3/4")
        .label("B", "1 < 2")
        .label("no squares", "0")
        .note("it adds up")
        .note("");
    for count in 0..5 {
        let panels = vec![panel.clone(); count];
        let svg = mosaic("1 & 1", &panels);
        assert!(Document::parse(&svg).is_ok(), "{svg}");
        assert_eq!(svg.matches(">A+½<").count(), count);
        assert_eq!(svg.matches(">1 &lt; 2<").count(), count);
        assert_eq!(svg.matches("no squares").count(), 0);
        assert_eq!(svg.matches(">it adds up<").count(), count);
        // Six squares each, and the background.
        assert_eq!(svg.matches("<rect").count(), 6 * count + 1);
    }
}
