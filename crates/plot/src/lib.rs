//! Line and scatter charts, and boards in parts, as SVG text; drawings as SVG, TikZ and PNG.
//!
//! A [`Chart`] has a title, two axes and any number of series; [`Chart::to_svg`] draws it. The
//! same chart gives the same bytes on every machine, so drawings can be compared by tests and
//! kept under version control. Nothing but the standard library is used.
//!
//! ```
//! use crosscram_plot::{Axis, Chart, LineStyle, Series};
//!
//! let ours = Series::new("ours").points([(6.0, 908.0), (7.0, 31_440.0), (8.0, 2_021_699.0)]);
//! let published = Series::new("published")
//!     .points([(6.0, 908.0), (7.0, 31_440.0), (8.0, 2_023_301.0)])
//!     .line(LineStyle::Dashed)
//!     .paired_with(0);
//! let svg = Chart::new("Nodes of n x n boards")
//!     .x_axis(Axis::linear("n"))
//!     .y_axis(Axis::log("nodes"))
//!     .series(ours)
//!     .series(published)
//!     .to_svg();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! ```
//!
//! [`BoardPicture`] draws a board with tiles and marks, [`mosaic()`] boards whose squares belong to parts, [`bars()`] compares numbers,
//! [`CrossTable`] shows who beat whom, and [`grid()`] draws any table of codes.
//!
//! Deliberately absent: reading data, styles beyond [`LineStyle`], anything interactive.

mod axis;
mod bars;
mod board;
mod chart;
mod cross_table;
mod drawing;
mod grid;
mod marks;
mod mosaic;
mod scale;
mod series;
mod svg;
mod thermograph;

pub use axis::Axis;
pub use bars::{Bar, bars};
pub use board::{BoardPicture, Mark, Tile};
pub use chart::Chart;
pub use cross_table::{CrossRow, CrossTable};
pub use drawing::{Anchor, Drawing, Ink};
pub use grid::{GridCell, grid};
pub use mosaic::{Panel, Square, distinct_colours, mosaic};
pub use series::{LineStyle, Series};
pub use svg::escaped;
pub use thermograph::{Corners, thermograph};
