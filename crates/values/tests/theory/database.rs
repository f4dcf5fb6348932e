//! The file of region values.
