//! Published numbers, embedded: tables of papers as typed rows.
//!
//! Each publication is a module and a folder of `data/`; each table is a constant whose type says
//! what its rows hold.
//!
//! ```
//! use crosscram_papers::bullock2002::FIG_6_1;
//!
//! let rows = FIG_6_1.rows();
//! let row = rows.iter().find(|row| row.to_string() == "8x8").expect("a board of the thesis");
//! assert_eq!(row.nodes, Some(2_023_301));
//! assert!(FIG_6_1.remarks().contains("Fig. 6.1, p. 51"));
//! ```
//!
//! The files are tab-separated: a line with the names of the columns, `#` lines with the source and
//! known misprints, then rows. `-` means not published, `>` before a number that it is a lower bound.
//! Deliberately absent: numbers that Crosscram has computed, except where a file says so.

#[macro_use]
mod table;
pub mod brueggemann2016;
pub mod bullock2002;
pub mod mcgs;
mod number;
pub mod rectangles;
pub mod schijf1993;
pub mod values;
pub mod vandaalen2012;

pub use number::Number;
pub use rectangles::Sizes;
pub use table::{Table, TableError};

use crosscram_rules::{Board, Outcome, PartialOutcome};
use std::fmt;

record! {
    /// An empty board that a search has solved.
    SolvedBoard {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// Who wins.
        outcome: Outcome,
        /// Nodes of the search, or of both searches.
        nodes: Option<u64>,
    }
}

impl SolvedBoard {
    /// The board.
    pub fn board(&self) -> Board {
        Board::empty(self.rows, self.cols).expect("published boards are small")
    }
}

/// The size, as `8x9`.
impl fmt::Display for SolvedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.cols))
    }
}

record! {
    /// What a chart says of an empty board.
    ChartCell {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// Who wins, as far as known.
        outcome: PartialOutcome,
    }
}
