//! The real program, end to end.

mod atlas;
mod batch;
mod bench;
mod cache;
mod certificate;
mod contest;
mod contest_stopped;
mod documents;
mod generate;
mod help;
mod interrupt;
mod judging;
mod looking;
mod memory;
mod play;
mod pn;
mod refused;
mod reproduce;
mod run;
mod scratch;
mod serve;
mod solve;
mod terminal;
mod tidy;
mod value;
mod work;
