//! Common to all engines: both players' layouts, real and safe moves, scores of moves.

pub(crate) mod counts;
pub(crate) mod dominance;
pub(crate) mod positional;
mod runs;
pub(crate) mod scores;
pub(crate) mod view;
