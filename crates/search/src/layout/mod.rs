//! Common to all engines: both players' layouts, real and safe moves, scores of moves.

pub(crate) mod counts;
mod dominance;
pub(crate) mod positional;
mod runs;
pub(crate) mod scores;
pub(crate) mod stages;
pub(crate) mod view;
