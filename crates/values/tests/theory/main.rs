//! The theory of games, judged by published values and by a plain second implementation.

mod database;
mod naive;
mod notation;
mod positions;
mod properties;
mod published;
mod random;
