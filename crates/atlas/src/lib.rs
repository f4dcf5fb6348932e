//! Who wins m x n, for all m and n: what is known, why, and what is open.
//!
//! There are two facts per board: who wins if Vertical moves first, and who wins if Horizontal does.
//! Each known one has a source (a publication, a search of ours) or follows from others by one of
//! the rules of Lachmann, Moore and Rapaport and some more ([`Rule`], each with its argument). An
//! [`Atlas`] is the closure of a set of facts under the rules; every answer can be followed down to its
//! sources ([`Derivation`]), and facts that contradict each other stop it with both derivations
//! ([`Contradiction`]).
//!
//! ```
//! use crosscram_atlas::{Atlas, Level};
//! use crosscram_rules::{Outcome, Tile};
//!
//! let atlas = Atlas::known(Level::Published, Tile::DOMINO, 40, &[]).expect("no contradiction");
//! assert_eq!(atlas.outcome("6x20".parse()?).outcome(), Some(Outcome::Horizontal));
//! assert_eq!(atlas.outcome("6x21".parse()?).to_string(), "1h");
//! # Ok::<(), crosscram_atlas::SizeError>(())
//! ```
//!
//! Where to look:
//!
//! - [`Atlas::charted`], [`Atlas::board`]: what is known of a board, as programs print it.
//! - [`Level`]: how much is taken as given; [`results`]: the file of our own results.
//! - [`Atlas::consequences`], [`Atlas::open_questions`]: what is open, and what an answer would settle.
//! - [`families`](mod@families): claims about every length from some length on.
//!
//! Deliberately absent: search, and any I/O; the caller reads files and passes their text.

mod atlas;
mod chart;
mod clauses;
mod derivation;
mod derive;
mod export;
pub mod families;
mod knowledge;
mod numbers;
mod open;
mod prover;
pub mod results;
mod rule;
mod size;
mod source;
mod statement;

pub use atlas::Atlas;
pub use chart::{Behind, Charted, Links, Settling, Shade, Winner};
pub use derivation::{Contradiction, Derivation, Reason};
pub use export::{Inference, Stated, Step};
pub use knowledge::Level;
pub use open::{Consequences, Hint, OpenQuestion};
pub use rule::Rule;
pub use size::{Size, SizeError};
pub use source::{Fact, PUBLICATIONS, Solved, Source};
pub use statement::{Bound, Claim, Statement};
