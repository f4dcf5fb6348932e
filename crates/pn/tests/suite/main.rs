//! Searches against each other, against plain minimax, and against published numbers.

mod chess;
mod dfpn;
mod exact;
mod figures;

mod minimax;
mod proof;
mod state;
mod tictactoe;
