//! Searches against each other, against plain minimax, and against published numbers.

mod chess;
mod exact;
mod figures;

mod minimax;
mod tictactoe;
