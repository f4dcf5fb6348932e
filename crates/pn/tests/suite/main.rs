//! Searches against each other, against plain minimax, and against published numbers.

mod chess;

mod minimax;
mod tictactoe;
