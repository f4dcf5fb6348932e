//! Splitting, work files, journals and runs, against slower and simpler ways to the same answers.

mod estimating;
mod formats;
mod games;
mod kill;
mod running;
mod scratch;
mod splitting;
mod torn;
