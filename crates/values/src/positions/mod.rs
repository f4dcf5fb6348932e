//! Values of positions: regions, their symmetries, and a database of their values.
//!
//! | file | what is there |
//! |---|---|
//! | `shape.rs` | regions in one word, and the form that symmetric ones share |
//! | `regions.rs` | values of positions, region by region, each computed once |
//! | `polyominoes.rs`, `build.rs` | all connected regions up to some size |
//! | `catalogue.rs` | lists of regions and positions with their values |
//! | `database.rs` | the file format |
//! | `expressions.rs` | sums and comparisons of boards and games |
//! | `advice.rs` | which region is hot, and what hotstrat and sentestrat would play |
//! | `temperature.rs` | sente and gote, orthodox moves, play with coupons |
//! | `worth.rs` | a value in texts and numbers, as all programs say it |

mod advice;
mod build;
mod catalogue;
mod database;
mod expressions;
mod polyominoes;
mod regions;
mod shape;
mod temperature;
mod worth;

pub use advice::{Advice, Advised, HotMove, Reason, RegionReport};
pub use build::BuildProgress;
pub use catalogue::{MAX_LISTED, Regions};
pub use database::DatabaseError;
pub use regions::PositionValues;
pub use temperature::{CouponGame, CouponPosition, CouponTurn, Initiative};
pub use worth::{Details, Region, Valued, Worth};
