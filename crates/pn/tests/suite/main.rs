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

/// Leaves with one and one, as in the tables of Tic-tac-toe and the figures of the thesis.
mod as_in_1993 {
    use crosscram_pn::{GraphOptions, Initial, TreeOptions};

    pub(crate) fn tree() -> TreeOptions {
        TreeOptions {
            initial: Initial::One,
            ..TreeOptions::default()
        }
    }

    pub(crate) fn graph() -> GraphOptions {
        GraphOptions {
            initial: Initial::One,
            ..GraphOptions::default()
        }
    }
}
