//! The searches behind the tables, several at a time.

use crate::options::Watch;
use crosscram_pn::games::{Chess, TicTacToe};
use crosscram_pn::{
    DfPn, DfPnOptions, GraphOptions, GraphSearch, Initial, Order, Report, Sharing, Snapshot,
    TreeOptions, TreeSearch, Updates,
};

/// The maximum number of nodes of a tree in the program of 1993.
const TREE_MEMORY: u64 = 1_750_000;
/// The maximum number of nodes of a graph in it.
const GRAPH_MEMORY: u64 = 800_000;
/// Bytes of the depth-first search's table.
const TABLE_BYTES: u64 = 1 << 30;

/// What is counted on Tic-tac-toe, seed by seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    TreeNodes,
    TreeUpdates,
    ReducedTreeUpdates,
    GraphNodes,
    GraphUpdates,
    ReducedGraphUpdates,
    SymmetricNodes,
    MergedNodes,
}

/// The counts of seeds 1 to `seeds`; fewer if the run was stopped.
pub(super) fn count(measure: Measure, seeds: u64, watch: &dyn Watch) -> Vec<u64> {
    let mut counts = Vec::new();
    watch.watch(&format!("Tic-tac-toe, {measure:?}"), &mut |control| {
        let mut done = 0;
        for seed in 1..=seeds {
            let report = one_count(measure, seed);
            done += report.statistics.nodes;
            control.report_nodes(done);
            if control.is_stopped() {
                return;
            }
            let statistics = report.statistics;
            counts.push(match measure {
                Measure::TreeNodes
                | Measure::GraphNodes
                | Measure::SymmetricNodes
                | Measure::MergedNodes => statistics.nodes,
                _ => statistics.updates,
            });
        }
    });
    counts
}

fn one_count(measure: Measure, seed: u64) -> Report {
    let game = TicTacToe::default();
    let order = Order::Shuffled(seed);
    let tree = |stop_updates_early| {
        let options = TreeOptions {
            initial: Initial::One,
            order,
            stop_updates_early,
            ..TreeOptions::default()
        };
        TreeSearch::new(&game, options).run(&mut crosscram_pn::Unobserved)
    };
    let graph = |sharing, updates| {
        let options = GraphOptions {
            initial: Initial::One,
            order,
            sharing,
            updates,
            ..GraphOptions::default()
        };
        GraphSearch::new(&game, options).run(&mut crosscram_pn::Unobserved)
    };
    match measure {
        Measure::TreeNodes | Measure::ReducedTreeUpdates => tree(true),
        Measure::TreeUpdates => tree(false),
        Measure::GraphNodes => graph(Sharing::Equal, Updates::Queue),
        Measure::GraphUpdates => graph(Sharing::Equal, Updates::AllPaths),
        Measure::ReducedGraphUpdates => graph(Sharing::Equal, Updates::ChangedPaths),
        Measure::SymmetricNodes => graph(Sharing::SymmetricButSiblings, Updates::Queue),
        Measure::MergedNodes => graph(Sharing::Symmetric, Updates::Queue),
    }
}

/// Which search of a chess position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Tree,
    Graph,
    DepthFirst,
}

/// Searches a mate problem within the memory of 1993 (depth first: 1 GB); `None` if the run was stopped.
pub(super) fn mate(
    name: &str,
    game: &Chess,
    algorithm: Algorithm,
    order: Order,
    watch: &dyn Watch,
) -> Option<Report> {
    let mut report = None;
    watch.watch(&format!("{name}, {algorithm:?}"), &mut |control| {
        let mut stopped = false;
        let mut look = |snapshot: &Snapshot, most: u64| {
            control.report_nodes(snapshot.statistics.nodes);
            stopped = control.is_stopped();
            !stopped && snapshot.statistics.live < most
        };
        let found = match algorithm {
            Algorithm::Tree => {
                let options = TreeOptions {
                    order,
                    ..TreeOptions::default()
                };
                TreeSearch::new(game, options).run(&mut |s: &Snapshot| look(s, TREE_MEMORY))
            }
            Algorithm::Graph => {
                let options = GraphOptions {
                    order,
                    ..GraphOptions::default()
                };
                GraphSearch::new(game, options).run(&mut |s: &Snapshot| look(s, GRAPH_MEMORY))
            }
            Algorithm::DepthFirst => {
                let options = DfPnOptions {
                    order,
                    table_bytes: TABLE_BYTES,
                    ..DfPnOptions::default()
                };
                DfPn::new(game, options).run(&mut |s: &Snapshot| look(s, u64::MAX))
            }
        };
        report = (!stopped).then_some(found);
    });
    report
}
