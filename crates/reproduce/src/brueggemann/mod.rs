//! D. Brüggemann, M. Gagelas, M. Weber, B. Willemse, *And the Winner is... Solving Triomineering
//! using Combinatorial Game Theory*, 2016: its tables, run again, and what it left to others.
//!
//! Two readings of the paper's counts matter. A count is the sum of two searches, Vertical first
//! and Horizontal first. And while the outcome beside m x n is that of m rows and n columns, the
//! count is that of n rows and m columns.

mod scaled;
mod schemes;
mod times;
mod wish;

use crate::bullock::boards;
use crate::experiment::{Experiment, Paper};
use crate::options::Options;
use crate::plan::{Draft, Measure, tromino_searches};
use crate::result::Row;
use crosscram_papers::SolvedBoard;
use crosscram_papers::brueggemann2016::{TABLE_1, TABLE_2};
use crosscram_rules::Board;
use crosscram_search::triomineering::Techniques;

/// The paper.
pub static PAPER: Paper = Paper {
    name: "brueggemann",
    id: "brueggemann2016",
    title: "Brüggemann, Gagelas, Weber, Willemse, Solving Triomineering (2016)",
    noun: "Table",
    // Just above 9x10, the largest board of Table 1.
    default_up_to: 6_000_000,
    one_at_a_time: true,
    experiments: &EXPERIMENTS,
};

static EXPERIMENTS: [Experiment; 6] = [
    Experiment::planned(
        "1",
        "Triomineering: outcomes and nodes with all techniques",
        plan,
        |_, _| {},
    ),
    Experiment::planned(
        "2",
        "Domineering: outcomes and nodes of DOMI",
        |options| boards::plan_domi(TABLE_2, options),
        boards::finish_domi,
    ),
    Experiment::streamed(
        "3",
        "Triomineering on n x n: seconds by technique (the numbers of Fig. 9)",
        times::run,
    )
    .searches(times::searches)
    .alias("9")
    .rows("board", "technique")
    .decimals(3),
    Experiment::streamed(
        "6.1",
        "Domineering m x n beside Triomineering 3m/2 x 3n/2",
        scaled::run,
    )
    .searches(scaled::searches)
    .heading("Section 6.1")
    .rows("domineering", "triomineering"),
    Experiment::planned(
        "8",
        "the open wish: values of subgames inside the search",
        wish::plan,
        wish::finish,
    )
    .alias("values")
    .heading("Section 8")
    .wide(&["ours", "seconds"]),
    Experiment::planned(
        "replacement",
        "the open wish: replacement schemes, nodes over table sizes",
        schemes::plan,
        schemes::finish,
    )
    .heading("Section 8")
    .rows("board and entries", "scheme")
    .wide(&["ours"]),
];

fn plan(options: &Options<'_>) -> Vec<Draft> {
    let boards = TABLE_1.rows();
    let drafts = boards.iter().map(|published| {
        let (rows, cols) = (published.cols, published.rows);
        let mut draft = draft(published, Techniques::ALL, options);
        draft.row.command = format!("solve {rows}x{cols} --tile 3 --engine triomineering-2016");
        draft
    });
    drafts.collect()
}

/// A board of Table 1, whose count is that of the transposed board.
fn draft(published: &SolvedBoard, techniques: Techniques, options: &Options<'_>) -> Draft {
    let nodes = published.nodes.expect("all counts of Table 1 are printed");
    let mut row = Row::new(published.to_string(), Some(nodes.into()));
    row.published_outcome = Some(published.outcome);
    let tasks = tromino_searches(published.board().transpose(), techniques, u64::MAX);
    Draft::new(row, tasks.into(), Measure::Total, nodes, options).transposed()
}

fn empty(rows: usize, cols: usize) -> Board {
    Board::empty(rows, cols).expect("the boards of the paper are small")
}
