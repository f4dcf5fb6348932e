//! Ends the process with a message and exit code 2 when memory runs out, instead of aborting.
//!
//! The standard library aborts with SIGABRT when a small allocation fails, and stable Rust offers no other
//! place to change that. Large tables are not affected: they report that they cannot grow
//! (`crosscram_support::memory::ZeroedArray::try_new`) and continue with less.

use crate::failure::ERROR;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The system's allocator, except that a failed allocation ends the process.
struct Allocator;

// SAFETY: all calls are forwarded to the system's allocator, which keeps the contract.
#[allow(unsafe_code)] // An allocator cannot be written otherwise.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`. So below.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[inline]
fn checked(pointer: *mut u8, size: usize) -> *mut u8 {
    if pointer.is_null() {
        give_up(size);
    }
    pointer
}

/// Reports that memory has run out and ends the process, without allocating anything.
#[cold]
fn give_up(size: usize) -> ! {
    static GIVEN_UP: AtomicBool = AtomicBool::new(false);
    if GIVEN_UP.swap(true, Relaxed) {
        // Another thread is about to end the process.
        loop {
            std::hint::spin_loop();
        }
    }
    let mut text = [0; 160];
    let mut rest = &mut text[..];
    // Formatting a number does not allocate, and the buffer holds the longest.
    let _ = writeln!(
        rest,
        "error: out of memory: no {size} bytes more could be had; \
         --table, --memory and --threads limit what is taken"
    );
    let unused = rest.len();
    exit(&text[..text.len() - unused])
}

/// Writes to standard error and ends the process, without the locks and destructors that
/// `std::process::exit` would need.
#[cfg(unix)]
#[allow(unsafe_code)] // Calls into the C library.
fn exit(text: &[u8]) -> ! {
    // SAFETY: the pointer and the length are those of a slice; `_exit` may be called at any time.
    unsafe {
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(i32::from(ERROR))
    }
}

#[cfg(not(unix))]
fn exit(text: &[u8]) -> ! {
    let _ = std::io::stderr().write_all(text);
    std::process::exit(i32::from(ERROR))
}
