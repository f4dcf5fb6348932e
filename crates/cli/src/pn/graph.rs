//! Graphs that are written down node by node.

use super::{Asked, search, statics, value};
use crate::failure::Failure;
use crosscram_pn::Algorithm;
use crosscram_pn::games::Explicit;
use std::io::Write;

/// Answers for one graph.
pub(super) fn answer(
    game: Explicit,
    asked: &Asked<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Asked { args, name, .. } = asked;
    let game = game.with_draws(args.draws.unwrap_or_default());
    if args.expand_all {
        return statics::print(&game, asked, out);
    }
    // An algorithm for graphs without cycles would count a repetition as lost on every path.
    if asked.options.algorithm == Algorithm::Dag
        && let Some(cycle) = game.cycle()
    {
        let names: Vec<&str> = cycle.iter().map(|&node| game.name(node)).collect();
        fail!(
            "{name}: --algorithm dag is for graphs without cycles, and here is one: {}; use dcg or df-pn",
            names.join(" ")
        );
    }
    if args.value {
        return value::of_three(|draws| game.clone().with_draws(draws), asked, out);
    }
    let is_inner = |wanted: &&String| {
        let node = game.find(wanted);
        node.is_some_and(|node| !game.children(node).is_empty())
    };
    if let Some(wanted) = args.expand.iter().find(|wanted| !is_inner(wanted)) {
        fail!("--expand: no node '{wanted}' with children in {name}");
    }
    search::run(&game, asked, out)
}
