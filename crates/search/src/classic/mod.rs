//! The solvers of Breuker et al. (2000) and Bullock (2002), as one search with switches.
//!
//! The order of work at a node, the order of moves and the way nodes are counted are those of the
//! program behind Bullock's tables, so that node counts can be compared to the digit.

mod best_cover;
mod bounds;
mod corners;
mod counts_2002;
mod cover;
mod evaluator;
mod inspect;
mod line_cover;
mod moves;
mod node;
mod ordering;
mod root;
mod table;
mod terms;

use crate::options::{ClassicOptions, LineCount, OptionError, Options};
use crate::report::Report;
use crate::solver::{Engine, Judgement, Run};
use crate::width::by_width;
use crosscram_rules::{Board, Question, Tile};

pub use best_cover::{BEST_COVER_CELLS, best_cover};
pub use bounds::{Bounds, PlayedIn};
pub use cover::Areas;
pub use evaluator::{Evaluation, evaluate};
pub use inspect::{
    AfterMove, Area, AreaKind, CoverTurn, Inspection, ScoredMove, Stage, cover_bounds, inspect,
    scored_moves,
};
pub(crate) use table::Table;
pub use terms::{LowerTerms, Terms, UpperTerms};

/// The engines `domi`, `obsequi` and `obsequi-2014`. The board cover is defined for dominoes; with
/// longer tiles the search uses safe and real moves. Every search has a table of its own.
pub(crate) struct Classic {
    options: ClassicOptions,
}

impl Classic {
    pub(crate) fn new(options: ClassicOptions) -> Self {
        Classic { options }
    }
}

impl Engine for Classic {
    fn name(&self) -> &'static str {
        self.options.program.name()
    }

    fn describe(&self, tile: Tile) -> Vec<(&'static str, String)> {
        Options::from(self.options.clone()).describe(tile)
    }

    fn check(&self, question: &Question) -> Result<(), OptionError> {
        self.options.check(question)
    }

    fn is_sound(&self) -> bool {
        self.options.line_count == LineCount::Exact
    }

    fn solve(&self, question: &Question, run: &Run<'_>) -> Report {
        by_width!(bits(&question.board), W => root::solve::<W>(question, &self.options, run))
    }

    fn judgement(&self, board: &Board, tile: Tile) -> Box<dyn Judgement> {
        evaluator::new(board, tile, &self.options)
    }

    fn table_bytes(&self, board: &Board) -> u64 {
        table_bytes(board, &self.options)
    }
}

/// Bits that sets of cells need: for the board, and so that a shift by two lines stays below the capacity, as
/// [`crosscram_rules::Bits::up`] wants it.
fn bits(board: &Board) -> usize {
    board.area().max(2 * board.rows().max(board.cols()) + 1)
}

/// Bytes of the transposition table that a search of `board` allocates.
pub(crate) fn table_bytes(board: &Board, options: &ClassicOptions) -> u64 {
    let (size, scheme, cells) = (options.table, options.replacement, board.free_count());
    by_width!(bits(board), W => Table::<W>::bytes_for(size, scheme, cells))
}

#[cfg(test)]
mod tests;
