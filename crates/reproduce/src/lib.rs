//! Runs the experiments of published papers again and sets the results side by side.
//!
//! Each paper is a module with a [`Paper`]: [`bullock`], the thesis behind Obsequi, [`brueggemann`],
//! the paper on Triomineering, [`schijf`], the thesis on proof-number search and transpositions, and
//! [`vandaalen`], the thesis on knowledge-based players. An experiment is named by the figure or
//! table that shows it. [`Paper::run`] does the searches, several at once and none twice, and reports
//! one [`Reproduction`] after the other: rows with the published number, ours, their ratio and a
//! verdict, which print as a table or as JSON, and pictures.
//!
//! ```
//! use crosscram_reproduce::{Options, Verdict, bullock};
//!
//! let figure = bullock::PAPER.experiment("6.1").expect("a figure of the thesis");
//! let options = Options { up_to: 1000, ..Options::default() };
//! bullock::PAPER.run(&[figure], &options, |result| {
//!     let row = result.rows.iter().find(|row| row.what == "6x6").unwrap();
//!     assert_eq!((row.ours(), row.verdict()), (Some(908.0), Verdict::Equal));
//!     assert!(!result.failed());
//! })?;
//! # Ok::<(), crosscram_search::SearchError>(())
//! ```
//!
//! A new paper is a module here with a line in [`PAPERS`], and its numbers in the crate `papers`.
//! Deliberately absent: reading arguments, printing, writing files; and stored numbers of our own, because
//! all are measured.

pub mod brueggemann;
pub mod bullock;
pub mod elements;
mod experiment;
mod json;
mod lab;
mod options;
mod picture;
mod plan;
mod result;
pub mod schijf;
mod text;
pub mod vandaalen;

pub use experiment::{Event, Experiment, Paper};
pub use options::{Choice, Options, PositionSet, Schemes, Unwatched, Watch};
pub use result::{Ours, Reproduction, Row, Verdict};

/// All papers.
pub static PAPERS: [&Paper; 4] = [
    &bullock::PAPER,
    &brueggemann::PAPER,
    &schijf::PAPER,
    &vandaalen::PAPER,
];
