//! Large arrays of zeroes: untouched pages cost nothing, touched ones are huge pages if possible.
//!
//! The tables of the solvers are gigabytes of which a small search touches little.
//!
//! ```
//! use crosscram_support::memory::ZeroedArray;
//! use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
//!
//! let table = ZeroedArray::<AtomicU64>::try_new(1 << 20)?;
//! table.as_slice()[123_456].store(1, Relaxed);
//! assert_eq!(table.as_slice()[0].load(Relaxed), 0);
//! # Ok::<(), crosscram_support::memory::OutOfMemory>(())
//! ```
//!
//! [`atomics`] has the atomic words of tables that threads share without locks. Built with
//! `--cfg loom`, arrays and atomics are those of [loom](https://docs.rs/loom), which tries all orders
//! in which threads can see each other's steps; the tests called `models` of the tables use that.

#[cfg_attr(loom, path = "modelled.rs")]
mod array;
pub mod atomics;
mod free;

use std::error::Error;
use std::fmt;

pub use array::ZeroedArray;
pub use free::{available, resident};

/// A type for which all-zero bytes are a value.
///
/// # Safety
///
/// Implement it only for types whose every field may consist of zero bytes, and which need no
/// destructor.
#[allow(unsafe_code)] // A promise that the compiler cannot check.
pub unsafe trait Zeroable: Default + Send + Sync {}

/// An array does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    bytes: usize,
}

impl OutOfMemory {
    /// Number of bytes that could not be allocated.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "out of memory: no {} bytes could be had", self.bytes)
    }
}

impl Error for OutOfMemory {}
