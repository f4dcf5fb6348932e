//! Proofs on many machines.
//!
//! The work is that of the whole crate: units go out, segments come in, the folder of the run remembers. Here they
//! travel over NATS JetStream (feature `nats`), and [`simulate`] is a model of how fast that is with workers that one
//! does not have. The broker carries, the segments remember: wiping the broker loses no proof.

#[cfg(feature = "nats")]
pub mod nats;
pub mod simulate;
pub mod status;
