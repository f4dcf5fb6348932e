//! The experiments, with limits so small that they end at once.

#[path = "../../../plot/tests/charts/xml.rs"]
mod xml;

mod brueggemann;
mod forms;
mod runs;
mod schijf;
mod sets;
mod vandaalen;
