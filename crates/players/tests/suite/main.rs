//! Whole games, and what players claim, judged by the plain solver.

mod arena;
mod claims;
mod referee;
mod repeatable;
mod tools;
