//! Values of positions: regions, their symmetries, and a database of their values.

mod regions;
mod shape;

pub use regions::PositionValues;
