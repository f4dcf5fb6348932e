//! Atomic words of tables that threads share without locks: the standard library's, or loom's in a
//! build with `--cfg loom`.

#[cfg(loom)]
pub use loom::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, fence},
};
#[cfg(not(loom))]
pub use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, fence},
};

pub use std::sync::atomic::Ordering;
