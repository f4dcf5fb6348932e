//! What tables that threads share without locks are made of: the standard library's, or loom's in a
//! build that checks them.

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
