//! The real program, end to end.

mod batch;
mod bench;
mod generate;
mod help;
mod interrupt;
mod looking;
mod refused;
mod run;
mod solve;
