//! What every crate of the workspace needs and none should write twice.
//!
//! | module | what is there |
//! |---|---|
//! | [`random`] | seeded random numbers, the same on every machine |
//! | [`checksum`] | checksums of file formats |
//! | [`atomic`] | files that are replaced as a whole or not at all |
//! | [`path`] | errors that say which file they are about |
//! | [`stop`] | a flag that stops long work, with an optional deadline |
//! | [`clock`] | `Instant`, also where the standard library has no clock |
//! | [`threads`] | threads that report failure to start as an error |
//! | [`pool`] | work on several threads, results in the order of the input |
//! | [`tsv`] | tab-separated tables with a header |
//! | [`cpu`] | whether the processor has what the build assumes |
//! | [`memory`] | large arrays of zeroes on huge pages, for tables; how much memory is free |
//! | [`names`] | choices whose values have names |
//! | [`columns`] | aligned columns and digit groups for people |
//! | [`counts`] | large numbers as people type them |
//!
//! Everything compiles and runs on `wasm32-unknown-unknown`, where there is one thread, no file
//! system, and only the clock that the host installs.
//!
//! ```
//! use crosscram_support::{pool, random::Random};
//!
//! let mut random = Random::new(7);
//! let numbers: Vec<u64> = (0..100).map(|_| random.below(1000)).collect();
//! let squares = pool::map(&numbers, 1, |n| n * n)?;
//! assert!(squares.iter().zip(&numbers).all(|(square, n)| *square == n * n));
//! # Ok::<(), crosscram_support::threads::StartError>(())
//! ```

pub mod atomic;
pub mod checksum;
pub mod clock;
pub mod columns;
pub mod counts;
pub mod cpu;
pub mod memory;
pub mod names;
pub mod path;
pub mod pool;
pub mod random;
pub mod stop;
pub mod threads;
pub mod tsv;
