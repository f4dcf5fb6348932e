//! The searches behind the tables, several at a time.

use crate::options::Watch;
use crosscram_pn::games::{Chess, TicTacToe};
use crosscram_pn::{Algorithm, AnyGame, Options, Order, Report, Snapshot, Symmetry, Unobserved};

/// The maximum number of nodes of a tree in the program of 1993.
const TREE_MEMORY: u64 = 1_750_000;
/// The maximum number of nodes of a graph in it.
const GRAPH_MEMORY: u64 = 800_000;
/// Bytes of the depth-first search's table.
const TABLE_BYTES: u64 = 1 << 30;

/// What is counted on Tic-tac-toe, seed by seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// The search and its options.
    pub(super) search: &'static str,
    pub(super) symmetry: Symmetry,
    /// Whether updates are counted, and not nodes.
    pub(super) updates: bool,
}

/// The counts of seeds 1 to `seeds`; fewer if the run was stopped.
pub(super) fn count(measure: Measure, seeds: u64, watch: &dyn Watch) -> Vec<u64> {
    let usual = Options::read(measure.search).expect("a line that tests read");
    let mut counts = Vec::new();
    watch.watch(
        &format!("Tic-tac-toe, {}", measure.search),
        &mut |control| {
            let mut done = 0;
            for seed in 1..=seeds {
                let options = Options {
                    order: Order::Shuffled(seed),
                    symmetry: measure.symmetry,
                    ..usual
                };
                let report = TicTacToe::default().search(&options).run(&mut Unobserved);
                let statistics = report.expect("one thread runs already").statistics;
                done += statistics.nodes;
                control.report_nodes(done);
                if control.is_stopped() {
                    return;
                }
                counts.push(match measure.updates {
                    true => statistics.updates,
                    false => statistics.nodes,
                });
            }
        },
    );
    counts
}

/// Searches a mate problem within the memory of 1993 (depth first: 1 GB); `None` if the run was stopped.
pub(super) fn mate(
    name: &str,
    game: &Chess,
    algorithm: Algorithm,
    order: Order,
    watch: &dyn Watch,
) -> Option<Report> {
    let options = Options {
        order,
        table_bytes: TABLE_BYTES,
        ..algorithm.into()
    };
    let most = match algorithm {
        Algorithm::Tree => TREE_MEMORY,
        Algorithm::Dcg => GRAPH_MEMORY,
        _ => u64::MAX,
    };
    let mut report = None;
    watch.watch(&format!("{name}, {algorithm}"), &mut |control| {
        let mut stopped = false;
        let mut look = |snapshot: &Snapshot| {
            control.report_nodes(snapshot.statistics.nodes);
            stopped = control.is_stopped();
            !stopped && snapshot.statistics.live < most
        };
        let found = game.search(&options).run(&mut look);
        report = found.ok().filter(|_| !stopped);
    });
    report
}
