//! Searches against each other, against plain minimax, and against published numbers.

mod alpha_beta;
mod chess;
mod dfpn;
mod exact;
mod figures;
mod giveaway;
mod minimax;
mod morris;
mod parallel;
mod proof;
mod state;
mod tictactoe;

use crosscram_pn::{AnySearch, Game, Observer, Options, Report, Search, Unobserved};

/// Leaves with one and one, as in the tables of Tic-tac-toe and the figures of the thesis.
const TREE_OF_1993: &str = "tree --initial one";
const GRAPH_OF_1993: &str = "dag --initial one --no-symmetry";

fn options(line: &str) -> Options {
    Options::read(line).unwrap()
}

/// Searches with the options of a line.
fn answer<G: Game>(game: &G, line: &str) -> Report {
    watched(game, &options(line), &mut Unobserved)
}

fn watched<G: Game>(game: &G, options: &Options, observer: &mut dyn Observer) -> Report {
    Search::new(game, options).run(observer).unwrap()
}
