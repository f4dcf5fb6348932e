//! F. van Daalen, *A knowledge-based approach to Domineering*, Maastricht University, 2012: the
//! values of its Figure 1 and its tournaments, played again.
//!
//! The players are in the crate `players`. The paper leaves open who begins in a subgame, and its
//! tables show results that its definitions do not explain: even search depths play worse than
//! random moves, and bots that choose among equal moves become worse with depth. So every
//! tournament is played in several interpretations (`readings.rs`), which are judged by how well the
//! rankings agree (`ranking.rs`). `claims.rs` has what the text says of the tournaments.

mod ablation;
mod charts;
mod claims;
mod contest;
mod determined;
mod figure;
mod footnote;
mod papers;
mod pruning;
mod ranking;
mod readings;
mod six;
mod tables;
mod wishes;

use crate::experiment::{Experiment, Paper};

/// The thesis; here [`Options::up_to`](crate::Options::up_to) is a number of games.
pub static PAPER: Paper = Paper {
    name: "vandaalen",
    id: "vandaalen2012",
    title: "van Daalen, A knowledge-based approach to Domineering (2012)",
    noun: "Table",
    default_up_to: 3,
    one_at_a_time: false,
    experiments: &EXPERIMENTS,
};

/// What is printed of each reading.
const COLUMNS: &[&str] = &["ours", "rank", "V", "H"];

static EXPERIMENTS: [Experiment; 9] = [
    Experiment::direct(
        "figure1",
        "what each bot makes of one position, its player moving first",
        figure::run,
    )
    .unlimited()
    .one_thread()
    .heading("Figure 1")
    .rows("bot", "player")
    .decimals(3),
    Experiment::direct(
        "1",
        "45 bots on 5x5, depths 1 to 4, everybody against everybody",
        tables::run,
    )
    .searches(tables::searches)
    .rows("bot", "reading")
    .wide(COLUMNS),
    Experiment::direct("2", "11 bots on 8x8, depth 1", tables::run)
        .searches(tables::searches)
        .rows("bot", "reading")
        .wide(COLUMNS),
    Experiment::direct(
        "3",
        "22 bots on 8x8, depths 1 and 3, with nondeterminism",
        tables::run,
    )
    .searches(tables::searches)
    .rows("bot", "reading")
    .wide(COLUMNS),
    Experiment::direct(
        "6x6",
        "45 bots on 6x6: the winner, and what else is said of it",
        six::run,
    )
    .searches(six::searches)
    .heading("Section 4.1")
    .rows("statement", "reading")
    .decimals(2),
    Experiment::streamed(
        "readings",
        "the fitted reading without each of its switches, on all tables",
        ablation::run,
    )
    .searches(ablation::searches)
    .heading("Tables 1 to 3")
    .rows("table", "reading")
    .decimals(2),
    Experiment::streamed(
        "pruning",
        "what OrderingBot's order of moves does to alpha-beta",
        pruning::run,
    )
    .searches(pruning::searches)
    .unlimited()
    .one_thread()
    .heading("Sections 2.2 and 4.1")
    .rows("search", "moves"),
    Experiment::streamed(
        "footnote",
        "MajorityBot with draws counted as won and as nothing",
        footnote::run,
    )
    .searches(footnote::searches)
    .heading("Section 2.3, footnote")
    .rows("board", "draws")
    .decimals(1),
    Experiment::direct(
        "5",
        "8x8, the knowledge that the paper wished for against the knowledge it had",
        wishes::run,
    )
    .searches(wishes::searches)
    .heading("Section 5")
    .rows("player", "reading"),
];

/// Games for each pairing and role in the paper.
const PUBLISHED_GAMES: u64 = 10;
