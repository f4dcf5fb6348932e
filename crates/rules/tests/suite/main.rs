//! The tests of the rules, one program so that it is linked once.

mod bits;
mod cases;
mod notation;
mod perft;
mod properties;
mod random;
mod slow;
