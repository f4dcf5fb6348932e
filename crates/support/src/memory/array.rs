//! The array, in memory taken directly from the system's allocator.

use crate::memory::{OutOfMemory, Zeroable};
use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

// SAFETY: an integer.
#[allow(unsafe_code)] // See the trait.
unsafe impl Zeroable for AtomicU64 {}

/// A fixed array whose elements start as all-zero bytes.
pub struct ZeroedArray<T> {
    start: NonNull<T>,
    length: usize,
    /// What was allocated: `start` lies inside, at the next huge-page boundary.
    allocation: NonNull<u8>,
    layout: Layout,
    owns: PhantomData<T>,
}

// SAFETY: the array owns its elements like a `Box<[T]>` does.
#[allow(unsafe_code)] // Raw pointers are not Send by default.
unsafe impl<T: Send> Send for ZeroedArray<T> {}
// SAFETY: as above.
#[allow(unsafe_code)] // Raw pointers are not Sync by default.
unsafe impl<T: Sync> Sync for ZeroedArray<T> {}

/// Size of a huge page on x86-64; starting at a multiple lets the kernel use them throughout.
const HUGE_PAGE: usize = 2 << 20;

// One raw allocation instead of a `Vec`, because `vec![zero; n]` of a struct writes every page
// (and a table is mostly untouched on small boards), and because huge pages need the alignment.
#[allow(unsafe_code)] // It allocates by itself, for the reasons above.
impl<T: Zeroable> ZeroedArray<T> {
    /// Allocates `length` elements of zero bytes; `length` is not zero. Without enough memory the
    /// process ends, as for a `Vec`; use it for small arrays.
    pub fn new(length: usize) -> Self {
        Self::try_new(length).unwrap_or_else(|error| give_up(error))
    }

    /// Allocates `length` elements of zero bytes; `length` is not zero.
    ///
    /// ```
    /// use crosscram_support::memory::ZeroedArray;
    /// use std::sync::atomic::AtomicU64;
    ///
    /// let array = ZeroedArray::<AtomicU64>::try_new(1000)?;
    /// assert_eq!(array.as_slice().len(), 1000);
    /// let error = ZeroedArray::<AtomicU64>::try_new(usize::MAX / 8).err();
    /// assert!(error.is_some_and(|error| error.bytes() > 1 << 60));
    /// # Ok::<(), crosscram_support::memory::OutOfMemory>(())
    /// ```
    pub fn try_new(length: usize) -> Result<Self, OutOfMemory> {
        assert!(length > 0 && size_of::<T>() > 0 && align_of::<T>() <= 16);
        let bytes = length.saturating_mul(size_of::<T>());
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { 64 };
        // With a large alignment the allocator would write the zeroes itself, so this allocates
        // more than needed and starts at the next multiple.
        let layout = Layout::from_size_align(bytes.saturating_add(align), 16);
        let layout = layout.map_err(|_| OutOfMemory { bytes })?;
        // The system's allocator, because the program's may not return when it fails.
        // SAFETY: the layout's size is not zero.
        let allocation = NonNull::new(unsafe { System.alloc_zeroed(layout) });
        let allocation = allocation.ok_or(OutOfMemory { bytes })?;
        let skip = allocation.align_offset(align);
        // SAFETY: `skip` is less than `align`, so `bytes` bytes remain behind it.
        let start = unsafe { allocation.add(skip) }.cast::<T>();
        // Miri does not know the call.
        #[cfg(all(target_os = "linux", not(miri)))]
        if bytes >= HUGE_PAGE {
            // SAFETY: advice about memory that we own; failing is harmless.
            unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
        Ok(ZeroedArray {
            start,
            length,
            allocation,
            layout,
            owns: PhantomData,
        })
    }

    /// All elements.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: `start` points to `length` initialised elements that live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }

    /// All elements.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as above, and `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }

    /// Hints that the element at `index` is needed soon. Any index is allowed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.start.as_ptr().wrapping_add(index).cast::<i8>();
            // SAFETY: a prefetch never faults, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

// Frees what `try_new` allocated.
#[allow(unsafe_code)]
impl<T> Drop for ZeroedArray<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `try_new` with this layout and by this allocator; a `Zeroable` type
        // needs no destructor.
        unsafe { System.dealloc(self.allocation.as_ptr(), self.layout) }
    }
}

/// Ends the process as a failed allocation of a `Vec` does.
#[allow(unsafe_code)] // Asks the program's allocator.
fn give_up(error: OutOfMemory) -> ! {
    let layout = Layout::from_size_align(error.bytes, 16).unwrap_or(Layout::new::<u8>());
    // The program's allocator may end the process with a message of its own.
    // SAFETY: the layout's size is not zero.
    let _ = unsafe { std::alloc::alloc(layout) };
    handle_alloc_error(layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn arrays_start_as_zeroes_at_aligned_places() {
        for (length, align) in [(1, 64), (1000, 64), (HUGE_PAGE / 8, HUGE_PAGE)] {
            let mut array = ZeroedArray::<AtomicU64>::new(length);
            assert!(array.as_slice().as_ptr().addr().is_multiple_of(align));
            // Under Miri, all of a huge page takes too long.
            let few = array.as_slice().iter().take(2000);
            assert!(few.map(|word| word.load(Relaxed)).all(|word| word == 0));
            *array.as_mut_slice()[length - 1].get_mut() = 7;
            array.prefetch(usize::MAX);
            assert_eq!(array.as_slice()[length - 1].load(Relaxed), 7);
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        for length in [usize::MAX, usize::MAX / 8, usize::MAX / 16] {
            let error = ZeroedArray::<AtomicU64>::try_new(length).err().unwrap();
            assert_eq!(error.bytes(), length.saturating_mul(8));
            assert!(error.to_string().contains(&error.bytes().to_string()));
        }
    }
}
