//! Every clever part against a plain one.

mod soundness;
mod table;
