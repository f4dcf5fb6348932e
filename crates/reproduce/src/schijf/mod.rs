//! M. Schijf, *Proof-Number Search and Transpositions*, MSc thesis, University of Leiden, 1993:
//! every table, and the figures whose graphs the text describes.
//!
//! Three kinds of agreement are tested. Chess positions of classes A and B must give exactly the
//! published numbers (see the remarks of `data/schijf1993` in the crate `papers`), the others must be
//! proved. Averages over random orders must lie within three standard errors of each other. And the
//! figures must show the numbers in the text.

mod averages;
mod figures;
mod mates;
mod modern;
mod work;

use crate::experiment::{Experiment, Paper};

/// The thesis.
pub static PAPER: Paper = Paper {
    name: "schijf",
    id: "schijf1993",
    title: "Schijf, Proof-Number Search and Transpositions (1993)",
    noun: "Table",
    default_up_to: u64::MAX,
    one_at_a_time: false,
    experiments: &TABLES,
};

const fn average(id: &'static str, title: &'static str) -> Experiment {
    let table = Experiment::streamed(id, title, averages::run);
    table.searches(averages::searches).rows("what", "algorithm")
}

const fn mates(id: &'static str, title: &'static str) -> Experiment {
    let table = Experiment::streamed(id, title, mates::run);
    table.searches(mates::searches).rows("problem", "algorithm")
}

static TABLES: [Experiment; 10] = [
    average(
        "4.1",
        "Tic-tac-toe, nodes of the tree and of the graph, average over random orders",
    ),
    average(
        "4.2",
        "Tic-tac-toe, updates along every path, average over random orders",
    ),
    average(
        "4.3",
        "Tic-tac-toe, updates until nothing changes, average over random orders",
    ),
    average(
        "A.1",
        "Tic-tac-toe, nodes with symmetric positions shared, average over random orders",
    ),
    Experiment::direct(
        "5.1",
        "mate problems of Chess Curiosities, nodes",
        mates::run_5_1,
    )
    .unlimited()
    .one_thread()
    .rows("problem", "algorithm"),
    mates("B.1", "mate problems of Win at Chess up to 099, nodes"),
    mates(
        "B.2",
        "mate problems of Win at Chess from 102 to 197, nodes",
    ),
    mates("B.3", "mate problems of Win at Chess from 201 on, nodes"),
    Experiment::direct(
        "figures",
        "numbers of the root in Figs. 3.4, 4.2 to 4.5 and 5.7",
        figures::run,
    )
    .heading("Figures")
    .unlimited()
    .one_thread()
    .rows("what", "algorithm"),
    Experiment::streamed(
        "modern",
        "trees, graphs, depth first and alpha-beta on four games, nodes",
        modern::run,
    )
    .searches(modern::searches)
    .heading("Searches since 1993")
    .limits_each_search()
    .one_thread()
    .rows("positions", "search"),
];
