#![doc = include_str!("../README.md")]

mod board;
pub mod count;
pub mod cover;
pub mod cuts;
pub mod numbers;
mod run;
pub mod switches;

pub use board::Board;
pub use run::{Solved, read_board, run};
