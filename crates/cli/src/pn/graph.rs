//! Graphs that are written down node by node.

use super::{search, statics, value};
use crate::args::{Algorithm, PnArgs};
use crate::failure::Failure;
use crate::watch::Watch;
use crosscram_pn::games::Explicit;
use std::io::Write;

/// Answers for one graph.
pub(super) fn answer(
    game: Explicit,
    name: &str,
    args: &PnArgs,
    watch: &Watch,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = game.with_draws(args.draws());
    if args.expand_all {
        return statics::print(&game, name, args, watch, out);
    }
    // An algorithm for graphs without cycles would count a repetition as lost on every path.
    if args.algorithm == Algorithm::Dag
        && let Some(cycle) = game.cycle()
    {
        let names: Vec<&str> = cycle.iter().map(|&node| game.name(node)).collect();
        return Err(Failure::message(format_args!(
            "{name}: --algorithm dag is for graphs without cycles, and here is one: {}; use dcg or df-pn",
            names.join(" ")
        )));
    }
    if args.value {
        return value::of_graph(&game, name, args, watch, out);
    }
    let mut expanded = Vec::new();
    for wanted in &args.expand {
        let node = game
            .find(wanted)
            .filter(|&node| !game.children(node).is_empty());
        expanded.push(node.ok_or_else(|| {
            Failure::message(format_args!(
                "--expand: no node '{wanted}' with children in {name}"
            ))
        })?);
    }
    let wanted = |node: &u32| expanded.contains(node);
    search::run_from(&game, name, args, &wanted, watch, out)
}
