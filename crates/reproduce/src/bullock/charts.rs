//! Common parts of the charts of the thesis.

use crosscram_plot::{Axis, Chart, Series};

/// The horizontal axis of a chart; the vertical one is always the number of nodes, logarithmically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The size of a board.
    Boards,
    /// The depth of the search.
    Depths,
    /// The size of the transposition table.
    Tables,
}

/// A chart with its file name, for the graph number `graph`.
pub(super) fn chart(
    graph: &str,
    kind: Kind,
    title: &str,
    series: impl IntoIterator<Item = Series>,
) -> (String, Chart) {
    let (x, y) = match kind {
        Kind::Boards => ("n", "nodes"),
        Kind::Depths => ("depth", "nodes at this depth"),
        Kind::Tables => ("table entries, as a power of 2", "average nodes"),
    };
    let name = format!("bullock-{}", graph.replace('.', "-"));
    let chart = Chart::new(format!("Fig. {graph}: {title}"))
        .id(&name)
        .x_axis(Axis::linear(x))
        .y_axis(Axis::log(y));
    (name, series.into_iter().fold(chart, Chart::series))
}
