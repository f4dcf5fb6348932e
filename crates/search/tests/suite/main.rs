//! The engines against the rules, against what was published, and against each other.

mod analysis;
mod collections;
mod published;
mod random_positions;
mod sums;
mod tools;
mod triomineering;
mod warm;
