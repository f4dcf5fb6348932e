//! Large arrays of zeroes: untouched pages cost nothing, touched ones are huge pages if possible.
//!
//! The tables of the solvers are gigabytes of which a small search touches little.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// A type for which all-zero bytes are a value.
///
/// # Safety
///
/// Implement it only for types whose every field may consist of zero bytes, and which need no
/// destructor.
#[allow(unsafe_code)] // A promise that the compiler cannot check.
pub unsafe trait Zeroable: Send + Sync {}

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
#[allow(unsafe_code)]
impl<T: Zeroable> ZeroedArray<T> {
    /// `length` elements of zero bytes; `length` is not zero.
    pub fn new(length: usize) -> Self {
        assert!(length > 0 && size_of::<T>() > 0 && align_of::<T>() <= 16);
        let bytes = length
            .checked_mul(size_of::<T>())
            .expect("size fits an address");
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { 64 };
        // Asking the allocator for a large alignment would make it zero the memory by hand, so
        // take more than needed and start at the next multiple.
        let layout = Layout::from_size_align(bytes + align, 16).expect("size fits an address");
        // SAFETY: the layout's size is not zero.
        let Some(allocation) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            handle_alloc_error(layout);
        };
        let skip = allocation.align_offset(align);
        // SAFETY: `skip` is less than `align`, so `bytes` bytes remain behind it.
        let start = unsafe { allocation.add(skip) }.cast::<T>();
        #[cfg(target_os = "linux")]
        if bytes >= HUGE_PAGE {
            // SAFETY: advice about memory that we own; failing is harmless.
            unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
        }
        ZeroedArray {
            start,
            length,
            allocation,
            layout,
            owns: PhantomData,
        }
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

    /// Hint that the element at `index` is needed soon. Any index is allowed.
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

// What was allocated by hand is freed by hand.
#[allow(unsafe_code)]
impl<T> Drop for ZeroedArray<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; a `Zeroable` type needs no destructor.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) }
    }
}
