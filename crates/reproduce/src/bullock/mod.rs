//! N. Bullock, *Domineering: Solving Large Combinatorial Search Spaces*, MSc thesis, University of
//! Alberta, 2002: every figure with numbers in it.
//!
//! Two readings of the thesis's counts matter everywhere. For a rectangle the count covers two
//! searches, Vertical first and Horizontal first; for a square only the first of them. And the
//! program of 2002 miscounted the disjoint moves in lines of 15 and more cells, so boards that long
//! are run twice: with the same mistake (`unsound-2002`), which is what the published count has to
//! be compared with, and without (`exact`), which is what can be believed.

pub(crate) mod boards;
mod chart;
mod charts;
mod growth;
mod parts;
pub mod recorded;
mod schemes;
pub mod sets;
mod split;
mod wishes;

use crate::experiment::{Experiment, Paper};
use crosscram_papers::bullock2002::{
    FIG_1_2, FIG_6_1, FIG_6_2, FIG_8_2, FIG_8_4, FIG_8_6, FIG_8_8, FIG_8_10,
};

/// The thesis.
pub static PAPER: Paper = Paper {
    name: "bullock",
    id: "bullock2002",
    title: "Bullock, Domineering: Solving Large Combinatorial Search Spaces (2002)",
    noun: "Figure",
    // All figures together then take about ten minutes on two cores (measured: 9:53, and 18:24 of
    // processor time). It is just above 4x19 with Obsequi (314 million), the first new board of
    // Fig. 6.2, and below 7x9 and 8x8 with DOMI (321 and 442 million).
    default_up_to: 320_000_000,
    one_at_a_time: false,
    experiments: &FIGURES,
};

static FIGURES: [Experiment; 18] = [
    Experiment::planned(
        "1.2",
        "DOMI on boards up to 8x9, nodes",
        |options| boards::plan_domi(FIG_1_2, options),
        boards::finish_domi,
    ),
    Experiment::planned(
        "4.3",
        "replacement schemes over table sizes, average nodes of sets of positions",
        schemes::plan,
        schemes::finish,
    )
    .rows("set and entries", "scheme")
    .wide(&["ours"]),
    Experiment::planned(
        "4.6",
        "move ordering without and with the symmetric tie-break, nodes of 8x8 by depth",
        parts::plan_4_6,
        parts::finish_4_6,
    )
    .alias("4.5")
    .rows("depth", "variant"),
    Experiment::planned(
        "4.7",
        "safe moves tried or ignored, nodes",
        parts::plan_4_7,
        |_, _| {},
    ),
    Experiment::planned(
        "5.1",
        "growth of the search tree of 10x10",
        growth::plan,
        growth::finish,
    )
    .one_thread()
    .rows("quantity", "variant"),
    Experiment::planned(
        "5.2",
        "10x10 split into positions, with Obsequi's evaluation and order",
        split::plan,
        split::finish,
    )
    .heading("Section 5.2")
    .rows("positions", "variant"),
    Experiment::planned(
        "6.1",
        "Obsequi on boards up to 8x9, nodes",
        |options| boards::plan(FIG_6_1, options),
        |_, _| {},
    ),
    Experiment::planned(
        "6.2",
        "Obsequi on boards that were new, nodes",
        |options| boards::plan(FIG_6_2, options),
        |result, _| boards::explain_long_lines(result),
    ),
    Experiment::planned(
        "6.4",
        "parts of the evaluation left out, nodes of 8x8",
        parts::plan_6_4,
        parts::finish_6_4,
    )
    .alias("6.3")
    .rows("evaluation", "variant"),
    Experiment::direct(
        "6.5",
        "who wins on rectangles, and what Obsequi added",
        chart::run,
    )
    .unlimited()
    .one_thread()
    .rows("what", "variant"),
    Experiment::planned(
        "7",
        "what the thesis wishes for, on Obsequi itself, nodes",
        wishes::plan,
        wishes::finish,
    )
    .heading("Chapter 7")
    .rows("board", "engine")
    .wide(&["ours"]),
    Experiment::streamed(
        "7-packing",
        "the greedy cover against the best one, positions of random games",
        wishes::packing,
    )
    .searches(wishes::packing_searches)
    .one_thread()
    .heading("Chapter 7, packing")
    .rows("board", "number of")
    .wide(&["ours"]),
    Experiment::streamed(
        "7.1",
        "regions of decided and undecided nodes",
        wishes::regions,
    )
    .searches(wishes::regions_searches)
    .one_thread()
    .heading("Section 7.1")
    .rows("board", "nodes")
    .wide(&["ours"]),
    Experiment::planned(
        "8.2",
        "Obsequi on 2 x n boards, nodes",
        |options| boards::plan(FIG_8_2, options),
        |result, _| boards::growth_chart(result, "2 x n"),
    )
    .alias("8.1"),
    Experiment::planned(
        "8.4",
        "Obsequi on 4 x n boards, nodes",
        |options| boards::plan(FIG_8_4, options),
        |result, _| boards::growth_chart(result, "4 x n"),
    )
    .alias("8.3"),
    Experiment::planned(
        "8.6",
        "Obsequi on 6 x n boards, nodes",
        |options| boards::plan(FIG_8_6, options),
        |result, _| boards::growth_chart(result, "6 x n"),
    )
    .alias("8.5"),
    Experiment::planned(
        "8.8",
        "Obsequi on 8 x n boards, nodes",
        |options| boards::plan(FIG_8_8, options),
        |result, _| boards::growth_chart(result, "8 x n"),
    )
    .alias("8.7"),
    Experiment::planned(
        "8.10",
        "Obsequi on n x n boards, nodes",
        |options| boards::plan(FIG_8_10, options),
        |result, _| boards::growth_chart(result, "n x n"),
    )
    .alias("8.9"),
];
