//! The experiments, with limits so small that they end at once.

mod brueggemann;
mod elements;
mod forms;
mod runs;
mod schijf;
mod sets;
mod vandaalen;
