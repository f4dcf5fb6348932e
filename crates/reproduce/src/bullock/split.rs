//! Section 5.2: the positions into which 10x10 was split, and those of the tree of Fig. 5.2.

use crate::lab::{Measurements, Task};
use crate::options::Options;
use crate::plan::{Draft, Measure};
use crate::result::{Reproduction, Row};

/// Rows and columns, plies, the published number of positions, and about how many nodes a search makes in the time that it takes.
const SPLITS: [(usize, u32, Option<u64>, u64); 5] = [
    (6, 4, None, 100),
    (10, 2, None, 100),
    (10, 4, None, 50_000),
    (10, 6, None, 1_000_000),
    (10, 8, Some(650_531), 50_000_000),
];

pub(super) fn plan(options: &Options<'_>) -> Vec<Draft> {
    let splits = SPLITS.iter().map(|&(size, plies, published, cost)| {
        let row = |what: &str, published: Option<u64>, measure| {
            let what = format!("{size}x{size} at ply {plies}, {what}");
            let row = Row::new(what, published.map(Into::into));
            let task = Task::Split { size, plies };
            Draft::new(row, vec![task], measure, cost, options)
        };
        [
            row("to be solved", published, Measure::Leaves),
            row("decided at sight", None, Measure::AtSight),
        ]
    });
    splits.flatten().collect()
}

pub(super) fn finish(result: &mut Reproduction, _: &Measurements) {
    result.remark(
        "positions that Vertical, moving first, wins if it wins the board: one of its moves, all moves of the other player, \
         transpositions and reflections once, without those that the evaluation decides",
    );
}
