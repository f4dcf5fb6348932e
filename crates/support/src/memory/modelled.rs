//! The array for builds with loom, whose atomics are not plain integers.

use crate::memory::{OutOfMemory, Zeroable, atomics};
use std::sync::atomic::AtomicU64;

// SAFETY: not by its bytes, but nothing here makes elements from bytes.
#[allow(unsafe_code)] // The promise of the trait.
unsafe impl Zeroable for atomics::AtomicU64 {}

// SAFETY: an integer.
#[allow(unsafe_code)] // The promise of the trait.
unsafe impl Zeroable for AtomicU64 {}

/// A fixed array of elements that start as zeroes.
pub struct ZeroedArray<T>(Box<[T]>);

impl<T: Zeroable> ZeroedArray<T> {
    /// `length` elements.
    pub fn new(length: usize) -> Self {
        ZeroedArray((0..length).map(|_| T::default()).collect())
    }

    /// `length` elements. There is always enough memory.
    pub fn try_new(length: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::new(length))
    }

    /// All elements.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// All elements.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0
    }

    /// Does nothing.
    pub fn prefetch(&self, _index: usize) {}
}
