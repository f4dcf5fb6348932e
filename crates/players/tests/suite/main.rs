//! Whole games, and what players claim, judged by the plain solver.

mod claims;
mod referee;
mod repeatable;
mod tools;
