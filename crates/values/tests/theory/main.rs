//! The theory of games, judged by published values and by a plain second implementation.

mod algebra;
mod database;
mod expressions;
mod naive;
mod notation;
mod positions;
mod properties;
mod published;
mod random;
mod regions;
mod small_games;
mod temperature;
