//! Every clever part against a plain one.

#[cfg(loom)]
mod models;
mod soundness;
mod table;
