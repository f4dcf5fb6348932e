//! Values of positions: regions, their symmetries, and a database of their values.
//!
//! | file | what is there |
//! |---|---|
//! | `shape.rs` | regions in one word, and the form that symmetric ones share |
//! | `regions.rs` | values of positions, region by region, each computed once |
//! | `polyominoes.rs`, `build.rs` | all connected regions up to some size |
//! | `database.rs` | the file format |
//! | `advice.rs` | which region is hot, and what hotstrat and sentestrat would play |

mod advice;
mod build;
mod database;
mod polyominoes;
mod regions;
mod shape;

pub use advice::{Advice, HotMove, Reason, RegionReport};
pub use build::BuildProgress;
pub use database::DatabaseError;
pub use regions::PositionValues;
