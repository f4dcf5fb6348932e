//! Common parts of the charts of the thesis.

use crate::result::Reproduction;
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

/// Draws the graph number `graph`; `part` tells several of one graph apart.
pub(super) fn draw(
    result: &mut Reproduction,
    (graph, part): (&str, &str),
    kind: Kind,
    title: &str,
    series: impl IntoIterator<Item = Series>,
) {
    let (x, y) = match kind {
        Kind::Boards => ("n", "nodes"),
        Kind::Depths => ("depth", "nodes at this depth"),
        Kind::Tables => ("table entries, as a power of 2", "average nodes"),
    };
    let chart = Chart::new(format!("Fig. {graph}: {title}"))
        .x_axis(Axis::linear(x))
        .y_axis(Axis::log(y));
    let name = format!("bullock-{}{part}", graph.replace('.', "-"));
    result.draw(&name, series.into_iter().fold(chart, Chart::series));
}
