//! Runs the experiments of published papers again and sets the results side by side.
//!
//! Each paper is a module: [`bullock`], the thesis behind Obsequi, [`brueggemann`], the paper on
//! Triomineering, [`schijf`], the thesis on proof-number search and transpositions, and
//! [`vandaalen`], the paper on knowledge-based players. An
//! experiment is named by the figure or table that shows it. [`bullock::run`] does the searches, several at once and
//! none twice, and hands out one [`FigureResult`] after the other: rows with the published number,
//! ours and their ratio, which print as a table or as JSON, and charts.
//!
//! ```
//! use crosscram_reproduce::{Options, bullock};
//!
//! let figure = bullock::figure("6.1").expect("a figure of the thesis");
//! let options = Options { up_to: 1000, ..Options::default() };
//! bullock::run(&[figure], &options, |result| {
//!     let row = result.rows.iter().find(|row| row.what == "6x6").unwrap();
//!     assert_eq!((row.published, row.ours()), (Some(908), Some(908)));
//!     assert!(!result.failed());
//! });
//! ```
//!
//! The published numbers are in the crate `papers`. Deliberately absent:
//! reading arguments, printing, writing files; and any number of ours, which are all measured.

pub mod brueggemann;
pub mod bullock;
mod json;
mod lab;
mod options;
mod plan;
mod result;
pub mod schijf;
mod text;
pub mod vandaalen;

pub use options::{Options, Unwatched, Watch};
pub use result::{FigureResult, Ours, Row};
