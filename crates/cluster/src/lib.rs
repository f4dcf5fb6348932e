//! Proofs on many machines.
//!
//! The work is that of [`crosscram_proof::jobs`]: units go out, segments come in, the folder of the run remembers. Here they
//! travel over NATS JetStream (feature `nats`), and [`simulate`] is a model of how fast that is with workers that one
//! does not have. The broker carries, the segments remember: wiping the broker loses no proof.
//!
//! ```
//! use crosscram_cluster::simulate::{Assumed, Measured, simulate};
//!
//! let unit = Measured { work: 10.0, check: 0.5, bytes: 1e5 };
//! let assumed = Assumed {
//!     workers: 1,
//!     units: 1000,
//!     growth: 2.0,
//!     delay: 0.01,
//!     bandwidth: 1e8,
//!     handling: 0.005,
//!     checkers: 1,
//!     waste: 0.0,
//!     end: 0.0,
//!     seed: 1,
//! };
//! let alone = simulate(&[unit], &assumed);
//! let many = simulate(&[unit], &Assumed { workers: 1000, ..assumed });
//! // One coordinator checks what all bring: no faster than its checks.
//! assert!(alone.seconds / many.seconds < 20.0 && many.coordinator > 0.9);
//! ```

#[cfg(feature = "nats")]
pub mod nats;
pub mod simulate;
pub mod status;
