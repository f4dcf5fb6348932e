//! The experiments, with limits so small that they end at once.

mod brueggemann;
mod bullock;
mod elements;
mod forms;
mod runs;
mod schijf;
mod sets;
mod vandaalen;
